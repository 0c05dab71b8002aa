//! Case split on a condition that several selects share, such as the condition of a branch
//! around a whole loop whose arms were merged.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Op, TermId};

use super::claim::Claim;
use super::facts::Facts;

/// Among the conditions that guard several selects and whose value the path leaves open, returns
/// the one nearest to the results.
pub(super) fn condition(arena: &Arena, claim: &Claim) -> Option<TermId> {
    let facts = Facts::of(arena, &claim.path);
    let mut level = vec![claim.left, claim.right];
    let mut seen: FxHashSet<TermId> = level.iter().copied().collect();
    // For each condition, the number of selects that it guards and its rank by distance from the
    // results.
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
