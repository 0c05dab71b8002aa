//! Equalities that normal forms prove, and inequalities that they must not prove.

mod common;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use simdiff_rewrite_rules::category::{Range, Unbounded};
use simdiff_rewrite_rules::normal::{Bounds, normalise};
use simdiff_rewrite_rules::{Assumptions, Builder, DirectedRules, RuleSet};
use term::{Format, Outcomes, SymbolId, TermId};

const F: Format = Format::Single;

fn inputs(count: usize, width: u8) -> (Builder, Vec<TermId>) {
    common::inputs(RuleSet::builtin(), &vec![width; count])
}

fn equal(b: &mut Builder, x: TermId, y: TermId, assumptions: Assumptions) -> bool {
    let rules = Arc::new(DirectedRules::new(RuleSet::builtin(), assumptions));
    let forms = normalise(b, &[x, y], &rules, &Unbounded, Bounds::default());
    forms[0] == forms[1]
}

fn min(b: &mut Builder, x: TermId, y: TermId) -> TermId {
    let less = b.fcmp(F, Outcomes::LT, x, y);
    b.select(less, x, y)
}

/// A reduction of the operands from left to right, and one as a balanced tree.
fn both_ways(
    b: &mut Builder,
    terms: &[TermId],
    op: fn(&mut Builder, TermId, TermId) -> TermId,
) -> (TermId, TermId) {
    let chain = terms[1..].iter().fold(terms[0], |acc, x| op(b, acc, *x));
    let mut level = terms.to_vec();
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| match pair {
                [x, y] => op(b, *x, *y),
                _ => pair[0],
            })
            .collect();
    }
    (chain, level[0])
}

#[test]
fn integer_sums_in_any_order() {
    let (mut b, x) = inputs(9, 32);
    let (chain, tree) = both_ways(&mut b, &x, Builder::add);
    assert_ne!(chain, tree);
    assert!(equal(&mut b, chain, tree, Assumptions::empty()));
}

#[test]
fn integer_products_distribute() {
    let (mut b, x) = inputs(3, 32);
    let sum = b.add(x[0], x[1]);
    let left = b.mul(sum, x[2]);
    let (p, q) = (b.mul(x[0], x[2]), b.mul(x[1], x[2]));
    let right = b.add(q, p);
    assert!(equal(&mut b, left, right, Assumptions::empty()));
}

#[test]
fn shifts_are_products() {
    let (mut b, x) = inputs(2, 32);
    let three = b.constant(32, 3);
    let one = b.constant(32, 1);
    let product = b.mul(x[0], three);
    let twice = b.shl(x[0], one);
    let sum = b.add(twice, x[0]);
    assert!(equal(&mut b, product, sum, Assumptions::empty()));
}

#[test]
fn a_widened_sum_that_cannot_overflow() {
    let (mut b, x) = inputs(3, 8);
    let wide: Vec<_> = x.iter().map(|t| b.zext(*t, 32)).collect();
    let (in_ints, _) = both_ways(&mut b, &wide, Builder::add);
    let words: Vec<_> = x.iter().map(|t| b.zext(*t, 16)).collect();
    let (in_words, _) = both_ways(&mut b, &words, Builder::add);
    let in_words = b.zext(in_words, 32);
    assert!(equal(&mut b, in_ints, in_words, Assumptions::empty()));
}

#[test]
fn a_widened_sum_that_can_overflow_is_another() {
    let (mut b, x) = inputs(2, 8);
    let (wide, other) = (b.zext(x[0], 32), b.zext(x[1], 32));
    let in_ints = b.add(wide, other);
    let in_bytes = b.add(x[0], x[1]);
    let in_bytes = b.zext(in_bytes, 32);
    assert!(!equal(&mut b, in_ints, in_bytes, Assumptions::empty()));
}

#[test]
fn float_sums_associate_under_the_assumption_only() {
    let (mut b, x) = inputs(8, 32);
    let (chain, tree) = both_ways(&mut b, &x, |b, x, y| b.fadd(F, x, y));
    assert!(!equal(&mut b, chain, tree, Assumptions::empty()));
    let associative = Assumptions::ASSOCIATIVE;
    assert!(equal(&mut b, chain, tree, associative));
}

#[test]
fn a_sum_from_zero_needs_positive_zero_too() {
    let (mut b, x) = inputs(8, 32);
    let zero = b.constant(32, 0);
    let from_zero: Vec<_> = [zero].into_iter().chain(x.iter().copied()).collect();
    let (serial, _) = both_ways(&mut b, &from_zero, |b, x, y| b.fadd(F, x, y));
    let (_, parallel) = both_ways(&mut b, &x, |b, x, y| b.fadd(F, x, y));
    let associative = Assumptions::ASSOCIATIVE;
    assert!(!equal(&mut b, serial, parallel, associative));
    let both = associative | Assumptions::POSITIVE_ZERO;
    assert!(equal(&mut b, serial, parallel, both));
}

#[test]
fn minima_need_ordered_and_positive_zero() {
    let (mut b, x) = inputs(5, 32);
    let (chain, tree) = both_ways(&mut b, &x, min);
    assert!(!equal(&mut b, chain, tree, Assumptions::empty()));
    let ordered = Assumptions::ORDERED;
    assert!(!equal(&mut b, chain, tree, ordered));
    let both = ordered | Assumptions::POSITIVE_ZERO;
    assert!(equal(&mut b, chain, tree, both));
}

/// A comparison gives the same result for both zeros, so compared minima need only `ordered`.
#[test]
fn compared_minima_need_ordered_only() {
    let (mut b, x) = inputs(5, 32);
    let (chain, tree) = both_ways(&mut b, &x, min);
    let differ = b.fcmp(F, Outcomes::LT.union(Outcomes::GT), chain, tree);
    let never = b.bool(false);
    assert!(!equal(&mut b, differ, never, Assumptions::empty()));
    let ordered = Assumptions::ORDERED;
    assert!(equal(&mut b, differ, never, ordered));
    let (same, always) = (b.not(differ), b.bool(true));
    assert!(equal(&mut b, same, always, ordered));
}

#[test]
fn chains_that_end_in_infinity_need_no_order() {
    let (mut b, x) = inputs(4, 32);
    let infinity = b.constant(32, F.infinity());
    let mut chain = |order: [usize; 4]| {
        order.into_iter().fold(infinity, |rest, i| {
            let less = b.fcmp(F, Outcomes::LT, x[i], rest);
            b.select(less, x[i], rest)
        })
    };
    let (one, other) = (chain([0, 1, 2, 3]), chain([3, 1, 0, 2]));
    assert!(!equal(&mut b, one, other, Assumptions::empty()));
    let positive_zero = Assumptions::POSITIVE_ZERO;
    assert!(equal(&mut b, one, other, positive_zero));
}

#[test]
fn maxima_that_keep_a_number_skip_nans_in_any_order() {
    let (mut b, x) = inputs(4, 32);
    let x: Vec<_> = x.iter().map(|t| b.fabs(F, *t)).collect();
    let zero = b.constant(32, 0);
    let mut larger = |x, kept| {
        let more = b.fcmp(F, Outcomes::LT, kept, x);
        b.select(more, x, kept)
    };
    let chain = x.iter().fold(zero, |kept, &x| larger(x, kept));
    let lanes = [0, 1].map(|i| {
        let first = larger(x[i], zero);
        larger(x[i + 2], first)
    });
    let tree = larger(lanes[0], lanes[1]);
    // This maximum keeps its second operand, which may be a NaN.
    let swapped = larger(zero, x[2]);
    let kept = [x[0], x[1], x[3]]
        .iter()
        .fold(swapped, |r, &x| larger(x, r));
    assert!(equal(&mut b, chain, tree, Assumptions::empty()));
    assert!(!equal(&mut b, chain, kept, Assumptions::empty()));
}

#[test]
fn minima_of_converted_integers_need_nothing() {
    let (mut b, x) = inputs(5, 16);
    let x: Vec<_> = x.iter().map(|t| b.uitof(F, *t)).collect();
    let (chain, tree) = both_ways(&mut b, &x, min);
    assert!(equal(&mut b, chain, tree, Assumptions::empty()));
}

#[test]
fn integer_maxima_are_sets() {
    let (mut b, x) = inputs(9, 8);
    let (chain, tree) = both_ways(&mut b, &x, |b, x, y| {
        let less = b.ult(x, y);
        b.select(less, y, x)
    });
    assert!(equal(&mut b, chain, tree, Assumptions::empty()));
}

#[test]
fn long_chains_do_not_recurse_or_go_quadratic() {
    let (mut b, x) = inputs(65_536, 32);
    let (chain, tree) = both_ways(&mut b, &x, Builder::add);
    assert!(equal(&mut b, chain, tree, Assumptions::empty()));
    let narrow = b.trunc(chain, 8);
    let other = b.trunc(tree, 8);
    assert!(equal(&mut b, narrow, other, Assumptions::empty()));
    let associative = Assumptions::ASSOCIATIVE;
    let (chain, tree) = both_ways(&mut b, &x, |b, x, y| b.fadd(F, x, y));
    assert!(equal(&mut b, chain, tree, associative));
}

/// `(2x)y` and `x(2y)` are the same product if the ranges keep both factors from overflowing.
#[test]
fn either_factor_may_be_doubled_within_ranges() {
    let (mut b, x) = inputs(2, 32);
    let doubled = |b: &mut Builder, i: usize| {
        let twice = b.fadd(F, x[i], x[i]);
        b.fmul(F, twice, x[1 - i])
    };
    let products = [doubled(&mut b, 0), doubled(&mut b, 1)];
    let rules = Arc::new(DirectedRules::new(RuleSet::builtin(), Assumptions::empty()));
    let free = b.rebuild(&products, &rules, &Unbounded);
    assert_ne!(free[0], free[1]);
    let ranges = x.iter().filter_map(|t| b.arena().symbol_id(*t));
    let ranges: FxHashMap<SymbolId, Range> =
        ranges.map(|id| (id, Range::Float(-1e6, 1e6))).collect();
    let bounded = b.rebuild(&products, &rules, &ranges);
    assert_eq!(bounded[0], bounded[1]);
}
