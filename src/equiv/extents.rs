//! Which path conditions are too large to ask the solver about as a whole.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, TermId};

/// Terms of a large condition.
const LARGE: usize = 2_000;

/// Which conditions have many terms. Remembers each, for the terms of *one* arena: a
/// path condition is looked at for every branch on its path.
#[derive(Default)]
pub(super) struct Extents(FxHashMap<TermId, bool>);

impl Extents {
    /// Whether a condition has many terms.
    pub(super) fn is_large(&mut self, arena: &Arena, condition: TermId) -> bool {
        let fresh = || are_large(arena, &[condition]);
        *self.0.entry(condition).or_insert_with(fresh)
    }
}

/// Whether conditions together have many terms.
pub(super) fn are_large(arena: &Arena, conditions: &[TermId]) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = conditions.to_vec();
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            open.extend(arena.node(term).children());
        }
        if seen.len() > LARGE {
            return true;
        }
    }
    false
}
