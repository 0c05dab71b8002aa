//! Cache of recently finished right sides.
//!
//! Invariant: every cached result was made by the rules in force.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use term::{Op, Spec, TermId};

use crate::trace::Request;

/// Number of cached requests; a power of two.
const KEPT: usize = 1 << 11;

/// Requests with their results, the latest for each hash.
pub(super) struct Finished {
    /// Each with the generation of the rules that made it.
    kept: Vec<(u32, Request, TermId)>,
    generation: u32,
}

impl Default for Finished {
    fn default() -> Finished {
        let nothing = Request::new(Spec::int(Op::Const, 1), &[]);
        Finished {
            kept: vec![(0, nothing, TermId::from_index(0)); KEPT],
            generation: 1,
        }
    }
}

impl Finished {
    /// Invalidates everything, because other rules are in force.
    pub(super) fn forget(&mut self) {
        self.generation += 1;
    }
    /// The cached result of a request.
    pub(super) fn get(&self, request: &Request) -> Option<TermId> {
        let (generation, known, result) = &self.kept[place(request)];
        (*generation == self.generation && known == request).then_some(*result)
    }
    /// Caches the result of a request.
    pub(super) fn keep(&mut self, request: Request, result: TermId) {
        self.kept[place(&request)] = (self.generation, request, result);
    }
}

/// The index of a request in the cache.
fn place(request: &Request) -> usize {
    let mut h = FxHasher::default();
    request.hash(&mut h);
    (h.finish() >> 40) as usize % KEPT
}
