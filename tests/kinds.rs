//! The kind that a DIFFERENT names: one pair of functions a kind.

mod support;

use std::path::Path;

use serde_json::{Value, json};
use support::tool;

/// Checks a pair of functions by the first part of their names, which differ.
fn difference(name: &str, more: &[&str]) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kinds/kinds.c");
    let words = ["--reference", "_reference", "--port", "_port"].map(|word| {
        if word.starts_with('-') {
            word.to_owned()
        } else {
            format!("{name}{word}")
        }
    });
    let mut words = words.to_vec();
    words.push("--cflags=-mfma -ffp-contract=off".to_owned());
    words.extend(more.iter().map(|&word| word.to_owned()));
    let answer = tool::run("check", &file, &words);
    assert_eq!(answer.verdict(), "different", "{}", answer.reason());
    answer.json["difference"].clone()
}

fn assert_kind(name: &str, kind: &str) {
    assert_eq!(difference(name, &[])["kind"], kind);
}

macro_rules! kinds {
    ($($test:ident $kind:literal)*) => {$(
        #[test]
        fn $test() {
            assert_kind(stringify!($test), $kind);
        }
    )*};
}

kinds! {
    association "association"
    nan_order "nan-order"
    signed_zero "signed-zero"
    min_max_order "min-max-order"
    nonfinite "nonfinite"
    nan_bits "nan-order"
    zeros_and_nonfinite "zeros-and-nonfinite"
    contraction "contraction"
    clamped_contraction "contraction"
    rounding_direction "rounding-direction"
    tie "tie"
    precision "precision"
    weighted_precision "precision"
    distributivity "distributivity"
    approximation "approximation"
    rounding_error "rounding-error"
    formula "formula"
    swapped "formula"
    integer_against_float "integer-against-float"
    fixed_point "fixed-point"
    flipped "signed-zero"
    vanishing "nonfinite"
    halved "integer-against-float"
    root_precision "precision"
    quotient "fixed-point"
    compared "signedness"
    shifted "signedness"
    clamped "saturation"
}

/// All outputs have to agree under the assumptions that are named.
#[test]
fn assumptions_are_those_of_all_outputs() {
    let arrays = ["--arg", "x=in:f32[4]", "--arg", "out=out:f32[2]"];
    let difference = difference("several", &arrays);
    assert_eq!(difference["kind"], "association");
    assert_eq!(difference["output"], "out[1]");
    let sets = json!([
        ["--assume-associative", "--assume-ordered"],
        ["--assume-associative", "--assume-finite"],
    ]);
    assert_eq!(difference["equal_under"], sets);
}

#[test]
fn other_elements() {
    let arrays = ["--arg", "x=in:i32[4]", "--arg", "out=out:i32[1]"];
    assert_eq!(difference("lanes", &arrays)["kind"], "other-elements");
}

/// To compute other integers is no kind.
#[test]
fn integers_that_differ_are_of_no_kind() {
    assert_eq!(difference("integer", &[])["kind"], Value::Null);
}

/// What only floats as circuits prove is a set of assumptions all the same, and the
/// smallest: without *positive zero*.
#[test]
fn small_formulas_are_diagnosed_bit_by_bit() {
    let sets = &difference("flipped", &[])["equal_under"];
    assert_eq!(*sets, json!([["--assume-positive-zero"]]));
    let sets = &difference("vanishing", &[])["equal_under"];
    assert_eq!(*sets, json!([["--assume-ordered"], ["--assume-finite"]]));
}
