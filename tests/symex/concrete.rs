//! Concrete inputs: every byte that native code writes, the executor writes.

use std::path::Path;
use std::process::Command;

use simdiff::symex::End;

use crate::support::{CLANG, Run, compile_file};

const FUNCTIONS: [&str; 5] = ["integers", "floats", "vectors", "memory", "control"];
const SIZE: usize = 1 << 16;

fn source() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/symex/features.c")
}

fn native() -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("features");
    let status = Command::new(CLANG)
        .args(["-O1", "-ffp-contract=off", "-DNATIVE"])
        .arg(source())
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .status()
        .unwrap();
    assert!(status.success());
    Command::new(&program).output().unwrap().stdout
}

fn agrees(flags: &[&str]) {
    let native = native();
    let program = compile_file(&source(), flags);
    for (function, expected) in FUNCTIONS.iter().zip(native.chunks(SIZE)) {
        let mut run = Run::new(&program);
        let out = run.object("out", SIZE as u64);
        let argument = run.pointer(out);
        let finished = run.call_once(function, &[argument]);
        assert!(
            matches!(finished.end, End::Returned(None)),
            "{function}: {:?}",
            finished.end
        );
        let mut written = 0;
        for (at, expected) in expected.iter().enumerate() {
            let Some(byte) = run.machine.read_scalar(&finished.state, out, at as u64, 8) else {
                continue;
            };
            let byte = run.machine.builder.constant_value(byte);
            assert_eq!(
                byte,
                Some(u128::from(*expected)),
                "{function}, byte {at}, {flags:?}"
            );
            written += 1;
        }
        let unwritten = expected.iter().rev().take_while(|b| **b == 0xEE).count();
        assert!(
            written >= SIZE - unwritten,
            "{function} wrote only {written} bytes"
        );
    }
}

#[test]
fn unoptimised_code_computes_what_native_code_does() {
    agrees(&["-O0"]);
}

#[test]
fn scalar_code_computes_what_native_code_does() {
    agrees(&["-O1", "-fno-vectorize", "-fno-slp-vectorize"]);
}

#[test]
fn vectorised_code_computes_what_native_code_does() {
    agrees(&["-O3", "-mavx2"]);
}

#[test]
fn wide_vectors_compute_what_native_code_does() {
    agrees(&[
        "-O3",
        "-mavx512f",
        "-mavx512bw",
        "-mavx512vl",
        "-mprefer-vector-width=512",
    ]);
}
