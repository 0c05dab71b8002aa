//! What a person and a machine read: one report a verdict, as text and as JSON.
//!
//! Counts of instructions and terms change with every improvement of the
//! engine and are left out.

mod accesses;
mod launch;

use std::path::Path;
use std::process::{Command, Output};

use insta::Settings;

/// Runs simdiff here.
fn here(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report"))
        .args(words)
        .output()
        .expect("the binary runs")
}

/// Runs simdiff here; the exit code and standard output.
fn simdiff(words: &[&str]) -> String {
    let output = here(words);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&output.stderr), "");
    let code = output.status.code().expect("no signal ended it");
    format!("exit code {code}\n{}", text(&output.stdout))
}

fn check(reference: &str, port: &str, size: &str) -> Vec<String> {
    let words = ["check", "kernels.c", "--reference", reference];
    let more = ["--port", port, "--size", size];
    words.iter().chain(&more).map(|w| w.to_string()).collect()
}

/// Snapshots of both formats.
fn assert_reports(name: &str, words: &[String]) {
    let mut settings = Settings::clone_current();
    settings.add_filter(r"\d+ instructions?", "[n] instructions");
    settings.add_filter(r#""(instructions|terms)": \d+"#, r#""$1": "[n]""#);
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let text = simdiff(&words);
    words.splice(1..1, ["--format", "json"]);
    let json = simdiff(&words);
    settings.bind(|| {
        insta::assert_snapshot!(name, text);
        insta::assert_snapshot!(format!("{name}_json"), json);
    });
}

#[test]
fn equivalent() {
    assert_reports("equivalent", &check("scale", "scale_sse", "n=1..9"));
}

#[test]
fn different() {
    assert_reports("different", &check("sum", "sum_backwards", "n=3"));
}

#[test]
fn defect() {
    assert_reports("defect", &check("scale", "scale_overrun", "n=3"));
}

#[test]
fn a_reference_that_reaches_further() {
    let words = check("scale_one_more", "scale_one_more", "n=2");
    assert_reports("a_reference_that_reaches_further", &words);
}

#[test]
fn undecided() {
    assert_reports("undecided", &check("scale", "scale_tuned", "n=2"));
}

#[test]
fn assertions_that_hold() {
    let words = ["run", "harness.c"].map(str::to_owned);
    assert_reports("assertions_that_hold", &words);
}

#[test]
fn an_assertion_that_fails() {
    let words = ["run", "harness.c", "--", "wrong"].map(str::to_owned);
    assert_reports("an_assertion_that_fails", &words);
}

#[test]
fn an_assertion_of_equality_that_fails() {
    let words = ["run", "equality.c"].map(str::to_owned);
    assert_reports("an_assertion_of_equality_that_fails", &words);
}

#[test]
fn instrumented() {
    let mut words = check("scale", "scale_sse", "n=2..5");
    words.push("--instrument-simd".to_owned());
    assert_reports("instrumented", &words);
}
