//! Orders that atomic accesses may establish: an item releases its earlier accesses by an
//! atomic write, and the later accesses of an item that acquires them by an atomic read
//! happen after (OpenCL C 3.0, 6.15.12.1). Which write a read observes is not considered.

use rustc_hash::FxHashMap;

use super::access::Access;
use crate::program::Order;

/// For each party, its last releasing and its first acquiring access.
pub(super) struct Chains {
    released: FxHashMap<u64, usize>,
    acquired: FxHashMap<u64, usize>,
}

impl Chains {
    /// Computes them from accesses with their parties, in order of execution. An update
    /// whose old value is unused does not count as acquiring, because the program continues
    /// likewise in other orders of such updates.
    pub fn of<'a>(accesses: impl Iterator<Item = (&'a Access, u64)>, fences: bool) -> Chains {
        use Order::{Acquire, AcquireRelease, Plain, Release, SequentiallyConsistent};
        let mut chains = Chains {
            released: FxHashMap::default(),
            acquired: FxHashMap::default(),
        };
        for (number, (access, party)) in accesses.enumerate() {
            let order = access.order;
            let strong = matches!(order, AcquireRelease | SequentiallyConsistent) || fences;
            if order == Plain {
                continue;
            }
            if access.writes && (strong || order == Release) {
                chains.released.insert(party, number);
            }
            if !access.writes && access.commuting.is_none() && (strong || order == Acquire) {
                chains.acquired.entry(party).or_insert(number);
            }
        }
        chains
    }

    /// Whether no two accesses are ordered by atomic ones.
    pub fn order_nothing(&self) -> bool {
        self.released.is_empty() || self.acquired.is_empty()
    }

    /// Whether atomic accesses may order a later access after an earlier one, each given by
    /// index and party, in every execution.
    pub fn may_order(&self, (x, earlier): (usize, u64), (y, later): (usize, u64)) -> bool {
        let released = self.released.get(&earlier).is_some_and(|at| *at > x);
        released && self.acquired.get(&later).is_some_and(|at| *at < y)
    }
}
