//! Checks that every C intrinsic in clang's own headers is lowered or refused.
//!
//! The headers are scanned for functions and macros; each is called by a function of its
//! own, compiled with and without optimisation.

#[path = "support/headers.rs"]
mod headers;
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use inkwell::context::Context;
use simdiff_sse_lowering::refusal;

use headers::{Prototypes, callers};
use support::{compile, lowering};

/// Headers whose every intrinsic has to be lowered or refused. A macro that passes a
/// parameter on has to come after the intrinsic that receives it.
const COMPLETE: &[&str] = &[
    "mmintrin.h",
    "xmmintrin.h",
    "emmintrin.h",
    "pmmintrin.h",
    "tmmintrin.h",
    "smmintrin.h",
    "crc32intrin.h",
    "popcntintrin.h",
    "avxintrin.h",
    "avx2intrin.h",
    "fmaintrin.h",
    "f16cintrin.h",
    "bmiintrin.h",
    "bmi2intrin.h",
    "lzcntintrin.h",
    "__wmmintrin_pclmul.h",
    "__wmmintrin_aes.h",
    "shaintrin.h",
    "avx512fintrin.h",
    "avx512vlintrin.h",
    "avx512bwintrin.h",
    "avx512vlbwintrin.h",
    "avx512dqintrin.h",
    "avx512vldqintrin.h",
    "avx512vnniintrin.h",
    "avx512vlvnniintrin.h",
    "avx512vbmiintrin.h",
    "avx512vbmivlintrin.h",
    "avx512fp16intrin.h",
    "avx512vlfp16intrin.h",
    "avx512bf16intrin.h",
    "avx512vlbf16intrin.h",
];

/// A lower bound on the number of intrinsics that the scan finds in them.
const LEAST: usize = 5500;

/// The refused intrinsics other than those of AVX-512: those for the register MXCSR, which
/// the executor models itself, and those that wait.
const GAPS: &[&str] = &[
    "llvm.x86.sse.ldmxcsr",
    "llvm.x86.sse.stmxcsr",
    "llvm.x86.sse3.monitor",
    "llvm.x86.sse3.mwait",
];

/// Flags for all extensions that the headers ask for.
const FEATURES: &[&str] = &[
    "-march=x86-64-v4",
    "-maes",
    "-mpclmul",
    "-msha",
    "-mavx512vnni",
    "-mavx512vbmi",
    "-mavx512fp16",
    "-mavx512bf16",
    "-ffp-contract=off",
];

#[test]
fn every_intrinsic_is_lowered_or_refused() {
    let mut found = Prototypes::default();
    for header in COMPLETE {
        let text = std::fs::read_to_string(resource_directory().join(header)).unwrap();
        let before = found.len();
        found.scan(&text);
        assert!(found.len() > before, "nothing found in {header}");
    }
    let callers = callers(&found);
    assert!(callers.len() >= LEAST, "{} callers", callers.len());
    let source = format!("#include <immintrin.h>\n{}", callers.join("\n"));
    for optimisation in ["-O0", "-O1"] {
        let left = left_in_place(optimisation, &source);
        let unexplained: Vec<_> = left.iter().filter(|i| refusal(i).is_none()).collect();
        assert!(unexplained.is_empty(), "{optimisation}: {unexplained:#?}");
        let gaps: Vec<_> = left.iter().filter(|i| !i.contains(".avx512.")).collect();
        assert_eq!(gaps, GAPS, "{optimisation}");
    }
}

fn left_in_place(optimisation: &str, source: &str) -> Vec<String> {
    let context = Context::create();
    let flags = [&[optimisation], FEATURES].concat();
    let report = lowering()
        .lower(&compile(&context, &flags, source))
        .unwrap();
    report.unknown.into_keys().collect()
}

fn resource_directory() -> PathBuf {
    let output = Command::new("clang-19")
        .arg("-print-resource-dir")
        .output()
        .unwrap();
    let directory = String::from_utf8(output.stdout).unwrap();
    Path::new(directory.trim()).join("include")
}
