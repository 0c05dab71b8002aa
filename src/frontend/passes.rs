//! The LLVM passes that run on a freshly compiled module.
//!
//! They are chosen to make execution cheap and terms simple: no ordinary function is
//! inlined and no loop is changed. Every operation that a finding could rest on is guarded
//! before ([`super::observe`]), so that passes may change the values.

use inkwell::OptimizationLevel;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{
    CodeModel, InitializationConfig, RelocMode, Target, TargetMachine, TargetTriple,
};

use super::error::FrontendError;
use super::{arithmetic, observe};
use crate::llvm::{Value, View, edit};

/// Functions that the executor calls itself.
pub(super) const CALLED: [&str; 1] = ["_Unwind_Resume"];

/// The passes that promote local variables to values. The functions of the SIMD headers are
/// all always-inline.
const INLINE: &str = "always-inline,function(sroa)";

/// The passes that promote variables whose accesses were proved to be inside them.
const PROMOTE: &str = "function(instsimplify,sroa)";

/// The passes that simplify the result. Branches stay: folding tells which of their code the source
/// executes, LLVM's speculation does not.
const CLEAN: &str = "function(early-cse,simplifycfg<no-speculate-blocks;bonus-inst-threshold=0>,sroa,\
                     instsimplify,early-cse,\
                     simplifycfg<no-speculate-blocks;bonus-inst-threshold=0>,instsimplify)";

/// Promotes local variables of unoptimised, guarded IR to values.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub fn values(module: &Module<'_>) -> Result<(), FrontendError> {
    observe::insert_for_folding(module);
    run(module, INLINE)?;
    observe::insert_for_folding(module);
    // Once a pointer is a value, its accesses to a variable can be proved.
    while observe::discharge(module) > 0 {
        run(module, PROMOTE)?;
    }
    Ok(())
}

/// Simplifies the IR once local variables are values.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub fn tidy(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, CLEAN)?;
    arithmetic::restore(module);
    observe::discharge(module);
    observe::merge(module);
    observe::settle_folding(module);
    lower_switches(module)
}

/// Splits coroutines into functions, which clang leaves to its passes. A module without any stays as
/// it is.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub(super) fn split_coroutines(module: &Module<'_>) -> Result<(), FrontendError> {
    let is_coroutine = |f: Value<'_>| f.has_attribute(None, "presplitcoroutine");
    match View::of(module).functions().any(is_coroutine) {
        true => run(module, "coro-early,cgscc(coro-split),coro-cleanup"),
        false => Ok(()),
    }
}

/// Inlines always-inline functions, and promotes local variables to values.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub(super) fn inline(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, INLINE)?;
    run(module, "function(instsimplify,early-cse,instsimplify)")
}

/// Keeps every call: no function is always inlined any more, so that later inlining leaves
/// the functions of the SIMD headers with their names.
pub(super) fn keep_calls(module: &Module<'_>) {
    edit(module, |edit| {
        for function in edit.functions() {
            edit.remove_attribute(function, "alwaysinline");
        }
    });
}

/// Emits the inline functions of C of one file that it does not declare `extern`. Each file may
/// have another definition of a name, which its own calls use (C17 6.7.4p7); without
/// optimisation, compilers leave calls of an external definition.
pub(super) fn emit_inline(module: &Module<'_>) {
    edit(module, |edit| {
        let functions = edit.functions().filter(|f| !f.is_declaration());
        for function in functions.collect::<Vec<_>>() {
            let is_inline = function.linkage() == LLVMLinkage::LLVMAvailableExternallyLinkage;
            // Those of C++ are in its library.
            if is_inline && !function.name().starts_with("_Z") {
                edit.set_linkage(function, LLVMLinkage::LLVMInternalLinkage);
            }
        }
    });
}

/// Promotes local variables whose addresses no longer escape to values.
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

/// Makes values of branches, in IR that is only analysed, not executed.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub(super) fn speculate(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, "function(simplifycfg)")
}

/// Simplifies IR that is only analysed, not executed: words that are composed of numbers
/// and split again become these numbers.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub(super) fn combine(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, "function(instcombine<no-verify-fixpoint>)")
}

/// Removes the ways that constants rule out, with what they bring to joins.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub(super) fn rule_out(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, "function(sccp)")
}

/// Removes the functions that are unreachable from `roots`, so that dead code decides
/// nothing. Functions in a variable's initial value stay.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub fn keep_reachable(module: &Module<'_>, roots: &[String]) -> Result<(), FrontendError> {
    edit(module, |edit| {
        for function in edit.functions().filter(|f| !f.is_declaration()) {
            let name = function.name();
            if roots.contains(&name) || CALLED.contains(&name.as_str()) {
                // The root may be a `static` function that nothing calls.
                edit.set_linkage(function, LLVMLinkage::LLVMExternalLinkage);
            } else {
                edit.clear_comdat(function);
                edit.set_linkage(function, LLVMLinkage::LLVMInternalLinkage);
            }
        }
    });
    run(module, "globaldce")
}

/// Lowers every `switch` to branches, which path merging supports.
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
