//! Inlines everything that a function calls, for contract inference: if a structure's
//! address is passed to another function, its uses of fields are only then uses of the
//! contract's numbers and pointers.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::module::Module;

use super::fold;
use crate::frontend::error::FrontendError;
use crate::frontend::passes;
use crate::frontend::taken::Taken;
use crate::llvm::{self, Attribute, edit};

/// The largest depth of calls that are inlined.
const ROUNDS: usize = 4;

/// A copy of a module with the functions that `symbol` reaches, for analysis: branches that only
/// choose values are selects.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the copy or a pass.
pub(in crate::frontend) fn whole<'c>(
    module: &Module<'c>,
    symbol: &str,
) -> Result<Module<'c>, FrontendError> {
    let copy = llvm::copy(module).map_err(|message| FrontendError::Pass { message })?;
    passes::keep_reachable(&copy, &[symbol.to_owned()])?;
    passes::speculate(&copy)?;
    Ok(copy)
}

/// A copy of the module that contains only this function and what is left of its callees, with
/// numbers that the function takes replaced by constants.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the copy or a pass.
pub(in crate::frontend) fn flat<'c>(
    module: &Module<'c>,
    symbol: &str,
    constants: &[(Taken, u64)],
) -> Result<Module<'c>, FrontendError> {
    let copy = whole(module, symbol)?;
    replace(&copy, symbol, constants);
    fold(&copy)?;
    for _ in 0..ROUNDS {
        if mark(&copy) == 0 {
            break;
        }
        passes::inline(&copy)?;
        fold(&copy)?;
        passes::keep_reachable(&copy, &[symbol.to_owned()])?;
    }
    if !constants.is_empty() {
        passes::rule_out(&copy)?;
    }
    passes::combine(&copy)?;
    Ok(copy)
}

/// Replaces the uses of numbers that a function takes by constants.
fn replace(module: &Module<'_>, symbol: &str, constants: &[(Taken, u64)]) {
    edit(module, |edit| {
        for (taken, bits) in constants {
            if let Some(function) = edit.function(symbol) {
                taken.fix(edit, function, *bits);
            }
        }
    });
}

/// Marks every call of a function with a body for inlining; returns the number of calls.
fn mark(module: &Module<'_>) -> usize {
    edit(module, |edit| {
        let mut marked = 0;
        for function in edit.functions() {
            let calls = function.instructions();
            for call in calls.filter(|i| i.opcode() == LLVMOpcode::LLVMCall) {
                let callee = call.callee().filter(|callee| *callee != function);
                if callee.is_some_and(|callee| callee.is_function() && !callee.is_declaration()) {
                    edit.add_call_attribute(call, Attribute::AlwaysInline);
                    marked += 1;
                }
            }
        }
        marked
    })
}
