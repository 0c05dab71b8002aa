//! Counts of how the outputs of a run compare with the tolerance.

use crate::accuracy::{Bound, Tolerance};
use crate::budgets::questions::JUDGED_OUTPUTS;
use crate::verdict;

/// Counts of outputs that may differ, by what is known of their distance.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    within: u64,
    /// The largest distance proved for outputs within the tolerance.
    bound: Option<Bound>,
    exceeding: u64,
    /// The largest distance of exceeding outputs, as a multiple of the tolerance.
    excess: f64,
    undecided: u64,
    passed_over: u64,
    /// Outputs judged by the ladder when the first one exceeded the tolerance.
    judged_before: usize,
}

impl Judged {
    /// Counts an output that is proved to be within the tolerance.
    pub fn within(&mut self, bound: Bound) {
        self.within += 1;
        self.bound = Some(self.bound.map_or(bound, |largest| largest.max(bound)));
    }

    /// Counts an output that exceeds the tolerance natively; `judged` is the number of
    /// outputs that the ladder has judged so far. Returns whether it is the worst one yet.
    pub fn exceeds(&mut self, excess: f64, judged: usize) -> bool {
        if self.exceeding == 0 {
            self.judged_before = judged;
        }
        let worse = self.exceeding == 0 || excess > self.excess;
        self.exceeding += 1;
        self.excess = self.excess.max(excess);
        worse
    }

    /// Counts an output that is neither proved within the tolerance nor shown to exceed it.
    pub fn undecided(&mut self) {
        self.undecided += 1;
    }

    /// Counts outputs that are not judged.
    pub fn pass_over(&mut self, outputs: usize) {
        self.passed_over += outputs as u64;
    }

    /// Whether enough outputs were judged, `judged` by the ladder, after one exceeded the
    /// tolerance.
    pub fn is_enough(&self, judged: usize) -> bool {
        self.exceeding > 0 && judged >= self.judged_before + JUDGED_OUTPUTS
    }

    /// Whether an output exceeds the tolerance.
    pub fn is_exceeded(&self) -> bool {
        self.exceeding > 0
    }

    /// Whether an output may differ and is proved to be within the tolerance.
    pub fn any_within(&self) -> bool {
        self.within > 0
    }

    /// Returns the counts for the report.
    pub fn report(&self, asked: Tolerance) -> verdict::Tolerance {
        let (ulps, relative, absolute) = match asked {
            Tolerance::Ulps(ulps) => (ulps, 0.0, 0.0),
            Tolerance::Sum { relative, absolute } => (0, relative, absolute),
        };
        verdict::Tolerance {
            asked: asked.to_string(),
            ulps,
            relative,
            absolute,
            outputs: self.within,
            bound: self.bound.map(|bound| bound.describe(asked)),
            share: self.bound.map(|bound| bound.share(asked)),
            exceeding: self.exceeding,
            excess: Some(self.excess).filter(|e| self.exceeding > 0 && e.is_finite()),
            undecided: self.undecided,
            passed_over: self.passed_over,
        }
    }
}
