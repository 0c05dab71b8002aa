//! Simplifies wrapper functions after the wrapped functions are inlined.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::module::Module;

use super::{Unpacked, WHOLE};
use crate::frontend::error::FrontendError;
use crate::frontend::moved::MOVED;
use crate::frontend::passes;
use crate::llvm::{Value, edit};

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
    edit(module, |edit| {
        let users = edit.function(MOVED).map(Value::users).unwrap_or_default();
        let calls = users.into_iter().filter(|user| {
            let is_call = user.opcode() == LLVMOpcode::LLVMCall;
            is_call && user.operand(0) == user.operand(1)
        });
        let mut found = false;
        for call in calls.collect::<Vec<_>>() {
            edit.replace_uses(call, call.ty().zero());
            edit.erase(call);
            found = true;
        }
        found
    })
}

/// Moves the debug info of each wrapped function that was inlined to its wrapper: reports
/// give a function's location.
pub(in crate::frontend) fn settle(module: &Module<'_>, unpacked: &Unpacked) {
    edit(module, |edit| {
        for symbol in unpacked.keys() {
            let whole = edit.function(&format!("{symbol}{WHOLE}"));
            let (Some(function), Some(whole)) = (edit.function(symbol), whole) else {
                continue;
            };
            if !whole.is_used() {
                edit.move_subprogram(whole, function);
            }
        }
    });
}
