//! Bounds of the low bits of a term, for guards of rules about several numbers in one word.
//!
//! Invariant: the low bits lie within the bounds for every input within the ranges of the facts.

use term::{Arena, Op, TermId};

use crate::facts::Facts;

/// Depth of operations that one query descends into.
const MAX_DEPTH: u32 = 140;

/// The least and greatest values of the low `n` bits.
pub(crate) fn bounds(facts: &mut Facts, arena: &Arena, term: TermId, n: u32) -> (u128, u128) {
    within(facts, arena, term, n, MAX_DEPTH)
}

fn within(facts: &mut Facts, arena: &Arena, term: TermId, n: u32, depth: u32) -> (u128, u128) {
    if n == 0 {
        return (0, 0);
    }
    let greatest = u128::MAX >> (128 - n.min(128));
    let node = *arena.node(term);
    if let Some(value) = arena.constant_value(term) {
        return (value & greatest, value & greatest);
    }
    let whole = facts.integer(arena, term).u;
    let known = match whole.1 <= greatest {
        true => whole,
        false => (0, greatest),
    };
    let Some(depth) = depth.checked_sub(1) else {
        return known;
    };
    let mask = |i: usize| arena.constant_value(node.child(i)).map(|c| c & greatest);
    let found = match node.op() {
        Op::Concat => {
            let below = u32::from(arena.width(node.child(1)));
            let low = within(facts, arena, node.child(1), n.min(below), depth);
            let rest = n.saturating_sub(below);
            let high = within(facts, arena, node.child(0), rest, depth);
            match rest {
                0 => low,
                _ => (high.0 << below | low.0, high.1 << below | low.1),
            }
        }
        Op::And => (0, mask(1).unwrap_or(greatest)),
        Op::Or => (mask(1).unwrap_or(0), greatest),
        Op::Add => {
            // Limits the depth, since a sum queries both of its operands.
            let depth = depth.min(8) / 2;
            let x = within(facts, arena, node.child(0), n, depth);
            let y = within(facts, arena, node.child(1), n, depth);
            match x.1.checked_add(y.1) {
                Some(high) if high <= greatest => (x.0 + y.0, high),
                _ => known,
            }
        }
        _ => known,
    };
    (found.0.max(known.0), found.1.min(known.1))
}
