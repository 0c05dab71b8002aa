//! Marks functions that contain a check. If a pass proves that a check always holds, it
//! removes the branch, and the function would no longer show that it checks anything.

use inkwell::llvm_sys::LLVMAttributeFunctionIndex;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;

use crate::llvm;

/// An attribute: the function, as clang emitted it, has a call that only a failed check
/// reaches.
const CHECKS: &str = "simdiff.checks";

/// The functions that a failed check calls.
const FAILS: [&str; 4] = ["__assert_fail", "__assert", "abort", "llvm.trap"];

/// Marks each function that has a failing block other than its first.
///
/// # Safety
/// The module has to be alive.
pub(super) unsafe fn mark(module: &Module<'_>) {
    // SAFETY: values of the live module; the lengths are those of the texts.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let (name, length) = (CHECKS.as_ptr().cast(), CHECKS.len() as u32);
        let attribute = LLVMCreateStringAttribute(context, name, length, c"".as_ptr(), 0);
        for function in llvm::functions(module).filter(|f| LLVMIsDeclaration(*f) == 0) {
            if llvm::blocks(function).skip(1).any(|block| fails(block)) {
                LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
            }
        }
    }
}

/// Whether a block calls a failing function.
unsafe fn fails(block: LLVMBasicBlockRef) -> bool {
    // SAFETY: instructions of the live block; only calls are asked for what they call.
    unsafe {
        llvm::instructions(block).any(|instruction| {
            let is_call = !LLVMIsACallInst(instruction).is_null();
            is_call && FAILS.contains(&&*llvm::name(LLVMGetCalledValue(instruction)))
        })
    }
}
