//! Judgement of candidate witnesses by exact evaluation.
//!
//! A sample refutes a claim if the path holds, the results differ, and no assumption in force
//! excludes the sample. *Finite* and *ordered* exclude samples that meet an infinity or a NaN,
//! *positive zero* those that meet −0.0; *associative*, *distributive* and *contraction* those on
//! which any operation rounds (where none rounds, each result is the real number that these laws
//! preserve). A value that a select discards is not met (decision 285). *Distributive* also
//! excludes samples that meet −0.0, an infinity or a NaN, which `x (y + z)` and `x y + x z` do
//! not treat alike. Under *associative* and *finite* summands may
//! be cancelled, so the sign of a zero result is not significant if a sum cancelled.

use super::Assumptions;
use term::{Arena, Assignment, Cone, Evaluator, Seen, TermId};

use super::claim::{Claim, Compare};
use super::distance::distance;

/// The judgement of one sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// The path does not hold, or the results are equal.
    Agrees,
    /// The results differ; the sample is admissible.
    Differs,
    /// The results differ, but only under a value invented for a function that the C library
    /// does not compute.
    Invented,
    /// The results differ, but *finite*, *ordered* or *positive zero* excludes the sample, so it
    /// does not refute the claim.
    Excluded,
    /// The results differ, but under *associative*, *distributive* or *contraction* the sample
    /// does not refute the claim: an operation rounded, a value is special to the law, or a sum
    /// cancelled and the results differ in the sign of a zero only.
    Rounded,
}

/// Judges samples of one claim.
pub(super) struct Judge<'a> {
    evaluator: Evaluator<'a>,
    claim: &'a Claim,
    roots: Vec<TermId>,
    assumptions: Assumptions,
}

impl<'a> Judge<'a> {
    pub(super) fn new(arena: &'a Arena, claim: &'a Claim, assumptions: Assumptions) -> Judge<'a> {
        let roots = claim.roots();
        let cone = Cone::of(arena, &roots);
        Judge {
            evaluator: Evaluator::new(arena, &cone),
            claim,
            roots,
            assumptions,
        }
    }

    pub(super) fn judge(&mut self, sample: &dyn Assignment) -> Judgement {
        self.evaluator.run(sample);
        if !self.differs() {
            return Judgement::Agrees;
        }
        let seen = self.evaluator.run_monitored(&self.roots, sample);
        let verdict = verdict(self.assumptions, seen);
        let cancels = Assumptions::ASSOCIATIVE | Assumptions::FINITE;
        match verdict {
            Judgement::Differs
                if self.assumptions.contains(cancels) && seen.cancelled && self.are_zeros() =>
            {
                Judgement::Rounded
            }
            verdict => verdict,
        }
    }

    /// Whether both results of the sample judged last are float zeros.
    fn are_zeros(&self) -> bool {
        let Compare::Float(format) = self.claim.compare else {
            return false;
        };
        let mut results = [self.claim.left, self.claim.right].into_iter();
        results.all(|root| self.evaluator.value(root) & !format.sign_mask() == 0)
    }

    /// Whether the assumptions exclude no value that the sample meets; the results are not
    /// considered.
    pub(super) fn admits(&mut self, sample: &dyn Assignment) -> bool {
        let seen = self.evaluator.run_monitored(&self.roots, sample);
        let verdict = verdict(self.assumptions, seen);
        matches!(verdict, Judgement::Differs | Judgement::Invented)
    }

    /// Whether a sample takes the path, and the assumptions exclude no value that it meets; the
    /// results are not considered.
    pub(super) fn takes(&mut self, sample: &dyn Assignment) -> bool {
        self.evaluator.run(sample);
        let mut path = self.claim.path.iter();
        path.all(|&condition| self.evaluator.value(condition) == 1) && self.admits(sample)
    }

    /// Whether *finite*, *ordered* or *positive zero* excludes a sample; `None` if it is not on
    /// the path.
    pub(super) fn excludes(&mut self, sample: &dyn Assignment) -> Option<bool> {
        let seen = self.evaluator.run_monitored(&self.roots, sample);
        let mut path = self.claim.path.iter();
        path.all(|&condition| self.evaluator.value(condition) == 1)
            .then(|| verdict(self.assumptions, seen) == Judgement::Excluded)
    }

    /// Whether the results of the sample judged last are floats of different value, neither NaN
    /// nor infinite, and not two zeros.
    pub(super) fn numbers_differ(&self) -> bool {
        let Compare::Float(format) = self.claim.compare else {
            return false;
        };
        let [x, y] = [self.claim.left, self.claim.right].map(|root| self.evaluator.value(root));
        distance(format, x, y).is_some_and(|distance| distance.ulps > 0)
    }

    fn differs(&self) -> bool {
        let value = |term| self.evaluator.value(term);
        let claim = self.claim;
        claim.path.iter().all(|&condition| value(condition) == 1)
            && !claim.compare.equal(
                value(claim.left),
                value(claim.right),
                self.assumptions.contains(Assumptions::POSITIVE_ZERO),
            )
    }
}

/// Whether *ordered*, *finite* or *positive zero* excludes a sample that meets these values.
pub fn excludes(assumptions: Assumptions, seen: Seen) -> bool {
    seen.nan && assumptions.exclude_nans()
        || seen.infinite && assumptions.contains(Assumptions::FINITE)
        || seen.negative_zero && assumptions.contains(Assumptions::POSITIVE_ZERO)
}

fn verdict(assumptions: Assumptions, seen: Seen) -> Judgement {
    if excludes(assumptions, seen) {
        return Judgement::Excluded;
    }
    let special = seen.nan || seen.infinite || seen.negative_zero;
    if seen.inexact && assumptions.is_algebraic()
        || special && assumptions.contains(Assumptions::DISTRIBUTIVE)
    {
        return Judgement::Rounded;
    }
    if seen.uninterpreted {
        return Judgement::Invented;
    }
    Judgement::Differs
}
