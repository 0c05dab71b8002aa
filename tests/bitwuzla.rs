//! Bitwuzla as the user's own program: found on `PATH`, asked by SMT-LIB on its
//! standard input, never needed. The programs here only play its part.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Equal, because a square is no less than zero unless it is a NaN: a matter
/// of the solvers of floats (the path bars the enumeration of one input).
const SOURCE: &str = "int f(float x, float y) { float s = x * y; return s * s >= 0; }\n\
                      int g(float x, float y) { float s = x * y; return s == s; }\n";

/// Exit code and text of simdiff's words when the script is called `bitwuzla`.
fn simdiff_with(script: Option<&str>, words: &[&str]) -> (i32, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let mut path = std::env::var("PATH").expect("a PATH");
    if let Some(script) = script {
        let file = directory.path().join("bitwuzla");
        fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("executable");
        path = format!("{}:{path}", directory.path().display());
    }
    fs::write(directory.path().join("square.c"), SOURCE).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(directory.path())
        .env("PATH", path)
        .env("ASKED", directory.path().join("asked"))
        .args(words)
        .output()
        .expect("the binary runs");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if Path::new(&directory.path().join("asked")).exists() {
        text += &fs::read_to_string(directory.path().join("asked")).expect("text");
    }
    (output.status.code().expect("no signal ended it"), text)
}

const CHECK: [&str; 6] = ["check", "square.c", "--reference", "f", "--port", "g"];

#[test]
fn it_is_asked_in_smt_lib_and_believed() {
    let (code, text) = simdiff_with(Some("cat > $ASKED; echo unsat"), &CHECK);
    assert_eq!(code, 0, "{text}");
    for phrase in [
        "EQUIVALENT",
        "(set-logic QF_BVFP)",
        "(fp.mul RNE",
        "(check-sat)",
    ] {
        assert!(text.contains(phrase), "no {phrase} in\n{text}");
    }
}

#[test]
fn a_model_counts_only_when_it_is_one() {
    let (code, text) = simdiff_with(
        Some("echo sat; echo '((s0 #x00000000) (s1 #x00000000) (s2 #b0))'"),
        &CHECK,
    );
    assert_eq!(code, 0, "{text}");
}

#[test]
fn one_that_fails_is_as_none() {
    let (code, text) = simdiff_with(Some("exit 1"), &CHECK);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn doctor_lists_it_and_does_not_ask_for_it() {
    let (with, text) = simdiff_with(Some("exit 0"), &["doctor"]);
    assert!(text.contains("ok       bitwuzla (optional): "), "{text}");
    let (without, text) = simdiff_with(None, &["doctor"]);
    assert!(text.contains("bitwuzla (optional)"), "{text}");
    assert_eq!(with, without);
}
