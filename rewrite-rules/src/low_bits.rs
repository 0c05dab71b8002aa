//! Facts about the low bits of a term, for guards on arithmetic with several numbers in one
//! word: whether a carry can leave a number.
//!
//! Invariant: the answers hold for every input; a negative answer means not known.

use term::{Op, TermId};

use crate::bits::ones;
use crate::look::Look;

/// Depth of nested sums whose bounds are added up.
const MAX_SUMS: u32 = 4;
/// Bits that one bit may be the exclusive or of.
const MAX_MEMBERS: usize = 32;
/// Pairs of operations compared to decide whether two bits are equal.
const MAX_PAIRS: u32 = 256;

/// The least and greatest values of the low `n` bits of a term.
pub(crate) fn bounds(look: &mut impl Look, term: TermId, n: u32) -> (u128, u128) {
    bounds_within(look, term, n, MAX_SUMS)
}

fn bounds_within(look: &mut impl Look, mut term: TermId, mut n: u32, sums: u32) -> (u128, u128) {
    // Accumulates the pieces of a concatenation, lowest first.
    let (mut low, mut high, mut place) = (0, 0, 0);
    loop {
        let node = look.node(term);
        let width = u32::from(node.width());
        if n == 0 {
            return (low, high);
        }
        if node.op() == Op::Concat {
            let below = node.child(1);
            let inner = u32::from(look.width(below));
            if n <= inner {
                term = below;
                continue;
            }
            let piece = bounds_within(look, below, inner, sums);
            low |= piece.0 << place;
            high |= piece.1 << place;
            place += inner;
            n -= inner;
            term = node.child(0);
            continue;
        }
        let piece = if n >= width {
            let interval = look.interval(term);
            (interval.umin, interval.umax)
        } else {
            cut(look, term, n, sums)
        };
        return (low | piece.0 << place, high | piece.1 << place);
    }
}

/// Bounds of the low `n` bits of a wider term that is not a concatenation.
fn cut(look: &mut impl Look, term: TermId, n: u32, sums: u32) -> (u128, u128) {
    let all = ones(n.into());
    if let Some(value) = look.constant_value(term) {
        return (value & all, value & all);
    }
    let node = look.node(term);
    match node.op() {
        Op::And => {
            if let Some(mask) = look.constant_value(node.child(1)) {
                return (0, mask & all);
            }
        }
        Op::Or => {
            if let Some(set) = look.constant_value(node.child(1)) {
                return (set & all, all);
            }
        }
        Op::Add if sums > 0 => {
            let mut of = |i: usize| bounds_within(look, node.child(i), n, sums - 1);
            let (x, y) = (of(0), of(1));
            if let Some(high) = x.1.checked_add(y.1).filter(|&high| high <= all) {
                return (x.0 + y.0, high);
            }
        }
        _ => {}
    }
    let interval = look.interval(term);
    match interval.umax <= all {
        true => (interval.umin, interval.umax),
        false => (0, all),
    }
}

/// Whether the low `count` bits of `term` equal the bits of `x ^ y` from bit `from` on; with
/// `partly`, each bit may be zero instead.
pub(crate) fn is_xor(
    look: &mut impl Look,
    term: TermId,
    (x, y): (TermId, TermId),
    (from, count): (u32, u32),
    partly: bool,
) -> bool {
    let mut within = |term: TermId, end: u32| end <= u32::from(look.width(term));
    if !within(term, count) || !within(x, from + count) || !within(y, from + count) {
        return false;
    }
    (0..count).all(|bit| {
        let mut sum = Parity::default();
        sum.add(look, term, bit);
        if partly && sum.is_zero() {
            return true;
        }
        sum.add(look, x, from + bit);
        sum.add(look, y, from + bit);
        sum.is_zero()
    })
}

/// The exclusive or of bits of terms and a constant.
#[derive(Default)]
struct Parity {
    one: bool,
    bits: Vec<(TermId, u32)>,
    /// Whether there were too many bits to continue.
    overrun: bool,
}

impl Parity {
    fn add(&mut self, look: &mut impl Look, term: TermId, bit: u32) {
        let mut open = vec![(term, bit)];
        while let Some((term, bit)) = open.pop() {
            if self.bits.len() + open.len() >= MAX_MEMBERS {
                self.overrun = true;
                return;
            }
            let node = look.node(term);
            if let Some(value) = look.constant_value(term) {
                self.one ^= value >> bit & 1 == 1;
                continue;
            }
            // The mask's bit; constants are second operands.
            let mask = match node.op() {
                Op::And | Op::Or => look.constant_value(node.child(1)),
                _ => None,
            };
            let mask = mask.map(|mask| mask >> bit & 1 == 1);
            match node.op() {
                Op::Concat => {
                    let below = u32::from(look.width(node.child(1)));
                    match bit < below {
                        true => open.push((node.child(1), bit)),
                        false => open.push((node.child(0), bit - below)),
                    }
                }
                Op::Extract => {
                    open.push((node.child(0), bit + u32::from(node.spec().offset())));
                }
                Op::Xor => open.extend([(node.child(0), bit), (node.child(1), bit)]),
                // The lowest bit has no carry in.
                Op::Add | Op::Sub if bit == 0 => {
                    open.extend([(node.child(0), bit), (node.child(1), bit)]);
                }
                Op::And if mask == Some(true) => open.push((node.child(0), bit)),
                Op::And if mask == Some(false) => {}
                Op::Or if mask == Some(false) => open.push((node.child(0), bit)),
                Op::Or if mask == Some(true) => self.one ^= true,
                _ => match self.find(look, term, bit) {
                    Some(place) => {
                        self.bits.swap_remove(place);
                    }
                    None => self.bits.push((term, bit)),
                },
            }
        }
    }

    fn find(&self, look: &mut impl Look, term: TermId, bit: u32) -> Option<usize> {
        let same = |&(other, place): &(TermId, u32)| {
            place == bit && same_low(look, other, term, bit + 1, &mut { MAX_PAIRS })
        };
        self.bits.iter().position(same)
    }

    fn is_zero(&self) -> bool {
        !self.overrun && !self.one && self.bits.is_empty()
    }
}

/// Whether the low `n` bits of two terms are provably equal. The builder computes sums of which
/// only low bits are used in fewer bits, so the terms may have different widths.
fn same_low(look: &mut impl Look, x: TermId, y: TermId, n: u32, pairs: &mut u32) -> bool {
    let (x, y) = (lowest(look, x, n), lowest(look, y, n));
    if x == y {
        return true;
    }
    if let (Some(x), Some(y)) = (look.constant_value(x), look.constant_value(y)) {
        return (x ^ y) & ones(n.into()) == 0;
    }
    let (left, right) = (look.node(x), look.node(y));
    let op = left.op();
    if *pairs == 0 || op != right.op() {
        return false;
    }
    *pairs -= 1;
    let below = match op {
        Op::Concat => [left, right].map(|node| u32::from(look.width(node.child(1)))),
        _ => [0; 2],
    };
    let mut same = |i: usize, j: usize, n| same_low(look, left.child(i), right.child(j), n, pairs);
    match op {
        Op::Extract => {
            let from = left.spec().offset();
            from == right.spec().offset() && same(0, 0, n + u32::from(from))
        }
        Op::Sub => same(0, 0, n) && same(1, 1, n),
        Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor => {
            (same(0, 0, n) && same(1, 1, n)) || (same(0, 1, n) && same(1, 0, n))
        }
        Op::Concat => {
            let [below, other] = below;
            below == other && same(1, 1, below) && same(0, 0, n - below)
        }
        _ => false,
    }
}

/// The innermost term that has the low `n` bits of a term as its own low bits.
fn lowest(look: &mut impl Look, mut term: TermId, n: u32) -> TermId {
    loop {
        let node = look.node(term);
        term = match node.op() {
            Op::Concat if n <= u32::from(look.width(node.child(1))) => node.child(1),
            Op::Extract if node.spec().offset() == 0 => node.child(0),
            _ => return term,
        };
    }
}
