//! Results as exclusive ors of bits.
//!
//! Invariant: for every input, the exclusive or of a set of bits has the value of the bit that
//! it was derived for.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use term::{Arena, Cone, Op, TermId};

use crate::fault::{Checked, require};

/// An atomic bit of a term; `None` stands for the constant 1.
type Member = Option<(TermId, u8)>;

/// The exclusive or of its members.
type Bit = BTreeSet<Member>;

/// Checks that two terms are equal exclusive ors, bit for bit.
pub(crate) fn same(arena: &Arena, left: TermId, right: TermId) -> Checked {
    let bits = bits(arena, &[left, right]);
    require(bits[&left] == bits[&right], || {
        "a bit is another exclusive or".into()
    })
}

/// Whether the low bits of the first term equal those of the exclusive or of the other two from
/// a bit on; with `partly`, each bit may be zero instead.
pub(crate) fn is_xor(
    arena: &Arena,
    terms: [TermId; 3],
    (from, count): (u32, u32),
    partly: bool,
) -> bool {
    let bits = bits(arena, &terms);
    let [term, x, y] = terms.map(|term| &bits[&term]);
    let (from, count) = (from as usize, count as usize);
    let ranges = (
        term.get(..count),
        x.get(from..from + count),
        y.get(from..from + count),
    );
    let (Some(term), Some(x), Some(y)) = ranges else {
        return false;
    };
    term.iter().zip(x.iter().zip(y)).all(|(t, (x, y))| {
        let sum = xor(t, &xor(x, y));
        partly && t.is_empty() || cancels(arena, sum.into_iter().collect())
    })
}

/// Whether bits cancel each other although they may be of different terms with equal low bits.
fn cancels(arena: &Arena, mut bits: Vec<Member>) -> bool {
    while let Some(bit) = bits.pop() {
        let Some((term, place)) = bit else {
            return false;
        };
        let same = |other: &Member| {
            other.is_some_and(|(other, at)| {
                at == place && alike(arena, (term, other), place + 1, &mut 1_000)
            })
        };
        match bits.iter().position(same) {
            Some(found) => bits.swap_remove(found),
            None => return false,
        };
    }
    true
}

/// Whether the low `n` bits of two terms are computed alike from equal low bits, as far as this
/// shows within the given number of steps.
fn alike(arena: &Arena, terms: (TermId, TermId), n: u8, steps: &mut u32) -> bool {
    let low = |mut term: TermId| {
        loop {
            let node = *arena.node(term);
            match node.op() {
                Op::Extract if node.spec().offset() == 0 => term = node.child(0),
                Op::Concat if arena.width(node.child(1)) >= n => term = node.child(1),
                _ => return (term, node),
            }
        }
    };
    let ((x, left), (y, right)) = (low(terms.0), low(terms.1));
    if x == y {
        return true;
    }
    if let (Some(x), Some(y)) = (arena.constant_value(x), arena.constant_value(y)) {
        return (x ^ y) << (128 - u32::from(n)) == 0;
    }
    if *steps == 0 {
        return false;
    }
    *steps -= 1;
    let mut operand = |i, j, n| alike(arena, (left.child(i), right.child(j)), n, steps);
    left.op() == right.op()
        && match left.op() {
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor => {
                let swapped = left.op() != Op::Sub && operand(0, 1, n) && operand(1, 0, n);
                swapped || operand(0, 0, n) && operand(1, 1, n)
            }
            Op::Extract => {
                let from = left.spec().offset();
                from == right.spec().offset() && operand(0, 0, n + from)
            }
            Op::Concat => {
                let widths = [left, right].map(|node| arena.width(node.child(1)));
                widths[0] == widths[1] && operand(1, 1, widths[0]) && operand(0, 0, n - widths[0])
            }
            _ => false,
        }
}

/// The bits of the terms and of everything below them.
fn bits(arena: &Arena, roots: &[TermId]) -> FxHashMap<TermId, Vec<Bit>> {
    let mut bits: FxHashMap<TermId, Vec<Bit>> = FxHashMap::default();
    for &term in &Cone::of(arena, roots).terms {
        let own = (0..arena.width(term)).map(|i| bit(arena, &bits, term, i));
        let own: Vec<Bit> = own.collect();
        bits.insert(term, own);
    }
    bits
}

fn xor(x: &Bit, y: &Bit) -> Bit {
    x.symmetric_difference(y).copied().collect()
}

fn constant(value: bool) -> Bit {
    value.then_some(None).into_iter().collect()
}

/// The value of a constant bit.
fn known(bit: &Bit) -> Option<bool> {
    match bit.len() {
        0 => Some(false),
        1 if bit.contains(&None) => Some(true),
        _ => None,
    }
}

/// Bit `i` of a term, from the bits of its operands.
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
            // The absorbing value of the operation.
            let strong = node.op() == Op::Or;
            match (known(&x), known(&y)) {
                (Some(c), _) | (_, Some(c)) if c == strong => constant(strong),
                (Some(_), _) => y,
                (_, Some(_)) => x,
                _ if x == y => x,
                _ => itself(),
            }
        }
        // The arms differ by a constant: 0, or 1 and then by the condition.
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
        // There is no carry into the lowest bit, nor anywhere if in all places one of both bits
        // is zero.
        Op::Add => {
            let pairs = || operand(0).iter().zip(operand(1));
            let alone = |(x, y): (&Bit, &Bit)| x.is_empty() || y.is_empty();
            match (at(0), at(1)) {
                (Some(x), Some(y)) if i == 0 || pairs().all(alone) => xor(&x, &y),
                _ => itself(),
            }
        }
        // For a value of 0 or 1: its negation has all bits equal to it, and a product with a
        // constant has it where the constant has ones.
        Op::Sub if arena.constant_value(node.child(0)) == Some(0) && single(operand(1)) => {
            operand(1)[0].clone()
        }
        Op::Sub if i == 0 => match (at(0), at(1)) {
            (Some(x), Some(y)) => xor(&x, &y),
            _ => itself(),
        },
        Op::Mul if single(operand(0)) => match arena.constant_value(node.child(1)) {
            Some(factor) if factor >> i & 1 == 1 => operand(0)[0].clone(),
            Some(_) => constant(false),
            None => itself(),
        },
        _ => itself(),
    }
}

/// Whether a term is 0 or 1.
fn single(bits: &[Bit]) -> bool {
    bits.iter().skip(1).all(Bit::is_empty)
}
