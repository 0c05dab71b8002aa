//! Wrong ports in extensions that not every processor has: DIFFERENT where this one replays them,
//! only suspected elsewhere.

use std::path::Path;
use std::process::Command;

const BFLOAT16: (&str, &str) = ("avx512_bf16", "-mavx512bf16 -mavx512vl -ffp-contract=off");
const HALVES: (&str, &str) = ("avx512_fp16", "-mavx512fp16 -mavx512vl -ffp-contract=off");

/// Whether Linux lists a feature of the processor.
fn has(feature: &str) -> bool {
    let all = std::fs::read_to_string("/proc/cpuinfo").expect("the processor is described");
    all.split_whitespace().any(|word| word == feature)
}

/// Compares two functions of a file in `tests/kernels`; returns the exit code.
fn check(file: &str, flags: &str, reference: &str, port: &str, more: &[&str]) -> Option<i32> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(directory)
        .args(["check", file, &format!("--cflags={flags}")])
        .args(["--reference", reference, "--port", port])
        .args(more)
        .output()
        .expect("the binary runs");
    output.status.code()
}

/// Checks that a wrong port is found, as far as this processor can show it.
fn is_found(
    (feature, flags): (&str, &str),
    file: &str,
    [reference, port]: [&str; 2],
    more: &[&str],
) {
    let expected = if has(feature) { 1 } else { 3 };
    let code = check(file, flags, reference, port, more);
    assert_eq!(code, Some(expected), "{port} against {reference}");
}

#[test]
fn the_order_and_the_rounding_of_bfloat16_matter() {
    let size = &["--size", "n=4"];
    is_found(BFLOAT16, "bfloat16.c", ["even_first", "dots_bf16"], size);
    is_found(BFLOAT16, "bfloat16.c", ["cut", "narrowed_bf16"], size);
}

#[test]
fn casts_to_bfloat16_flush_with_the_extension() {
    let size = &["--size", "n=8"];
    is_found(BFLOAT16, "bfloat16.c", ["unflushed", "converted"], size);
}

#[test]
fn fused_and_shortened_halves_are_found() {
    is_found(HALVES, "half_vectors.c", ["axpy", "axpy_fused"], &[]);
    is_found(HALVES, "half_vectors.c", ["axpy", "axpy_short"], &[]);
}

#[test]
fn conjugates_of_halves_are_found() {
    let size = &["--size", "n=8"];
    let pair = ["products", "conjugates_128"];
    is_found(HALVES, "half_vectors.c", pair, size);
}

#[test]
fn roundings_of_half_conversions_are_found() {
    let size = &["--size", "n=8"];
    let pair = ["narrowed", "narrowed_down"];
    is_found(HALVES, "half_conversions.c", pair, size);
    let range = "src=in:f16[n] in -30000..30000";
    let more = &["--size", "n=8", "--arg", range];
    is_found(HALVES, "half_conversions.c", ["words", "rounded_128"], more);
}
