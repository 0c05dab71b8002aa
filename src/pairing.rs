//! Pairs the functions that are versions of each other, by their names and parameters.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::listing::Function;

/// Parts of names that indicate the instructions of a vector version.
const VECTOR: [&str; 28] = [
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

/// A function and the file that defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The file.
    pub file: PathBuf,
    /// The function.
    pub function: Function,
}

/// A function, and another that is meant to compute the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair<'a> {
    /// The plain version.
    pub reference: &'a Listed,
    /// The other version.
    pub port: &'a Listed,
    /// The reason for the pairing.
    pub why: &'static str,
}

/// The pairs among these functions, directory by directory.
pub fn pairs(listed: &[Listed]) -> Vec<Pair<'_>> {
    let mut directories: BTreeMap<&Path, Vec<&Listed>> = BTreeMap::new();
    for one in listed {
        let directory = one.file.parent().unwrap_or(Path::new(""));
        directories.entry(directory).or_default().push(one);
    }
    directories
        .into_values()
        .flat_map(|all| in_directory(&all))
        .collect()
}

fn in_directory<'a>(all: &[&'a Listed]) -> Vec<Pair<'a>> {
    let mut stems: BTreeMap<String, Vec<(Sort, &Listed)>> = BTreeMap::new();
    for one in all {
        let (stem, sort) = taken_apart(&one.function);
        stems.entry(stem).or_default().push((sort, one));
    }
    let mut pairs = Vec::new();
    for versions in stems.values() {
        let plain = versions.iter().filter(|(sort, _)| *sort != Sort::Port);
        let Some((_, reference)) = plain.min_by_key(|(sort, _)| *sort) else {
            continue;
        };
        let ports = versions.iter().filter(|(sort, _)| *sort == Sort::Port);
        pairs.extend(ports.map(|(_, port)| Pair {
            reference,
            port,
            why: "by their names",
        }));
    }
    let is_paired = |one: &Listed, pairs: &[Pair<'_>]| {
        pairs
            .iter()
            .any(|pair| pair.reference == one || pair.port == one)
    };
    // Among the rest: two functions of one file with parameters that no other function of
    // it has.
    let mut alike: BTreeMap<(&Path, String), Vec<&'a Listed>> = BTreeMap::new();
    for one in all.iter().filter(|one| !is_paired(one, &pairs)) {
        if let Some(takes) = takes(&one.function) {
            alike.entry((&one.file, takes)).or_default().push(one);
        }
    }
    let role = |one: &Listed| taken_apart(&one.function).1;
    for mut versions in alike.into_values() {
        // Stable: the first one is the reference if the names do not tell.
        versions.sort_by_key(|one| role(one));
        if let [reference, port] = versions[..] {
            pairs.push(Pair {
                reference,
                port,
                why: "by their parameters",
            });
        }
    }
    pairs
}

/// The role of a function by its name, in the order in which references are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
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
    let mut parts: Vec<&str> = name.split('_').filter(|part| !part.is_empty()).collect();
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
fn taken_apart(function: &Function) -> (String, Sort) {
    let name = function.name.rsplit("::").next().unwrap_or(&function.name);
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
    let sort = if function.is_kernel || parts.iter().any(|part| is(&VECTOR, part)) {
        Sort::Port
    } else if parts.iter().any(|part| is(&PLAIN, part)) {
        Sort::Plain
    } else {
        Sort::Either
    };
    (stem.join("_"), sort)
}

/// The types of a function's result and parameters; `None` without parameters.
fn takes(function: &Function) -> Option<String> {
    let (head, parameters) = function.signature.split_once('(')?;
    let parameters = parameters.trim_end_matches(')');
    if parameters.is_empty() || function.name == "main" {
        return None;
    }
    let ty = |parameter: &str| {
        let end = parameter.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        end.trim().to_owned()
    };
    let types: Vec<String> = parameters.split(',').map(ty).collect();
    let result = head.trim_end_matches(function.name.as_str()).trim();
    Some(format!("{result}({})", types.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(file: &str, signature: &str, is_kernel: bool) -> Listed {
        let head = signature.split('(').next().unwrap();
        Listed {
            file: file.into(),
            function: Function {
                name: head.split(' ').next_back().unwrap().to_owned(),
                signature: signature.to_owned(),
                is_kernel,
            },
        }
    }

    fn found(listed: &[Listed]) -> Vec<(String, String)> {
        let pairs = pairs(listed);
        let names = pairs.iter().map(|p| (p.reference, p.port));
        names
            .map(|(r, p)| (r.function.name.clone(), p.function.name.clone()))
            .collect()
    }

    fn pair(reference: &str, port: &str) -> (String, String) {
        (reference.to_owned(), port.to_owned())
    }

    #[test]
    fn names_tell_versions() {
        let all = [
            listed("a.c", "void scale(float *x, int n)", false),
            listed("a.c", "void scale_c(float *x, int n)", false),
            listed("b.c", "void scale_sse2(float *x, int n)", false),
            listed("b.c", "void scale_avx2(float *x, int n)", false),
            listed("d/c.c", "void scale_sse2(float *x, int n)", false),
        ];
        let expected = [pair("scale_c", "scale_sse2"), pair("scale_c", "scale_avx2")];
        assert_eq!(found(&all), expected);
    }

    #[test]
    fn versions_have_many_names() {
        let takes = |name: &str| listed("a.c", &format!("void {name}(float *x, int n)"), false);
        for [plain, port] in [
            ["scale_scal", "scale_SSE"],
            ["scale_fallback", "scale_sse4"],
            ["scale__scalar_u1", "scale__sse2_u4"],
            ["scaleScalar", "scaleSSE"],
            ["scale_base", "scale_SIMD"],
            ["scale_noasm", "scale_sse2"],
            ["scale_none_4", "scale_sse_4"],
        ] {
            let all = [
                takes(plain),
                takes(port),
                listed("a.c", "int other(void)", false),
            ];
            assert_eq!(found(&all), [pair(plain, port)], "{plain} {port}");
        }
    }

    #[test]
    fn a_kernel_is_a_version_of_a_function() {
        let all = [
            listed("a.c", "void blur(float *x)", false),
            listed("a.cl", "void blur(float *x)", true),
        ];
        assert_eq!(found(&all), [pair("blur", "blur")]);
    }

    #[test]
    fn two_that_take_alike_may_be_versions() {
        let all = [
            listed("a.c", "int first(const int *x, int n)", false),
            listed("a.c", "int other(const int *values, int count)", false),
            listed("a.c", "int third(int n)", false),
        ];
        assert_eq!(found(&all), [pair("first", "other")]);
    }
}
