//! Case split on a condition that several selects share, such as the condition of a branch
//! around a whole loop whose arms were merged.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, Op, TermId};

use super::admissible;
use super::claim::Claim;
use super::facts::Facts;

/// Among the conditions that guard several selects and whose value the path leaves open, returns
/// the one nearest to the results.
///
/// In its cases a condition is met. So under assumptions about float values, where `excludes`, it
/// has to be met by the claim itself, or to compute no float: the case would leave out inputs that
/// the claim does not.
pub(super) fn condition(arena: &Arena, claim: &Claim, excludes: bool) -> Option<TermId> {
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
    let met = excludes.then(|| admissible::met(arena, claim));
    let may_split = |condition: TermId| {
        let Some(met) = &met else { return true };
        let is_input = |term: &TermId| matches!(arena.op(*term), Op::Symbol | Op::Const);
        let computes = |term: &TermId| {
            let node = arena.node(*term);
            let compares = node.spec().operand_format().is_some();
            node.op().yields_float() || compares && !node.children().iter().all(is_input)
        };
        met.contains(&condition) || !Cone::of(arena, &[condition]).terms.iter().any(computes)
    };
    let several = uses.into_iter().filter(|(_, (choices, _))| *choices > 1);
    let several = several.filter(|(condition, _)| may_split(*condition));
    several
        .min_by_key(|(_, (_, rank))| *rank)
        .map(|(condition, _)| condition)
}
