//! Simplifies wrapper functions after the wrapped functions are inlined.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMSetSubprogram};
use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};
use inkwell::module::Module;
use inkwell::values::AsValueRef;

use super::{MOVED, Unpacked, WHOLE};
use crate::frontend::error::FrontendError;
use crate::frontend::passes;
use crate::llvm;

/// Folds calls of [`MOVED`] for pointers that the wrapped function leaves unchanged. This
/// may promote a structure behind a pointer to values, once its address is no longer used.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses a pass.
pub(in crate::frontend) fn fold(module: &Module<'_>) -> Result<(), FrontendError> {
    while fold_once(module) {
        passes::promote(module)?;
    }
    Ok(())
}

/// Folds the calls with equal operands; returns whether there were any.
fn fold_once(module: &Module<'_>) -> bool {
    let Some(moved) = module.get_function(MOVED) else {
        return false;
    };
    let mut found = false;
    // SAFETY: values of the live module; uses are collected before any goes.
    unsafe {
        let users: Vec<_> = llvm::uses(moved.as_value_ref())
            .map(|edge| LLVMGetUser(edge))
            .collect();
        for call in users {
            if llvm::kind(call) == LLVMValueKind::LLVMInstructionValueKind
                && llvm::opcode(call) == LLVMOpcode::LLVMCall
                && llvm::operand(call, 0) == llvm::operand(call, 1)
            {
                LLVMReplaceAllUsesWith(call, LLVMConstNull(LLVMTypeOf(call)));
                LLVMInstructionEraseFromParent(call);
                found = true;
            }
        }
    }
    found
}

/// Moves the debug info of each wrapped function that was inlined to its wrapper: reports
/// give a function's location.
pub(in crate::frontend) fn settle(module: &Module<'_>, unpacked: &Unpacked) {
    for symbol in unpacked.keys() {
        let whole = module.get_function(&format!("{symbol}{WHOLE}"));
        let (Some(function), Some(whole)) = (module.get_function(symbol), whole) else {
            continue;
        };
        let (function, whole) = (function.as_value_ref(), whole.as_value_ref());
        // SAFETY: functions of the live module. A subprogram belongs to one function only.
        unsafe {
            if llvm::uses(whole).next().is_none() {
                let place = LLVMGetSubprogram(whole);
                LLVMSetSubprogram(whole, std::ptr::null_mut());
                LLVMSetSubprogram(function, place);
            }
        }
    }
}
