//! Enumeration of the widths and attributes for which a rule can match.
//!
//! Invariant: everything that a rule matches at run time has one of the visited shapes, if
//! [`every_shape`] succeeds. Shapes that the guards exclude may be visited too.

use crate::bits::ones;
use crate::case::{Knowledge, Scale};
use crate::choose::Chooser;
use crate::expr::eval;
use crate::function::Func;
use crate::generate::Outline;
use crate::memo::Memo;
use crate::pattern::{Expr, Rule};
use crate::proof::Counterexample;
use crate::sides::{Asks, Sides, Tried};
use crate::tape::Tape;
use crate::template::{Template, reads};

/// Number of choices tried, at most; a rule of four independent widths has more.
const MAX_TRIALS: u32 = 1_500_000;
/// Number of shapes visited, at most: covers all pairs of two widths.
const MAX_SHAPES: u32 = 20_000;

/// Why some shapes were not visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uncovered {
    /// The visitor stopped the enumeration.
    Stopped,
    /// There are too many shapes.
    TooMany,
    /// Attributes are computed from this constant, which no guard bounds.
    Constant(String),
}

/// A choice of widths and attributes, with the values of constants and terms open.
pub struct Shape<'a> {
    pub(crate) rule: &'a Rule,
    pub(crate) outline: Outline,
}

/// Visits every shape of a rule until `visit` returns false. Returns the number of shapes
/// visited.
///
/// # Errors
/// The reason why some shapes were not visited.
pub fn every_shape<'a>(
    rule: &'a Rule,
    visit: &mut dyn FnMut(Shape<'a>) -> bool,
) -> Result<u32, Uncovered> {
    let template = Template::of_both_sides(rule);
    if let Some(constant) = template.unbounded() {
        return Err(Uncovered::Constant(constant.to_owned()));
    }
    let mut chooser = Chooser::exhaustive();
    let mut visited = 0;
    for _ in 0..MAX_TRIALS {
        if let Some(outline) = template.generate(&mut chooser, Scale::Every, Knowledge::Nothing) {
            let shape = Shape { rule, outline };
            if !shape.is_excluded() {
                visited += 1;
                if visited > MAX_SHAPES {
                    return Err(Uncovered::TooMany);
                }
                if !visit(shape) {
                    return Err(Uncovered::Stopped);
                }
            }
        }
        if !chooser.advance() {
            return Ok(visited);
        }
    }
    Err(Uncovered::TooMany)
}

impl Shape<'_> {
    /// Whether a guard that depends on no constant and no value excludes it.
    fn is_excluded(&self) -> bool {
        let open = self.open_numbers();
        let mut case = self.outline.case.clone();
        let numbers = case.numbers;
        let mut is_other = |expr: &Expr, value: u128| {
            is_closed(expr, open) && eval(expr, &numbers, &mut case) != Some(value)
        };
        self.rule.guards.iter().any(|guard| is_other(guard, 1))
            || self
                .outline
                .open()
                .iter()
                .any(|(expr, value)| is_other(expr, *value))
    }

    /// Bit set of the number slots of constants that are open.
    pub(crate) fn open_numbers(&self) -> u32 {
        let slots = self.outline.constants.iter();
        slots.fold(0, |all, (slot, _)| all | 1 << slot)
    }

    /// Total number of bits of the open terms and constants.
    pub fn bits(&self) -> u32 {
        let all = self.outline.terms.iter().chain(&self.outline.constants);
        all.map(|(_, width)| u32::from(*width)).sum()
    }

    /// Whether no guard depends on values of terms. Then the rule applies regardless of the facts
    /// known at run time.
    pub fn is_unconditional(&self) -> bool {
        Sides::new(self.rule).guards[Asks::Values as usize].is_empty()
    }

    /// A case that the guards admit and that refutes the rule, if there is one among `cases`
    /// random cases.
    pub fn refute(&self, chooser: &mut Sampler, cases: u32) -> Option<Counterexample> {
        let sides = Sides::new(self.rule);
        (0..cases).find_map(|number| {
            let mut case = self.outline.sampled(&mut chooser.0);
            case.vary_knowledge(number);
            let fits = self.outline.is_sorted_with(&mut case);
            let asks = [Asks::Shape, Asks::Values];
            if !fits || !asks.into_iter().all(|a| sides.admits(&mut case, a)) {
                return None;
            }
            match sides.try_case(&mut case, false) {
                Tried::Differs(counterexample) => Some(counterexample),
                _ => None,
            }
        })
    }

    /// Tries every value of a shape of few bits with unconditional guards; an error is a case
    /// that refutes the rule.
    pub fn exhaust(&self) -> Result<(), Counterexample> {
        let sides = Sides::new(self.rule);
        let mut memo = Memo::default();
        let outline = &self.outline;
        let bits = |places: &[(u8, u8)]| places.iter().map(|p| u32::from(p.1)).sum::<u32>();
        for constants in 0..1u128 << bits(&outline.constants) {
            let mut case = outline.case.clone();
            let mut left = constants;
            for &(slot, width) in &outline.constants {
                case.numbers[slot as usize] = left & ones(width.into());
                left >>= width;
            }
            if !outline.is_sorted_with(&mut case) || !sides.admits(&mut case, Asks::Shape) {
                continue;
            }
            let mut tape = match sides.is_steady {
                true => Tape::new(&mut case, [&sides.left, &sides.right], &mut memo),
                false => None,
            };
            for terms in 0..1u128 << bits(&outline.terms) {
                let mut left = terms;
                for &(slot, width) in &outline.terms {
                    let value = left & ones(width.into());
                    case.terms[slot as usize] = Some((width, value));
                    if let Some(tape) = &mut tape {
                        tape.set(slot, value);
                    }
                    left >>= width;
                }
                if tape.as_mut().is_some_and(|t| t.agrees(&mut memo)) {
                    continue;
                }
                if let Tried::Differs(counterexample) = sides.try_case(&mut case, false) {
                    return Err(counterexample);
                }
            }
        }
        Ok(())
    }
}

/// Whether an expression depends on no open constant, and on terms only through their widths.
pub(crate) fn is_closed(expr: &Expr, open: u32) -> bool {
    reads(expr) & open == 0 && asks_for_no_term(expr)
}

fn asks_for_no_term(expr: &Expr) -> bool {
    match expr {
        Expr::Term(_) => false,
        Expr::Call(Func::Width, _) => true,
        Expr::Call(_, args) => args.iter().all(asks_for_no_term),
        Expr::Float(_, format) => asks_for_no_term(format),
        Expr::Num(_) | Expr::Var(_) | Expr::Width(_) | Expr::Here => true,
    }
}

/// The source of random cases; deterministic.
pub struct Sampler(Chooser);

impl Default for Sampler {
    fn default() -> Sampler {
        Sampler(Chooser::random(0xca5e))
    }
}
