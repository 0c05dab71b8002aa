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
/// with `_mm`; other words in it are prose. The function is the first one
/// named `x86_…` on the line below.
pub(crate) fn c_names(isa: &Isa) -> BTreeMap<String, Vec<String>> {
    let mut names = BTreeMap::new();
    let mut comment: Vec<String> = Vec::new();
    for line in isa.source.lines() {
        if let Some(text) = line.strip_prefix("//") {
            comment.extend(
                words(text)
                    .filter(|w| w.starts_with("_mm"))
                    .map(str::to_owned),
            );
            continue;
        }
        let above = std::mem::take(&mut comment);
        let mut defined = words(line).filter_map(isa::intrinsic_of_c);
        if !above.is_empty()
            && let Some(intrinsic) = defined.next()
        {
            names.insert(intrinsic, above);
        }
    }
    names
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}
