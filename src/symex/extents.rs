//! How far the accesses of a program reach into objects on the heap, which the buffers of
//! parameters are.
//!
//! Invariant: a read that was hoisted out of a branch does not count. Of accesses at addresses that
//! depend on the inputs a bounded number is kept; the solver decides on request how far they reach.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::TermId;

use super::memory::Memory;
use super::object_spec::ObjectId;
use super::oracle::{BranchOracle, Feasibility};
use super::path::KeptPath;
use crate::budgets::execution::FARTHER_ACCESSES;

/// The ends of accesses to objects on the heap, in bytes from their starts.
#[derive(Default)]
pub struct Extents {
    /// The farthest end of the accesses at known offsets.
    known: FxHashMap<ObjectId, u64>,
    /// The object of the latest access that counted, and its end.
    last: Option<(ObjectId, u64)>,
    /// The accesses at offsets that depend on the inputs.
    farther: FxHashMap<ObjectId, Vec<Farther>>,
}

/// An access that may reach farther than those at known offsets.
pub(super) struct Farther {
    /// The offset in bytes.
    pub(super) offset: TermId,
    /// The candidates for the offset, in increasing order.
    pub(super) candidates: Box<[u64]>,
    /// The number of bytes accessed.
    pub(super) size: u64,
    /// The condition under which the access happens, besides the path's.
    pub(super) guard: Option<TermId>,
    /// The path condition.
    pub(super) path: KeptPath,
}

impl Farther {
    fn end(&self) -> u64 {
        self.candidates.last().map_or(0, |last| last + self.size)
    }

    /// Whether the access may end behind `end`.
    fn may_end_behind(
        &self,
        end: u64,
        builder: &mut Builder,
        oracle: &mut dyn BranchOracle,
    ) -> bool {
        let Some(most) = end.checked_sub(self.size) else {
            return true;
        };
        let most = builder.constant(64, u128::from(most));
        let mut farther = builder.ult(most, self.offset);
        if let Some(guard) = self.guard {
            farther = builder.and(guard, farther);
        }
        let decided = oracle.decide(builder, &self.path.to_vec(), farther);
        decided != Feasibility::AlwaysFalse
    }
}

impl Extents {
    /// Counts an access that ends `end` bytes behind the start of an object.
    #[inline]
    pub(super) fn note(&mut self, object: ObjectId, end: u64) {
        let is_known = self
            .last
            .is_some_and(|(last, known)| last == object && end <= known);
        if is_known || !Memory::is_heap(object.0) {
            return;
        }
        let known = self.known.entry(object).or_default();
        *known = end.max(*known);
        self.last = Some((object, *known));
    }

    /// Counts an access at an offset that depends on the inputs.
    pub(super) fn note_farther(&mut self, object: ObjectId, access: Farther) {
        let known = self.known.get(&object).copied().unwrap_or(0);
        if access.end() <= known || !Memory::is_heap(object.0) {
            return;
        }
        // Without the others the reach may come out too small: a check with so short a buffer fails
        // in the reference, and finds nothing in the port.
        let farther = self.farther.entry(object).or_default();
        if farther.len() < FARTHER_ACCESSES {
            farther.push(access);
        }
    }

    /// Whether it takes the solver to tell how far the accesses to an object reach.
    pub fn is_open(&self, object: ObjectId) -> bool {
        self.farther.contains_key(&object)
    }

    /// The end of the farthest access to an object; 0 if there is none.
    pub fn end(&self, object: ObjectId) -> u64 {
        let farther = self.farther.get(&object).into_iter().flatten();
        let known = self.known.get(&object).copied();
        farther.map(Farther::end).chain(known).max().unwrap_or(0)
    }

    /// The end of the farthest access to an object that is feasible, among those that are kept.
    pub fn feasible_end(
        &self,
        object: ObjectId,
        builder: &mut Builder,
        oracle: &mut dyn BranchOracle,
    ) -> u64 {
        let mut end = self.known.get(&object).copied().unwrap_or(0);
        for access in self.farther.get(&object).into_iter().flatten() {
            let mut open: Vec<u64> = access
                .candidates
                .iter()
                .map(|at| at + access.size)
                .collect();
            open.retain(|candidate| *candidate > end);
            while !open.is_empty() && access.may_end_behind(end, builder, oracle) {
                // The greatest candidate that is reached is among the upper half, or below it.
                let half = open.len() / 2;
                let below = half.checked_sub(1).map_or(end, |before| open[before]);
                if access.may_end_behind(below, builder, oracle) {
                    end = open[half];
                    open.drain(..=half);
                } else {
                    open.truncate(half);
                }
            }
        }
        end
    }
}
