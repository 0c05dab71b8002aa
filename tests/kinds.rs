//! The kind that a DIFFERENT names: one pair of functions a kind.

mod support;

use std::path::Path;

use serde_json::{Value, json};
use support::tool;

/// Checks a pair of functions by the first part of their names, which differ.
fn difference(name: &str, more: &[&str]) -> Value {
    let answer = check(name, "_port", more);
    assert_eq!(answer.verdict(), "different", "{}", answer.reason());
    answer.json["difference"].clone()
}

fn check(name: &str, port: &str, more: &[&str]) -> tool::Answer {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kinds/kinds.c");
    let words = ["--reference", "_reference", "--port", port].map(|word| {
        if word.starts_with('-') {
            word.to_owned()
        } else {
            format!("{name}{word}")
        }
    });
    let mut words = words.to_vec();
    words.push("--cflags=-mfma -ffp-contract=off".to_owned());
    words.extend(more.iter().map(|&word| word.to_owned()));
    words.extend(tool::sharing());
    tool::run("check", &file, &words)
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
    halves "halves"
    halves_away "halves"
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
    quarter "quotient-direction"
    eighth_rest "quotient-direction"
    tenth "quotient-direction"
    shifted "signedness"
    chroma "signedness"
    clamped "saturation"
    cancellation "cancellation"
    quotient_cancellation "cancellation"
    reciprocal "reciprocal"
    third "reciprocal"
    root_reciprocal "reciprocal"
    series "approximation"
    bound "saturation"
    signed_bounds "saturation"
    narrow_product "narrowing"
    narrow_sum "narrowing"
    narrow_distance "narrowing"
    sample "unclamped-conversion"
}

/// With arrays that are told, since the functions have no sizes.
const BYTES: [&str; 4] = ["--arg", "x=in:f32[4]", "--arg", "out=out:u8[4]"];

#[test]
fn truncation_against_nearest() {
    let difference = difference("nearest_bytes", &BYTES);
    assert_eq!(difference["kind"], "rounding-direction");
    assert_eq!(
        difference["detail"],
        "the reference truncates, the port rounds to nearest"
    );
}

/// The versions that differ in one kind alone agree without it.
#[test]
fn without_the_kind_the_versions_agree() {
    for name in [
        "cancellation",
        "quotient_cancellation",
        "reciprocal",
        "third",
        "root_reciprocal",
        "series",
        "bound",
        "signed_bounds",
        "narrow_product",
        "narrow_sum",
        "narrow_distance",
        "sample",
        "quarter",
    ] {
        let answer = check(name, "_relaxed", &[]);
        assert_eq!(
            answer.verdict(),
            "equivalent",
            "{name}: {}",
            answer.reason()
        );
    }
    let answer = check("nearest_bytes", "_relaxed", &BYTES);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.reason());
}

/// A port that has what a kind stands for, and is wrong in another way.
#[test]
fn a_kind_is_absent_where_it_explains_nothing() {
    for (name, kind) in [
        ("approximation", "approximation"),
        ("contraction", "contraction"),
        ("cancellation", "cancellation"),
        ("reciprocal", "reciprocal"),
        ("series", "approximation"),
        ("halves", "halves"),
        ("rounding", "rounding-direction"),
        ("clamp", "saturation"),
        ("narrow", "narrowing"),
        ("float", "integer-against-float"),
        ("precision", "precision"),
        ("fixed_point", "fixed-point"),
        ("wrapped", "fixed-point"),
        ("quarter", "quotient-direction"),
        ("signs", "signedness"),
        ("rotated", "saturation"),
        ("thrice", "saturation"),
        ("sample", "unclamped-conversion"),
    ] {
        let found = &difference(&format!("{name}_decoy"), &[])["kind"];
        assert_ne!(found, kind, "{name}");
    }
}

/// Which bound, which function, how many bits.
#[test]
fn kinds_have_details() {
    for (name, detail) in [
        (
            "bound",
            "the reference clamps to 0..255, the port clamps to 0..254",
        ),
        ("series", "only the reference uses sinf"),
        ("narrow_sum", "the port keeps 36864 in 16 bits"),
        ("sample", "the port converts 327670000000000.0f to 32 bits"),
    ] {
        assert_eq!(difference(name, &[])["detail"], detail);
    }
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

/// A range of the inputs for which both agree is proved, and said as an option has it.
#[test]
fn agreement_as_a_range() {
    let difference = difference("half", &[]);
    let range = json!(["--arg 'a=i32 in 0..2147483647'"]);
    assert_eq!(difference["agrees_with"], range, "{difference:#}");
}

/// Each range is one that the option admits.
#[test]
fn ranges_are_of_the_types_of_inputs() {
    let difference = difference("rounded_product", &[]);
    let ranges = difference["agrees_with"].as_array().expect("a list");
    for range in ranges {
        let unsigned = range.as_str().is_some_and(|range| range.contains("b=u16"));
        assert!(!unsigned || !range.to_string().contains("in -"), "{range}");
    }
}
