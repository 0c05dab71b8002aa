//! Completion of witnesses: inputs for the path conditions over symbols that a claim does not
//! read.
//!
//! The whole input has to be one that the assumptions admit: a path that only NaNs take proves
//! nothing wrong under *ordered*.

use rewrite_rules::Builder;
use term::{Cone, TermId};

use super::Witness;
use super::admissible;
use super::claim::{Claim, Compare};
use super::decision::{Decision, Reason, Step};
use super::judge::Judge;
use super::ladder::Ladder;
use super::portfolio::Portfolio;
use crate::budgets::proof::ADMISSIBLE_SAMPLES;
use crate::certificate::{Evidence, Step as Proof};
use crate::solver::Answer;

/// What is known of the inputs that satisfy conditions.
enum Rest {
    /// The witness at hand is one of them.
    Satisfied,
    /// This is one.
    Input(Witness),
    /// There is none.
    Nothing,
    /// None is known.
    Open(Reason),
}

impl Ladder {
    /// Extends a witness so that it satisfies the path conditions over other symbols too.
    pub(super) fn complete(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        decision: Decision,
    ) -> Decision {
        let witness = match &decision {
            Decision::Different { witness, .. } | Decision::Suspected { witness, .. } => witness,
            Decision::Equal { .. } | Decision::Undecided { .. } => return decision,
        };
        let model = match self.rest(builder, &claim.rest, witness) {
            Rest::Satisfied => return decision,
            Rest::Nothing => return Decision::Equal { step: Step::Solver },
            Rest::Open(reason) => return Decision::Undecided { reason },
            Rest::Input(model) => model,
        };
        match decision {
            Decision::Different { mut witness, step } => {
                witness.merge(model);
                Decision::Different { witness, step }
            }
            Decision::Suspected {
                mut witness,
                step,
                why,
            } => {
                witness.merge(model);
                Decision::Suspected { witness, step, why }
            }
            known => known,
        }
    }

    fn rest(&mut self, builder: &mut Builder, conditions: &[TermId], witness: &Witness) -> Rest {
        if conditions.is_empty() {
            return Rest::Satisfied;
        }
        let assumptions = self.options.assumptions;
        let is_certain = builder.bool(true);
        let claim = Claim {
            path: conditions.to_vec(),
            left: is_certain,
            right: is_certain,
            compare: Compare::Bits,
            rest: Vec::new(),
        };
        let arena = builder.arena();
        let mut judge = Judge::new(arena, &claim, assumptions);
        if judge.takes(witness) {
            return Rest::Satisfied;
        }
        if !assumptions.is_empty() {
            let cone = Cone::of(arena, conditions);
            let (ranges, seed) = (&self.options.ranges, self.options.seed);
            let mut portfolio = Portfolio::new(arena, &cone, ranges, seed);
            let mut values = Vec::new();
            for _ in 0..ADMISSIBLE_SAMPLES {
                portfolio.draw(&mut values);
                let sample = Witness::new(portfolio.symbols(), &values);
                if judge.takes(&sample) {
                    return Rest::Input(sample);
                }
            }
        }
        let mut query = conditions.to_vec();
        query.extend(admissible::conditions(builder, &claim, assumptions));
        let limits = self.options.budget.solver;
        match self.solver.check(builder.arena(), &query, limits) {
            Answer::Unsat => {
                if let Some(recorder) = &mut self.recorder {
                    recorder.given(builder, &query);
                    let proof = Proof::Unsat(self.solver.points().to_vec());
                    recorder.evidence(Evidence::of_whole(proof));
                }
                Rest::Nothing
            }
            Answer::Sat(model) => {
                let mut judge = Judge::new(builder.arena(), &claim, assumptions);
                match judge.takes(&model) {
                    true => Rest::Input(model),
                    false => self.among_admitted(builder, &claim, query),
                }
            }
            Answer::Unknown(_) => Rest::Open(self.expired().unwrap_or(Reason::PathUnknown)),
        }
    }

    /// Looks for an input that satisfies `query` among those that the assumptions admit.
    fn among_admitted(&mut self, builder: &mut Builder, claim: &Claim, query: Vec<TermId>) -> Rest {
        let (assumptions, limits) = (self.options.assumptions, self.options.budget.solver);
        match self.ask_among_admitted(builder, claim, (query, limits)) {
            Some(Answer::Unsat) => {
                let unsat = Proof::Unsat(self.solver.points().to_vec());
                self.keep(Evidence::of_whole(Proof::Admitted).then(unsat));
                return Rest::Nothing;
            }
            Some(Answer::Sat(model))
                if Judge::new(builder.arena(), claim, assumptions).takes(&model) =>
            {
                return Rest::Input(model);
            }
            _ => {}
        }
        Rest::Open(match assumptions.is_algebraic() {
            true => Reason::OnlyRounded,
            false => Reason::OnlyExcluded,
        })
    }
}
