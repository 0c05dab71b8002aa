//! What the name of a function tells about its role.

use crate::listing::Function;

/// Parts of names that indicate the instructions of a vector version.
const VECTOR: [&str; 29] = [
    "sse",
    "sse2",
    "sse3",
    "ssse3",
    "sse4",
    "sse41",
    "sse42",
    "avx",
    "avx2",
    "avx512",
    "avx512bw",
    "avx512f",
    "avx512vl",
    "fma",
    "fma3",
    "neon",
    "simd",
    "vec",
    "vector",
    "vectorized",
    "opt",
    "mmx",
    "mmxext",
    "x86",
    "intrin",
    "intrinsics",
    "asm",
    "f16c",
    "vnni",
];

/// Parts of names that indicate a plain version.
const PLAIN: [&str; 17] = [
    "c",
    "scalar",
    "ref",
    "reference",
    "plain",
    "generic",
    "basic",
    "naive",
    "portable",
    "cpu",
    "scal",
    "fallback",
    "base",
    "noasm",
    "nosimd",
    "none",
    "slow",
];

/// The role of a function by its name, in the order in which references are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    /// The name says that the function is plain.
    Plain,
    /// The name says neither.
    Either,
    /// The name says that the function is a vector version, or the function is a kernel.
    Port,
}

/// The parts of a name: between underscores, and the last word of `scaleScalar` or `scaleSSE`, if
/// it indicates a version.
fn parts(name: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('_').filter(|part| !part.is_empty()) {
        // `sse4_1` is one word.
        let is_minor = matches!(part, "1" | "2")
            && parts
                .last()
                .is_some_and(|last| last.eq_ignore_ascii_case("sse4"));
        if !is_minor {
            parts.push(part);
        }
    }
    let Some(last) = parts.pop() else {
        return parts;
    };
    let words = last
        .char_indices()
        .filter(|(at, c)| *at > 0 && c.is_uppercase());
    let is_version = |at: &usize| is(&VECTOR, &last[*at..]) || is(&PLAIN, &last[*at..]);
    match words.map(|(at, _)| at).find(is_version) {
        Some(at) => parts.extend([&last[..at], &last[at..]]),
        None => parts.push(last),
    }
    parts
}

fn is(words: &[&str], part: &str) -> bool {
    words.contains(&part.to_ascii_lowercase().as_str())
}

/// Whether a part of a name says how far a loop is unrolled: `u4`, `x16`.
fn is_unrolling(part: &str) -> bool {
    let digits = part.strip_prefix(['u', 'x']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The common part of a function's name, and its role.
pub(super) fn taken_apart(function: &Function) -> (String, Sort) {
    let (stem, sort) = words(&function.name);
    (stem, if function.is_kernel { Sort::Port } else { sort })
}

/// The common part of a name, and the role that it indicates.
pub(super) fn words(name: &str) -> (String, Sort) {
    let name = name.rsplit("::").next().unwrap_or(name);
    let parts = parts(name);
    let is_versioned = parts
        .iter()
        .any(|part| is(&VECTOR, part) || is(&PLAIN, part));
    let stem: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| !is(&VECTOR, part) && !is(&PLAIN, part))
        .filter(|part| !is_versioned || !is_unrolling(part))
        .collect();
    let sort = if parts.iter().any(|part| is(&VECTOR, part)) {
        Sort::Port
    } else if parts.iter().any(|part| is(&PLAIN, part)) {
        Sort::Plain
    } else {
        Sort::Either
    };
    (stem.join("_"), sort)
}
