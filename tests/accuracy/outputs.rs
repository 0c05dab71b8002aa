//! `--tolerance` judges every output, and reports the worst.

use crate::support::{check, json};

const INPUTS: [&str; 6] = [
    "--arg",
    "a=in:f32[4] in 0.0..1.0",
    "--arg",
    "b=in:f32[4] in 0.0..1.0",
    "--arg",
    "out=out:f32[4]",
];

#[test]
fn every_output_is_judged_and_the_worst_reported() {
    let words = [&INPUTS[..], &["--tolerance", "rel=1e-6,abs=1e-40"]].concat();
    let outcome = json("kernels.c", "several", "several_other", &words);
    assert_eq!(outcome["verdict"], "exceeded");
    assert_eq!(outcome["difference"]["output"], "out[3]");
    assert_eq!(outcome["difference"]["replay"]["status"], "confirmed");
    let tolerance = &outcome["tolerance"];
    assert_eq!(outcome["coverage"]["outputs"], 4);
    assert_eq!(tolerance["exceeding"], 2);
    assert_eq!(tolerance["outputs"], 1);
    assert_eq!(tolerance["undecided"], 0);
    assert_eq!(tolerance["passed_over"], 0);
    let excess = tolerance["excess"].as_f64().expect("a number");
    assert!((900.0..1100.0).contains(&excess), "{excess}");
    assert!(tolerance["share"].as_f64().expect("a number") < 1.0);
}

#[test]
fn the_counts_are_in_the_text() {
    let words = [&INPUTS[..], &["--tolerance", "rel=1e-6,abs=1e-40"]].concat();
    let (code, text) = check("kernels.c", "several", "several_other", &words);
    assert_eq!(code, 1);
    let mut lines = text.lines();
    let first = lines.find(|line| line.starts_with("  tolerance"));
    let first = first.expect("a line on the tolerance");
    assert!(first.contains("2 of 4 outputs exceed it"), "{first}");
    let second = lines.next().expect("the line goes on");
    assert!(second.contains("1 output errs by at most"), "{second}");
}

/// An integer that differs ends the run: no tolerance speaks of it.
#[test]
fn integers_have_no_tolerance() {
    let words = ["--arg", "x=f32 in 0.0..100.0", "--tolerance", "1ulp"];
    let outcome = json("kernels.c", "counted", "counted_up", &words);
    assert_eq!(outcome["verdict"], "different");
}
