//! The folded function computes what the original does, natively.

use inkwell::context::Context;
use simdiff::frontend::{Clang, Flags, compile};
use simdiff::phi_fold::{self, Options};
use simdiff::replay::{Arg, Case, NativeSide};

// The marks around folded arms have nothing to do natively.
const SOURCE: &str = "
void begin(void) __asm__(\"simdiff.arm.begin\");
void begin(void) {}
void end(void) __asm__(\"simdiff.arm.end\");
void end(void) {}
float shape(float x, float y, int k) {
    float r = 0;
    if (x < 0 || x > 10) r = y > 0 ? -x : y; else r = x * y;
    if (k & 1) { r += 1; if (k & 2 && x == y) r *= 2; else if (k & 4) r -= y; }
    switch (k & 7) { case 1: r += 5; break; case 2: case 3: r -= 5; break; case 6: return x; }
    if (r != r) return -1;
    return r;
}
int search(int a, int b, int n) {
    int found = -1;
    for (int i = 0; i < 8; i++) {
        int v = a * i + b;
        if (v > n && found < 0) { found = i; continue; }
        if ((v & 3) == 1 || v == n) found = found < 0 ? i : found - 1;
    }
    return found;
}
";

/// Runs both versions of `symbol` on every triple of values; returns the folds.
fn compare(source: &str, symbol: &str, values: &[Vec<u8>]) -> usize {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("semantics.c");
    std::fs::write(&path, source).expect("the source is written");
    let context = Context::create();
    let clang = Clang::find().expect("clang");
    let compiled = compile(&context, &clang, &[path], &Flags::default()).expect("it compiles");
    let report = phi_fold::run(&compiled.module, Options::default()).expect("it folds");
    let native = NativeSide::build(&compiled.native, symbol, &clang.path).expect("it builds");
    let folded = NativeSide::build(&compiled.module, symbol, &clang.path).expect("it builds");
    let mut cases = Vec::new();
    for a in values {
        for b in values {
            for c in values {
                let args = [a, b, c].map(|v| Arg::Scalar(v.clone())).to_vec();
                cases.push(Case::new(args));
            }
        }
    }
    let expected = native.run(&cases).expect("it runs");
    let found = folded.run(&cases).expect("it runs");
    assert_eq!(expected, found);
    report.folds
}

#[test]
fn branches_over_floats() {
    let floats = [0.0f32, -0.0, 3.0, 5.0, 10.5, -2.0, f32::NAN];
    let values: Vec<Vec<u8>> = floats
        .iter()
        .map(|f| f.to_bits().to_le_bytes().to_vec())
        .collect();
    assert!(compare(SOURCE, "shape", &values) > 5);
}

#[test]
fn branches_in_a_loop() {
    let values: Vec<Vec<u8>> = [-3i32, 0, 1, 2, 5, 9, 100]
        .map(|i| i.to_le_bytes().to_vec())
        .to_vec();
    assert!(compare(SOURCE, "search", &values) > 2);
}

#[test]
fn generated_branches() {
    let values: Vec<Vec<u8>> = [0u32, 1, 2, 3, 6, 200]
        .map(|i| i.to_le_bytes().to_vec())
        .to_vec();
    for seed in 0..2 {
        let source = crate::generated::source(seed, 40);
        assert!(compare(&source, "all", &values) > 50, "seed {seed}");
    }
}
