//! Results as exclusive ors of bits.
//!
//! Invariant: for every input, the exclusive or of a set of bits has the value of the bit that
//! it was derived for.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use term::{Arena, Cone, Node, Op, TermId};

use crate::fault::{Checked, require};

/// An atomic bit of a term; `None` stands for the constant 1.
type Member = Option<(TermId, u8)>;

/// The exclusive or of its members, as masks of 64 of them that are not zero.
type Bit = Rc<BTreeMap<u32, u64>>;

/// Checks that two terms are equal exclusive ors, bit for bit.
pub(super) fn same(arena: &Arena, left: TermId, right: TermId) -> Checked {
    let bits = Bits::of(arena, &[left, right]);
    require(bits.known[&left] == bits.known[&right], || {
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
    let bits = Bits::of(arena, &terms);
    let [term, x, y] = terms.map(|term| &bits.known[&term]);
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
        partly && t.is_empty() || cancels(arena, bits.members(&sum))
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

fn xor(x: &Bit, y: &Bit) -> Bit {
    let (long, short) = if x.len() < y.len() { (y, x) } else { (x, y) };
    if short.is_empty() {
        return Rc::clone(long);
    }
    let mut sum = BTreeMap::clone(long);
    for (place, members) in short.iter() {
        let both = sum.entry(*place).or_default();
        *both ^= members;
        if *both == 0 {
            sum.remove(place);
        }
    }
    Rc::new(sum)
}

fn constant(value: bool) -> Bit {
    Rc::new(value.then_some((0, 1)).into_iter().collect())
}

/// The value of a constant bit.
fn known(bit: &Bit) -> Option<bool> {
    match bit.len() {
        0 => Some(false),
        1 if bit.get(&0) == Some(&1) => Some(true),
        _ => None,
    }
}

/// The conjunction of two bits, if it is an exclusive or.
fn and(x: &Bit, y: &Bit) -> Option<Bit> {
    match (known(x), known(y)) {
        (Some(false), _) | (_, Some(false)) => Some(constant(false)),
        (Some(true), _) => Some(Rc::clone(y)),
        (_, Some(true)) => Some(Rc::clone(x)),
        _ if x == y => Some(Rc::clone(x)),
        // One of them is the negation of the other.
        _ => (known(&xor(x, y)) == Some(true)).then(|| constant(false)),
    }
}

/// Whether a term is 0 or 1.
fn single(bits: &[Bit]) -> bool {
    bits.iter().skip(1).all(|bit| bit.is_empty())
}

/// The bits of terms and of everything below them.
struct Bits<'a> {
    arena: &'a Arena,
    known: FxHashMap<TermId, Vec<Bit>>,
    /// The members by number.
    members: Vec<Member>,
}

impl Bits<'_> {
    fn of<'a>(arena: &'a Arena, roots: &[TermId]) -> Bits<'a> {
        let mut bits = Bits {
            arena,
            known: FxHashMap::default(),
            members: vec![None],
        };
        for &term in &Cone::of(arena, roots).terms {
            let node = *arena.node(term);
            let mut own = Vec::with_capacity(node.width().into());
            for place in 0..node.width() {
                let bit = bits.bit(term, &node, place);
                own.push(bit.unwrap_or_else(|| bits.atom(term, place)));
            }
            bits.known.insert(term, own);
        }
        bits
    }

    /// The bit itself, as its only member.
    fn atom(&mut self, term: TermId, place: u8) -> Bit {
        let number = self.members.len() as u32;
        self.members.push(Some((term, place)));
        Rc::new(BTreeMap::from([(number / 64, 1 << (number % 64))]))
    }

    fn members(&self, bit: &Bit) -> Vec<Member> {
        let chunks = bit.iter();
        let numbers = chunks.flat_map(|(place, mask)| {
            let set = (0..64).filter(move |i| mask >> i & 1 == 1);
            set.map(move |i| place * 64 + i)
        });
        numbers.map(|n| self.members[n as usize]).collect()
    }

    /// Bit `i` of a term, from the bits of its operands, if it is an exclusive or of them.
    fn bit(&self, term: TermId, node: &Node, i: u8) -> Option<Bit> {
        if let Some(value) = self.arena.constant_value(term) {
            return Some(constant(value >> i & 1 == 1));
        }
        let operand = |n: usize| &self.known[&node.child(n)];
        let number = |n: usize| self.arena.constant_value(node.child(n));
        let place = i32::from(i);
        // Bits beyond the operand are zero.
        let moved = |from: i32| {
            let place = usize::try_from(from).ok();
            let bit = place.and_then(|place| operand(0).get(place));
            Some(bit.cloned().unwrap_or_default())
        };
        let sign = || operand(0).len() as i32 - 1;
        let by = || {
            let by = number(1)?;
            (by < node.width().into()).then_some(by as i32)
        };
        let at = |n: usize| operand(n).get(usize::from(i));
        match node.op() {
            Op::Xor => Some(xor(at(0)?, at(1)?)),
            Op::Extract => moved(place + i32::from(node.spec().offset())),
            Op::Concat => {
                let low = operand(1).len() as u8;
                let (from, place) = if i < low { (1, i) } else { (0, i - low) };
                operand(from).get(usize::from(place)).cloned()
            }
            Op::ZExt => moved(place),
            Op::SExt => moved(place.min(sign())),
            Op::Shl => moved(place - by()?),
            Op::LShr => moved(place + by()?),
            Op::AShr => moved((place + by()?).min(sign())),
            Op::And => and(at(0)?, at(1)?),
            // By de Morgan.
            Op::Or => {
                let not = |bit: &Bit| xor(bit, &constant(true));
                Some(not(&and(&not(at(0)?), &not(at(1)?))?))
            }
            // The second arm, changed where the condition holds and the arms differ.
            Op::Select => {
                let (x, y) = (at(1)?, at(2)?);
                Some(xor(y, &and(&operand(0)[0], &xor(x, y))?))
            }
            // There is no carry into a place if in all lower ones a bit of both is zero.
            Op::Add => {
                let mut lower = operand(0).iter().zip(operand(1)).take(i.into());
                let alone = lower.all(|(x, y)| x.is_empty() || y.is_empty());
                alone.then(|| Some(xor(at(0)?, at(1)?)))?
            }
            // For a value of 0 or 1: its negation has all bits equal to it, and a product with a
            // constant has it where the constant has ones.
            Op::Sub if number(0) == Some(0) && single(operand(1)) => operand(1).first().cloned(),
            Op::Sub if i == 0 => Some(xor(at(0)?, at(1)?)),
            Op::Mul if single(operand(0)) => match number(1)? >> i & 1 {
                1 => operand(0).first().cloned(),
                _ => Some(constant(false)),
            },
            _ => None,
        }
    }
}
