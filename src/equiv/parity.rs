//! Equality of results as exclusive ors of bits: cyclic redundancy checks, shift registers,
//! products of polynomials over GF(2), Gray codes.
//!
//! Every bit of a term is represented as the exclusive or of a set of atomic bits and a
//! constant. Moves, exclusive ors, masks, and selects between values whose bits differ by a
//! constant preserve that form. Two results with equal sets are equal, in whatever order they
//! were computed; the solver's case analysis does not see this.
//!
//! Invariant: for every input, the exclusive or of a set has the value of its bit.

use rustc_hash::FxHashMap;
use term::{Arena, Cone, Op, TermId};

use crate::budgets::proof::{PARITY_SIZE, PARITY_TERMS};

/// The number of an atomic bit.
type Bit = u32;

/// The exclusive or of atomic bits, in ascending order, and a constant.
#[derive(Clone, Default, PartialEq, Eq)]
struct Parity {
    bits: Vec<Bit>,
    odd: bool,
}

impl Parity {
    fn constant(odd: bool) -> Parity {
        let bits = Vec::new();
        Parity { bits, odd }
    }

    fn xor(&self, other: &Parity) -> Parity {
        let mut bits = Vec::with_capacity(self.bits.len() + other.bits.len());
        let (mut x, mut y) = (self.bits.as_slice(), other.bits.as_slice());
        loop {
            match (x, y) {
                ([a, rest @ ..], [b, ..]) if a < b => {
                    bits.push(*a);
                    x = rest;
                }
                ([a, ..], [b, rest @ ..]) if b < a => {
                    bits.push(*b);
                    y = rest;
                }
                ([_, left @ ..], [_, right @ ..]) => (x, y) = (left, right),
                (rest, []) | ([], rest) => {
                    bits.extend(rest);
                    break;
                }
            }
        }
        let odd = self.odd ^ other.odd;
        Parity { bits, odd }
    }

    fn as_constant(&self) -> Option<bool> {
        self.bits.is_empty().then_some(self.odd)
    }
}

/// Whether both roots have equal parities in every bit. False does not mean that they differ.
pub(super) fn equal(arena: &Arena, left: TermId, right: TermId) -> bool {
    let cone = Cone::of(arena, &[left, right]);
    let xors = |&term: &TermId| arena.op(term) == Op::Xor;
    if cone.len() > PARITY_TERMS || !cone.terms.iter().any(xors) {
        return false;
    }
    let mut parities = Parities {
        arena,
        of: FxHashMap::default(),
        atoms: FxHashMap::default(),
        work: 0,
    };
    for &term in &cone.terms {
        let bits = parities.visit(term);
        parities.work += bits.iter().map(|bit| 1 + bit.bits.len()).sum::<usize>();
        if parities.work > PARITY_SIZE {
            return false;
        }
        parities.of.insert(term, bits);
    }
    parities.of[&left] == parities.of[&right]
}

struct Parities<'a> {
    arena: &'a Arena,
    /// The parities of each term's bits, least significant first.
    of: FxHashMap<TermId, Vec<Parity>>,
    atoms: FxHashMap<(TermId, u8), Bit>,
    work: usize,
}

impl Parities<'_> {
    /// The parity of an atomic bit: bit `place` of `term`.
    fn atom(&mut self, term: TermId, place: u8) -> Parity {
        let next = self.atoms.len() as Bit;
        let bit = *self.atoms.entry((term, place)).or_insert(next);
        let bits = vec![bit];
        Parity { bits, odd: false }
    }

    fn visit(&mut self, term: TermId) -> Vec<Parity> {
        let node = *self.arena.node(term);
        let width = node.width();
        if let Some(value) = self.arena.constant_value(term) {
            return (0..width)
                .map(|i| Parity::constant(value >> i & 1 == 1))
                .collect();
        }
        let operand = |i: usize| &self.of[&node.child(i)];
        let shift = |i: usize| Some(self.arena.constant_value(node.child(i))? as usize);
        let zero = Parity::default();
        let moved = |from: &[Parity], by: isize, fill: &Parity| -> Vec<Parity> {
            let at = |i: u8| usize::try_from(isize::from(i) + by).ok();
            let bit = |i: u8| at(i).and_then(|at| from.get(at)).unwrap_or(fill).clone();
            (0..width).map(bit).collect()
        };
        match (node.op(), shift_of(&node, shift)) {
            (Op::Xor, _) => {
                let pairs = operand(0).iter().zip(operand(1));
                pairs.map(|(x, y)| x.xor(y)).collect()
            }
            (Op::Extract, _) => moved(operand(0), node.spec().offset().into(), &zero),
            (Op::Concat, _) => [operand(1).as_slice(), operand(0)].concat(),
            (Op::ZExt, _) => moved(operand(0), 0, &zero),
            (Op::SExt, _) => match operand(0).last() {
                Some(sign) => moved(operand(0), 0, sign),
                None => Vec::new(),
            },
            (Op::Shl, Some(by)) => moved(operand(0), -by, &zero),
            (Op::LShr, Some(by)) => moved(operand(0), by, &zero),
            (Op::Select, _) => {
                let condition = operand(0)[0].clone();
                let (x, y) = (operand(1).clone(), operand(2).clone());
                let pairs = x.iter().zip(&y).zip(0..);
                pairs
                    .map(|((x, y), place)| match x.xor(y).as_constant() {
                        Some(false) => x.clone(),
                        Some(true) => y.xor(&condition),
                        None => self.atom(term, place),
                    })
                    .collect()
            }
            (Op::And | Op::Or, _) => {
                // The absorbing constant of the operation; the other constant is its identity.
                let decides = node.op() == Op::Or;
                let (x, y) = (operand(0).clone(), operand(1).clone());
                let pairs = x.iter().zip(&y).zip(0..);
                pairs
                    .map(|((x, y), place)| match (x.as_constant(), y.as_constant()) {
                        (Some(c), _) | (_, Some(c)) if c == decides => Parity::constant(decides),
                        (Some(_), _) => y.clone(),
                        (_, Some(_)) => x.clone(),
                        _ if x == y => x.clone(),
                        _ => self.atom(term, place),
                    })
                    .collect()
            }
            // Without carries, since at most one of the two bits in each place is set.
            (Op::Add, _) if apart(operand(0), operand(1)) => {
                let pairs = operand(0).iter().zip(operand(1));
                pairs.map(|(x, y)| x.xor(y)).collect()
            }
            // 0 - x and c * x, where x is 0 or 1.
            (Op::Sub, _) if shift(0) == Some(0) && is_bit(operand(1)) => {
                vec![operand(1)[0].clone(); width.into()]
            }
            (Op::Mul, _) if is_bit(operand(0)) && shift(1).is_some() => {
                let bit = operand(0)[0].clone();
                let constant = operand(1).iter();
                let bit = |c: &Parity| if c.odd { bit.clone() } else { zero.clone() };
                constant.map(bit).collect()
            }
            _ => (0..width).map(|place| self.atom(term, place)).collect(),
        }
    }
}

/// Whether all bits but the lowest are zero.
fn is_bit(bits: &[Parity]) -> bool {
    bits[1..].iter().all(|bit| bit.as_constant() == Some(false))
}

/// Whether at most one of the two bits in each place can be set.
fn apart(x: &[Parity], y: &[Parity]) -> bool {
    let zero = |bit: &Parity| bit.as_constant() == Some(false);
    x.iter().zip(y).all(|(x, y)| zero(x) || zero(y))
}

/// The constant amount of a shift, if it is less than the width.
fn shift_of(node: &term::Node, constant: impl Fn(usize) -> Option<usize>) -> Option<isize> {
    let shifts = matches!(node.op(), Op::Shl | Op::LShr);
    let by = shifts.then(|| constant(1)).flatten()?;
    (by < node.width().into()).then_some(by as isize)
}

#[cfg(test)]
mod tests {
    use rewrite_rules::{Builder, RuleSet};
    use term::Evaluator;

    use super::*;
    use crate::equiv::Witness;

    /// Random terms of four bits: equal parities mean equal values.
    #[test]
    fn equal_parities_are_equal_values() {
        let mut proved = 0;
        for seed in 0..1_500 {
            let mut builder = Builder::new(RuleSet::builtin());
            let mut random = fastrand::Rng::with_seed(seed);
            let mut terms: Vec<TermId> = (0..2)
                .map(|i| {
                    let arena = builder.arena_mut();
                    arena.add_variable(format!("x{i}"), 4, None)
                })
                .collect();
            for _ in 0..6 {
                let mut any = || terms[random.usize(0..terms.len())];
                let (x, y) = (any(), any());
                let constant = builder.constant(4, random.u128(0..16));
                let bit = builder.extract(x, random.u8(0..4), 1);
                let by = builder.constant(4, random.u128(0..4));
                let low = builder.and(x, terms[0]);
                let one = builder.constant(4, 1);
                let low = builder.and(low, one);
                let made = match random.u8(0..10) {
                    0..=2 => builder.xor(x, y),
                    7 => {
                        let zero = builder.constant(4, 0);
                        builder.sub(zero, low)
                    }
                    8 => builder.mul(low, constant),
                    9 => {
                        let x = builder.and(x, constant);
                        let rest = builder.not(constant);
                        let y = builder.and(y, rest);
                        builder.add(x, y)
                    }
                    3 => builder.and(x, constant),
                    4 => builder.shl(x, by),
                    5 => builder.lshr(x, by),
                    _ => {
                        let zero = builder.constant(4, 0);
                        let mask = builder.select(bit, constant, zero);
                        builder.xor(mask, y)
                    }
                };
                terms.push(made);
            }
            let arena = builder.arena();
            let pairs = terms.iter().enumerate();
            let pairs = pairs.flat_map(|(i, &x)| terms[..i].iter().map(move |&y| (x, y)));
            for (left, right) in pairs {
                if left == right || !equal(arena, left, right) {
                    continue;
                }
                proved += 1;
                let cone = Cone::of(arena, &[left, right]);
                let mut evaluator = Evaluator::new(arena, &cone);
                for input in 0..256u128 {
                    let mut witness = Witness::default();
                    for (id, place) in cone.symbols(arena).into_iter().zip([0, 4]) {
                        witness.values.insert(id, input >> place & 15);
                    }
                    evaluator.run(&witness);
                    let values = [left, right].map(|term| evaluator.value(term));
                    assert_eq!(values[0], values[1], "seed {seed}");
                }
            }
        }
        assert!(proved > 10, "{proved}");
    }
}
