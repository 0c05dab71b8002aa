//! What a machine reads of launches: their accesses, and findings as SARIF.

use insta::Settings;

use super::{here, simdiff};

/// What simdiff writes to the file for accesses.
fn access_log(words: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("log.jsonl");
    let name = file.to_str().expect("UTF-8");
    simdiff(&[words, &["--access-log", name]].concat());
    std::fs::read_to_string(file).expect("it was written")
}

const EXCHANGE: [&str; 9] = [
    "kernel",
    "launch.cl",
    "--kernel",
    "exchange",
    "--global",
    "4",
    "--local",
    "2",
    "--arg",
];

#[test]
fn accesses_of_a_launch_are_lines() {
    let more = ["part=local:i32[2]", "--arg", "x=inout:i32[4]"];
    insta::assert_snapshot!("access_log", access_log(&[&EXCHANGE[..], &more].concat()));
}

#[test]
fn accesses_of_both_versions_are_lines() {
    let words = [
        "check",
        "launch.cl",
        "--reference",
        "scatter",
        "--port",
        "scatter",
        "--global",
        "1",
        "--arg",
        "at=in:i32[1]",
        "--arg",
        "x=inout:i32[4]",
    ];
    let log = access_log(&words);
    let launches = log
        .lines()
        .filter(|line| line.contains("\"kernel\":"))
        .count();
    assert_eq!(launches, 2, "{log}");
    assert!(log.contains("\"stride\":4"), "{log}");
}

#[test]
fn findings_of_kernels_are_sarif() {
    let words = [
        "kernel",
        "launch.cl",
        "--global",
        "4",
        "--local",
        "2",
        "--format",
        "sarif",
        "--arg",
        "part=local:i32[2]",
        "--arg",
        "x=inout:i32[4]",
        "--arg",
        "at=in:i32[4]",
    ];
    let mut settings = Settings::clone_current();
    settings.add_filter(
        r#""simdiffCheck/v1": "[0-9a-f]+""#,
        r#""simdiffCheck/v1": "[digest]""#,
    );
    settings.add_filter(
        r#""semanticVersion": "[^"]+""#,
        r#""semanticVersion": "[version]""#,
    );
    settings.bind(|| insta::assert_snapshot!("kernels_sarif", simdiff(&words)));
}

#[test]
fn a_problem_is_sarif_too() {
    let output = here(&[
        "kernel",
        "launch.cl",
        "--kernel",
        "none",
        "--global",
        "4",
        "--format",
        "sarif",
    ]);
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let told = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(told["level"], "error");
}
