//! The compiler as the porter: every example's scalar loop, at `-O1`, against
//! itself vectorised by clang (`-O3 -mavx2`); and what `-ffast-math` needs.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use support::directive;
use support::tool::{Answer, run};

/// A loop: its file below `examples`, its function, the further words of the
/// check, and whether clang 19 vectorises it.
const LOOPS: [(&str, &str, &str, bool); 21] = [
    ("abs/abs.c", "abs_by_comparison", "--size n=1..36", true),
    ("abs/abs.c", "abs_scalar", "--size n=1..36", true),
    (
        "alpha-blend/alpha_blend.c",
        "blend_scalar",
        "--size n=1..20",
        true,
    ),
    (
        "complex/complex.cpp",
        "multiply_scalar",
        "--size n=1..9",
        true,
    ),
    (
        "dilate/dilate.c",
        "dilate_scalar",
        "--arg src=in:u8[(w+2)*(h+2)] --arg dst=out:u8[w*h] --size w=1..18,h=1..2",
        true,
    ),
    // Sums and maxima in order.
    ("crc/crc.c", "crc_bits", "--size n=1..9", true),
    ("dot/dot.c", "dot_scalar", "--size n=1..40", false),
    ("hmax/hmax.c", "hmax_scalar", "--size n=4..40", false),
    (
        "float-to-u16/float_to_u16.c",
        "round_scalar",
        "--size n=1..9",
        true,
    ),
    (
        "grey/grey.c",
        "grey_scalar",
        "--arg rgba=in:u8[4*n] --size n=1..20",
        true,
    ),
    (
        "matvec/matvec.c",
        "matvec_scalar",
        "--arg m=in:f32[16] --arg v=in:f32[4*n] --arg dst=out:f32[4*n] --size n=1..9",
        true,
    ),
    ("overrun/overrun.c", "scale_scalar", "--size n=1..36", true),
    (
        "polynomial/polynomial.c",
        "exp_horner",
        "--size n=1..36",
        true,
    ),
    (
        "saturating-add/saturating_add.c",
        "add_scalar",
        "--size n=1..40",
        true,
    ),
    ("saxpy/saxpy.c", "saxpy_scalar", "--size n=1..36", true),
    (
        "threshold/threshold.c",
        "binary_inv_scalar",
        "--size n=1..40",
        true,
    ),
    (
        "threshold/threshold.c",
        "binary_scalar",
        "--size n=1..40",
        true,
    ),
    (
        "threshold/threshold.c",
        "tozero_inv_scalar",
        "--size n=1..40",
        true,
    ),
    (
        "threshold/threshold.c",
        "tozero_scalar",
        "--size n=1..40",
        true,
    ),
    (
        "threshold/threshold.c",
        "trunc_scalar",
        "--size n=1..40",
        true,
    ),
    ("zlimit/zlimit.c", "zlimit_scalar", "--size n=1..36", true),
];

fn check(file: &str, function: &str, words: &str, port_flags: &str) -> Answer {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut all: Vec<String> = vec!["--reference".into(), function.into()];
    all.push("--reference-flags=-O1".into());
    all.push(format!("--port-flags={port_flags}"));
    all.extend(words.split_whitespace().map(str::to_owned));
    run("check", &examples.join(file), &all)
}

#[test]
fn every_vectorised_loop_is_the_loop() {
    for (file, function, words, vectorised) in LOOPS {
        let answer = check(file, function, words, "-O3 -mavx2");
        assert_eq!(
            answer.verdict(),
            "equivalent",
            "{file} {function}: {}",
            answer.reason()
        );
        let operations = &answer.json["coverage"]["vector_operations"][1];
        assert_eq!(
            operations != 0,
            vectorised,
            "{file} {function}: {operations} vector operations"
        );
    }
}

#[test]
fn every_example_is_here() {
    let here: BTreeSet<&str> = LOOPS.iter().map(|(_, function, ..)| *function).collect();
    let missing: BTreeSet<String> = directive::all()
        .iter()
        .filter(|d| d.command == "check" && d.expected == "equivalent" && !d.is_of_kernel())
        .filter_map(|d| d.option("--reference").map(str::to_owned))
        .filter(|reference| !here.contains(reference.as_str()))
        .collect();
    assert!(missing.is_empty(), "no line for {missing:?}");
}

#[test]
fn fast_math_names_the_assumptions_it_needs() {
    let (file, function, size) = ("dot/dot.c", "dot_scalar", "--size n=40");
    let flags = "-O3 -mavx2 -ffast-math";
    let answer = check(file, function, size, flags);
    assert_eq!(answer.verdict(), "undecided");
    let reason = &answer.json["undecided"][0];
    assert_eq!(reason["kind"], "fast-math");
    let accept = "accept them with --assume-associative --assume-finite --assume-positive-zero; \
                  --assume-fast-math of a check grants all flags of both versions";
    assert_eq!(reason["help"], accept);
    let granted = format!("{size} --assume-fast-math");
    let answer = check(file, function, &granted, flags);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.reason());

    let accepted = format!("{size} --assume-associative --assume-finite --assume-positive-zero");
    let answer = check(file, function, &accepted, flags);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.reason());
    assert_ne!(answer.json["coverage"]["vector_operations"][1], 0);
}

#[test]
fn fusing_is_refused_only_where_the_processor_fuses() {
    let words = "--size n=36 --assume-associative --assume-finite --assume-positive-zero";
    let fused = check(
        "saxpy/saxpy.c",
        "saxpy_scalar",
        words,
        "-O3 -mfma -ffast-math",
    );
    assert_eq!(
        fused.json["undecided"][0]["help"],
        "compile with -ffp-contract=off too; --assume-fast-math of a check grants all flags of \
         both versions"
    );
    let plain = check(
        "saxpy/saxpy.c",
        "saxpy_scalar",
        words,
        "-O3 -mavx2 -ffast-math",
    );
    assert_eq!(plain.verdict(), "equivalent", "{}", plain.reason());
}
