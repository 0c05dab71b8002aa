//! Inlines everything that a function calls, for contract inference: if a structure's
//! address is passed to another function, its uses of fields are only then uses of the
//! contract's numbers and pointers.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode};
use inkwell::module::Module;

use super::fold;
use crate::frontend::error::FrontendError;
use crate::frontend::passes;
use crate::llvm;

/// The largest depth of calls that are inlined.
const ROUNDS: usize = 4;

/// A copy of the module that contains only this function and what is left of its callees.
///
/// # Errors
/// [`FrontendError::Pass`] when LLVM refuses the copy or a pass.
pub(in crate::frontend) fn flat<'c>(
    module: &Module<'c>,
    symbol: &str,
) -> Result<Module<'c>, FrontendError> {
    let copy = llvm::copy(module).map_err(|message| FrontendError::Pass { message })?;
    passes::keep_reachable(&copy, &[symbol.to_owned()])?;
    fold(&copy)?;
    for _ in 0..ROUNDS {
        if mark(&copy) == 0 {
            break;
        }
        passes::inline(&copy)?;
        fold(&copy)?;
        passes::keep_reachable(&copy, &[symbol.to_owned()])?;
    }
    passes::combine(&copy)?;
    Ok(copy)
}

/// Marks every call of a function with a body for inlining; returns the number of calls.
fn mark(module: &Module<'_>) -> usize {
    let mut marked = 0;
    // SAFETY: values of the live module; attributes belong to calls.
    unsafe {
        let kind = llvm::attribute_kind("alwaysinline");
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let inline = LLVMCreateEnumAttribute(context, kind, 0);
        for function in llvm::functions(module) {
            let all = llvm::blocks(function).flat_map(|block| llvm::instructions(block));
            for call in all.filter(|i| llvm::opcode(*i) == LLVMOpcode::LLVMCall) {
                let callee = LLVMGetCalledValue(call);
                let defined = !LLVMIsAFunction(callee).is_null()
                    && LLVMIsDeclaration(callee) == 0
                    && callee != function;
                if defined {
                    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, inline);
                    marked += 1;
                }
            }
        }
    }
    marked
}
