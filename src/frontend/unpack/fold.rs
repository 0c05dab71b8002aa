//! What is left of a function that another one stands before, once it is inlined.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMSetSubprogram};
use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};
use inkwell::module::Module;
use inkwell::values::AsValueRef;

use super::{MOVED, Unpacked, WHOLE};
use crate::frontend::error::FrontendError;
use crate::frontend::passes;
use crate::llvm;

/// Folds the distances of pointers that the call leaves as they are. A structure behind a
/// pointer is values, too, once its address is asked about no more.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses a pass.
pub(in crate::frontend) fn fold(module: &Module<'_>) -> Result<(), FrontendError> {
    while fold_once(module) {
        passes::promote(module)?;
    }
    Ok(())
}

/// Folds those that show; whether there were any.
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

/// Has each of these functions be where the one was that it stood before, as far as that
/// one is inlined in it: reports say where a function is.
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
