//! What atomic accesses may put in order: an item that has accessed memory releases that
//! by an atomic write, and who acquires it by an atomic read comes after it (OpenCL C
//! 3.0, 6.15.12.1). Which write a read finds is not looked at here.

use rustc_hash::FxHashMap;

use super::access::Access;
use crate::program::Order;

/// For each party the last of its accesses that releases, and the first that acquires.
pub(super) struct Chains {
    released: FxHashMap<u64, usize>,
    acquired: FxHashMap<u64, usize>,
}

impl Chains {
    /// Those of accesses and their parties, in the order of execution. An update whose
    /// old value nobody uses acquires nothing that counts: what comes after it comes in
    /// other orders, too.
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

    /// Whether a later access, by number and party, may come after an earlier one in
    /// every order.
    pub fn may_order(&self, (x, earlier): (usize, u64), (y, later): (usize, u64)) -> bool {
        let released = self.released.get(&earlier).is_some_and(|at| *at > x);
        released && self.acquired.get(&later).is_some_and(|at| *at < y)
    }
}
