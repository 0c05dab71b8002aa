//! `include/simdiff.h`: checks from tests in C and C++.

use std::path::{Path, PathBuf};
use std::process::Command;

const TEST: &str = r#"
#include "simdiff.h"

int main(int argc, char **argv)
{
    (void)argv;
    SIMDIFF_ASSERT_EQUIVALENT("zlimit/zlimit.c", "zlimit_scalar", "zlimit_sse", "--size", "n=1..8");
    if (argc > 1)
        SIMDIFF_ASSERT_EQUIVALENT("dot/dot.c", "dot_scalar", "dot_sse", "--size", "n=5");
    return SIMDIFF_CHECK("dot/dot.c", "dot_scalar", "nothing") == SIMDIFF_TROUBLE ? 0 : 9;
}
"#;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The test as a program of a language.
fn built(directory: &Path, language: &str, standard: &str) -> PathBuf {
    let (source, program) = (directory.join("test.c"), directory.join(language));
    std::fs::write(&source, TEST).expect("a file");
    let done = Command::new("clang-19")
        .args([
            "-x",
            language,
            standard,
            "-pedantic",
            "-Wall",
            "-Wextra",
            "-Werror",
        ])
        .arg("-D_POSIX_C_SOURCE=200809L")
        .arg("-I")
        .arg(root().join("include"))
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .output()
        .expect("clang-19");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
    program
}

fn run(program: &Path, arguments: &[&str], simdiff: &str) -> (Option<i32>, String) {
    let output = Command::new(program)
        .args(arguments)
        .env("SIMDIFF", simdiff)
        .current_dir(root().join("examples"))
        .output()
        .expect("the test runs");
    let all = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&all).into_owned(),
    )
}

#[test]
fn a_test_in_c_passes_and_fails_with_the_report() {
    let directory = tempfile::tempdir().expect("a directory");
    let simdiff = env!("CARGO_BIN_EXE_simdiff");
    let program = built(directory.path(), "c", "-std=c99");
    let (code, text) = run(&program, &[], simdiff);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("EQUIVALENT  zlimit_sse"), "{text}");

    let (code, text) = run(&program, &["both"], simdiff);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("DIFFERENT  dot_sse"), "{text}");
    assert!(text.contains("exit code 1, expected 0"), "{text}");
}

#[test]
fn a_test_in_cpp_names_a_program_that_is_missing() {
    let directory = tempfile::tempdir().expect("a directory");
    let program = built(directory.path(), "c++", "-std=c++17");
    let (code, text) = run(&program, &[], "/nonexistent");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("cannot run /nonexistent"), "{text}");
}
