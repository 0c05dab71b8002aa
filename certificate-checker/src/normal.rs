//! Normal forms, computed independently of the prover: bitwise operations as sets, minima and
//! maxima as sets, float sums and products as multisets where *associative* is assumed.
//!
//! Invariant: two terms that [`same`] accepts are equal for every input, provided that the facts
//! and the assumptions hold.

use std::collections::{BTreeMap, BTreeSet};

use rewrite_rules::Assumptions;
use rustc_hash::FxHashSet;
use term::{Arena, Cone, Format, Op, Outcomes, Rounding, Spec, TermId};

use crate::bit_sets::bits;
use crate::facts::Facts;
use crate::fault::{Checked, not_checked, require};
use crate::floats::rank;
use crate::polynomial;

/// Checks that two terms are the same sum, product or set of operands.
pub(crate) fn same(arena: &Arena, facts: &mut Facts, term: TermId, other: TermId) -> Checked {
    let differs = |same| require(same, || "the operands are others".into());
    let spec = arena.node(term).spec();
    let associative = facts.assumptions().contains(Assumptions::ASSOCIATIVE);
    match spec.op {
        Op::And | Op::Or | Op::Xor => {
            let (x, y) = (bits(arena, spec.op, term), bits(arena, spec.op, other));
            differs(x == y)?;
            adds_no_float(arena, term, other)
        }
        Op::Add | Op::Sub | Op::Mul | Op::Concat | Op::SExt => {
            polynomial::same(arena, facts, term, other)?;
            adds_no_float(arena, term, other)
        }
        Op::FAdd | Op::FSub if associative => {
            let mut sides = [term, other].map(|root| summands(arena, spec, root));
            if facts.assumptions().contains(Assumptions::FINITE) {
                sides
                    .iter_mut()
                    .for_each(|side| cancel(arena, spec.format(), side));
            }
            differs(sides[0] == sides[1])
        }
        Op::FMul if associative => {
            let (x, y) = (factors(arena, spec, term), factors(arena, spec, other));
            differs(x == y)
        }
        Op::Select => {
            let zeros_alike = facts.assumptions().contains(Assumptions::POSITIVE_ZERO);
            extrema(arena, facts, term, other, zeros_alike)
        }
        _ => not_checked(format!("a normal form of `{}`", spec.op.name())),
    }
}

/// Checks that every float operation below the other term is below the term: one that cancels
/// would exclude inputs that no version excludes.
fn adds_no_float(arena: &Arena, term: TermId, other: TermId) -> Checked {
    let mut near = FxHashSet::default();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        let node = arena.node(term);
        if near.insert(term) && !node.op().is_float() && node.op() != Op::Select {
            open.extend(node.children());
        }
    }
    // Most often the operands are those of the term.
    let mut further = FxHashSet::default();
    let mut floats = Vec::new();
    let mut open = vec![other];
    while let Some(term) = open.pop() {
        if near.contains(&term) || !further.insert(term) {
            continue;
        }
        let node = arena.node(term);
        if node.op().is_float() {
            floats.push(term);
        }
        open.extend(node.children());
    }
    let known = || {
        let cone = Cone::of(arena, &[term]);
        floats.iter().all(|&float| cone.position(float).is_some())
    };
    require(floats.is_empty() || known(), || {
        "a float operation is added".into()
    })
}

/// The summands of a float sum of one format and rounding, with how often each is added and
/// subtracted.
fn summands(arena: &Arena, sum: Spec, root: TermId) -> BTreeMap<TermId, (u64, u64)> {
    let format = sum.format();
    let mut open = BTreeMap::from([(root, (1u64, 0u64))]);
    let mut found = BTreeMap::new();
    let add = |map: &mut BTreeMap<TermId, (u64, u64)>, term, (plus, minus): (u64, u64)| {
        let counts = map.entry(term).or_insert((0, 0));
        *counts = (
            counts.0.saturating_add(plus),
            counts.1.saturating_add(minus),
        );
    };
    while let Some((term, (plus, minus))) = open.pop_last() {
        let node = arena.node(term);
        let inside = node.spec().attr == sum.attr;
        match node.op() {
            Op::FAdd if inside => {
                add(&mut open, node.child(0), (plus, minus));
                add(&mut open, node.child(1), (plus, minus));
            }
            Op::FSub if inside => {
                add(&mut open, node.child(0), (plus, minus));
                add(&mut open, node.child(1), (minus, plus));
            }
            Op::Xor if arena.constant_value(node.child(1)) == Some(format.sign_mask()) => {
                add(&mut open, node.child(0), (minus, plus));
            }
            // A sum reads a number, whichever NaN it is.
            Op::FConvert if is_canonical(node.spec(), format) => {
                add(&mut open, node.child(0), (plus, minus));
            }
            // 0 + 0 = 0, so multiplicity does not matter.
            _ if is_zero(arena, format, term) => {
                add(&mut found, term, (plus.min(1), minus.min(1)));
            }
            _ => add(&mut found, term, (plus, minus)),
        }
    }
    found
}

/// Cancels operands that are both added and subtracted, for use where no value is infinite. An
/// empty sum is a zero.
fn cancel(arena: &Arena, format: Format, sum: &mut BTreeMap<TermId, (u64, u64)>) {
    for (plus, minus) in sum.values_mut() {
        let both = (*plus).min(*minus);
        (*plus, *minus) = (*plus - both, *minus - both);
    }
    sum.retain(|_, counts| *counts != (0, 0));
    if sum.keys().all(|&term| is_zero(arena, format, term)) {
        sum.clear();
    }
}

/// Whether a conversion of the format to itself only makes NaNs canonical.
fn is_canonical(conversion: Spec, format: Format) -> bool {
    conversion.source_format() == conversion.format() && conversion.format() == format
}

fn is_zero(arena: &Arena, format: Format, term: TermId) -> bool {
    let value = arena.constant_value(term);
    value.is_some_and(|bits| bits & !format.sign_mask() == 0)
}

/// The factors of a float product of one format and rounding, and whether the product is
/// negated.
fn factors(arena: &Arena, product: Spec, root: TermId) -> (bool, BTreeMap<TermId, u64>) {
    let format = product.format();
    let directed = [Rounding::TowardNegative, Rounding::TowardPositive];
    let sign_free = !directed.contains(&product.rounding());
    let mut negative = false;
    let mut open = BTreeMap::from([(root, 1u64)]);
    let mut found = BTreeMap::new();
    while let Some((term, count)) = open.pop_last() {
        let node = arena.node(term);
        let mut add = |term| {
            let counts = open.entry(term).or_insert(0);
            *counts = counts.saturating_add(count);
        };
        match node.op() {
            Op::FMul if node.spec().attr == product.attr => {
                add(node.child(0));
                add(node.child(1));
            }
            Op::FConvert if is_canonical(node.spec(), format) => add(node.child(0)),
            Op::Xor
                if sign_free && arena.constant_value(node.child(1)) == Some(format.sign_mask()) =>
            {
                negative ^= count % 2 == 1;
                add(node.child(0));
            }
            _ => *found.entry(term).or_insert(0) += count,
        }
    }
    (negative, found)
}

/// A comparison, and whether the greater operand is chosen.
type Kind = (Spec, bool);

/// Recognises `a < b ? a : b` and `a < b ? b : a`: the kind, and the operands; the second one is
/// the result on ties and NaNs.
fn extremum(arena: &Arena, term: TermId) -> Option<(Kind, TermId, TermId)> {
    let node = arena.node(term);
    if node.op() != Op::Select {
        return None;
    }
    let less = arena.node(node.child(0));
    let spec = less.spec();
    let compares = match spec.op {
        Op::Ult | Op::Slt => true,
        Op::FCmp => spec.outcomes() == Outcomes::LT,
        _ => false,
    };
    let arms = (node.child(1), node.child(2));
    let (a, b) = match compares {
        true => (less.child(0), less.child(1)),
        false => return None,
    };
    let greatest = match arms {
        arms if arms == (a, b) => false,
        arms if arms == (b, a) => true,
        _ => return None,
    };
    Some(((spec, greatest), arms.0, arms.1))
}

/// Checks that two terms are a minimum or maximum with equal operand sets, bit for bit or, with
/// `zeros_alike`, up to the sign of zero.
pub(crate) fn extrema(
    arena: &Arena,
    facts: &mut Facts,
    term: TermId,
    other: TermId,
    zeros_alike: bool,
) -> Checked {
    let Some((kind, ..)) = extremum(arena, term) else {
        return not_checked("a select that is no minimum or maximum");
    };
    let set = |root| {
        let mut open = BTreeSet::from([root]);
        let mut leaves = BTreeSet::new();
        while let Some(term) = open.pop_last() {
            match extremum(arena, term) {
                Some((k, x, kept)) if k == kind => open.extend([x, kept]),
                _ => drop(leaves.insert(term)),
            }
        }
        leaves
    };
    let (mut x, mut y) = (set(term), set(other));
    if kind.0.op != Op::FCmp {
        return require(x == y, || "the operands are others".into());
    }
    let format = kind.0.format();
    let neutral = match kind.1 {
        true => format.infinity() | format.sign_mask(),
        false => format.infinity(),
    };
    let is_neutral = |t: &TermId| arena.constant_value(*t) == Some(neutral);
    let known: Vec<_> = x
        .union(&y)
        .map(|&t| facts.float(arena, format, t))
        .collect();
    let zeros = |i: usize| known.iter().any(|f| f.zeros[i]);
    if !zeros_alike && zeros(0) && zeros(1) {
        return not_checked("operands that may be zeros of unlike sign");
    }
    if known.iter().any(|f| f.nan) {
        let x = skipping(arena, facts, kind, neutral, term);
        let y = skipping(arena, facts, kind, neutral, other);
        return match x.is_some() && x == y {
            true => Ok(()),
            false => not_checked("operands that may be NaNs"),
        };
    }
    for set in [&mut x, &mut y] {
        if set.len() > 1 {
            set.retain(|t| !is_neutral(t));
        }
        drop_surpassed(arena, facts, kind, set);
    }
    require(x == y, || "the operands are others".into())
}

/// Removes operands that are never the result, as their bounds and those of another operand tell.
/// No operand may be a NaN, nor two of them zeros of unlike sign.
fn drop_surpassed(arena: &Arena, facts: &mut Facts, kind: Kind, set: &mut BTreeSet<TermId>) {
    let format = kind.0.format();
    for term in set.clone() {
        let Some(own) = facts.float(arena, format, term).span else {
            continue;
        };
        let is_surpassed = set.iter().any(|&other| {
            let span = facts.float(arena, format, other).span;
            other != term
                && span.is_some_and(|span| match kind.1 {
                    true => rank(format, span.0) >= rank(format, own.1),
                    false => rank(format, span.1) <= rank(format, own.0),
                })
        });
        if is_surpassed {
            set.remove(&term);
        }
    }
}

/// The operands of chains `x < rest ? x : rest` that end in a number, with operands that are
/// such chains expanded: the result is the extremum of the operands that are not NaNs. The
/// neutral infinity counts only if no other operand is known to be a number. `None` if the chain
/// may end in a NaN.
fn skipping(
    arena: &Arena,
    facts: &mut Facts,
    kind: Kind,
    neutral: u128,
    root: TermId,
) -> Option<BTreeSet<TermId>> {
    let format = kind.0.format();
    let is_neutral = |t: &TermId| arena.constant_value(*t) == Some(neutral);
    let (mut leaves, mut sure) = (BTreeSet::new(), false);
    let mut open = vec![root];
    while let Some(chain) = open.pop() {
        let mut operands = Vec::new();
        let mut rest = chain;
        while let Some((_, x, kept)) = extremum(arena, rest).filter(|(k, ..)| *k == kind) {
            operands.push(x);
            rest = kept;
        }
        if !facts.float(arena, format, rest).nan {
            sure |= !is_neutral(&rest);
            leaves.insert(rest);
            open.append(&mut operands);
        } else if chain == root {
            return None;
        } else {
            leaves.insert(chain);
        }
    }
    if sure {
        leaves.retain(|t| !is_neutral(t));
    }
    Some(leaves)
}
