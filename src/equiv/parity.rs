//! Equality of results as exclusive ors of bits: cyclic redundancy checks, shift registers,
//! products of polynomials over GF(2), Gray codes.
//!
//! Every bit of a term is represented as the exclusive or of a set of atomic bits and a
//! constant: an affine function over GF(2). Moves, exclusive ors, masks, and selects between
//! values whose bits differ by a constant preserve that form. Two results with equal sets are
//! equal, in whatever order they were computed; the solver's case analysis does not see this.
//!
//! Invariant: for every input, the exclusive or of a set has the value of its bit.

mod sets;

use rustc_hash::FxHashMap;
use term::{Arena, Cone, Node, Op, TermId};

use self::sets::{Set, Sets};
use crate::budgets::proof::{PARITY_SIZE, PARITY_TERMS};

/// Whether both roots have equal sets in every bit. False does not mean that they differ.
pub(super) fn equal(arena: &Arena, left: TermId, right: TermId) -> bool {
    let cone = Cone::of(arena, &[left, right]);
    let xors = |&term: &TermId| arena.op(term) == Op::Xor;
    if cone.len() > PARITY_TERMS || !cone.terms.iter().any(xors) {
        return false;
    }
    let mut parities = Parities {
        arena,
        bits: Vec::new(),
        of: FxHashMap::default(),
        atoms: 0,
        sets: Sets::default(),
    };
    for &term in &cone.terms {
        parities.visit(term);
        if parities.sets.size() > PARITY_SIZE {
            return false;
        }
    }
    parities.of(left) == parities.of(right)
}

struct Parities<'a> {
    arena: &'a Arena,
    /// The sets of the bits of all terms visited.
    bits: Vec<Set>,
    /// Where the sets of a term begin; the least significant bit comes first.
    of: FxHashMap<TermId, usize>,
    /// The number of atomic bits.
    atoms: u32,
    sets: Sets,
}

impl Parities<'_> {
    fn of(&self, term: TermId) -> &[Set] {
        let start = self.of[&term];
        &self.bits[start..start + usize::from(self.arena.width(term))]
    }

    fn visit(&mut self, term: TermId) {
        let node = *self.arena.node(term);
        let start = self.bits.len();
        for place in 0..node.width() {
            let set = match self.bit(term, &node, place) {
                Some(set) => set,
                None => {
                    self.atoms += 1;
                    self.sets.atom(self.atoms - 1)
                }
            };
            self.bits.push(set);
        }
        self.of.insert(term, start);
    }

    /// The set of a bit of a term, from those of its operands; `None` for an atomic bit.
    fn bit(&mut self, term: TermId, node: &Node, place: u8) -> Option<Set> {
        if let Some(value) = self.arena.constant_value(term) {
            return Some(Set::constant(value >> place & 1 == 1));
        }
        let operand = |i: usize| self.of(node.child(i));
        let at = |i: usize| operand(i)[usize::from(place)];
        let constant = |i: usize| self.arena.constant_value(node.child(i));
        // The bit of the first operand at another place.
        let moved = |by: isize, fill: Set| {
            let from = usize::try_from(isize::from(place) + by).ok();
            from.and_then(|from| operand(0).get(from).copied())
                .unwrap_or(fill)
        };
        match node.op() {
            Op::Xor => Some(self.sets.xor(at(0), at(1))),
            Op::Extract => Some(moved(node.spec().offset().into(), Set::ZERO)),
            Op::Concat => {
                let low = operand(1);
                let high = || operand(0)[usize::from(place) - low.len()];
                Some(low.get(usize::from(place)).copied().unwrap_or_else(high))
            }
            Op::ZExt => Some(moved(0, Set::ZERO)),
            Op::SExt => Some(moved(0, *operand(0).last()?)),
            Op::Shl | Op::LShr | Op::AShr => {
                let by = constant(1).filter(|&by| by < node.width().into())? as isize;
                Some(match node.op() {
                    Op::Shl => moved(-by, Set::ZERO),
                    Op::LShr => moved(by, Set::ZERO),
                    _ => moved(by, *operand(0).last()?),
                })
            }
            // c ? x : y = y ^ c & (x ^ y)
            Op::Select => {
                let (condition, x, y) = (operand(0)[0], at(1), at(2));
                let differ = self.sets.xor(x, y);
                let change = self.and(condition, differ)?;
                Some(self.sets.xor(y, change))
            }
            Op::And => self.and(at(0), at(1)),
            Op::Or => {
                let (x, y) = (at(0), at(1));
                let both = self.and(x, y)?;
                let either = self.sets.xor(x, y);
                Some(self.sets.xor(either, both))
            }
            // Without carries: in the lowest place there is none, and nowhere if at most one of
            // the two bits in each lower place is set.
            Op::Add if apart(operand(0), operand(1), place) => Some(self.sets.xor(at(0), at(1))),
            Op::Sub if place == 0 => Some(self.sets.xor(at(0), at(1))),
            // 0 - x and c * x, where x is 0 or 1.
            Op::Sub if constant(0) == Some(0) && is_bit(operand(1)) => Some(operand(1)[0]),
            Op::Mul if is_bit(operand(0)) => {
                let factor = constant(1)?;
                Some(match factor >> place & 1 {
                    1 => operand(0)[0],
                    _ => Set::ZERO,
                })
            }
            _ => None,
        }
    }

    /// The conjunction of two bits if it is affine.
    fn and(&mut self, x: Set, y: Set) -> Option<Set> {
        match (x, y) {
            (Set::ZERO, _) | (_, Set::ZERO) => Some(Set::ZERO),
            (Set::ONE, other) | (other, Set::ONE) => Some(other),
            _ if x == y => Some(x),
            _ => (self.sets.xor(x, y) == Set::ONE).then_some(Set::ZERO),
        }
    }
}

/// Whether all bits but the lowest are zero.
fn is_bit(bits: &[Set]) -> bool {
    bits[1..].iter().all(|&bit| bit == Set::ZERO)
}

/// Whether at most one of the two bits in each place below the given one can be set.
fn apart(x: &[Set], y: &[Set], place: u8) -> bool {
    let mut pairs = x.iter().zip(y).take(place.into());
    pairs.all(|(&x, &y)| x == Set::ZERO || y == Set::ZERO)
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
