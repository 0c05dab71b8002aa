//! How functions are named: with their file, by their signature, in an anonymous
//! namespace.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Runs `simdiff check` on both files of this test.
fn check(reference: &str, port: &str) -> (Value, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/naming"))
        .args(["check", "old.cpp", "new.cpp", "--format", "json"])
        .args(["--reference", reference, "--port", port])
        .output()
        .expect("the simdiff binary");
    let json = serde_json::from_slice(&output.stdout).expect("JSON in every case");
    (json, output.status.code())
}

#[test]
fn one_name_in_two_files() {
    let (answer, code) = check("old.cpp::mix(int, int)", "new.cpp::mix");
    assert_eq!(answer["verdict"], "equivalent", "{answer:#}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_function_of_an_anonymous_namespace() {
    let (answer, _) = check("old.cpp::(anonymous namespace)::weight", "new.cpp::weight");
    assert_eq!(answer["verdict"], "equivalent", "{answer:#}");
}

#[test]
fn trouble_is_json_too() {
    let (answer, code) = check("old.cpp::mix", "new.cpp::mix");
    assert_eq!(answer["verdict"], "error");
    assert_eq!(answer["schema"], "simdiff/1");
    let message = answer["message"].as_str().expect("a message");
    assert!(message.contains("mix"), "{message}");
    assert_eq!(code, Some(2));
}

/// A method that nothing calls, and is defined in its class, is kept when it is named; what
/// `this` points to is known from debug info.
#[test]
fn methods_that_nothing_calls() {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/naming"))
        .args(["check", "method.cpp", "--format", "json"])
        .args([
            "--reference",
            "Meter::level(int)",
            "--port",
            "Meter::level_by_shift",
        ])
        .output()
        .expect("the simdiff binary");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON in every case");
    assert_eq!(answer["verdict"], "different", "{answer:#}");
    assert_eq!(answer["contract"]["params"][0]["name"], "this");
}

/// Nothing can be different, so a check of this kind says nothing.
#[test]
fn a_function_and_itself() {
    let said = |ports: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/naming"))
            .args(["check", "new.cpp", "--reference", "mix"])
            .args(ports)
            .output()
            .expect("the simdiff binary");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.contains("both versions are one function, compiled alike")
    };
    assert!(said(&["--port", "mix"]));
    assert!(said(&["--port", "new.cpp::mix"]));
    assert!(!said(&["--port-flags=-O2"]));
}
