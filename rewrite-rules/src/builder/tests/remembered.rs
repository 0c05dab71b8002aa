//! A builder that remembers rewritings makes exactly the terms that the rules make.

use super::*;

/// A builder that remembers nothing.
fn forgetful() -> Builder {
    Builder {
        recall: None,
        ..builder()
    }
}

fn assert_same_terms(a: &Builder, b: &Builder, seed: u64) {
    let (x, y) = (a.arena(), b.arena());
    for term in (0..x.len().min(y.len())).map(TermId::from_index) {
        assert_eq!(x.node(term), y.node(term), "seed {seed}, {term:?}");
    }
    assert_eq!(x.len(), y.len(), "seed {seed}");
}

/// The same random operations, five times on different inputs.
#[test]
fn repeated_operations_are_remembered_and_make_the_same_terms() {
    let mut remembered = 0;
    for seed in 0..60 {
        let (mut a, mut b) = (builder(), forgetful());
        for _ in 0..5 {
            let mut pairs = variables(&mut a, &mut b);
            let mut s = Stream(seed);
            for _ in 0..60 {
                grow(&mut s, &mut pairs, &mut a, &mut b);
                grow_floats(&mut s, &mut pairs, &mut a, &mut b);
            }
        }
        assert_same_terms(&a, &b, seed);
        remembered += a.recall.map_or(0, |recall| recall.remembered);
    }
    // There are about 30,000 requests.
    assert!(remembered > 15_000, "{remembered} requests");
}

/// Operations of many kinds on a few inputs, so that many shapes are almost the same.
#[test]
fn unlike_operations_are_told_apart() {
    let (mut a, mut b) = (builder(), forgetful());
    for seed in 1000..1400 {
        let mut pairs = variables(&mut a, &mut b);
        let mut s = Stream(seed);
        for _ in 0..20 {
            grow(&mut s, &mut pairs, &mut a, &mut b);
        }
        for _ in 0..10 {
            grow_floats(&mut s, &mut pairs, &mut a, &mut b);
        }
    }
    assert_same_terms(&a, &b, 0);
}

/// A trace names every rewriting, so none may be skipped.
#[test]
fn nothing_is_remembered_while_a_trace_is_kept() {
    let mut b = builder();
    let inputs: [TermId; 8] = inputs(&mut b, 8);
    b.record();
    for x in inputs {
        let wide = b.zext(x, 32);
        b.trunc(wide, 16);
    }
    let rewrites = b.trace().map_or(0, |trace| trace.rewrites.len());
    assert!(rewrites >= 16, "{rewrites} rewrites");
}

/// Both arms of each select contain the one before: right sides that share parts are built once.
#[test]
fn shared_parts_of_right_sides_are_built_once() {
    let mut b = builder();
    let [mut register] = inputs(&mut b, 32);
    let (one, taps) = (b.constant(32, 1), b.constant(32, 0xedb8_8320));
    for _ in 0..40 {
        let bit = b.extract(register, 0, 1);
        let shifted = b.lshr(register, one);
        let changed = b.xor(shifted, taps);
        register = b.select(bit, changed, shifted);
    }
    assert!(b.longest_rewriting() < 5_000, "{}", b.longest_rewriting());
}
