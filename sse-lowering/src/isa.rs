//! The semantics files, one for each ISA extension, and the intrinsics that each defines.
//!
//! `llvm.x86.<operation>` is defined by the C function `x86_<operation>`, with `_` for each
//! dot, below a line comment that names its C intrinsics.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// One semantics file.
#[derive(Debug)]
pub(crate) struct Isa {
    /// The extension in the spelling of clang's `-m` flags, e.g. `avx2`.
    pub name: &'static str,
    /// Its file in `semantics/`.
    pub file: &'static str,
    /// The text of that file.
    pub source: &'static str,
    /// The extensions whose functions the file calls, in the order of compilation.
    pub uses: &'static [&'static str],
}

macro_rules! isa {
    ($name:literal in $file:literal uses $uses:expr) => {
        Isa {
            name: $name,
            file: $file,
            source: include_str!(concat!("../semantics/", $file)),
            uses: &$uses,
        }
    };
}

/// Every semantics file.
pub(crate) const ISAS: &[Isa] = &[
    isa!("mmx" in "mmx.c" uses []),
    isa!("sse" in "sse.c" uses []),
    isa!("sse2" in "sse2.c" uses []),
    isa!("sse3" in "sse3.c" uses []),
    isa!("ssse3" in "ssse3.c" uses []),
    isa!("sse4.1" in "sse41.c" uses []),
    isa!("sse4.2" in "sse42.c" uses []),
    isa!("sse4a" in "sse4a.c" uses []),
    isa!("aes" in "aes.c" uses []),
    isa!("pclmul" in "pclmul.c" uses []),
    isa!("sha" in "sha.c" uses []),
    isa!("bmi" in "bmi.c" uses []),
    isa!("bmi2" in "bmi2.c" uses []),
    isa!("adx" in "adx.c" uses []),
    isa!("f16c" in "f16c.c" uses []),
    isa!("avx" in "avx.c" uses ["sse", "sse2", "sse3", "sse4.1"]),
    isa!("avx2" in "avx2.c" uses ["sse2", "ssse3", "sse4.1"]),
    isa!("fma" in "fma.c" uses []),
    isa!("xop" in "xop.c" uses []),
    isa!("avx512f" in "avx512f.c" uses ["sse", "sse2", "sse3", "sse4.1", "avx"]),
    isa!("avx512vl" in "avx512vl.c" uses []),
    isa!("avx512bw" in "avx512bw.c" uses ["sse2", "ssse3", "sse4.1", "avx2"]),
    isa!("avx512dq" in "avx512dq.c" uses []),
    isa!("avx512cd" in "avx512cd.c" uses []),
    isa!("avx512vnni" in "avx512vnni.c" uses []),
    isa!("avx512vbmi" in "avx512vbmi.c" uses []),
    isa!("avx512vbmi2" in "avx512vbmi2.c" uses []),
    isa!("avx512ifma" in "avx512ifma.c" uses []),
    isa!("avx512bitalg" in "avx512bitalg.c" uses []),
    isa!("avx512fp16" in "avx512fp16.c" uses []),
    isa!("avx512bf16" in "avx512bf16.c" uses []),
    isa!("gfni" in "gfni.c" uses []),
    isa!("vaes" in "vaes.c" uses ["aes"]),
    isa!("vpclmulqdq" in "vpclmulqdq.c" uses ["pclmul"]),
];

/// The header of all semantics files.
const VECTORS_H: &str = include_str!("../semantics/vectors.h");

/// The additional header of the AVX-512 files.
const AVX512_H: &str = include_str!("../semantics/avx512.h");

const INTRINSIC: &str = "llvm.x86.";
const LINKED: &str = "simdiff.x86.";
const C: &str = "x86_";

/// Index in [`ISAS`] of the file that defines an intrinsic, by LLVM name.
static DEFINED_IN: LazyLock<BTreeMap<String, usize>> = LazyLock::new(|| {
    let files = ISAS.iter().enumerate();
    files
        .flat_map(|(isa, text)| {
            definitions(text.source)
                .into_iter()
                .map(move |d| (d.0, isa))
        })
        .collect()
});

impl Isa {
    /// The C text to compile: the headers, the files that this one uses, and this one.
    pub fn translation_unit(&self) -> String {
        let used = |isa: &&Isa| self.uses.contains(&isa.name);
        let mut unit = format!("#line 1 \"vectors.h\"\n{VECTORS_H}");
        if self.name.starts_with("avx512") {
            unit.push_str(&format!("#line 1 \"avx512.h\"\n{AVX512_H}"));
        }
        for Isa { file, source, .. } in ISAS.iter().filter(used).chain([self]) {
            unit.push_str(&format!("#line 1 \"{file}\"\n{source}"));
        }
        unit
    }
}

/// The intrinsics that a semantics file defines, each with its C intrinsics.
///
/// The C intrinsics are the words that begin with `_` in the line comment right above a
/// definition; its other words are prose. The defining function is the first one named
/// `x86_…` on the line below.
pub(crate) fn definitions(source: &'static str) -> Vec<(String, Vec<&'static str>)> {
    let mut found = Vec::new();
    let mut comment = Vec::new();
    for line in source.lines() {
        if let Some(text) = line.strip_prefix("//") {
            comment.extend(words(text).filter(|w| w.starts_with('_')));
            continue;
        }
        let above = std::mem::take(&mut comment);
        let mut named = words(line).filter_map(intrinsic_of_c);
        if !above.is_empty()
            && let Some(intrinsic) = named.next()
        {
            found.push((intrinsic, above));
        }
    }
    found
}

fn words(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// Whether a function of this name is an x86 intrinsic.
pub(crate) fn is_x86(function: &str) -> bool {
    function.starts_with(INTRINSIC)
}

/// Index in [`ISAS`] of the file that defines `intrinsic`, if there is one.
pub(crate) fn defined_in(intrinsic: &str) -> Option<usize> {
    DEFINED_IN.get(intrinsic).copied()
}

/// Whether `intrinsic` has a definition. The name is the one in LLVM's table, where an
/// overloaded intrinsic has no types.
pub(crate) fn is_defined(intrinsic: &str) -> bool {
    let from = DEFINED_IN.range(intrinsic.to_owned()..);
    let mut overloads = from.map_while(|(name, _)| name.strip_prefix(intrinsic));
    overloads.any(|types| types.is_empty() || types.starts_with(".v"))
}

/// Converts `x86_sse2_pmadd_wd` to `llvm.x86.sse2.pmadd.wd`; returns `None` for a helper.
pub(crate) fn intrinsic_of_c(function: &str) -> Option<String> {
    let rest = function.strip_prefix(C)?;
    Some(format!("{INTRINSIC}{}", rest.replace('_', ".")))
}

/// The name of an intrinsic's semantic function while it is linked into a user's module. It
/// is not a C identifier, so it cannot collide with a user's function.
pub(crate) fn linked_name(intrinsic: &str) -> String {
    intrinsic.replacen(INTRINSIC, LINKED, 1)
}
