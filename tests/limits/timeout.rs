//! `--timeout` inside one long step.

use std::process::Stdio;

use super::{check, check_file, wait};

/// Runs with a time limit, which is the last of so many reasons, and gives the JSON.
fn timed(
    limit: &str,
    [reference, port]: [&str; 2],
    more: &[&str],
    reasons: usize,
) -> serde_json::Value {
    let mut command = check(reference, port, &["--timeout", limit, "--format", "json"]);
    command.args(more);
    let ended = wait(command.stderr(Stdio::piped()).spawn().expect("it starts"));
    assert_eq!(ended.code, Some(3), "{}{}", ended.out, ended.err);
    let json = ended.json();
    assert_eq!(json["verdict"], "undecided");
    let last = &json["undecided"][reasons - 1];
    assert_eq!(last["kind"], "time-limit", "{json:#}");
    assert_eq!(json["undecided"].as_array().map(Vec::len), Some(reasons));
    json
}

#[test]
fn in_a_loop_without_end() {
    // Long enough for the sizes before the loop on a machine that is busy.
    let json = timed("6s", ["fill", "fill_stuck"], &["--size", "n=1..8"], 2);
    assert_eq!(json["coverage"]["sizes_decided"], 3);
    assert_eq!(json["coverage"]["outputs"], 6);
    // A trial has seen it before.
    assert_eq!(json["undecided"][0]["kind"], "step-limit");
    assert_eq!(json["undecided"][1]["location"]["line"], 14);
}

#[test]
fn in_an_enumeration_of_all_inputs() {
    let versions = ["magnitudes", "magnitudes_by_root"];
    timed("2s", versions, &["--size", "n=1"], 1);
}

#[test]
fn in_a_query_of_the_solver() {
    timed(
        "2s",
        ["factors", "factors_found"],
        &["--budget", "solver=60s"],
        1,
    );
}

/// clang evaluates a constant for minutes; it is ended with the run.
#[test]
fn in_the_compiler() {
    let words = ["--timeout", "2s", "--format", "json"];
    let mut command = check_file("slow.cpp", "slow", "slow_other", &words);
    command.arg("--cflags=-fconstexpr-steps=4294967295");
    let ended = wait(command.stderr(Stdio::piped()).spawn().expect("it starts"));
    assert_eq!(ended.code, Some(3), "{}{}", ended.out, ended.err);
    let json = ended.json();
    assert_eq!(json["undecided"][0]["kind"], "time-limit", "{json:#}");
}
