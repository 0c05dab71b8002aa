//! Sizes with more paths than can be followed.
//!
//! Code that appends to a vector has twice as many paths with each element, and sizes
//! beyond a dozen cannot be decided. If nobody asked for these sizes, the sweep ends before
//! them. What only they reach stays unreached, which leaves the verdict UNDECIDED.

use super::Sweep;
use crate::contract::Sizes;
use crate::pipeline::Tally;
use crate::verdict::{LeftOut, UndecidedKind};

/// The number of sizes that have to be decided before others are left out.
const LEAST: usize = 4;

/// The reasons of a size with too many paths: their number, and sizes and addresses that
/// depend on the inputs where paths are merged.
const TOO_MANY: [UndecidedKind; 3] = [
    UndecidedKind::PathLimit,
    UndecidedKind::SymbolicSize,
    UndecidedKind::SymbolicAddress,
];

impl Sweep<'_, '_> {
    /// The findings so far, if the next size may be left out.
    pub(super) fn before(&mut self, state: usize) -> Option<Tally> {
        let enough = self.tally.coverage.sizes_decided >= LEAST;
        // A certificate has the proofs of every size that was executed.
        let may = self.pair.has_growing_container() && self.is_open && enough && state == 0;
        (may && self.ladder.recorder().is_none()).then(|| self.tally.clone())
    }

    /// If the size just executed, the last one of `done`, has too many paths, restores the
    /// findings before it, and removes it and all larger ones. Returns whether it did.
    pub(super) fn leave_out_larger(&mut self, before: Option<Tally>, done: usize) -> bool {
        let Some(mut before) = before else {
            return false;
        };
        if before.is_undecided() || !self.tally.is_undecided_only_by(&TOO_MANY) {
            return false;
        }
        let least = self.sizes[done - 1].clone();
        let is_larger = |sizes: &Sizes| {
            let mut values = sizes.iter();
            values.all(|(name, value)| least.get(name).is_some_and(|least| value >= least))
        };
        let (kept, larger): (Vec<_>, Vec<_>) = std::mem::take(&mut self.sizes)
            .into_iter()
            .enumerate()
            .partition(|(at, sizes)| *at + 1 < done || !is_larger(sizes));
        self.sizes = kept.into_iter().map(|(_, sizes)| sizes).collect();
        let left_out = larger.into_iter().map(|(_, sizes)| LeftOut {
            sizes,
            reason: "more paths than can be followed; --size asks for them".to_owned(),
        });
        before.coverage.left_out.extend(left_out);
        self.tally = before;
        self.counts.pop();
        true
    }
}
