//! Calls that look dead stay.
//!
//! A call is removed when its result is unused and it neither writes, throws nor
//! stays away: `strlen` past the end of a text, a masked load, a function that its
//! author calls pure. Without the promise that it returns it stays, and is executed.
//! Calls of the C library are kept from being known by name: an allocation that
//! nobody uses is removed otherwise, with what it copies.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use inkwell::module::Module;

use crate::llvm;

/// Promises that let a pass remove a call.
const PROMISES: [&str; 2] = ["willreturn", "mustprogress"];

/// Makes every call stay that may read memory.
///
/// # Safety
/// The module has to be alive, and nothing may iterate over it meanwhile.
pub(super) unsafe fn keep(module: &Module<'_>) {
    // SAFETY: as the caller promises; attributes belong to functions and calls.
    unsafe {
        for function in llvm::functions(module) {
            if llvm::name(function).starts_with("llvm.") && !takes_pointer(function) {
                continue;
            }
            for promise in PROMISES {
                let kind = kind(promise);
                LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
            }
        }
        for function in llvm::functions(module) {
            for block in llvm::blocks(function) {
                for call in llvm::instructions(block) {
                    if matches!(
                        llvm::opcode(call),
                        LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke
                    ) {
                        keep_call(call);
                    }
                }
            }
        }
    }
}

unsafe fn keep_call(call: LLVMValueRef) {
    // SAFETY: the contract of `keep`.
    unsafe {
        let callee = LLVMGetCalledValue(call);
        let named = llvm::kind(callee) == LLVMValueKind::LLVMFunctionValueKind;
        if named && llvm::name(callee).starts_with("llvm.") {
            return;
        }
        for promise in PROMISES {
            LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind(promise));
        }
        let context = LLVMGetTypeContext(LLVMTypeOf(call));
        let nobuiltin = LLVMCreateEnumAttribute(context, kind("nobuiltin"), 0);
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, nobuiltin);
        LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind("builtin"));
    }
}

fn kind(name: &str) -> u32 {
    // SAFETY: LLVM reads so many bytes of the name.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
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
