//! Every C intrinsic of clang's own headers is lowered or refused.
//!
//! The headers are scanned for `_mm…` functions and macros; each is called by
//! a function of its own, compiled with and without optimisation. MMX is left
//! out: all of it is refused.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use inkwell::context::Context;
use simdiff_sse_lowering::refusal;

use support::{compile, lowering};

/// Headers whose every intrinsic has to be known.
const COMPLETE: &[&str] = &[
    "xmmintrin.h",
    "emmintrin.h",
    "pmmintrin.h",
    "tmmintrin.h",
    "smmintrin.h",
    "crc32intrin.h",
    "avxintrin.h",
    "avx2intrin.h",
    "fmaintrin.h",
];

/// Macros without documented types, for the same builtin as another one.
const SYNONYMS: &[&str] = &[
    "_mm_bslli_si128",
    "_mm_broadcastsi128_si256",
    "_mm_bsrli_si128",
    "_mm_load_pd1",
];

#[test]
fn every_intrinsic_is_lowered_or_refused() {
    let mut callers = Vec::new();
    for header in COMPLETE {
        let text = std::fs::read_to_string(resource_directory().join(header)).unwrap();
        let before = callers.len();
        callers.extend(
            prototypes(&text)
                .iter()
                .map(caller)
                .filter(|c| !c.contains("__m64")),
        );
        assert!(callers.len() > before, "nothing found in {header}");
    }
    let source = format!("#include <immintrin.h>\n{}", callers.join("\n"));
    let lowering = lowering();
    for optimisation in ["-O0", "-O1"] {
        let context = Context::create();
        let flags = [optimisation, "-march=haswell", "-ffp-contract=off"];
        let report = lowering.lower(&compile(&context, &flags, &source)).unwrap();
        let unexplained: Vec<_> = report
            .unknown
            .keys()
            .filter(|i| refusal(i).is_none())
            .collect();
        assert!(unexplained.is_empty(), "{optimisation}: {unexplained:?}");
        // Far fewer would mean that the scan misses most of the headers.
        assert!(
            report.lowered.len() > 200,
            "{optimisation}: {:?}",
            report.lowered
        );
    }
}

#[test]
fn the_scan_finds_functions_and_macros() {
    let text = "
/// \\code
/// __m128 _mm_shift(__m128 a,
///                  const int n);
/// \\endcode
#define _mm_shift(a, n) whatever
static __inline__ __m128 __DEFAULT_FN_ATTRS
_mm_add_ss(__m128 __a, const float *__b)
{
";
    let found: Vec<String> = prototypes(text).iter().map(caller).collect();
    assert_eq!(
        found,
        [
            "void call_mm_add_ss(__m128 __a, const float *__b, void *result) \
             { *(__typeof__(_mm_add_ss(__a, __b)) *)result = _mm_add_ss(__a, __b); }",
            "void call_mm_shift(__m128 a, void *result) \
             { *(__typeof__(_mm_shift(a, 1)) *)result = _mm_shift(a, 1); }",
        ]
    );
}

fn resource_directory() -> PathBuf {
    let output = Command::new("clang-19")
        .arg("-print-resource-dir")
        .output()
        .unwrap();
    let directory = String::from_utf8(output.stdout).unwrap();
    Path::new(directory.trim()).join("include")
}

/// Result and parameters of each intrinsic, by name.
type Prototypes = BTreeMap<String, (String, Vec<String>)>;

fn prototypes(header: &str) -> Prototypes {
    let mut found = Prototypes::new();
    for definition in header.split("static __inline__ ").skip(1) {
        let head = definition.split('{').next().unwrap();
        found.extend(prototype(head));
    }
    // A macro's types stand in the comment above it.
    let commented: Vec<&str> = header
        .lines()
        .filter_map(|l| l.strip_prefix("///"))
        .collect();
    let commented = commented.join("\n");
    let documented: Prototypes = commented
        .split("\\code")
        .filter_map(|text| prototype(text.split(';').next()?))
        .collect();
    for line in header.lines() {
        let Some(name) = line
            .strip_prefix("#define _mm")
            .and_then(|l| l.split('(').next())
        else {
            continue;
        };
        let name = format!("_mm{name}");
        if SYNONYMS.contains(&name.as_str()) {
            continue;
        }
        let prototype = documented.get(&name);
        let prototype = prototype.unwrap_or_else(|| panic!("{name} has no documented types"));
        found.insert(name, prototype.clone());
    }
    // Declared only, as clang builtins.
    for line in header
        .lines()
        .filter(|l| l.contains(" _mm_") && l.ends_with(");") && !l.starts_with(['/', ' ']))
    {
        found.extend(prototype(line));
    }
    found
}

/// `__m128 ATTRIBUTES _mm_foo(__m128 a, int b)` in its parts.
fn prototype(text: &str) -> Option<(String, (String, Vec<String>))> {
    let name_at = text.find("_mm")?;
    let (head, rest) = text.split_at(name_at);
    let (name, parameters) = rest.split_once('(')?;
    let result = ["__attribute__", "__DEFAULT_FN_ATTRS"]
        .iter()
        .fold(head, |head, attributes| {
            head.split(attributes).next().unwrap_or(head)
        });
    let parameters = parameters.split(')').next()?;
    let parameters = parameters
        .split(',')
        .map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|p| !p.is_empty() && p != "void")
        .collect();
    Some((name.to_owned(), (result.trim().to_owned(), parameters)))
}

/// A function that calls the intrinsic and stores what it returns; an immediate, `const int`, is 1.
fn caller((name, (result, parameters)): (&String, &(String, Vec<String>))) -> String {
    let is_immediate = |p: &str| p.starts_with("const int ") && !p.contains('*');
    let arguments: Vec<&str> = parameters
        .iter()
        .map(|p| match is_immediate(p) {
            true => "1",
            false => p
                .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                .unwrap(),
        })
        .collect();
    let rest: Vec<&str> = parameters
        .iter()
        .map(String::as_str)
        .filter(|p| !is_immediate(p))
        .collect();
    let call = format!("{name}({})", arguments.join(", "));
    let parameters: String = rest.iter().map(|p| format!("{p}, ")).collect();
    // The documented result type is not always the true one.
    let body = match result.as_str() {
        "void" => call,
        _ => format!("*(__typeof__({call}) *)result = {call}"),
    };
    format!("void call{name}({parameters}void *result) {{ {body}; }}")
}
