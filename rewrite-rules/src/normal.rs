//! Normal forms that no set of directed rules reaches: n-ary sums, products and bitwise
//! operations flattened and sorted, integer sums as polynomials modulo 2^w, minima and maxima as
//! sets.
//!
//! Invariant: the normal form has the term's value for every assignment that respects the
//! ranges, as far as the assumptions of the rules in use promise it. Float sums and products are
//! flattened only under the assumption `associative`. Under `finite` as well, and where the
//! bounds allow it, summands that cancel are dropped: the sign of a zero result of cancellation
//! is then not determined.
//!
//! **Minima and maxima of floats.** `x < y ? x : y` keeps its second operand on ties and NaNs. A
//! tree of them is the minimum of its operand set when no operand is a NaN (known, or assumed by
//! `ordered` or `finite`) *and* no two operands are zeros of opposite sign (known, or made
//! irrelevant by `positive-zero`): under `ordered` alone, min(−0, +0) still depends on the
//! order. A chain `x < rest ? x : rest` that ends in a number skips NaNs, so it needs only the
//! condition on zeros (KLEE-CL §6.2, where it ends in +∞). A comparison ignores the signs of
//! zeros, so its operands need no condition on them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Cone, Format, Op, Rounding, Spec, TermId};

use crate::Builder;
use crate::assumptions::Assumptions;
use crate::bits::ones;
use crate::category::Ranges;
use crate::extremum::{Extremum, extremum};
pub use crate::polynomial::Bounds;
use crate::polynomial::Expansion;
use crate::rules::DirectedRules;

/// Returns the normal forms of `roots`, in order. Equal results mean equal terms under the
/// assumptions of `rules`; different results mean nothing.
pub fn normalise(
    builder: &mut Builder,
    roots: &[TermId],
    rules: &Arc<DirectedRules>,
    ranges: &dyn Ranges,
    bounds: Bounds,
) -> Vec<TermId> {
    builder.with_rules(rules, |builder| {
        // Applies the rules of other tiers first, so that what they remove is gone.
        let roots = builder.map(roots, |b, _, node, args| {
            b.build_under(node.spec(), args, ranges)
        });
        let mut normaliser = Normaliser {
            assumptions: rules.assumptions(),
            ranges,
            bounds,
            expansion: Expansion {
                ranges,
                bounds,
                factors: FxHashMap::default(),
                depth: 0,
            },
        };
        let group_roots = normaliser.group_roots(builder, &roots);
        let tests = extremum_tests(builder, &roots);
        builder.map(&roots, |b, original, node, args| {
            if node.op() == Op::FCmp && !tests.contains(&original) {
                let args = normaliser.as_numbers(b, node.spec().format(), args);
                return b.build_under(node.spec(), &args, ranges);
            }
            let made = b.build_under(node.spec(), args, ranges);
            match group_roots.contains(&original) && !b.is_stopped() {
                true => b.normal_form(made, |b| normaliser.normal(b, made)),
                false => made,
            }
        })
    })
}

/// The n-ary group of an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    /// Integer sums and products.
    Sum,
    /// Bitwise and, or, exclusive or.
    Bits(Op),
    /// Float sums, by the attribute: format and rounding.
    FloatSum(u16),
    /// Float products, by the attribute: format and rounding.
    FloatProduct(u16),
    /// Minima or maxima.
    Extremum(Extremum),
}

/// Whether a term is a zero- or sign-extended sum or product.
fn widens_sum(builder: &Builder, term: TermId) -> bool {
    let node = builder.arena().node(term);
    let inner = match node.op() {
        Op::SExt => node.child(0),
        _ if builder.constant_value(node.child(0)) == Some(0) => node.child(1),
        _ => return false,
    };
    matches!(builder.arena().op(inner), Op::Add | Op::Sub | Op::Mul)
}

/// The comparisons of minima and maxima.
fn extremum_tests(builder: &Builder, roots: &[TermId]) -> FxHashSet<TermId> {
    let arena = builder.arena();
    let terms = Cone::of(arena, roots).terms;
    let selects = terms
        .into_iter()
        .filter(|&t| extremum(builder, t).is_some());
    selects.map(|t| arena.node(t).child(0)).collect()
}

struct Normaliser<'a> {
    assumptions: Assumptions,
    ranges: &'a dyn Ranges,
    bounds: Bounds,
    expansion: Expansion<'a>,
}

impl Normaliser<'_> {
    fn group(&self, builder: &Builder, term: TermId) -> Option<Group> {
        let spec = builder.arena().node(term).spec();
        match spec.op {
            Op::Add | Op::Sub | Op::Mul => Some(Group::Sum),
            Op::Concat | Op::SExt if widens_sum(builder, term) => Some(Group::Sum),
            Op::And | Op::Or | Op::Xor => Some(Group::Bits(spec.op)),
            Op::FAdd | Op::FSub if self.assumptions.contains(Assumptions::ASSOCIATIVE) => {
                Some(Group::FloatSum(spec.attr))
            }
            Op::FMul if self.assumptions.contains(Assumptions::ASSOCIATIVE) => {
                Some(Group::FloatProduct(spec.attr))
            }
            Op::Select => extremum(builder, term).map(|(kind, ..)| Group::Extremum(kind)),
            _ => None,
        }
    }

    /// The terms whose groups are flattened: roots, and operands of terms outside of their
    /// group. Inner nodes of a group are excluded, so that a chain of n operands takes n log n
    /// steps.
    fn group_roots(&self, builder: &Builder, roots: &[TermId]) -> FxHashSet<TermId> {
        let cone = Cone::of(builder.arena(), roots);
        let arena = builder.arena();
        // A comparison used only by minima and maxima belongs to them.
        let mut other_use: FxHashSet<TermId> = roots.iter().copied().collect();
        for &term in &cone.terms {
            let children = arena.node(term).children();
            let own = extremum(builder, term).map(|_| children[0]);
            other_use.extend(children.iter().filter(|c| Some(**c) != own));
        }
        let mut result: FxHashSet<TermId> = roots.iter().copied().collect();
        for &term in &cone.terms {
            let node = arena.node(term);
            let compares = matches!(node.op(), Op::FCmp | Op::Ult | Op::Slt);
            if compares && !other_use.contains(&term) {
                continue;
            }
            let group = self.group(builder, term);
            // An operation that expansion may keep as an atom has its operands normalised
            // separately.
            let opaque = match node.op() {
                Op::Mul => builder.constant_value(node.child(1)).is_none(),
                op => matches!(op, Op::Concat | Op::SExt),
            };
            for child in node.children() {
                if group.is_none() || opaque || self.group(builder, *child) != group {
                    result.insert(*child);
                }
            }
        }
        result
    }

    /// Normalises operands of a float comparison, which ignores the sign of zero.
    fn as_numbers(&self, builder: &mut Builder, format: Format, args: &[TermId]) -> Vec<TermId> {
        let allowed = self.assumptions | Assumptions::POSITIVE_ZERO;
        let number = |&arg: &TermId| match extremum(builder, arg) {
            Some((kind, ..)) if kind.compares_floats(format) => {
                crate::extremum::normal(builder, kind, arg, allowed, self.ranges)
            }
            _ => arg,
        };
        args.iter().map(number).collect()
    }

    /// The normal form of a term with normalised operands.
    fn normal(&mut self, builder: &mut Builder, term: TermId) -> TermId {
        let spec = builder.arena().node(term).spec();
        match self.group(builder, term) {
            Some(Group::Sum) => {
                let polynomial = self.expansion.expand(builder, term);
                self.expansion.build(builder, &polynomial, spec.width)
            }
            Some(Group::Bits(op)) => self.bits(builder, op, term),
            Some(Group::FloatSum(attr)) => self.float_sum(builder, attr, term),
            Some(Group::FloatProduct(attr)) => self.float_product(builder, attr, term),
            Some(Group::Extremum(kind)) => {
                let allowed = self.assumptions;
                crate::extremum::normal(builder, kind, term, allowed, self.ranges)
            }
            None => term,
        }
    }

    fn binary(&self, builder: &mut Builder, spec: Spec, x: TermId, y: TermId) -> TermId {
        builder.build_under(spec, &[x, y], self.ranges)
    }

    /// Bitwise and, or, exclusive or as a sorted set of operands.
    fn bits(&self, builder: &mut Builder, op: Op, root: TermId) -> TermId {
        let width = builder.width(root);
        let spec = Spec::int(op, width);
        let neutral = if op == Op::And {
            ones(width as u128)
        } else {
            0
        };
        let mut constant = neutral;
        // Whether each term occurs; for exclusive or, whether an odd number of times.
        let mut open: BTreeMap<TermId, bool> = BTreeMap::from([(root, true)]);
        let mut operands = BTreeSet::new();
        while let Some((term, present)) = open.pop_last() {
            if !present {
                continue;
            }
            let node = *builder.arena().node(term);
            if let Some(value) = builder.constant_value(term) {
                constant = match op {
                    Op::And => constant & value,
                    Op::Or => constant | value,
                    _ => constant ^ value,
                };
            } else if node.op() == op {
                for child in node.children() {
                    let slot = open.entry(*child).or_insert(false);
                    *slot = op != Op::Xor || !*slot;
                }
            } else {
                operands.insert(term);
            }
        }
        // x & ~x = 0, x | ~x = all ones.
        if op != Op::Xor {
            let full = builder.constant(width, u128::MAX);
            for &x in &operands {
                let node = builder.arena().node(x);
                let negates = node.op() == Op::Xor && node.child(1) == full;
                if negates && operands.contains(&node.child(0)) {
                    return builder.constant(width, if op == Op::And { 0 } else { u128::MAX });
                }
            }
        }
        let constant = builder.constant(width, constant);
        let mut result: Option<TermId> = None;
        for operand in operands.into_iter().chain([constant]) {
            result = Some(match result {
                Some(r) => self.binary(builder, spec, r, operand),
                None => operand,
            });
        }
        result.unwrap_or(constant)
    }

    /// The operands of a float group with their multiplicities, plain and negated; `None` when
    /// there are too many.
    fn float_operands(
        &self,
        builder: &Builder,
        root: TermId,
        attr: u16,
        product: bool,
    ) -> Option<BTreeMap<TermId, [u64; 2]>> {
        let format = Format::from_code(attr & 7);
        let mut open: BTreeMap<TermId, [u64; 2]> = BTreeMap::from([(root, [1, 0])]);
        let mut operands: BTreeMap<TermId, [u64; 2]> = BTreeMap::new();
        while let Some((term, [plus, minus])) = open.pop_last() {
            let node = *builder.arena().node(term);
            let spec = node.spec();
            let mut push = |child: TermId, [plus, minus]: [u64; 2]| {
                let slot = open.entry(child).or_insert([0, 0]);
                *slot = [slot[0] + plus, slot[1] + minus];
                (slot[0] + slot[1] <= self.bounds.operands).then_some(())
            };
            let inside = spec.attr == attr;
            match node.op() {
                Op::FAdd if inside && !product => {
                    push(node.child(0), [plus, minus])?;
                    push(node.child(1), [plus, minus])?;
                }
                Op::FSub if inside && !product => {
                    push(node.child(0), [plus, minus])?;
                    push(node.child(1), [minus, plus])?;
                }
                // A product has a single sign, so only one factor carries it.
                Op::FMul if inside && product => {
                    push(node.child(0), [plus, minus])?;
                    push(node.child(1), [plus + minus, 0])?;
                }
                Op::Xor if builder.constant_value(node.child(1)) == Some(format.sign_mask()) => {
                    push(node.child(0), [minus, plus])?;
                }
                _ => {
                    let slot = operands.entry(term).or_insert([0, 0]);
                    *slot = [slot[0] + plus, slot[1] + minus];
                }
            }
        }
        let total: u64 = operands.values().flatten().sum();
        (total <= self.bounds.operands).then_some(operands)
    }

    /// A float sum with its operands in order: first those added, then those subtracted.
    fn float_sum(&self, builder: &mut Builder, attr: u16, root: TermId) -> TermId {
        let Some(operands) = self.float_operands(builder, root, attr, false) else {
            return root;
        };
        let format = Format::from_code(attr & 7);
        let op = |op| Spec {
            op,
            width: format.width(),
            attr,
        };
        let mut sum: Option<TermId> = None;
        let (added, subtracted) = (0, 1);
        for (sign, op) in [(added, op(Op::FAdd)), (subtracted, op(Op::FSub))] {
            for (&operand, counts) in &operands {
                // An operand added and subtracted cancels, unless it is infinite.
                let cancelled =
                    match self.assumptions.contains(Assumptions::FINITE) && self.bounds.cancels {
                        true => counts[added].min(counts[subtracted]),
                        false => 0,
                    };
                for _ in cancelled..counts[sign] {
                    sum = Some(match sum {
                        Some(s) => self.binary(builder, op, s, operand),
                        None if sign == added => operand,
                        None => {
                            let mask = builder.constant(format.width(), format.sign_mask());
                            self.binary(builder, Spec::int(Op::Xor, format.width()), operand, mask)
                        }
                    });
                }
            }
        }
        sum.unwrap_or_else(|| builder.constant(format.width(), 0))
    }

    /// A float product with its factors in order and its sign outside.
    fn float_product(&self, builder: &mut Builder, attr: u16, root: TermId) -> TermId {
        let format = Format::from_code(attr & 7);
        let knows_sign = matches!(
            Spec {
                op: Op::FMul,
                width: format.width(),
                attr
            }
            .rounding(),
            Rounding::TowardPositive | Rounding::TowardNegative
        );
        let Some(operands) = self.float_operands(builder, root, attr, true) else {
            return root;
        };
        let negative = operands.values().map(|c| c[1]).sum::<u64>() % 2 == 1;
        if negative && knows_sign {
            return root;
        }
        let spec = Spec {
            op: Op::FMul,
            width: format.width(),
            attr,
        };
        let mut product: Option<TermId> = None;
        for (&factor, counts) in &operands {
            for _ in 0..counts[0] + counts[1] {
                product = Some(match product {
                    Some(p) => self.binary(builder, spec, p, factor),
                    None => factor,
                });
            }
        }
        let Some(product) = product else { return root };
        if !negative {
            return product;
        }
        let mask = builder.constant(format.width(), format.sign_mask());
        let xor = Spec::int(Op::Xor, format.width());
        let negated = self.binary(builder, xor, product, mask);
        let canonical = Spec::fconvert(format, format, Rounding::NearestEven);
        builder.build_under(canonical, &[negated], self.ranges)
    }
}
