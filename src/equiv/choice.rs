//! Case split on a condition that several choices hang on: what a branch over a
//! whole loop leaves behind when its arms were merged.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Op, TermId};

use super::claim::Claim;
use super::facts::Facts;

/// Of the conditions that several choices hang on and that the path leaves
/// open, the one nearest to the results.
pub(super) fn condition(arena: &Arena, claim: &Claim) -> Option<TermId> {
    let facts = Facts::of(arena, &claim.path);
    let mut level = vec![claim.left, claim.right];
    let mut seen: FxHashSet<TermId> = level.iter().copied().collect();
    // How many choices hang on a condition, and its rank by distance.
    let mut uses: FxHashMap<TermId, (usize, usize)> = FxHashMap::default();
    while !level.is_empty() {
        let mut next = Vec::new();
        for term in level {
            let node = arena.node(term);
            if node.op() == Op::Select && facts.value(arena, node.child(0)).is_none() {
                let rank = uses.len();
                uses.entry(node.child(0)).or_insert((0, rank)).0 += 1;
            }
            next.extend(node.children().iter().filter(|child| seen.insert(**child)));
        }
        level = next;
    }
    let several = uses.into_iter().filter(|(_, (choices, _))| *choices > 1);
    several
        .min_by_key(|(_, (_, rank))| *rank)
        .map(|(condition, _)| condition)
}
