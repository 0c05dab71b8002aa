//! The list of all x86 intrinsics of LLVM, for users: supported, approximate or refused.

use crate::Lowering;
use crate::declaration::all_x86;
use crate::error::LoweringError;
use crate::isa::{ISAS, definitions, is_defined};
use crate::refused::refusal;

/// An x86 intrinsic of LLVM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intrinsic {
    /// LLVM's name, e.g. `llvm.x86.sse2.pmadd.wd`.
    pub name: String,
    /// The ISA extension in clang's spelling, e.g. `avx512vl`; for an intrinsic that is not
    /// lowered, the first part of its name.
    pub isa: String,
    /// The C intrinsics that compile to it, e.g. `_mm_madd_epi16`.
    pub c_names: Vec<&'static str>,
    /// How calls are treated.
    pub status: Status,
}

/// How the calls of an intrinsic are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Calls become generic IR that computes the same bits.
    Exact,
    /// Calls become generic IR in which lanes are calls of a function `simdiff.approx.…`
    /// without body, because the architecture does not fix the result.
    Approximate,
    /// Calls stay, for this reason.
    Refused(&'static str),
    /// Calls stay: the intrinsic is neither lowered nor listed as refused.
    Unknown,
}

impl Lowering {
    /// Lists every x86 intrinsic that LLVM has, or those of one ISA extension in the
    /// spelling of clang or LLVM (`sse4.1`, `sse41`). The lowered ones come first, in order
    /// of extension and file, then the others in order of name.
    ///
    /// # Errors
    /// When the semantics cannot be compiled.
    pub fn intrinsics(&self, isa: Option<&str>) -> Result<Vec<Intrinsic>, LoweringError> {
        let wanted = |own: &str| isa.is_none_or(|isa| own == isa || own.replace('.', "") == isa);
        let mut all = Vec::new();
        for (index, isa) in ISAS.iter().enumerate().filter(|(_, isa)| wanted(isa.name)) {
            for (name, c_names) in definitions(isa.source) {
                let status = match self.is_approximate(index, &name)? {
                    true => Status::Approximate,
                    false => Status::Exact,
                };
                all.push(Intrinsic {
                    name,
                    isa: isa.name.to_owned(),
                    c_names,
                    status,
                });
            }
        }
        let others = all_x86().into_iter().filter(|name| !is_defined(name));
        let others = others.map(|name| Intrinsic {
            isa: isa_of(&name),
            c_names: Vec::new(),
            status: refusal(&name).map_or(Status::Unknown, Status::Refused),
            name,
        });
        all.extend(others.filter(|i| wanted(&i.isa)));
        Ok(all)
    }

    /// Lists every lowered intrinsic, in order of ISA extension and file.
    ///
    /// # Errors
    /// When the semantics cannot be compiled.
    pub fn supported(&self) -> Result<Vec<Intrinsic>, LoweringError> {
        let mut all = self.intrinsics(None)?;
        all.retain(|i| matches!(i.status, Status::Exact | Status::Approximate));
        Ok(all)
    }
}

/// The ISA extensions with lowered intrinsics, in clang's spelling.
pub fn extensions() -> impl Iterator<Item = &'static str> {
    ISAS.iter().map(|isa| isa.name)
}

/// The extension in an LLVM name: `llvm.x86.xop.vfrcz.pd` → `xop`, in clang's spelling if
/// it has semantics.
fn isa_of(name: &str) -> String {
    let operation = name.trim_start_matches("llvm.x86.");
    let first = operation.split('.').next().unwrap_or(operation);
    let spelled = ISAS
        .iter()
        .find(|isa| isa.file.trim_end_matches(".c") == first);
    spelled.map_or(first, |isa| isa.name).to_owned()
}
