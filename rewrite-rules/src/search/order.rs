//! Float sums and products with their operands in one order, wherever they associate.
//!
//! Invariant: each link joins two terms with equal multisets of operands. A sum's operands are
//! those added and those subtracted; a product has a single sign.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Cone, Format, Op, Rounding, Spec, TermId};

use super::{Law, Link};
use crate::number::is_canonical;

/// Operands of one sum or product, at most.
const MOST: u64 = 2_000;

/// How often each operand is added and subtracted.
type Counts = BTreeMap<TermId, [u64; 2]>;

/// Returns the terms with all sums and products in order, and adds the links that lead there.
/// With `cancels`, operands both added and subtracted are dropped.
pub(super) fn ordered<const N: usize>(
    arena: &mut Arena,
    roots: [TermId; N],
    cancels: bool,
    links: &mut Vec<Link>,
) -> [TermId; N] {
    let cone = Cone::of(arena, &roots);
    let groups = group_roots(arena, &cone, &roots);
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &term in &cone.terms {
        let node = *arena.node(term);
        let operands: Vec<TermId> = node.children().iter().map(|child| new[child]).collect();
        let same = operands[..] == *node.children();
        let mut made = match same {
            true => term,
            false => arena.term(node.spec(), &operands),
        };
        let is_group = groups.contains(&term);
        let ordered = match is_group {
            true => in_order(arena, made, cancels),
            false => without_sign(arena, made, cancels),
        };
        if let Some(ordered) = ordered.filter(|&ordered| ordered != made) {
            // A link starts at a sum or product.
            let (from, to) = match is_group {
                true => (made, ordered),
                false => (ordered, made),
            };
            let by = Law::Order;
            links.push(Link { from, to, by });
            made = ordered;
        }
        new.insert(term, made);
    }
    roots.map(|root| new[&root])
}

/// The sum or product that an operation is a part of, by its attribute.
fn group(spec: Spec) -> Option<(bool, u16)> {
    match spec.op {
        Op::FAdd | Op::FSub => Some((false, spec.attr)),
        Op::FMul => Some((true, spec.attr)),
        _ => None,
    }
}

/// The sums and products that are roots, or operands of operations of another kind.
fn group_roots(arena: &Arena, cone: &Cone, roots: &[TermId]) -> FxHashSet<TermId> {
    let mut found: FxHashSet<TermId> = roots.iter().copied().collect();
    for &term in &cone.terms {
        let own = group(arena.node(term).spec());
        let children = arena.node(term).children().iter().copied();
        found.extend(children.filter(|&child| group(arena.node(child).spec()) != own));
    }
    found.retain(|&term| group(arena.node(term).spec()).is_some());
    found
}

/// A sum or product with its operands in order; `None` if it has too many.
fn in_order(arena: &mut Arena, root: TermId, cancels: bool) -> Option<TermId> {
    let spec = arena.node(root).spec();
    let operands = operands(arena, root)?;
    match spec.op {
        Op::FMul => product(arena, spec, &operands),
        _ => Some(sum(arena, spec, operands, cancels)),
    }
}

/// A negated sum with the signs of its summands exchanged; `None` for any other term.
fn without_sign(arena: &mut Arena, term: TermId, cancels: bool) -> Option<TermId> {
    let conversion = arena.node(term);
    if conversion.op() != Op::FConvert || !is_canonical(conversion.spec()) {
        return None;
    }
    let (format, negation) = (conversion.spec().format(), arena.node(conversion.child(0)));
    let negates = negation.op() == Op::Xor
        && arena.constant_value(negation.child(1)) == Some(format.sign_mask());
    if !negates {
        return None;
    }
    let root = negation.child(0);
    let spec = arena.node(root).spec();
    if group(spec) != Some((false, spec.attr)) || spec.format() != format {
        return None;
    }
    let mut operands = operands(arena, root)?;
    for counts in operands.values_mut() {
        counts.swap(0, 1);
    }
    let made = sum(arena, spec, operands, cancels);
    (group(arena.node(made).spec()) == group(spec)).then_some(made)
}

/// The operands of a sum, or the factors of a product with the signs counted as subtractions,
/// unless its rounding depends on them; `None` if there are too many.
fn operands(arena: &Arena, root: TermId) -> Option<Counts> {
    let spec = arena.node(root).spec();
    let (format, own) = (spec.format(), group(spec));
    let directed = [Rounding::TowardNegative, Rounding::TowardPositive];
    let moves_sign = spec.op != Op::FMul || !directed.contains(&spec.rounding());
    let mut open = Counts::from([(root, [1, 0])]);
    let mut found = Counts::new();
    let add = |map: &mut Counts, term: TermId, [plus, minus]: [u64; 2]| {
        let counts = map.entry(term).or_insert([0, 0]);
        *counts = [
            counts[0].saturating_add(plus),
            counts[1].saturating_add(minus),
        ];
    };
    while let Some((term, [plus, minus])) = open.pop_last() {
        let node = arena.node(term);
        let inner = node.spec();
        match node.op() {
            Op::FAdd if group(inner) == own => {
                add(&mut open, node.child(0), [plus, minus]);
                add(&mut open, node.child(1), [plus, minus]);
            }
            Op::FSub if group(inner) == own => {
                add(&mut open, node.child(0), [plus, minus]);
                add(&mut open, node.child(1), [minus, plus]);
            }
            // A product has a single sign, so only one factor carries it.
            Op::FMul if group(inner) == own => {
                add(&mut open, node.child(0), [plus, minus]);
                add(&mut open, node.child(1), [plus.saturating_add(minus), 0]);
            }
            Op::Xor
                if moves_sign
                    && arena.constant_value(node.child(1)) == Some(format.sign_mask()) =>
            {
                add(&mut open, node.child(0), [minus, plus]);
            }
            Op::FConvert if is_canonical(inner) && inner.format() == format => {
                add(&mut open, node.child(0), [plus, minus]);
            }
            _ => add(&mut found, term, [plus, minus]),
        }
        let known = open.values().chain(found.values()).flatten();
        if known.fold(0u64, |all, count| all.saturating_add(*count)) > MOST {
            return None;
        }
    }
    Some(found)
}

fn sum(arena: &mut Arena, sum: Spec, mut operands: Counts, cancels: bool) -> TermId {
    let format = sum.format();
    for (&term, counts) in &mut operands {
        let value = arena.constant_value(term);
        if value.is_some_and(|bits| bits & !format.sign_mask() == 0) {
            // 0 + 0 = 0, so multiplicity does not matter.
            *counts = counts.map(|count| count.min(1));
        }
        if cancels {
            let both = counts[0].min(counts[1]);
            *counts = counts.map(|count| count - both);
        }
    }
    // Equal monomials side by side, so that rules can collect their coefficients.
    let mut monomials: BTreeMap<TermId, [Option<TermId>; 2]> = BTreeMap::new();
    let join = |arena: &mut Arena, op, first: Option<TermId>, operand| match first {
        Some(first) => arena.term(Spec { op, ..sum }, &[first, operand]),
        None => operand,
    };
    for (&operand, counts) in &operands {
        let collected = monomials.entry(monomial(arena, sum, operand)).or_default();
        for (side, count) in counts.iter().enumerate() {
            for _ in 0..*count {
                collected[side] = Some(join(arena, Op::FAdd, collected[side], operand));
            }
        }
    }
    let (mut added, mut subtracted) = (None, Vec::new());
    for [plus, minus] in monomials.into_values() {
        match (plus, minus) {
            (Some(plus), None) => added = Some(join(arena, Op::FAdd, added, plus)),
            (Some(plus), Some(minus)) => {
                let difference = arena.term(
                    Spec {
                        op: Op::FSub,
                        ..sum
                    },
                    &[plus, minus],
                );
                added = Some(join(arena, Op::FAdd, added, difference));
            }
            (None, minus) => subtracted.extend(minus),
        }
    }
    for minus in subtracted {
        added = Some(match added {
            Some(_) => join(arena, Op::FSub, added, minus),
            None => negated(arena, format, minus),
        });
    }
    added.unwrap_or_else(|| arena.constant(format.width(), 0))
}

/// A summand without its constant coefficient.
fn monomial(arena: &Arena, sum: Spec, operand: TermId) -> TermId {
    let node = arena.node(operand);
    let is_product = node.op() == Op::FMul && node.spec().attr == sum.attr;
    match is_product && arena.constant_value(node.child(1)).is_some() {
        true => node.child(0),
        false => operand,
    }
}

fn product(arena: &mut Arena, product: Spec, factors: &Counts) -> Option<TermId> {
    let format = product.format();
    let negative = factors.values().map(|counts| counts[1]).sum::<u64>() % 2 == 1;
    let mut order: Vec<(&TermId, &[u64; 2])> = factors.iter().collect();
    order.sort_by_key(|(term, _)| (arena.constant_value(**term).is_some(), **term));
    let each = order
        .into_iter()
        .flat_map(|(&term, counts)| std::iter::repeat_n(term, (counts[0] + counts[1]) as usize));
    let made = each.reduce(|first, factor| arena.term(product, &[first, factor]))?;
    if !negative {
        return Some(made);
    }
    let negated = negated(arena, format, made);
    let canonical = Spec::fconvert(format, format, Rounding::NearestEven);
    Some(arena.term(canonical, &[negated]))
}

fn negated(arena: &mut Arena, format: Format, term: TermId) -> TermId {
    let mask = arena.constant(format.width(), format.sign_mask());
    arena.term(Spec::int(Op::Xor, format.width()), &[term, mask])
}
