//! `--emit-test`: the program it writes fails as long as the mismatch stands.

use std::path::Path;
use std::process::Command;

/// Runs a check with `--emit-test` and builds what it wrote; the exit code and
/// output of that program.
fn emitted(file: &str, words: &[&str], flags: &[&str]) -> (i32, String) {
    let dir = tempfile::tempdir().expect("a directory");
    let (source, program) = (dir.path().join("test.c"), dir.path().join("test"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let check = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(root.join(file))
        .args(words)
        .arg("--emit-test")
        .arg(&source)
        .output()
        .expect("the binary runs");
    assert_eq!(check.status.code(), Some(1));
    let build = Command::new("clang-19")
        .args(["-Wall", "-Wextra", "-Werror", "-ffp-contract=off"])
        .args(flags)
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .output()
        .expect("clang runs");
    let errors = String::from_utf8_lossy(&build.stderr);
    assert!(build.status.success(), "{errors}");
    let run = Command::new(&program).output().expect("the test runs");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    (run.status.code().unwrap_or(-1), text)
}

#[test]
fn a_differing_result_fails() {
    let words = ["--reference", "dot_scalar", "--port", "dot_sse"];
    let words = [&words[..], &["--size", "n=5"]].concat();
    let (code, text) = emitted("examples/dot/dot.c", &words, &[]);
    assert_eq!(code, 1);
    assert_eq!(text, "return value differs in element 0\n");
}

#[test]
fn a_differing_buffer_fails_in_the_element_reported() {
    let words = ["--reference", "abs_scalar", "--port", "abs_mask"];
    let sizes = ["--arg", "src=in:f32[4]", "--arg", "dst=out:f32[4]"];
    let words = [&words[..], &sizes].concat();
    let (code, text) = emitted("tests/regression/abs.c", &words, &[]);
    assert_eq!(code, 1);
    assert_eq!(text, "dst differs in element 2\n");
}

/// The verdict is never lost over a test that cannot be written.
#[test]
fn what_cannot_be_written_is_said_beside_the_verdict() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().expect("a directory");
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(root.join("tests/regression/value.c"))
        .args(["--reference", "norm", "--port", "norm_other"])
        .arg("--emit-test")
        .arg(dir.path().join("test.c"))
        .output()
        .expect("the binary runs");
    let (out, err) = (output.stdout, output.stderr);
    let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
    assert_eq!(output.status.code(), Some(1));
    assert!(out.contains("DIFFERENT"), "{out}");
    assert!(
        err.contains("cannot pass the structure p by value"),
        "{err}"
    );
}
