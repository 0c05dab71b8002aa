//! Lowers x86 vector intrinsics to generic vector IR.
//!
//! [`Lowering::lower`] replaces each call of an `llvm.x86.*` intrinsic by LLVM's own
//! operations on integers, floats and vectors that compute the result of the instruction.
//! The semantics are the C functions in `semantics/`; this crate compiles them, checks
//! their types, links and inlines them.
//!
//! Invariant: lowering keeps the meaning of a module bit for bit, except for the payload
//! and sign of a NaN that arithmetic makes; an intrinsic without semantics stays a call.

#![deny(unsafe_code)]

mod confirmed;
#[allow(unsafe_code)]
mod declaration;
mod error;
mod isa;
mod listing;
mod masks;
pub mod mmx;
mod narrowing;
mod refused;
#[allow(unsafe_code)]
mod semantics;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bitcode_cache::Cache;
use inkwell::OptimizationLevel;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{CodeModel, InitializationConfig, RelocMode, Target, TargetTriple};
use inkwell::values::{BasicValue, BasicValueUse, FunctionValue};

pub use confirmed::{REPORTS, confirmed, unconfirmed};
pub use declaration::declare;
pub use error::LoweringError;
pub use listing::{Intrinsic, Status, extensions};
pub use refused::refusal;

use isa::ISAS;
use semantics::Semantics;

/// The lowering pass. The semantics of an ISA extension are compiled when the first
/// intrinsic of the extension is met, and kept.
#[derive(Debug)]
pub struct Lowering {
    clang: PathBuf,
    cache: Cache,
    /// Parallel to [`ISAS`].
    semantics: Vec<OnceLock<Result<Semantics, LoweringError>>>,
}

/// The intrinsics that [`Lowering::lower`] found, by LLVM name, with their numbers of
/// calls.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LoweringReport {
    /// Replaced calls.
    pub lowered: BTreeMap<String, usize>,
    /// Calls left in place because there are no semantics. [`refusal`] may give the reason.
    pub unknown: BTreeMap<String, usize>,
}

impl Lowering {
    /// Creates a lowering that compiles its semantics with `clang`, a path or a name to be
    /// found on the `PATH`. It must be clang 19, because LLVM reads no bitcode newer than
    /// its own.
    ///
    /// # Errors
    /// [`LoweringError::Clang`] or [`LoweringError::Version`].
    pub fn new(clang: &Path) -> Result<Self, LoweringError> {
        semantics::check_version(clang)?;
        Ok(Self {
            clang: clang.to_path_buf(),
            cache: Cache::none(),
            semantics: ISAS.iter().map(|_| OnceLock::new()).collect(),
        })
    }

    /// Makes the lowering take semantics that were compiled before from `cache`, and store
    /// new ones in it.
    #[must_use]
    pub fn with_cache(self, cache: Cache) -> Self {
        Self { cache, ..self }
    }

    /// Replaces every call of a supported `llvm.x86.*` intrinsic in `module`, and every
    /// conversion to `bfloat` that LLVM makes such an instruction.
    ///
    /// Inlined code keeps the source line of the call. Functions of the module that are
    /// `alwaysinline` themselves are inlined too.
    ///
    /// # Errors
    /// When the semantics cannot be compiled, or LLVM rejects a step.
    pub fn lower(&self, module: &Module<'_>) -> Result<LoweringReport, LoweringError> {
        narrowing::explicit(module).map_err(|e| LoweringError::Llvm {
            step: "narrow to bfloat16",
            message: e.to_string(),
        })?;
        let mut report = LoweringReport::default();
        let mut needed = BTreeSet::new();
        let declared: Vec<_> = module.get_functions().collect();
        for function in declared {
            let name = function.get_name().to_string_lossy().into_owned();
            let calls = count_uses(function);
            if !isa::is_x86(&name) || calls == 0 {
                continue;
            }
            match isa::defined_in(&name) {
                Some(isa) => {
                    redirect(module, function, &isa::linked_name(&name));
                    needed.insert(isa);
                    report.lowered.insert(name, calls);
                }
                None => {
                    report.unknown.insert(name, calls);
                }
            }
        }
        for &isa in &needed {
            self.semantics(isa)?.link_into(module)?;
        }
        if !needed.is_empty() {
            inline(module)?;
        }
        if cfg!(debug_assertions) {
            module
                .verify()
                .map_err(|e| LoweringError::llvm("verify the lowered module", &e))?;
        }
        Ok(report)
    }

    /// Whether the semantics of a lowered intrinsic are approximate.
    pub(crate) fn is_approximate(
        &self,
        isa: usize,
        intrinsic: &str,
    ) -> Result<bool, LoweringError> {
        let known = &self.semantics(isa)?.intrinsics;
        Ok(known.get(intrinsic).copied().unwrap_or(false))
    }

    fn semantics(&self, isa: usize) -> Result<&Semantics, LoweringError> {
        self.semantics[isa]
            .get_or_init(|| Semantics::compile(&self.clang, &self.cache, &ISAS[isa]))
            .as_ref()
            .map_err(Clone::clone)
    }
}

fn count_uses(function: FunctionValue<'_>) -> usize {
    let first = function
        .as_global_value()
        .as_pointer_value()
        .get_first_use();
    std::iter::successors(first, |u: &BasicValueUse<'_>| u.get_next_use()).count()
}

/// Turns the calls of an intrinsic into calls of a function declared as `name`, in place:
/// operands, attributes and source locations stay. The address of an intrinsic cannot be
/// taken, so every use of it is a call.
fn redirect<'ctx>(module: &Module<'ctx>, intrinsic: FunctionValue<'ctx>, name: &str) {
    let semantic = module.add_function(name, intrinsic.get_type(), None);
    intrinsic.replace_all_uses_with(semantic);
    // SAFETY: the intrinsic has no uses any more, and no reference to it is kept.
    #[allow(unsafe_code)]
    unsafe {
        intrinsic.delete()
    };
}

/// Inlines the semantic functions. They have link-once linkage and disappear with their
/// last call.
fn inline(module: &Module<'_>) -> Result<(), LoweringError> {
    Target::initialize_x86(&InitializationConfig::default());
    let triple = TargetTriple::create("x86_64-unknown-linux-gnu");
    let target =
        Target::from_triple(&triple).map_err(|e| LoweringError::llvm("find the x86 target", &e))?;
    let machine = target
        .create_target_machine(
            &triple,
            "",
            "",
            OptimizationLevel::None,
            RelocMode::Default,
            CodeModel::Default,
        )
        .ok_or_else(|| LoweringError::llvm("make an x86 target machine", triple.as_str()))?;
    module
        .run_passes("always-inline", &machine, PassBuilderOptions::create())
        .map_err(|e| LoweringError::llvm("inline the semantics", &e))
}
