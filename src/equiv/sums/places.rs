//! The bit positions at which operations divide terms.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, Op, TermId};

use super::follow;
use crate::equiv::claim::Claim;

/// Returns the bit positions at which terms are divided.
pub(super) fn places(arena: &Arena, claim: &Claim, cone: &Cone) -> FxHashMap<TermId, BTreeSet<u8>> {
    // Sums use as few bits as they are computed in, so the end of an operand of a sum is not a
    // division.
    let ends = |&term: &TermId| {
        let node = arena.node(term);
        let sums = matches!(node.op(), Op::Add | Op::Sub | Op::Mul);
        (!sums).then(|| node.children().to_vec())
    };
    let ending = cone.terms.iter().filter_map(ends).flatten();
    let ending: FxHashSet<TermId> = ending.chain([claim.left, claim.right]).collect();
    let mut places: FxHashMap<TermId, BTreeSet<u8>> = FxHashMap::default();
    for &term in &cone.terms {
        let node = arena.node(term);
        if node.op() == Op::Extract && node.width() > 1 {
            let offset = node.spec().offset();
            let cut = places.entry(node.child(0)).or_default();
            cut.insert(offset);
            if ending.contains(&term) {
                cut.insert(offset + node.width());
            }
        }
        if node.op() == Op::And
            && let Some(mask) = arena.constant_value(node.child(1))
            && follow::masks_fields(mask)
        {
            let cut = places.entry(node.child(0)).or_default();
            cut.extend(follow::runs(mask).flat_map(|(offset, run)| [offset, offset + run]));
        }
    }
    places
}
