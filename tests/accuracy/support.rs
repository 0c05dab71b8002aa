//! Running checks of the kernels beside this file.

use std::path::Path;
use std::process::Command;

/// What a check prints; the exit code and standard output.
pub fn check(file: &str, reference: &str, port: &str, words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accuracy"))
        .args(["check", file, "--reference", reference, "--port", port])
        .args(words)
        .output()
        .expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&output.stderr), "");
    (output.status.code().unwrap_or(-1), text(&output.stdout))
}

/// The same as JSON.
pub fn json(file: &str, reference: &str, port: &str, words: &[&str]) -> serde_json::Value {
    let words = [words, &["--format", "json"]].concat();
    let (_, text) = check(file, reference, port, &words);
    serde_json::from_str(&text).expect("JSON")
}
