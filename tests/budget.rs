//! `--budget`: what the steps of the ladder may spend.

use std::path::Path;
use std::process::{Command, Output};

fn check(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/budget"))
        .args(["check", "sevenths.c", "--reference", "seventh"])
        .args(["--port", "seventh_by_product"])
        .args(words)
        .output()
        .expect("the binary runs")
}

/// Trying every input shows at once what a solver takes long for.
#[test]
fn an_enumeration_needs_its_budget() {
    let output = check(&["--format", "json", "--budget", "enumerate=2^16"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let decided = &json["coverage"]["decided_by"];
    assert_eq!(decided["exhaustive"], 1, "{json:#}");
    let smaller = "enumerate=2^10,solver=10ms,floats=10ms,search=10";
    let output = check(&["--format", "json", "--budget", smaller]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output.status.code(), Some(3), "{json:#}");
    let help = json["undecided"][0]["help"].as_str().expect("advice");
    assert!(help.contains("--budget"), "{help}");
}

#[test]
fn a_typo_is_answered() {
    let output = check(&["--budget", "slover=20s"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors.contains("did you mean `solver`?"), "{errors}");
}
