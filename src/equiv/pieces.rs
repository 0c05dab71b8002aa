//! Division of results into smaller ones that are compared instead: the bit fields of a
//! concatenation (the channels of a pixel, the digits of a word), each of which depends on fewer
//! inputs than the whole, and the integers that are converted to floats.

use rewrite_rules::Builder;
use rewrite_rules::trace::Request;
use term::{Arena, Op, Spec, TermId};

use super::claim::{Claim, Compare, Obligation};
use crate::budgets::proof::RESULT_FIELDS;

/// One field of both results, with the builder requests that made it.
pub(super) struct Piece {
    pub(super) obligation: Obligation,
    pub(super) asked: [(Request, TermId); 2],
}

/// Returns the fields of both results, lowest first, divided at the boundaries of either; `None`
/// when neither result is a concatenation of fields.
pub(super) fn pieces(builder: &mut Builder, claim: &Claim) -> Option<Vec<Piece>> {
    if claim.compare != Compare::Bits {
        return None;
    }
    let mut ends = Vec::new();
    for root in [claim.left, claim.right] {
        places(builder.arena(), root, 0, &mut ends);
    }
    let width = builder.width(claim.left);
    ends.push(width);
    ends.sort_unstable();
    ends.dedup();
    if ends.len() < 2 || ends.len() > RESULT_FIELDS {
        return None;
    }
    let mut offset = 0;
    let piece = |end| {
        let (from, bits) = (offset, end - offset);
        offset = end;
        let asked = [claim.left, claim.right].map(|result| {
            let request = Request::new(Spec::extract(from, bits), &[result]);
            (request, builder.extract(result, from, bits))
        });
        Piece {
            obligation: Obligation {
                left: asked[0].1,
                right: asked[1].1,
                ..claim.obligation()
            },
            asked,
        }
    };
    Some(ends.into_iter().map(piece).collect())
}

/// Returns the claim that two integers of different widths or signedness are equal, if the results
/// are their conversions to one float format with one rounding.
pub(super) fn integers(builder: &mut Builder, claim: &Claim) -> Option<Obligation> {
    let arena = builder.arena();
    let conversion = |root: TermId| {
        let node = arena.node(root);
        let converts = matches!(node.op(), Op::SiToF | Op::UiToF);
        converts.then(|| (node.spec(), node.child(0)))
    };
    let sides = [conversion(claim.left)?, conversion(claim.right)?];
    let [(from, x), (to, y)] = sides;
    let widths = [arena.width(x), arena.width(y)];
    if from.attr != to.attr || (from.op == to.op && widths[0] == widths[1]) {
        return None;
    }
    // An unsigned integer needs another bit to be read as a signed one.
    let width = widths[0].max(widths[1]) + u8::from(from.op != to.op);
    if width > 128 {
        return None;
    }
    let [left, right] = sides.map(|(conversion, integer)| match conversion.op {
        Op::SiToF => builder.sext(integer, width),
        _ => builder.zext(integer, width),
    });
    Some(Obligation {
        left,
        right,
        compare: Compare::Bits,
        ..claim.obligation()
    })
}

/// Collects the bit positions where operands of a concatenation meet, counted from `offset`.
fn places(arena: &Arena, term: TermId, offset: u8, ends: &mut Vec<u8>) {
    let node = arena.node(term);
    if node.op() == Op::Concat {
        let place = offset + arena.width(node.child(1));
        places(arena, node.child(1), offset, ends);
        // An extension or a shift by concatenated zeros makes no field.
        let filled = |i: usize| arena.constant_value(node.child(i)) == Some(0);
        if !filled(0) && !filled(1) {
            ends.push(place);
        }
        places(arena, node.child(0), place, ends);
    }
}
