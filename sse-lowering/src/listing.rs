//! What is supported, for users to read: joins the compiled semantics with
//! the C intrinsics named in the comment above each semantic function.

use std::collections::BTreeMap;

use crate::isa::{self, Isa};

/// One intrinsic that is lowered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supported {
    /// LLVM's name, e.g. `llvm.x86.sse2.pmadd.wd`.
    pub name: String,
    /// The C intrinsics that compile to it, e.g. `_mm_madd_epi16`.
    pub c_names: Vec<String>,
    /// The instruction's result is not fixed by the architecture: lanes are
    /// calls to a body-less function `simdiff.approx.…`.
    pub approximate: bool,
}

/// The C intrinsics named in the comments of a semantics file, by LLVM name.
///
/// A line comment right above a definition names them, as words that begin
/// with `_mm`; other words in it are prose.
pub(crate) fn c_names(isa: &Isa) -> BTreeMap<String, Vec<String>> {
    let mut names = BTreeMap::new();
    let mut comment: Vec<String> = Vec::new();
    for line in isa.source.lines() {
        if let Some(text) = line.strip_prefix("//") {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            comment.extend(words.filter(|w| w.starts_with("_mm")).map(str::to_owned));
            continue;
        }
        let above = std::mem::take(&mut comment);
        let before_arguments = line.split('(').next().unwrap_or_default();
        let defined = before_arguments.split(' ').next_back().unwrap_or_default();
        if let Some(intrinsic) = isa::intrinsic_of_c(defined) {
            names.insert(intrinsic, above);
        }
    }
    names
}
