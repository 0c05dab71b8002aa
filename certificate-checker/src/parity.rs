//! Results whose bits are exclusive ors of bits.
//!
//! Invariant: the exclusive or of a set of bits has the value of the bit that
//! it was derived for, for every input.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use term::{Arena, Cone, Op, TermId};

use crate::fault::{Checked, require};

/// A bit of a term that is taken as it is; `None` stands for one.
type Member = Option<(TermId, u8)>;

/// The exclusive or of its members.
type Bit = BTreeSet<Member>;

/// Checks that two terms are the same exclusive ors, bit for bit.
pub(crate) fn same(arena: &Arena, left: TermId, right: TermId) -> Checked {
    let mut bits: FxHashMap<TermId, Vec<Bit>> = FxHashMap::default();
    for &term in &Cone::of(arena, &[left, right]).terms {
        let own = (0..arena.width(term)).map(|i| bit(arena, &bits, term, i));
        let own: Vec<Bit> = own.collect();
        bits.insert(term, own);
    }
    require(bits[&left] == bits[&right], || {
        "a bit is another exclusive or".into()
    })
}

fn xor(x: &Bit, y: &Bit) -> Bit {
    x.symmetric_difference(y).copied().collect()
}

fn constant(value: bool) -> Bit {
    value.then_some(None).into_iter().collect()
}

/// The value of a bit that is the same for every input.
fn known(bit: &Bit) -> Option<bool> {
    match bit.len() {
        0 => Some(false),
        1 if bit.contains(&None) => Some(true),
        _ => None,
    }
}

/// Bit `i` of a term, given those of its operands.
fn bit(arena: &Arena, bits: &FxHashMap<TermId, Vec<Bit>>, term: TermId, i: u8) -> Bit {
    let node = arena.node(term);
    let itself = || Bit::from([Some((term, i))]);
    if let Some(value) = arena.constant_value(term) {
        return constant(value >> i & 1 == 1);
    }
    let operand = |n: usize| &bits[&node.child(n)];
    // Bits beyond the operand are zero.
    let moved = |from: i32| {
        let place = usize::try_from(from).ok();
        let bit = place.and_then(|place| operand(0).get(place));
        bit.cloned().unwrap_or_default()
    };
    let place = i32::from(i);
    let by = || {
        let by = arena.constant_value(node.child(1))?;
        (by < node.width().into()).then_some(by as i32)
    };
    let at = |n: usize| operand(n).get(usize::from(i)).cloned();
    match node.op() {
        Op::Xor => match (at(0), at(1)) {
            (Some(x), Some(y)) => xor(&x, &y),
            _ => itself(),
        },
        Op::Extract => moved(place + i32::from(node.spec().offset())),
        Op::Concat => {
            let low = operand(1).len() as u8;
            let (from, place) = if i < low { (1, i) } else { (0, i - low) };
            operand(from)[usize::from(place)].clone()
        }
        Op::ZExt => moved(place),
        Op::SExt => moved(place.min(operand(0).len() as i32 - 1)),
        Op::Shl => by().map_or_else(itself, |by| moved(place - by)),
        Op::LShr => by().map_or_else(itself, |by| moved(place + by)),
        Op::And | Op::Or => {
            let (Some(x), Some(y)) = (at(0), at(1)) else {
                return itself();
            };
            // The value that decides the operation by itself.
            let strong = node.op() == Op::Or;
            match (known(&x), known(&y)) {
                (Some(c), _) | (_, Some(c)) if c == strong => constant(strong),
                (Some(_), _) => y,
                (_, Some(_)) => x,
                _ if x == y => x,
                _ => itself(),
            }
        }
        // What is chosen from differs by a constant: nothing, or the condition.
        Op::Select => {
            let (Some(x), Some(y)) = (at(1), at(2)) else {
                return itself();
            };
            match known(&xor(&x, &y)) {
                Some(false) => x,
                Some(true) => xor(&y, &operand(0)[0]),
                None => itself(),
            }
        }
        _ => itself(),
    }
}
