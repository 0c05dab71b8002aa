//! The harness variable `klee_sse_count`: the number of SIMD operations executed. KLEE-CL's
//! harnesses assert with it that a version uses SIMD at all.
//!
//! Every block adds the number of its SIMD operations to the variable at its end, so that
//! symbolic execution and native replay count alike. Modules that do not declare the
//! variable stay unchanged.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use crate::llvm;

const COUNTER: &std::ffi::CStr = c"klee_sse_count";

/// Defines the counter and the counting code, if the module declares the counter.
pub fn instrument(module: &Module<'_>) {
    // SAFETY: values of the live module; blocks are collected before they change.
    unsafe {
        let counter = LLVMGetNamedGlobal(module.as_mut_ptr(), COUNTER.as_ptr());
        if counter.is_null() || LLVMIsDeclaration(counter) == 0 {
            return;
        }
        let ty = LLVMGlobalGetValueType(counter);
        LLVMSetInitializer(counter, LLVMConstNull(ty));
        LLVMSetLinkage(counter, LLVMLinkage::LLVMInternalLinkage);
        let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module.as_mut_ptr()));
        for function in llvm::functions(module).collect::<Vec<_>>() {
            for block in llvm::blocks(function).collect::<Vec<_>>() {
                let count = llvm::instructions(block)
                    .filter(|i| is_simd_operation(*i))
                    .count();
                if count > 0 {
                    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(block));
                    let old = LLVMBuildLoad2(builder, ty, counter, c"".as_ptr());
                    let more = LLVMConstInt(ty, count as u64, 0);
                    let new = LLVMBuildAdd(builder, old, more, c"".as_ptr());
                    LLVMBuildStore(builder, new, counter);
                }
            }
        }
        LLVMDisposeBuilder(builder);
    }
}

/// Whether an instruction computes on vectors: arithmetic, a comparison, a conversion, a
/// select, a shuffle, an intrinsic. Operations that only move lanes do not count, since
/// compilers also pass small structures as vectors.
unsafe fn is_simd_operation(instruction: LLVMValueRef) -> bool {
    use LLVMOpcode::*;
    // SAFETY: as the caller promises; operands of live instructions are live.
    unsafe {
        let is_vector =
            |value| LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMTypeKind::LLVMVectorTypeKind;
        match llvm::opcode(instruction) {
            LLVMLoad | LLVMStore | LLVMPHI | LLVMBitCast | LLVMFreeze | LLVMInsertElement
            | LLVMExtractElement | LLVMAlloca | LLVMRet => false,
            LLVMCall => {
                let callee = LLVMGetCalledValue(instruction);
                llvm::name(callee).starts_with("llvm.x86.")
                    || (llvm::name(callee).starts_with("llvm.") && is_vector(instruction))
            }
            _ => is_vector(instruction) || llvm::operands(instruction).any(is_vector),
        }
    }
}
