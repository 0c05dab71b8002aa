//! Functions that check something: where a pass finds that a check always holds, its
//! branch goes, and the program would seem to check nothing.

use inkwell::llvm_sys::LLVMAttributeFunctionIndex;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;

use crate::llvm;

/// An attribute: clang left a call in the function that only a failed check reaches.
const CHECKS: &str = "simdiff.checks";

/// What fails where a check does.
const FAILS: [&str; 4] = ["__assert_fail", "__assert", "abort", "llvm.trap"];

/// Marks each function with a block other than its first that fails.
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

/// Whether a block calls what fails.
unsafe fn fails(block: LLVMBasicBlockRef) -> bool {
    // SAFETY: instructions of the live block; only calls are asked for what they call.
    unsafe {
        llvm::instructions(block).any(|instruction| {
            let is_call = !LLVMIsACallInst(instruction).is_null();
            is_call && FAILS.contains(&&*llvm::name(LLVMGetCalledValue(instruction)))
        })
    }
}
