//! Where in the source, and in which version.

use serde::Serialize;

/// A position in user source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Location {
    /// Path as the compiler recorded it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
}

impl Location {
    /// Whether it is in a file that came with the system or the compiler.
    pub fn is_system(&self) -> bool {
        self.file.starts_with("/usr/") || self.file.contains("/lib/clang/")
    }
}

/// One of the two functions under check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Function {
    /// The name as the user gave it.
    pub name: String,
    /// The symbol in the module.
    pub symbol: String,
    /// Where it is defined, if debug info says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Compiler flags of this side beyond the common ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// How it was compiled; `None` when there was no time to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compilation: Option<Compilation>,
}

/// What the compiler was allowed to do with floats, and for which processor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Compilation {
    /// Whether a product and a sum may be rounded once: clang's `-ffp-contract`, `off`,
    /// `on` or `fast`.
    pub contraction: String,
    /// The fast-math flags, as LLVM names them, on any operation; empty without any.
    pub fast_math: Vec<String>,
    /// The processor.
    pub target: String,
    /// Whether no flags were given, so that the defaults are simdiff's own.
    pub by_default: bool,
}

/// Which version something happened in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The scalar version: the one that is right by definition.
    Reference,
    /// The version under test.
    Port,
    /// A whole program under `simdiff run`.
    Program,
    /// A kernel by itself under `simdiff kernel`.
    Kernel,
}

impl Side {
    /// The word used in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Reference => "reference",
            Side::Port => "port",
            Side::Program => "program",
            Side::Kernel => "kernel",
        }
    }
}
