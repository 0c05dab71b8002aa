//! Refutation under *associative*: differences that persist in every order of sums and products.
//!
//! Two formulas that denote the same real number, such as `x (y + z)` and `x y + x z`, may
//! differ under *associative*, which does not include distributivity. Only results known to
//! denote the same real number are considered, so the law that would make them equal can be
//! named and is not among the assumptions. The search looks for an input on which every order of
//! each sum and each product gives the same result: no subset of the summands rounds when added,
//! and products of more than two factors do not round at all. A difference on such an input is
//! independent of the order.
//!
//! Invariant: on a witness the results differ, no other assumption excludes it, no function
//! value is invented, and no order of the operands of a sum or a product of one format and
//! rounding changes either result.

use std::collections::BTreeMap;

use fastrand::Rng;
use rustc_hash::FxHashSet;
use term::{Arena, Assignment, Cone, Evaluator, Format, Op, TermId};

use super::Assumptions;
use super::Witness;
use super::claim::{Claim, Compare, symbol_type};
use super::judge::{Judge, Judgement};
use super::minimise::simplify;
use super::portfolio::Portfolio;
use super::separation::widened;
use crate::accuracy::{Ideals, ideals};
use crate::budgets::diagnosis::{REORDER_OPERANDS, REORDER_SAMPLES, REORDER_TERMS};
use crate::deadline::Deadline;

/// Returns a simplified witness that no order of operations makes the results of a claim equal,
/// if a sample shows it.
pub(super) fn witness(
    arena: &Arena,
    claim: &Claim,
    assumptions: Assumptions,
    portfolio: &mut Portfolio,
    deadline: &Deadline,
) -> Option<Witness> {
    let Compare::Float(format) = claim.compare else {
        return None;
    };
    let results = [claim.left, claim.right];
    let others = |term: &TermId| {
        matches!(
            arena.op(*term),
            Op::FDiv | Op::FSqrt | Op::FRem | Op::Fma | Op::Apply
        )
    };
    let divides = Cone::of(arena, &results).terms.iter().any(others);
    if divides || ideals(arena, format, results, format.precision()) != Ideals::Same {
        return None;
    }
    let cone = Cone::of(arena, &claim.roots());
    if cone.len() > REORDER_TERMS {
        return None;
    }
    let mut orders = Orders::new(arena, claim, &cone, assumptions);
    let mut random = Rng::with_seed(1);
    let mut sample = Vec::new();
    let open = |_: &usize| deadline.expired().is_none();
    let found = (0..REORDER_SAMPLES).take_while(open).find_map(|_| {
        portfolio.draw(&mut sample);
        for (value, &id) in sample.iter_mut().zip(portfolio.symbols()) {
            if let Some(format) = symbol_type(arena, id).0 {
                *value = sparse(&mut random, format);
            }
        }
        let witness = Witness::new(portfolio.symbols(), &sample);
        orders.agree_on(&witness).then_some(witness)
    })?;
    let keep = |candidate: &Witness| orders.agree_on(candidate);
    Some(simplify(arena, claim, found, deadline, keep))
}

/// A number with few significant bits: a product of two such numbers may round while their sums
/// do not.
fn sparse(random: &mut Rng, format: Format) -> u128 {
    let precision = usize::from(format.precision());
    let number = match random.usize(..6) {
        0 => 0.0,
        1 => 1.0 + random.usize(..8) as f64,
        2 | 3 => (random.usize(..precision) as f64).exp2(),
        _ => {
            let bits = (precision / 2 + random.usize(..4)).min(52);
            (1 + random.usize(..1 << bits)) as f64
        }
    };
    format.from_f64(number, term::Rounding::NearestEven)
}

struct Orders<'a> {
    arena: &'a Arena,
    judge: Judge<'a>,
    evaluator: Evaluator<'a>,
    /// Sums and products that are not operands of another sum or product of the same kind.
    groups: Vec<TermId>,
}

impl<'a> Orders<'a> {
    fn new(
        arena: &'a Arena,
        claim: &'a Claim,
        cone: &Cone,
        assumptions: Assumptions,
    ) -> Orders<'a> {
        let others = assumptions - Assumptions::ALGEBRAIC;
        Orders {
            arena,
            judge: Judge::new(arena, claim, others),
            evaluator: Evaluator::new(arena, cone),
            groups: groups(arena, claim, cone),
        }
    }

    /// Whether the results differ as numbers while every order of operations gives these
    /// results.
    fn agree_on(&mut self, witness: &Witness) -> bool {
        if self.judge.judge(witness) != Judgement::Differs || !self.judge.numbers_differ() {
            return false;
        }
        self.evaluator.run(witness as &dyn Assignment);
        self.groups.iter().all(|&group| self.any_order(group))
    }

    fn any_order(&self, root: TermId) -> bool {
        let spec = self.arena.node(root).spec();
        let format = spec.format();
        let Some(operands) = operands(self.arena, root) else {
            return false;
        };
        let values = operands.iter().map(|(&term, &count)| {
            let parts = Parts::of(format, self.evaluator.value(term))?;
            Some((parts, count))
        });
        let Some(values) = values.collect::<Option<Vec<(Parts, u64)>>>() else {
            return false;
        };
        match is_product(spec.op) {
            true => products_exact(format, &values),
            false => sums_exact(format, &values),
        }
    }
}

/// A magnitude: |x| = odd × 2^exponent.
struct Parts {
    odd: u128,
    exponent: i32,
}

impl Parts {
    /// The magnitude of a float; `None` for infinities and NaNs.
    fn of(format: Format, bits: u128) -> Option<Parts> {
        const FRACTION: u32 = 112;
        let quad = widened(format, bits) & !Format::Quad.sign_mask();
        if quad >= Format::Quad.infinity() {
            return None;
        }
        let exponent = (quad >> FRACTION) as i32;
        let hidden = u128::from(exponent > 0) << FRACTION;
        let fraction = quad & ((1 << FRACTION) - 1) | hidden;
        let low = if fraction == 0 {
            0
        } else {
            fraction.trailing_zeros()
        };
        Some(Parts {
            odd: fraction >> low,
            exponent: exponent.max(1) - 16383 - FRACTION as i32 + low as i32,
        })
    }

    fn bits(&self) -> i32 {
        (128 - self.odd.leading_zeros()) as i32
    }
}

/// Whether no sum of a subset of the operands rounds: all are multiples of one power of two, and
/// the format represents every multiple of it up to the sum of their magnitudes.
fn sums_exact(format: Format, values: &[(Parts, u64)]) -> bool {
    let numbers = || values.iter().filter(|(x, _)| x.odd != 0);
    let Some(unit) = numbers().map(|(x, _)| x.exponent).min() else {
        return true;
    };
    let mut total = 0u128;
    for (x, count) in numbers() {
        let shift = (x.exponent - unit) as u32;
        if shift as i32 + x.bits() > i32::from(format.precision()) {
            return false;
        }
        let magnitude = (x.odd << shift).checked_mul((*count).into());
        let Some(sum) = magnitude.and_then(|m| total.checked_add(m)) else {
            return false;
        };
        total = sum;
    }
    let bits = (128 - total.leading_zeros()) as i32;
    bits <= i32::from(format.precision()) && unit + bits <= format.max_exponent()
}

/// Whether the order of the factors does not matter: there are at most two, or no product of a
/// subset of them rounds, overflows or becomes subnormal.
fn products_exact(format: Format, values: &[(Parts, u64)]) -> bool {
    let factors: u64 = values.iter().map(|(_, count)| count).sum();
    if factors <= 2 {
        return true;
    }
    let (mut bits, mut up, mut down) = (0i64, 0i64, 0i64);
    for (x, count) in values {
        let count = *count as i64;
        bits += i64::from(x.bits()) * count;
        let top = i64::from(x.exponent + x.bits());
        up += top.max(0) * count;
        down += i64::from(x.exponent).min(0) * count;
    }
    let most = i64::from(format.max_exponent());
    bits <= i64::from(format.precision())
        && up < most
        && down > -most + i64::from(format.precision())
}

fn is_product(op: Op) -> bool {
    op == Op::FMul
}

/// Whether a term is flattened into a sum or product with this root.
fn belongs(arena: &Arena, term: TermId, root: term::Spec) -> bool {
    let spec = arena.node(term).spec();
    let of_kind = match is_product(root.op) {
        true => spec.op == Op::FMul,
        false => matches!(spec.op, Op::FAdd | Op::FSub),
    };
    of_kind && spec.attr == root.attr
}

/// The sums and products that are a root of the claim or an operand of an operation of another
/// kind.
fn groups(arena: &Arena, claim: &Claim, cone: &Cone) -> Vec<TermId> {
    let ordered = |term: &TermId| {
        let op = arena.op(*term);
        matches!(op, Op::FAdd | Op::FSub | Op::FMul)
    };
    let mut roots: FxHashSet<TermId> = claim.roots().into_iter().filter(ordered).collect();
    for &term in &cone.terms {
        let spec = arena.node(term).spec();
        let children = arena.node(term).children().iter().copied().filter(ordered);
        roots.extend(children.filter(|&child| {
            let own = arena.node(child).spec();
            !(ordered(&term) && belongs(arena, term, own) && spec.attr == own.attr)
        }));
    }
    roots.into_iter().collect()
}

/// The operands of a flattened sum or product, signs removed, with their multiplicities; `None`
/// when there are too many.
fn operands(arena: &Arena, root: TermId) -> Option<BTreeMap<TermId, u64>> {
    let spec = arena.node(root).spec();
    let sign = spec.format().sign_mask();
    let mut open = BTreeMap::from([(root, 1u64)]);
    let mut found: BTreeMap<TermId, u64> = BTreeMap::new();
    while let Some((term, count)) = open.pop_last() {
        let node = arena.node(term);
        let negates = node.op() == Op::Xor && arena.constant_value(node.child(1)) == Some(sign);
        if belongs(arena, term, spec) {
            for child in node.children() {
                *open.entry(*child).or_insert(0) += count;
            }
        } else if negates {
            *open.entry(node.child(0)).or_insert(0) += count;
        } else {
            *found.entry(term).or_insert(0) += count;
        }
        if open.values().chain(found.values()).sum::<u64>() > REORDER_OPERANDS {
            return None;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(numbers: &[f32]) -> Vec<(Parts, u64)> {
        let parts = |x: &f32| Parts::of(Format::Single, x.to_bits().into()).unwrap();
        numbers.iter().map(|x| (parts(x), 1)).collect()
    }

    #[test]
    fn sums_of_near_multiples_do_not_round() {
        assert!(sums_exact(
            Format::Single,
            &values(&[1.0, 2.5, -1024.25, 0.0])
        ));
        assert!(!sums_exact(Format::Single, &values(&[1.0, 16_777_216.0])));
        assert!(!sums_exact(Format::Single, &values(&[0.1, 1.0])));
    }

    #[test]
    fn two_factors_have_one_order() {
        assert!(products_exact(Format::Single, &values(&[0.1, 0.3])));
        assert!(!products_exact(Format::Single, &values(&[0.1, 0.3, 0.7])));
        assert!(products_exact(Format::Single, &values(&[3.0, 5.0, 0.25])));
    }
}
