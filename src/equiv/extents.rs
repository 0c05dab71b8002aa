//! Sizes of path conditions: conditions with many terms are too large for a solver query as a
//! whole.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, TermId};

use crate::budgets::questions::LARGE_CONDITION;

/// Cache of which conditions are large, for terms of *one* arena: a path condition is looked up
/// at every branch of its path.
#[derive(Default)]
pub(super) struct Extents(FxHashMap<TermId, bool>);

impl Extents {
    /// Whether a condition is large.
    pub(super) fn is_large(&mut self, arena: &Arena, condition: TermId) -> bool {
        let fresh = || are_large(arena, &[condition]);
        *self.0.entry(condition).or_insert_with(fresh)
    }
}

/// Whether conditions together have more than [`LARGE_CONDITION`] terms.
pub(super) fn are_large(arena: &Arena, conditions: &[TermId]) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = conditions.to_vec();
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            open.extend(arena.node(term).children());
        }
        if seen.len() > LARGE_CONDITION {
            return true;
        }
    }
    false
}
