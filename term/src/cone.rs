//! The set of terms that some roots depend on, in evaluation order.

use rustc_hash::FxHashSet;

use crate::arena::{Arena, SymbolId};
use crate::node::TermId;

/// Every term reachable from some roots. Invariant: ascending, hence operands
/// come before the terms that use them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cone {
    /// The terms, ascending and without duplicates.
    pub terms: Vec<TermId>,
}

impl Cone {
    /// The terms that `roots` depend on, including `roots`. Time and memory are proportional to
    /// the size of the cone, not of the arena.
    pub fn of(arena: &Arena, roots: &[TermId]) -> Cone {
        let mut seen = FxHashSet::default();
        let mut terms = Vec::new();
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                terms.push(term);
                stack.extend_from_slice(arena.node(term).children());
            }
        }
        terms.sort_unstable();
        Cone { terms }
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }
    /// Whether the cone is empty.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
    /// The position of a term, `None` when it is not in the cone.
    pub fn position(&self, term: TermId) -> Option<usize> {
        self.terms.binary_search(&term).ok()
    }
    /// The free variables in the cone, in ascending order of their terms.
    pub fn symbols(&self, arena: &Arena) -> Vec<SymbolId> {
        self.terms
            .iter()
            .filter_map(|&term| arena.symbol_id(term))
            .collect()
    }
}
