//! Tests of rules against the exact semantics: exhaustive at small integer widths, over the
//! 8-bit float formats and (for rules of one float) over half precision; sampled with special
//! values at real widths, where the processor's own instructions are compared too.
//!
//! A rule *holds* when no case refutes it and at least one case satisfied its guards. Rules of
//! the algebraic tiers are checked on small integers, where float arithmetic is exact: beyond
//! that, only the assumption promises that they hold.

use crate::bits::ones;
use crate::case::{Case, Knowledge, Met, Scale};
use crate::choose::Chooser;
use crate::function::Kind;
use crate::generate::Outline;
use crate::memo::Memo;
use crate::pattern::{ROOT_WIDTH, Rejected, Rule};
pub use crate::proof::{Counterexample, Effort, Outcome, Proof, SmallFloats};
use crate::rules::RuleSet;
use crate::sides::{Asks, Sides, Tried};
use crate::tape::Tape;
use crate::template::Template;

impl RuleSet {
    /// Checks every rule and every rejected rule's witness.
    pub fn prove(&self, effort: Effort) -> Vec<Proof> {
        let rules = self.rules.iter().map(|rule| rule.prove(effort));
        rules
            .chain(self.rejected.iter().map(Rejected::prove))
            .collect()
    }
}

impl Rule {
    /// Checks the rule by tests.
    pub fn prove(&self, effort: Effort) -> Proof {
        let mut check = Check {
            template: Template::new(self),
            sides: Sides::new(self),
            memo: Memo::default(),
            proof: Proof::new(self),
        };
        let has = |kind| self.variables.iter().any(|v| v.kind == kind);
        if !has(Kind::Format) {
            check.small_integers(effort.samples);
        } else if !self.tiers.is_algebraic() {
            check.small_floats(effort.small_floats);
            // A single 16-bit value can be enumerated, two cannot.
            if self.term_slots() == 1 && !has(Kind::Number) {
                let scale = Scale::FloatsToNearest(16);
                let before = check.proof.cases;
                let all = check.enumerate(scale, 1 << 20);
                check.proof.every_half = all && check.proof.cases > before;
            }
        }
        if check.proof.outcome == Outcome::Vacuous {
            check.sample(effort.samples);
        }
        let mut proof = check.proof;
        if proof.outcome == Outcome::Vacuous && proof.cases > 0 {
            proof.outcome = Outcome::Holds;
        }
        proof
    }
}

/// Greatest integer width that is enumerated.
const SMALL: u8 = 4;

/// The check of one rule in progress.
struct Check<'a> {
    template: Template<'a>,
    sides: Sides<'a>,
    memo: Memo,
    proof: Proof,
}

impl Check<'_> {
    fn small_integers(&mut self, budget: u64) {
        for width in 1..=SMALL {
            if !self.enumerate(Scale::UpTo(width), budget) {
                break;
            }
            match self.proof.cases {
                0 => self.proof.empty_width = width,
                _ => (self.proof.exhaustive_width, self.proof.empty_width) = (width, 0),
            }
        }
    }

    fn small_floats(&mut self, budget: u64) {
        let before = self.proof.cases;
        if !self.enumerate(Scale::FloatsToNearest(8), budget) {
            return;
        }
        if self.proof.cases > before {
            self.proof.small_floats = SmallFloats::ToNearest;
        }
        let roundings = self.sides.rule.variables.iter();
        let roundings = roundings.filter(|v| v.kind == Kind::Rounding).count() as u32;
        let cost = (self.proof.cases - before) * 5u64.pow(roundings);
        let everywhere = cost <= budget && self.enumerate(Scale::Floats(8), 2 * budget);
        if everywhere && self.proof.cases > before {
            self.proof.small_floats = SmallFloats::EveryRounding;
        }
    }

    /// Tries every case of a scale; false when the budget is exceeded or a case refutes the
    /// rule.
    fn enumerate(&mut self, scale: Scale, budget: u64) -> bool {
        let before = self.proof.cases;
        // Some guards require constants, others require terms that are not constant.
        [Knowledge::Constants, Knowledge::Values]
            .into_iter()
            .all(|k| {
                let needed = matches!(k, Knowledge::Constants) || self.proof.cases == before;
                !needed || self.every_shape(scale, k, budget)
            })
    }

    /// Tries every value of every shape; false as for `enumerate`.
    fn every_shape(&mut self, scale: Scale, knowledge: Knowledge, mut budget: u64) -> bool {
        let mut chooser = Chooser::exhaustive();
        loop {
            let shape = self.template.generate(&mut chooser, scale, knowledge);
            if shape.is_some_and(|shape| !self.every_value(shape, &mut budget)) {
                return false;
            }
            if !chooser.advance() {
                return true;
            }
            match budget.checked_sub(1) {
                Some(left) => budget = left,
                None => return false,
            }
        }
    }

    /// Tries every value of the constants and, where the guards admit it, of the terms; false as
    /// for `enumerate`.
    fn every_value(&mut self, mut shape: Outline, budget: &mut u64) -> bool {
        let bits = |places: &[(u8, u8)]| places.iter().map(|p| u32::from(p.1)).sum::<u32>();
        let (constants, terms) = (bits(&shape.constants), bits(&shape.terms));
        if constants > 30 || terms > 30 {
            return false;
        }
        for mut values in 0..1u128 << constants {
            for (slot, width) in &shape.constants {
                shape.case.numbers[*slot as usize] = values & ones(*width as u128);
                values >>= width;
            }
            let admitted = shape.is_sorted() && self.sides.admits(&mut shape.case, Asks::Shape);
            let cases = if admitted { 1u64 << terms } else { 1 };
            match budget.checked_sub(cases) {
                Some(left) => *budget = left,
                None => return false,
            }
            if !admitted {
                continue;
            }
            if !self.every_term(&mut shape, terms) {
                return false;
            }
        }
        true
    }

    /// Tries every value of the terms, which have `bits` bits in total.
    fn every_term(&mut self, shape: &mut Outline, bits: u32) -> bool {
        let sides = [&self.sides.left[..], &self.sides.right[..]];
        let mut tape = match self.sides.is_steady {
            true => Tape::new(&mut shape.case, sides, &mut self.memo),
            false => None,
        };
        let guarded = !self.sides.guards[Asks::Values as usize].is_empty();
        for values in 0..1u128 << bits {
            let mut left = values;
            for (slot, width) in &shape.terms {
                let value = left & ones(*width as u128);
                shape.case.terms[*slot as usize] = Some((*width, value));
                if let Some(tape) = &mut tape {
                    tape.set(*slot, value);
                }
                left >>= width;
            }
            if guarded && !self.sides.admits(&mut shape.case, Asks::Values) {
                continue;
            }
            // Falls back to full evaluation where the sides differ, for the tiers and the
            // counterexample.
            if tape.as_mut().is_some_and(|t| t.agrees(&mut self.memo)) {
                self.proof.cases += 1;
            } else if !self.case(&mut shape.case, false) {
                return false;
            }
        }
        true
    }

    /// Tries random cases.
    fn sample(&mut self, cases: u64) {
        let mut chooser = Chooser::random(0x5eed);
        for number in 0..cases {
            let knowledge = Knowledge::Varied(number as u32);
            let Some(mut case) = self.template.case(&mut chooser, Scale::Wide, knowledge) else {
                continue;
            };
            let all = [Asks::Shape, Asks::Values];
            let admitted = all.into_iter().all(|a| self.sides.admits(&mut case, a));
            if admitted && !self.case(&mut case, true) {
                return;
            }
        }
    }

    /// Tries a case that the guards admit; false when it refutes the rule.
    fn case(&mut self, case: &mut Case, processor: bool) -> bool {
        match self.sides.try_case(case, processor) {
            Tried::Skipped => {}
            Tried::Agrees { on_processor } => {
                self.proof.cases += 1;
                self.proof.sampled += u64::from(processor);
                self.proof.on_processor += u64::from(on_processor);
            }
            Tried::Differs(counterexample) => {
                self.proof.cases += 1;
                self.proof.outcome = Outcome::Fails(counterexample);
                return false;
            }
        }
        true
    }
}

impl Rejected {
    /// Checks that the witness refutes the rule.
    pub fn prove(&self) -> Proof {
        let rule = &self.rule;
        let mut case = Case::empty(Knowledge::Constants);
        for (variable, (width, bits)) in rule.variables.iter().zip(&self.witness) {
            match variable.kind {
                Kind::Term => case.terms[variable.slot as usize] = Some((*width, *bits)),
                _ => case.numbers[variable.slot as usize] = *bits,
            }
        }
        let sides = Sides::new(rule);
        let mut met = Met::default();
        let left = case.run(&sides.left, &mut met);
        case.numbers[ROOT_WIDTH as usize] = left.map_or(0, |(width, _)| width as u128);
        let right = case.run(&sides.right, &mut met);
        let refuted = left.is_some() && right.is_some() && left != right;
        Proof {
            cases: 1,
            outcome: match refuted {
                true => Outcome::Refuted,
                false => Outcome::NotRefuted,
            },
            ..Proof::new(rule)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: Effort = Effort {
        samples: 2_000,
        small_floats: 10_000,
    };

    #[test]
    fn every_builtin_rule_holds() {
        let proofs = RuleSet::builtin().prove(QUICK);
        let bad: Vec<String> = proofs
            .iter()
            .filter(|p| !p.is_good())
            .map(|p| p.to_string())
            .collect();
        assert!(bad.is_empty(), "{}", bad.join("\n"));
    }

    #[test]
    fn a_wrong_rule_gets_a_counterexample() {
        let text = "(rule wrong (tier exact) (source \"test\") (=> (sub ?x ?y) (sub ?y ?x)))";
        let set = RuleSet::parse("test.rules", text).expect("well-formed");
        assert!(matches!(set.prove(QUICK)[0].outcome, Outcome::Fails(_)));
    }

    #[test]
    fn a_rule_that_lets_a_nan_through_is_not_exact() {
        let text = "(rule wrong (tier exact) (source \"test\") (=> (fmul ?x 1.0) ?x))";
        let set = RuleSet::parse("test.rules", text).expect("well-formed");
        assert!(matches!(set.prove(QUICK)[0].outcome, Outcome::Fails(_)));
    }
}
