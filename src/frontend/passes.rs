//! The LLVM passes run on a freshly compiled module.
//!
//! Chosen to make execution cheap and terms clean: no ordinary function is inlined
//! and no loop is changed. What a finding could rest on is guarded before
//! ([`super::observe`]), so that passes may do what they like with the values.

use inkwell::OptimizationLevel;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::comdat::LLVMSetComdat;
use inkwell::llvm_sys::core::{LLVMIsDeclaration, LLVMSetLinkage};
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{
    CodeModel, InitializationConfig, RelocMode, Target, TargetMachine, TargetTriple,
};

use super::error::FrontendError;
use super::{arithmetic, observe};
use crate::llvm;

/// What the executor calls by itself.
pub(super) const CALLED: [&str; 1] = ["_Unwind_Resume"];

/// The passes that turn local variables into values. The SIMD headers' functions
/// are all always-inline.
const INLINE: &str = "always-inline,function(sroa)";

/// The passes for variables whose accesses were proved to be inside of them.
const PROMOTE: &str = "function(instsimplify,sroa)";

/// The passes that simplify what is left.
const CLEAN: &str =
    "function(early-cse,simplifycfg,sroa,instsimplify,early-cse,simplifycfg,instsimplify)";

/// Turns local variables of unoptimised IR with guards in it into values.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub fn values(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, INLINE)?;
    // A pointer that has become a value names a variable whose accesses can be proved.
    while observe::discharge(module) > 0 {
        run(module, PROMOTE)?;
    }
    Ok(())
}

/// Cleans up such IR, once local variables are values.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub fn tidy(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, CLEAN)?;
    arithmetic::restore(module);
    observe::discharge(module);
    observe::merge(module);
    lower_switches(module)
}

/// Inlines what is marked so, and turns local variables into values.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub(super) fn inline(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, INLINE)?;
    run(module, "function(instsimplify,early-cse,instsimplify)")
}

/// Turns local variables into values whose addresses go nowhere any more.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub(super) fn promote(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, PROMOTE)?;
    while observe::discharge(module) > 0 {
        run(module, PROMOTE)?;
    }
    Ok(())
}

/// Simplifies what is only looked at, not executed: words that are put together from numbers
/// and taken apart again are these numbers.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub(super) fn combine(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, "function(instcombine<no-verify-fixpoint>)")
}

/// Drops the functions that nothing reaches from `roots`, so that code which never
/// runs decides nothing. What a variable's initial value names stays.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub fn keep_reachable(module: &Module<'_>, roots: &[String]) -> Result<(), FrontendError> {
    // SAFETY: functions of the live module.
    unsafe {
        for function in llvm::functions(module) {
            let name = llvm::name(function);
            let kept = roots.contains(&name) || CALLED.contains(&name.as_str());
            if LLVMIsDeclaration(function) != 0 {
                continue;
            }
            if kept {
                // A `static` function that nothing but the user names.
                LLVMSetLinkage(function, LLVMLinkage::LLVMExternalLinkage);
            } else {
                LLVMSetComdat(function, std::ptr::null_mut());
                LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
            }
        }
    }
    run(module, "globaldce")
}

/// Turns every `switch` into branches, which path merging understands.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub fn lower_switches(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, "function(lower-switch)")
}

fn run(module: &Module<'_>, passes: &str) -> Result<(), FrontendError> {
    let pass_error = |message: String| FrontendError::Pass { message };
    Target::initialize_x86(&InitializationConfig::default());
    let mut triple = module.get_triple();
    if triple.as_str().is_empty() {
        triple = TargetTriple::create("x86_64-unknown-linux-gnu");
    }
    let machine: TargetMachine = Target::from_triple(&triple)
        .map_err(|e| pass_error(e.to_string()))?
        .create_target_machine(
            &triple,
            "",
            "",
            OptimizationLevel::None,
            RelocMode::Default,
            CodeModel::Default,
        )
        .ok_or_else(|| pass_error(format!("no target machine for {triple:?}")))?;
    module
        .run_passes(passes, &machine, PassBuilderOptions::create())
        .map_err(|e| pass_error(e.to_string()))
}
