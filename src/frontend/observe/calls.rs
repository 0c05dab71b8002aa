//! Keeps calls that look dead.
//!
//! A pass removes a call whose result is unused if the call neither writes nor throws and
//! is known to return: `strlen` past the end of a text, a masked load, a function declared
//! pure. Without the attribute that it returns, such a call stays and is executed. Calls of
//! the C library lose the properties known by their names: otherwise an unused allocation
//! would be removed, together with the copies to it.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use inkwell::module::Module;

use crate::llvm;

/// Attributes that let a pass remove a call.
const PROMISES: [&str; 2] = ["willreturn", "mustprogress"];

/// Keeps every call that may read memory.
///
/// # Safety
/// The module has to be alive, and nothing may iterate over it during the call.
pub(super) unsafe fn keep(module: &Module<'_>) {
    llvm::forget_promises(module, &PROMISES);
    // SAFETY: as the caller promises; attributes belong to functions and calls.
    unsafe {
        let intrinsics = llvm::functions(module).filter(|f| llvm::name(*f).starts_with("llvm."));
        for intrinsic in intrinsics.filter(|f| takes_pointer(*f)) {
            let kind = llvm::attribute_kind("willreturn");
            LLVMRemoveEnumAttributeAtIndex(intrinsic, LLVMAttributeFunctionIndex, kind);
        }
        for function in llvm::functions(module) {
            for call in llvm::blocks(function).flat_map(|block| llvm::instructions(block)) {
                if matches!(
                    llvm::opcode(call),
                    LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke
                ) {
                    forget_name(call);
                }
            }
        }
    }
}

/// Makes a call opaque to passes that know functions by their names.
unsafe fn forget_name(call: LLVMValueRef) {
    // SAFETY: the contract of `keep`.
    unsafe {
        let callee = LLVMGetCalledValue(call);
        let named = llvm::kind(callee) == LLVMValueKind::LLVMFunctionValueKind;
        if named && llvm::name(callee).starts_with("llvm.") {
            return;
        }
        let context = LLVMGetTypeContext(LLVMTypeOf(call));
        let unknown = LLVMCreateEnumAttribute(context, llvm::attribute_kind("nobuiltin"), 0);
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, unknown);
        let builtin = llvm::attribute_kind("builtin");
        LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, builtin);
    }
}

unsafe fn takes_pointer(function: LLVMValueRef) -> bool {
    // SAFETY: the contract of `keep`.
    unsafe {
        (0..LLVMCountParams(function)).any(|index| {
            let ty = LLVMTypeOf(LLVMGetParam(function, index));
            let lane = match LLVMGetTypeKind(ty) {
                LLVMTypeKind::LLVMVectorTypeKind => LLVMGetElementType(ty),
                _ => ty,
            };
            LLVMGetTypeKind(lane) == LLVMTypeKind::LLVMPointerTypeKind
        })
    }
}
