//! The LLVM passes run on a freshly compiled module.
//!
//! Chosen to make execution cheap and terms clean while keeping everything a
//! finding could rest on: no ordinary function is inlined, no loop is changed,
//! and no load from memory that outlives the function disappears, so that an
//! out-of-bounds read is still there to be reported even if its value is not
//! used.

use inkwell::OptimizationLevel;
use inkwell::llvm_sys::core::{LLVMGetVolatile, LLVMSetVolatile};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{
    CodeModel, InitializationConfig, RelocMode, Target, TargetMachine, TargetTriple,
};

use super::error::FrontendError;
use crate::llvm;

/// The passes before external loads are pinned: the SIMD headers' functions are
/// all always-inline, and `sroa` turns their parameters into values.
const INLINE: &str = "always-inline,function(sroa)";

/// The passes under which external loads are pinned.
const CLEAN: &str =
    "function(early-cse,simplifycfg,sroa,instsimplify,early-cse,simplifycfg,instsimplify)";

/// Cleans up unoptimised IR.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub fn tidy(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, INLINE)?;
    let pinned = pin_loads(module);
    let result = run(module, CLEAN);
    // Passes merge or move no volatile load; those left are released here.
    release_loads(module, pinned);
    result?;
    lower_switches(module)
}

/// Turns every `switch` into branches, which path merging understands.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the pipeline.
pub fn lower_switches(module: &Module<'_>) -> Result<(), FrontendError> {
    run(module, "function(lower-switch)")
}

/// Makes every load of memory other than a local variable's volatile, unless the
/// module has volatile loads of its own: then none, and the answer is false.
fn pin_loads(module: &Module<'_>) -> bool {
    // SAFETY: the values come from the live module, and only loads are asked.
    unsafe {
        let loads = loads(module);
        if loads.iter().any(|load| LLVMGetVolatile(*load) != 0) {
            return false;
        }
        for load in loads {
            if !is_local(llvm::operand(load, 0)) {
                LLVMSetVolatile(load, 1);
            }
        }
        true
    }
}

fn release_loads(module: &Module<'_>, pinned: bool) {
    if !pinned {
        return;
    }
    for load in loads(module) {
        // SAFETY: a load of the live module.
        unsafe { LLVMSetVolatile(load, 0) };
    }
}

fn loads(module: &Module<'_>) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    // SAFETY: the module is alive and unchanged meanwhile.
    unsafe {
        for function in llvm::functions(module) {
            for block in llvm::blocks(function) {
                let all = llvm::instructions(block);
                found.extend(all.filter(|i| llvm::opcode(*i) == LLVMOpcode::LLVMLoad));
            }
        }
    }
    found
}

/// Whether the pointer leads to a local variable through address arithmetic only.
///
/// # Safety
/// `pointer` has to be a live value.
unsafe fn is_local(mut pointer: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises; operands of live values are live.
    unsafe {
        while llvm::kind(pointer) == LLVMValueKind::LLVMInstructionValueKind {
            match llvm::opcode(pointer) {
                LLVMOpcode::LLVMAlloca => return true,
                LLVMOpcode::LLVMGetElementPtr => pointer = llvm::operand(pointer, 0),
                _ => return false,
            }
        }
        false
    }
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
