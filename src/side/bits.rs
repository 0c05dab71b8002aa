//! Arguments and results in registers: pieces of an input's bytes, and leaves of a result.

use rewrite_rules::Builder;
use term::{Buffer, TermId};

use super::inputs::Input;
use crate::contract::{Element, Scalar};
use crate::frontend::{Abi, AbiResult, Piece};
use crate::program::Shape;
use crate::symex::{Machine, Value};

/// A value of the given shape, made of the bits that `bits(offset, width)` returns; offset
/// and width in bits.
pub(super) fn shaped(
    builder: &mut Builder,
    shape: &Shape,
    mut bits: impl FnMut(&mut Builder, u64, u8) -> TermId,
) -> Value {
    match shape {
        Shape::Scalar(scalar) => Value::Scalar(Some(bits(builder, 0, scalar.bits()))),
        Shape::Vector { lane, count } => Value::Vector(
            (0..u64::from(*count))
                .map(|i| Some(bits(builder, i * u64::from(lane.bits()), lane.bits())))
                .collect(),
        ),
        _ => Value::Scalar(None),
    }
}

/// `width` bits from bit `at` of an input's bytes. A fixed scalar is extended by its sign;
/// past the end of other inputs, bits are unspecified: fresh undefined symbols.
pub(super) fn bits_of(builder: &mut Builder, input: &Input, at: u64, width: u8) -> TermId {
    match input {
        Input::Fixed { scalar, bits } => {
            let signed = matches!(scalar, Scalar::Int { signed: true, .. });
            let wide = match signed {
                true => term::signed(*bits, scalar.bits()) as u128,
                false => *bits,
            };
            builder.constant(width, if at < 128 { wide >> at } else { 0 })
        }
        Input::Value { term, .. } => piece(builder, *term, at, width),
        Input::Memory { cells, .. } => {
            if let Some(cell) = cells
                .iter()
                .find(|c| c.offset * 8 == at && c.scalar.bits() == width)
            {
                return cell.term;
            }
            let mut whole: Option<TermId> = None;
            for step in 0..u64::from(width.div_ceil(8)) {
                let bit = at + step * 8;
                let covering = cells.iter().find(|c| {
                    (c.offset * 8..c.offset * 8 + u64::from(c.scalar.bits())).contains(&bit)
                });
                let byte = match covering {
                    Some(cell) => builder.extract(cell.term, (bit - cell.offset * 8) as u8, 8),
                    None => unspecified(builder, 8),
                };
                whole = Some(match whole {
                    Some(low) => builder.concat(byte, low),
                    None => byte,
                });
            }
            match whole {
                Some(term) => piece(builder, term, 0, width),
                None => unspecified(builder, width),
            }
        }
        Input::SameAs(_) => unspecified(builder, width),
    }
}

fn piece(builder: &mut Builder, term: TermId, at: u64, width: u8) -> TermId {
    let have = u64::from(builder.arena().width(term));
    if at == 0 && have == u64::from(width) {
        term
    } else if at + u64::from(width) <= have {
        builder.extract(term, at as u8, width)
    } else {
        unspecified(builder, width)
    }
}

fn unspecified(builder: &mut Builder, width: u8) -> TermId {
    let buffer = Buffer {
        name: "bits past the end of an argument".to_owned(),
        format: None,
        signed: false,
        scalar: true,
        undefined: true,
    };
    let buffer = builder.arena_mut().add_buffer(buffer);
    builder.arena_mut().add_symbol(buffer, 0, width)
}

/// One leaf of a result that is returned in registers; `None` if it is undefined.
pub(super) fn leaf_of_result(
    machine: &mut Machine<'_>,
    abi: &Abi,
    returned: &Value,
    element: &Element,
    leaf: usize,
) -> Option<TermId> {
    let AbiResult::Direct(pieces) = &abi.result else {
        return None;
    };
    let leaf = &element.leaves[leaf];
    let bits = leaf.scalar.bits();
    let mut at = |offset, bits| bits_of_result(machine, (pieces, returned), offset, bits);
    // An integer of 128 bits is returned in two registers.
    if bits == 128 && pieces.iter().all(|piece| piece.size <= 8) {
        let halves = [at(leaf.offset, 64)?, at(leaf.offset + 8, 64)?];
        return Some(machine.builder.concat(halves[1], halves[0]));
    }
    at(leaf.offset, bits)
}

/// The bits from byte `offset` of a result on; `None` if they are undefined.
fn bits_of_result(
    machine: &mut Machine<'_>,
    (pieces, returned): (&[Piece], &Value),
    offset: u32,
    bits: u8,
) -> Option<TermId> {
    let members: Vec<&Value> = match returned {
        Value::Aggregate(members) => members.iter().collect(),
        value => vec![value],
    };
    for (piece, member) in pieces.iter().zip(members) {
        if offset < piece.offset || offset >= piece.offset + piece.size {
            continue;
        }
        let mut at = u64::from(offset - piece.offset) * 8;
        for lane in member.lanes() {
            // An undefined lane has the width of its neighbours.
            let widths = member
                .lanes()
                .iter()
                .flatten()
                .map(|t| machine.builder.arena().width(*t));
            let width = u64::from(widths.max().unwrap_or(0));
            if at < width || width == 1 {
                let term = (*lane)?;
                if width == 1 {
                    return Some(machine.builder.zext(term, bits));
                }
                return Some(piece_of_lane(machine, term, at, bits));
            }
            at -= width;
        }
    }
    None
}

fn piece_of_lane(machine: &mut Machine<'_>, term: TermId, at: u64, bits: u8) -> TermId {
    piece(&mut machine.builder, term, at, bits)
}
