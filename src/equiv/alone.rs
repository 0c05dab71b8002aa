//! Inputs on which the port alone meets a value that the assumptions exclude.
//!
//! *Ordered* and *finite* restrict the values that either version meets. On such an input a claim
//! says nothing of the port, although the reference computes its result from ordinary values.

use rewrite_rules::Builder;
use term::{Arena, Assignment, Cone, Evaluator, TermId};

use super::claim::{Claim, Obligation, Ranges};
use super::judge::excludes;
use super::minimise::simplify;
use super::{Assumptions, Witness};
use crate::deadline::Deadline;

/// The inputs that take both versions along one path.
pub struct Alone<'t> {
    /// The obligation; its path has the conditions of both versions.
    pub obligation: &'t Obligation,
    /// The conditions of the reference.
    pub reference: &'t [TermId],
    /// The ranges of the inputs.
    pub ranges: &'t Ranges,
    /// The assumptions about values.
    pub assumptions: Assumptions,
}

/// Evaluates inputs of one path.
struct Judge<'a> {
    evaluator: Evaluator<'a>,
    claim: &'a Claim,
    /// The terms that the port's result depends on, and those of the reference's.
    roots: [Vec<TermId>; 2],
    assumptions: Assumptions,
}

impl Judge<'_> {
    fn is_alone(&mut self, sample: &dyn Assignment) -> bool {
        let Judge {
            evaluator, claim, ..
        } = self;
        let [port, reference] = &self.roots;
        let seen = evaluator.run_monitored(port, sample);
        let value = |term: TermId| evaluator.value(term);
        excludes(self.assumptions, seen)
            && claim.path.iter().all(|&condition| value(condition) == 1)
            && !claim
                .compare
                .equal(value(claim.left), value(claim.right), true)
            && !excludes(self.assumptions, evaluator.run_monitored(reference, sample))
    }
}

impl Alone<'_> {
    /// Whether on an input of the path the results differ and the port meets an excluded value, and
    /// the reference none. Zeros of unlike sign do not count as different.
    pub fn is_met(&self, builder: &mut Builder, witness: &Witness) -> bool {
        let claim = self.claim(builder);
        self.judge(builder.arena(), &claim).is_alone(witness)
    }

    /// Returns a simple input for which [`Alone::is_met`] holds; `None` if it does not for
    /// `witness`.
    pub fn simplest(
        &self,
        builder: &mut Builder,
        witness: &Witness,
        deadline: &Deadline,
    ) -> Option<Witness> {
        let claim = self.claim(builder);
        let arena = builder.arena();
        let mut judge = self.judge(arena, &claim);
        if !judge.is_alone(witness) {
            return None;
        }
        let keep = |candidate: &Witness| judge.is_alone(candidate);
        Some(simplify(arena, &claim, witness.clone(), deadline, keep))
    }

    fn claim(&self, builder: &mut Builder) -> Claim {
        let &Obligation {
            ref path,
            left,
            right,
            compare,
        } = self.obligation;
        Claim::over(builder, self.ranges, path.clone(), left, right, compare)
    }

    fn judge<'a>(&self, arena: &'a Arena, claim: &'a Claim) -> Judge<'a> {
        let roots = [claim.roots(), [self.reference, &[claim.left]].concat()];
        Judge {
            evaluator: Evaluator::new(arena, &Cone::of(arena, &roots[0])),
            claim,
            roots,
            assumptions: self.assumptions,
        }
    }
}
