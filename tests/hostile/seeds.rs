//! What is mutated.

use std::path::Path;
use std::process::Command;

use certificate_checker::Digest;

/// Two versions of a kernel in plain C.
pub const SCALAR: &str = "\
#include <string.h>
struct pair { short low; float high; };
static int scale = 3;
void f(const int *src, int *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] > 0 ? src[i] * scale : i;
}
void g(const int *src, int *dst, int n) {
    int i = 0;
    for (; i + 2 <= n; i += 2) {
        int pair[2];
        memcpy(pair, src + i, sizeof pair);
        for (int k = 0; k < 2; k++) dst[i + k] = pair[k] > 0 ? pair[k] * scale : i + k;
    }
    switch (n - i) { case 1: dst[i] = src[i] > 0 ? src[i] * scale : i; break; default: break; }
}
";

/// Two versions, one with vector instructions.
pub const VECTOR: &str = "\
#include <emmintrin.h>
void f(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] > 1.0f ? src[i] : 1.0f;
}
void g(const float *src, float *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(dst + i, _mm_max_ps(_mm_loadu_ps(src + i), _mm_set1_ps(1.0f)));
    for (; i < n; i++) dst[i] = src[i] > 1.0f ? src[i] : 1.0f;
}
";

/// Rules, of which some hold.
pub const RULES: [&str; 3] = [
    "(rule sum-of-and-or (tier exact) (source \"every bit is counted once\")\n  \
     (=> (add (and ?x ?y) (or ?x ?y)) (add ?x ?y)))\n",
    "(rule aligned (tier exact) (source \"bits\")\n  (where (= (& ?c 3) 0) (< (umax ?x) 4))\n  \
     (=> (and ?x (const ?c)) 0))\n",
    "(rule halves (tier finite) (source \"powers of two\")\n  (where (< (width ?x) 33))\n  \
     (<=> (fdiv ?x 2.0) (fmul ?x 0.5)))\n",
];

/// What may be said of the parameters of [`SCALAR`].
pub const CONTRACTS: [(&str, &str); 12] = [
    ("--arg", "dst=out:i32[n] of 4*((n+3)/4) align:4"),
    ("--arg", "src=in:i32[n] in -5..5"),
    ("--arg", "src=in:i32[n+1]@1"),
    ("--arg", "src=in:i32[m*k/3]"),
    ("--arg", "n=size:2*m-1"),
    ("--arg", "n=const:0x7"),
    ("--arg", "n=enum:1|2|5"),
    ("--alias", "dst=src"),
    ("--size", "n=0..5"),
    ("--assume", "src[i] <= src[i+1] && n % 2 == 0"),
    ("--assume", "src[0] + 2*n < src[n-1] - (3 - dst[0])"),
    ("--global", "scale=i32 in 1..7"),
];

/// Both kernels as files of a kind: `c`, `ll` or `bc`.
pub fn files(directory: &Path, kind: &str) -> Vec<Vec<u8>> {
    let compile = |text: &&str| {
        let (source, output) = (directory.join("seed.c"), directory.join("seed.out"));
        std::fs::write(&source, text).expect("a file");
        let clang = std::env::var("SIMDIFF_CLANG").unwrap_or("clang-19".to_owned());
        let status = Command::new(clang)
            .args(["-g", "-O1", "-emit-llvm"])
            .arg(if kind == "ll" { "-S" } else { "-c" })
            .arg(&source)
            .arg("-o")
            .arg(&output)
            .status();
        assert!(status.expect("clang").success());
        std::fs::read(output).expect("a file")
    };
    match kind {
        "c" => [SCALAR, VECTOR].map(|text| text.as_bytes().to_vec()).into(),
        _ => [SCALAR, VECTOR].iter().map(compile).collect(),
    }
}

/// A certificate that both vector kernels are equal.
pub fn certificate(directory: &Path) -> Vec<u8> {
    let (source, proof) = (directory.join("proved.c"), directory.join("proof"));
    std::fs::write(&source, VECTOR).expect("a file");
    let status = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(&source)
        .args([
            "--reference",
            "f",
            "--port",
            "g",
            "--size",
            "n=1..5",
            "--certificate",
        ])
        .arg(&proof)
        .stdout(std::process::Stdio::null())
        .status();
    assert!(status.expect("it starts").success());
    std::fs::read(proof).expect("a certificate")
}

/// A certificate with the digest that its lines have.
pub fn with_digest(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let mut digest = Digest::default();
    let mut sealed = String::new();
    for line in text.lines() {
        let before = digest.text();
        let line = match line.split_once("\"digest\":\"") {
            Some((head, old)) => match old.split_once('"') {
                Some((_, tail)) => format!("{head}\"digest\":\"{before}\"{tail}"),
                None => line.to_owned(),
            },
            None => line.to_owned(),
        };
        digest.add(line.as_bytes());
        digest.add(b"\n");
        sealed += &line;
        sealed.push('\n');
    }
    sealed.into_bytes()
}
