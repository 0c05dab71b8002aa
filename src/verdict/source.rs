//! Source positions, and the versions of a check.

use serde::Serialize;

/// A position in user source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Location {
    /// The path as the compiler recorded it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
}

impl Location {
    /// Whether it is in a file of the system or the compiler.
    pub fn is_system(&self) -> bool {
        self.file.starts_with("/usr/") || self.file.contains("/lib/clang/")
    }
}

/// A function under check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Function {
    /// The name as the user gave it.
    pub name: String,
    /// The symbol in the module.
    pub symbol: String,
    /// The position of its definition, if debug info knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Compiler flags of this version besides the common ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// How it was compiled; `None` if the time did not suffice to compile it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compilation: Option<Compilation>,
}

/// The latitude that the compiler had with floats, and the target processor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Compilation {
    /// Whether a product and a sum may be rounded once, by clang's `-ffp-contract`: `off`,
    /// `on` or `fast`.
    pub contraction: String,
    /// The fast-math flags on any operation, by LLVM's names.
    pub fast_math: Vec<String>,
    /// The target processor.
    pub target: String,
    /// Whether no flags were given, so that simdiff's defaults apply.
    pub by_default: bool,
    /// The command of a build that was chosen because it alone defines the function, if
    /// another one would have been taken otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// What is left out of a build's flags although the meaning of the code may depend on it:
    /// flags that clang lacks, and further commands for a file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

/// The version in which something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The reference, which is correct by definition.
    Reference,
    /// The port, which is under test.
    Port,
    /// A whole program under `simdiff run`.
    Program,
    /// A kernel by itself under `simdiff kernel`.
    Kernel,
}

impl Side {
    /// Returns its name in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Reference => "reference",
            Side::Port => "port",
            Side::Program => "program",
            Side::Kernel => "kernel",
        }
    }
}
