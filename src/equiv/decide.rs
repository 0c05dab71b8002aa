//! Entry to the ladder: looks up decisions of the same shape, and gives other obligations to the
//! tactics.

use rewrite_rules::Builder;

use super::allowance::{Allowance, Effort};
use super::claim::{Claim, Obligation};
use super::decision::{Decision, Step};
use super::ladder::Ladder;
use super::shape::Shape;
use super::tactic::{Goal, prove};
use crate::certificate::{Recorder, Step as Proof};

impl Ladder {
    /// Decides an obligation. `builder` must be the same on every call.
    pub fn decide(&mut self, builder: &mut Builder, obligation: &Obligation) -> Decision {
        if let Some(recorder) = &mut self.recorder {
            let &Obligation {
                left,
                right,
                compare,
                ..
            } = obligation;
            recorder.open(builder, &obligation.path, (left, right), compare.format());
        }
        self.depth += 1;
        let decision = self.decided(builder, obligation);
        self.depth -= 1;
        if let Some(recorder) = &mut self.recorder {
            let proved = match decision {
                Decision::Equal { step } => Some(step.name()),
                _ => None,
            };
            recorder.close(builder, proved);
        }
        decision
    }

    fn decided(&mut self, builder: &mut Builder, obligation: &Obligation) -> Decision {
        self.statistics.obligations += 1;
        if obligation.left == obligation.right {
            self.book(Step::Identical, true, 0.0);
            self.note(Proof::Identical);
            return Decision::Equal {
                step: Step::Identical,
            };
        }
        let independence = self.solver.independence();
        let claim = Claim::of(builder, independence, obligation, &self.options.ranges);
        if let Some(recorder) = &mut self.recorder {
            recorder.given(builder, &claim.path);
        }
        let shape = Shape::of(builder.arena(), &claim, self.options.budget.shape_terms);
        let known = shape.as_ref().and_then(|shape| {
            let (symbols, decision, of) = self.decided.get(&shape.key)?;
            Some((decision.rename(symbols, &shape.symbols), *of))
        });
        let decision = if let Some((decision, of)) = known {
            self.statistics.reused += 1;
            self.note(of.map_or(Proof::Unwritten("unrecorded"), Proof::Renamed));
            decision
        } else {
            let decision = prove(Goal::new(self, builder, &claim));
            let undecided = matches!(decision, Decision::Undecided { .. });
            let partial = self.allowance.effort < Effort::Whole && undecided;
            let final_word = self.expired().is_none() && !partial;
            if let Some(shape) = shape.filter(|_| final_word) {
                let of = self.recorder.as_ref().map(Recorder::number);
                let entry = (shape.symbols, decision.clone(), of);
                self.decided.insert(shape.key, entry);
            }
            decision
        };
        self.complete(builder, &claim, decision)
    }

    /// Decides an obligation within an allowance.
    pub(super) fn decide_within(
        &mut self,
        allowance: Allowance,
        builder: &mut Builder,
        obligation: &Obligation,
    ) -> Decision {
        let outer = std::mem::replace(&mut self.allowance, allowance);
        let decision = self.decide(builder, obligation);
        self.allowance = outer;
        decision
    }

    /// The number of the last recorded lemma, if proofs are recorded.
    pub(super) fn last_lemma(&self) -> Option<u32> {
        self.recorder.as_ref().and_then(Recorder::last_lemma)
    }
}
