//! The semantics files, one for each ISA extension, and their names.
//!
//! `llvm.x86.<isa>.<operation>` is defined in `semantics/<isa>.c` by the C
//! function of that name without `llvm.` and with `_` for each dot.

/// One semantics file.
#[derive(Debug)]
pub(crate) struct Isa {
    /// The second part of the intrinsics' names after `llvm.`, e.g. `sse2`.
    pub name: &'static str,
    /// Its file in `semantics/`.
    pub file: &'static str,
    /// The text of that file.
    pub source: &'static str,
    /// The extensions whose functions it calls, in the order of compilation.
    pub uses: &'static [&'static str],
}

macro_rules! isa {
    ($name:literal uses $uses:expr) => {
        Isa {
            name: $name,
            file: concat!($name, ".c"),
            source: include_str!(concat!("../semantics/", $name, ".c")),
            uses: &$uses,
        }
    };
}

/// Every semantics file.
pub(crate) const ISAS: &[Isa] = &[
    isa!("sse" uses []),
    isa!("sse2" uses []),
    isa!("sse3" uses []),
    isa!("ssse3" uses []),
    isa!("sse41" uses []),
    isa!("sse42" uses []),
    isa!("avx" uses ["sse", "sse2", "sse3", "sse41"]),
    isa!("avx2" uses ["sse2", "ssse3", "sse41"]),
    isa!("fma" uses []),
];

/// The vocabulary of every semantics file.
const VECTORS_H: &str = include_str!("../semantics/vectors.h");

const INTRINSIC: &str = "llvm.x86.";
const LINKED: &str = "simdiff.x86.";
const C: &str = "x86_";

impl Isa {
    /// All C text to compile: [`VECTORS_H`], the files it uses, its own.
    pub fn translation_unit(&self) -> String {
        let used = |isa: &&Isa| self.uses.contains(&isa.name);
        let mut unit = VECTORS_H.to_owned();
        for Isa { file, source, .. } in ISAS.iter().filter(used).chain([self]) {
            unit.push_str(&format!("#line 1 \"{file}\"\n{source}"));
        }
        unit
    }
}

/// Whether a function of this name is an x86 intrinsic.
pub(crate) fn is_x86(function: &str) -> bool {
    function.starts_with(INTRINSIC)
}

/// Index in [`ISAS`] of the file that would define `intrinsic`.
pub(crate) fn isa_of(intrinsic: &str) -> Option<usize> {
    let (isa, _operation) = intrinsic.strip_prefix(INTRINSIC)?.split_once('.')?;
    ISAS.iter().position(|i| i.name == isa)
}

/// `x86_sse2_pmadd_wd` → `llvm.x86.sse2.pmadd.wd`; none for a helper.
pub(crate) fn intrinsic_of_c(function: &str) -> Option<String> {
    let rest = function.strip_prefix(C)?;
    Some(format!("{INTRINSIC}{}", rest.replace('_', ".")))
}

/// The name of an intrinsic's semantic function while it is linked into a
/// user's module; no C identifier can be the same.
pub(crate) fn linked_name(intrinsic: &str) -> String {
    intrinsic.replacen(INTRINSIC, LINKED, 1)
}
