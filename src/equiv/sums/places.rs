//! The bit positions at which operations divide terms.

use std::collections::BTreeSet;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, Op, TermId};

use super::follow;
use crate::budgets::sums::DIVIDED_POSITIONS;
use crate::equiv::claim::Claim;

/// For each term, the bit positions at which it is divided.
pub(super) type Places = FxHashMap<TermId, BTreeSet<u8>>;

/// Returns the bit positions at which terms are divided.
pub(super) fn places(builder: &mut Builder, claim: &Claim, cone: &Cone) -> Places {
    let mut places = extracted(builder.arena(), claim, cone);
    divide_bitwise(builder, cone, &mut places);
    places
}

/// Divides the bitwise operations that sums read where their operands are divided: a piece of
/// `x ^ y` is the bitwise operation on pieces of `x` and `y`, which does not show that it belongs
/// to `x ^ y`.
fn divide_bitwise(builder: &mut Builder, cone: &Cone, places: &mut Places) {
    let arena = builder.arena();
    let is_sum = |op| matches!(op, Op::Add | Op::Sub | Op::Mul);
    let sums = cone.terms.iter().filter(|&&term| is_sum(arena.op(term)));
    let summed: FxHashSet<TermId> = sums
        .flat_map(|&s| arena.node(s).children().to_vec())
        .collect();
    let mut inherited = Places::default();
    for &term in &cone.terms {
        let node = *builder.arena().node(term);
        if !matches!(node.op(), Op::And | Op::Or | Op::Xor) || node.width() == 1 {
            continue;
        }
        let operands = node.children().iter().chain([&term]);
        let cuts = operands.flat_map(|operand| [inherited.get(operand), places.get(operand)]);
        let cuts: BTreeSet<u8> = cuts.flatten().flatten().copied().collect();
        if cuts.is_empty() || cuts.len() > DIVIDED_POSITIONS {
            continue;
        }
        if summed.contains(&term) {
            let ends: BTreeSet<u8> = cuts.iter().copied().chain([0, node.width()]).collect();
            let pieces = ends.iter().zip(ends.iter().skip(1));
            for (&start, &end) in pieces.filter(|(_, end)| **end <= node.width()) {
                let piece = builder.extract(term, start, end - start);
                if builder.constant_value(piece).is_none() && cone.position(piece).is_some() {
                    places.entry(term).or_default().extend([start, end]);
                }
            }
        }
        inherited.insert(term, cuts);
    }
}

/// Returns the bit positions at which extracts and masks divide terms.
fn extracted(arena: &Arena, claim: &Claim, cone: &Cone) -> Places {
    // Sums use as few bits as they are computed in, so the end of an operand of a sum is not a
    // division.
    let ends = |&term: &TermId| {
        let node = arena.node(term);
        let sums = matches!(node.op(), Op::Add | Op::Sub | Op::Mul);
        (!sums).then(|| node.children().to_vec())
    };
    let ending = cone.terms.iter().filter_map(ends).flatten();
    let ending: FxHashSet<TermId> = ending.chain([claim.left, claim.right]).collect();
    let mut places = Places::default();
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
