//! Proofs of obligations, step by step.

use rustc_hash::FxHashMap;
use term::{Format, Op, TermId};

use crate::Solver;
use crate::claim::{Claim, is_assumed, renamed};
use crate::conditions::Known;
use crate::enumerate;
use crate::fault::{Checked, malformed, not_checked, rejected, require};
use crate::format::{Given, Obligation, Step};
use crate::ledger::{ASSUMED, EXACT, Ledger, same_number};
use crate::smtlib::{Value, query};
use crate::solver::Answer;
use crate::terms::hexadecimal;

/// How much was checked, and by what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Inputs that were tried one by one.
    pub inputs: u64,
    /// Queries that a solver answered anew.
    pub queries: u64,
}

/// Claims that have been proved, by the number of their obligation.
pub(crate) type Proved = FxHashMap<u32, Claim>;

/// Checks the proof of an obligation.
pub(crate) fn check(
    ledger: &mut Ledger,
    proved: &mut Proved,
    solver: &mut dyn Solver,
    line: &Obligation,
    work: &mut Work,
) -> Checked {
    let compare = match line.compare.as_deref().map(Format::from_name) {
        Some(None) => return malformed("an unknown float format"),
        Some(format) => format,
        None => None,
    };
    let path = ledger.terms.all(&line.path)?;
    let path: Vec<TermId> = path.iter().map(|&c| ledger.obliged(c)).collect();
    let (left, right) = (ledger.terms.get(line.left)?, ledger.terms.get(line.right)?);
    let (left, right) = (ledger.obliged(left), ledger.obliged(right));
    let arena = &ledger.terms.arena;
    let width = arena.width(left);
    let sorted = width == arena.width(right) && compare.is_none_or(|f| f.width() == width);
    if !sorted || path.iter().any(|&c| arena.width(c) != 1) {
        return malformed("an ill-sorted obligation");
    }
    let claim = Claim {
        given: used(ledger, &line.given, &path)?,
        left,
        right,
        compare,
        zeros_alike: ledger.assumptions.positive_zero,
    };
    // The assumptions speak of the floats below these.
    let of = claim.roots();
    let mut now = claim.clone();
    for condition in &line.given {
        let condition = given(ledger, condition, &path, &of)?;
        if !now.given.contains(&condition) {
            now.given.push(condition);
        }
    }
    let mut proof = Proof {
        ledger,
        proved,
        solver,
        work,
        claim: &claim,
        now,
    };
    let Some((last, steps)) = line.proof.split_last() else {
        return rejected("there is no proof");
    };
    for step in steps {
        require(!proof.step(step)?, || {
            "a proof goes on after its end".into()
        })?;
    }
    require(proof.step(last)?, || "a proof ends before its end".into())?;
    proved.insert(line.number, claim);
    Ok(())
}

/// The conditions of the path that a proof uses.
fn used(ledger: &Ledger, given: &[Given], path: &[TermId]) -> Checked<Vec<TermId>> {
    let mut used = Vec::new();
    for line in given {
        let condition = ledger.terms.get(line.condition)?;
        if path.contains(&condition) {
            used.push(condition);
        }
    }
    Ok(used)
}

/// A condition that a proof may use.
fn given(ledger: &mut Ledger, line: &Given, path: &[TermId], of: &[TermId]) -> Checked<TermId> {
    let condition = ledger.terms.get(line.condition)?;
    if path.contains(&condition) {
        return Ok(condition);
    }
    let Some(raw) = line.raw else {
        return rejected("a condition that is none of the path's");
    };
    let (raw, built) = (ledger.terms.get(raw)?, ledger.terms.pairs(&line.built)?);
    let known = ledger.build(EXACT, &built)?;
    let value = known.get(&raw).copied().unwrap_or(raw);
    let width = ledger.terms.arena.width(condition);
    require(value == condition && width == 1, || {
        "a condition is put together wrongly".into()
    })?;
    let facts = &mut ledger.contexts[ASSUMED as usize];
    require(is_assumed(&ledger.terms.arena, facts, raw, of), || {
        "a condition that nothing implies".into()
    })?;
    Ok(condition)
}

struct Proof<'a, 'r> {
    ledger: &'a mut Ledger<'r>,
    proved: &'a Proved,
    solver: &'a mut dyn Solver,
    work: &'a mut Work,
    /// The claim without conditions that hold of any input.
    claim: &'a Claim,
    /// What remains to be shown.
    now: Claim,
}

impl Proof<'_, '_> {
    /// Takes a step; whether it ends the proof.
    fn step(&mut self, step: &Step) -> Checked<bool> {
        let arena = &self.ledger.terms.arena;
        let (left, right) = (self.now.left, self.now.right);
        match step {
            Step::Identical => {
                require(left == right, || "the terms are not the same".into())?;
                Ok(true)
            }
            Step::Alike => {
                let values = arena.constant_value(left).zip(arena.constant_value(right));
                let alike = values.is_some_and(|(l, r)| self.now.equal(l, r));
                require(alike, || "the constants differ".into())?;
                Ok(true)
            }
            Step::Contradiction => {
                let known = Known::of(arena, &self.now.given);
                require(known.contradiction, || {
                    "the conditions do not contradict".into()
                })?;
                Ok(true)
            }
            Step::Numbers { to } => {
                let to = (self.ledger.terms.get(to.0)?, self.ledger.terms.get(to.1)?);
                let Some(format) = self.now.compare else {
                    return rejected("the terms are compared bit for bit");
                };
                let same = |a, b| same_number(&self.ledger.terms.arena, format, a, b);
                require(same(left, to.0) && same(right, to.1), || {
                    "the terms are not the same numbers".into()
                })?;
                self.go_on(to)
            }
            Step::Facts { map } => {
                let known = Known::of(arena, &self.now.given);
                let pairs = self.ledger.terms.pairs(map)?;
                self.replace(EXACT, &pairs, Some(&known))
            }
            Step::Pass { context, map } => {
                let pairs = self.ledger.terms.pairs(map)?;
                require(*context == EXACT || *context == ASSUMED, || {
                    "the context belongs to another proof".into()
                })?;
                self.replace(*context, &pairs, None)
            }
            Step::Exhaustive { inputs } => {
                let mut stated = Vec::new();
                for (symbol, low, size) in inputs {
                    stated.push((self.ledger.terms.get(*symbol)?, hexadecimal(low)?, *size));
                }
                let facts = &self.ledger.contexts[ASSUMED as usize];
                self.work.inputs += enumerate::all(arena, facts, &self.now, &stated)?;
                Ok(true)
            }
            Step::Unsat {
                points,
                query: text,
            } => {
                let mut values = Vec::new();
                for point in points {
                    let at: Checked<Vec<u128>> = point.at.iter().map(|v| hexadecimal(v)).collect();
                    values.push(Value {
                        term: self.ledger.terms.get(point.term)?,
                        at: at?,
                    });
                }
                let own = query(&self.ledger.terms.arena, &self.now, &values);
                require(own == *text, || "the query is about another claim".into())?;
                self.work.queries += 1;
                match self.solver.check(&own) {
                    Answer::Unsat => Ok(true),
                    // What the query does not say of functions may exclude it.
                    Answer::Sat if own.contains("(declare-fun ") => {
                        not_checked("the solver finds values of functions that satisfy the query")
                    }
                    Answer::Sat => rejected("the solver finds a model of the query"),
                    Answer::Unknown => not_checked("the solver does not answer the query"),
                }
            }
            Step::Renamed { of } => {
                let Some(old) = self.proved.get(of) else {
                    return rejected(format!("obligation {of} is not proved before this one"));
                };
                let facts = &self.ledger.contexts[ASSUMED as usize];
                renamed(arena, facts, old, self.claim)?;
                Ok(true)
            }
            Step::Unwritten { step } => not_checked(format!("the step `{step}` leaves no proof")),
        }
    }

    fn go_on(&mut self, (left, right): (TermId, TermId)) -> Checked<bool> {
        let arena = &self.ledger.terms.arena;
        let width = arena.width(self.now.left);
        let sorted = width == arena.width(left) && width == arena.width(right);
        require(sorted, || "a step changes the width".into())?;
        (self.now.left, self.now.right) = (left, right);
        Ok(false)
    }

    /// Replaces terms, operands first: by what is known of them, or by
    /// themselves over replaced operands as rewritten in a context.
    fn replace(
        &mut self,
        context: u32,
        pairs: &[(TermId, TermId)],
        known: Option<&Known>,
    ) -> Checked<bool> {
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &(term, to) in pairs {
            let arena = &self.ledger.terms.arena;
            let node = *arena.node(term);
            let value = known.and_then(|known| known.value(arena, term));
            let by_value = value.is_some() && value == arena.constant_value(to);
            if !(by_value && arena.width(term) == arena.width(to)) {
                let leaf = matches!(node.op(), Op::Const | Op::Symbol);
                let args: Vec<TermId> = node
                    .children()
                    .iter()
                    .map(|c| *map.get(c).unwrap_or(c))
                    .collect();
                let holds = !leaf && self.ledger.makes(context, node.spec(), &args, to);
                if !holds {
                    return not_checked("nothing that is written leads to a replacement");
                }
            }
            map.insert(term, to);
        }
        let to = |term: TermId| *map.get(&term).unwrap_or(&term);
        self.go_on((to(self.now.left), to(self.now.right)))
    }
}
