//! A rule at one shape over free variables: the claim that it holds for all values of its terms
//! and constants at once.
//!
//! Guards are conditions. The answer to a guard's query about a term is a variable, constrained
//! only by what the analysis behind the guard promises: a bound bounds, and *yes* is true.
//! Invariant: a claim without a counterexample holds wherever the rule is applied at this shape.

mod facts;
mod numbers;

use rustc_hash::FxHashMap;
use term::{Format, Op, Spec, TermId};

use crate::Builder;
use crate::assumptions::Assumptions;
use crate::bits::ones;
use crate::case::Case;
use crate::expr::eval;
use crate::function::Kind;
use crate::make::{Make, evaluating, here};
use crate::pattern::{Expr, ROOT_WIDTH, Variable, evaluated_spec};
use crate::shape::{Shape, is_closed};
use crate::sides::Sides;

use numbers::Number;

/// The claim of a rule at one shape: wherever all of `given` hold, `differ` does not.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The guards, and the promises of the tiers.
    pub given: Vec<TermId>,
    /// The left side.
    pub left: TermId,
    /// The right side; `None` when it cannot be built or has another width.
    pub right: Option<TermId>,
    /// Whether the right side can be built, one bit.
    pub possible: TermId,
    /// Whether the sides differ or the right one cannot be built, one bit.
    pub differ: TermId,
    /// Whether a model of `given` and `differ` refutes the rule: neither is weaker than the
    /// rule's own conditions.
    pub is_exact: bool,
    /// The rule's name of each variable.
    pub named: Vec<(String, TermId)>,
    /// The values of the rule's other variables.
    pub chosen: Vec<(String, String)>,
}

/// The variables of the claims made with one builder; claims of different shapes share them.
#[derive(Default)]
pub struct Variables(FxHashMap<(String, u8), TermId>);

impl Shape<'_> {
    /// The claim over free variables; `None` when the left side cannot occur.
    pub fn claim(&self, builder: &mut Builder, variables: &mut Variables) -> Option<Claim> {
        let rule = self.rule;
        let (left, right) = (
            evaluating(&rule.lhs, None),
            evaluating(&rule.rhs, Some(Expr::Var(ROOT_WIDTH))),
        );
        let mut scene = Scene::new(self, builder, variables);
        let (left, possible) = match scene.side(&left, true) {
            Some(side) => side,
            None if scene.is_exact => return None,
            // The left side may occur, but is not modelled here.
            None => {
                let open = scene.variable("left side", 1);
                return Some(Claim {
                    given: Vec::new(),
                    left: open,
                    right: None,
                    possible: open,
                    differ: open,
                    is_exact: false,
                    named: scene.named,
                    chosen: self.chosen(),
                });
            }
        };
        scene.given.push(possible);
        for (slot, width) in self.outline.fitting() {
            scene.fits(*slot, *width);
        }
        for (expr, value) in self.outline.open() {
            let equal = scene.has_value(expr, *value);
            scene.given.push(equal);
        }
        for guard in &rule.guards {
            let holds = scene.holds(guard);
            scene.given.push(holds);
        }
        let right = scene.side(&right, false);
        let b = &mut *scene.builder;
        let width = b.width(left);
        let right = right.filter(|(right, _)| b.width(*right) == width);
        let (possible, differ) = match right {
            None => (b.bool(false), b.bool(true)),
            Some((right, possible)) => {
                let alike = scene.alike(left, right);
                let b = &mut *scene.builder;
                let fine = b.and(alike, possible);
                (possible, b.not(fine))
            }
        };
        let Scene {
            builder,
            mut given,
            is_exact,
            named,
            ..
        } = scene;
        given.retain(|&condition| builder.constant_value(condition) != Some(1));
        let impossible = |c: &TermId| builder.constant_value(*c) == Some(0);
        if given.iter().any(impossible) {
            return None;
        }
        Some(Claim {
            given,
            left,
            right: right.map(|(right, _)| right),
            possible,
            differ,
            is_exact,
            named,
            chosen: self.chosen(),
        })
    }

    /// The variables of the rule whose values this shape fixes, with these as text.
    fn chosen(&self) -> Vec<(String, String)> {
        let open = self.open_numbers();
        let sides = Sides::new(self.rule);
        let case = &self.outline.case;
        let settled = |v: &&Variable| v.kind != Kind::Term && open & 1 << v.slot == 0;
        let variables = self.rule.variables.iter().filter(settled);
        variables
            .map(|v| (v.name.clone(), sides.shown(case, v)))
            .collect()
    }
}

/// The state of a claim under construction.
struct Scene<'a> {
    shape: &'a Shape<'a>,
    builder: &'a mut Builder,
    variables: &'a mut Variables,
    /// The shape's case, in which terms and open constants have no value.
    case: Case,
    /// Bit set of the number slots of open constants.
    open: u32,
    /// The queries about terms so far, with their answers.
    facts: Vec<(Expr, Number)>,
    given: Vec<TermId>,
    named: Vec<(String, TermId)>,
    is_exact: bool,
    /// The rule's tiers, which may exclude values.
    tiers: Assumptions,
}

impl<'a> Scene<'a> {
    fn new(
        shape: &'a Shape<'a>,
        builder: &'a mut Builder,
        variables: &'a mut Variables,
    ) -> Scene<'a> {
        Scene {
            case: shape.outline.case.clone(),
            open: shape.open_numbers(),
            tiers: shape.rule.tiers,
            shape,
            builder,
            variables,
            facts: Vec::new(),
            given: Vec::new(),
            named: Vec::new(),
            is_exact: true,
        }
    }

    /// The variable with this name and width.
    fn variable(&mut self, name: &str, width: u8) -> TermId {
        let arena = self.builder.arena_mut();
        let new = || arena.add_variable(name.to_owned(), width, None);
        let key = (name.to_owned(), width);
        let variable = *self.variables.0.entry(key).or_insert_with(new);
        if !self.named.iter().any(|(_, term)| *term == variable) {
            self.named.push((name.to_owned(), variable));
        }
        variable
    }

    /// The name of a variable of the rule.
    fn name(&self, slot: u8, is_term: bool) -> &'a str {
        let kind = |v: &Variable| v.kind == Kind::Term;
        let mut variables = self.shape.rule.variables.iter();
        let found = variables.find(|v| v.slot == slot && kind(v) == is_term);
        found.map_or("?", |v| v.name.as_str())
    }

    /// A term of the rule.
    fn term(&mut self, slot: u8) -> Option<TermId> {
        let width = self.case.slot_width(slot)?;
        let name = self.name(slot, true);
        Some(self.variable(name, width))
    }

    /// The variable of an open constant, with the smallest width that the constant occurs in.
    fn constant(&mut self, slot: u8) -> Option<TermId> {
        let places = self.shape.outline.fitting().iter();
        let width = places.filter(|p| p.0 == slot).map(|p| p.1).min()?;
        let name = self.name(slot, false);
        Some(self.variable(name, width))
    }

    /// A constant that has a value must fit the width of its position.
    fn fits(&mut self, slot: u8, width: u8) {
        if self.open & 1 << slot == 0 {
            let value = self.case.numbers[slot as usize];
            let fits = value <= ones(width.into());
            let fits = self.builder.bool(fits);
            self.given.push(fits);
        }
    }

    /// A side, and whether it can be built; `None` if it never can.
    fn side(&mut self, makes: &[Make], is_left: bool) -> Option<(TermId, TermId)> {
        let mut stack: Vec<TermId> = Vec::new();
        // The promises about the values that each term on the stack is computed from.
        let mut promises: Vec<Vec<TermId>> = Vec::new();
        let mut possible = self.builder.bool(true);
        let mut widths = self.case.constants.clone().into_iter();
        for make in makes {
            let made = match make {
                Make::Var(slot) => self.term(*slot)?,
                Make::Const { width, value } => {
                    let generated = widths.next();
                    let (width, value) = match (width, generated) {
                        (Expr::Here, Some(w)) => {
                            let width = Expr::Num(w.into());
                            (u128::from(w), here(value, &width))
                        }
                        _ => (self.closed(width)?, value.clone()),
                    };
                    let width = u8::try_from(width).ok().filter(|w| (1..=128).contains(w))?;
                    let number = self.number(&value);
                    possible = self.builder.and(possible, number.known);
                    self.builder.trunc(number.value, width)
                }
                Make::Node {
                    op,
                    attributes,
                    arity,
                } => {
                    let args = stack.split_off(stack.len() - arity);
                    let widths: Vec<u8> = args.iter().map(|&a| self.builder.width(a)).collect();
                    let closed = |expr: &Expr| self.closed(expr);
                    let spec = evaluated_spec(*op, attributes, &widths, closed)?;
                    let made = self.builder.build(spec, &args);
                    if is_left {
                        let below = promises.split_off(promises.len() - arity);
                        let all = self.promised(spec, &args, made, below);
                        promises.push(all);
                    }
                    stack.push(made);
                    continue;
                }
            };
            stack.push(made);
            promises.push(Vec::new());
        }
        if is_left {
            self.given.extend(promises.pop()?);
        }
        stack.pop().map(|side| (side, possible))
    }

    /// The value of an attribute.
    fn closed(&mut self, expr: &Expr) -> Option<u128> {
        if !is_closed(expr, self.open) {
            // In every shape, attributes should be computed from bound values only.
            self.is_exact = false;
            return None;
        }
        let numbers = self.case.numbers;
        eval(expr, &numbers, &mut self.case)
    }

    /// The promises of the tiers about the values that an operation of the left side is computed
    /// from, given those of its operands: nothing is promised of what a select discards.
    fn promised(
        &mut self,
        spec: Spec,
        args: &[TermId],
        made: TermId,
        below: Vec<Vec<TermId>>,
    ) -> Vec<TermId> {
        let finite = self.tiers.contains(Assumptions::FINITE);
        if !self.tiers.exclude_nans() {
            return Vec::new();
        }
        let mut promises = Vec::new();
        for (i, of_operand) in below.into_iter().enumerate() {
            let b = &mut *self.builder;
            let discarded = match (spec.op, i) {
                (Op::Select, 1) => Some(b.not(args[0])),
                (Op::Select, 2) => Some(args[0]),
                (Op::And, at) => {
                    let none = b.constant(spec.width, 0);
                    Some(b.eq(args[1 - at], none))
                }
                (Op::Or, at) => {
                    let all = b.constant(spec.width, ones(spec.width.into()));
                    Some(b.eq(args[1 - at], all))
                }
                _ => None,
            };
            promises.extend(of_operand.into_iter().map(|promise| match discarded {
                Some(discarded) => b.or(discarded, promise),
                None => promise,
            }));
        }
        let mut values = Vec::new();
        if let Some(format) = spec.operand_format() {
            values.extend(args.iter().map(|&arg| (format, arg)));
        }
        if spec.op.yields_float() {
            values.push((spec.format(), made));
        }
        for (format, value) in values {
            let b = &mut *self.builder;
            let magnitude = b.fabs(format, value);
            let infinity = b.constant(format.width(), format.infinity());
            let promise = match finite {
                true => b.ult(magnitude, infinity),
                false => b.ule(magnitude, infinity),
            };
            promises.push(promise);
        }
        promises
    }

    /// A one-bit term: the sides are equal as far as the tiers promise.
    fn alike(&mut self, left: TermId, right: TermId) -> TermId {
        let equal = self.builder.eq(left, right);
        if !self.tiers.equate_zeros() {
            return equal;
        }
        let format = Sides::new(self.shape.rule).format(&self.case);
        let b = &mut *self.builder;
        let Some(format) = format.filter(|f| f.width() == b.width(left)) else {
            return equal;
        };
        let zeros = [left, right].map(|side| is_zero(b, format, side));
        let both = b.and(zeros[0], zeros[1]);
        b.or(equal, both)
    }
}

/// A one-bit term: the float is a zero of either sign.
fn is_zero(b: &mut Builder, format: Format, x: TermId) -> TermId {
    let magnitude = b.fabs(format, x);
    let zero = b.constant(format.width(), 0);
    b.eq(magnitude, zero)
}
