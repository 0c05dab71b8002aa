//! Accesses that a sanitizer must not see.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use crate::llvm;

/// Hides accesses through pointers to any of these address spaces from ThreadSanitizer.
pub(super) fn leave_out(module: &Module<'_>, spaces: &[u32]) {
    // SAFETY: instructions of the live module; the name's length is passed.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let name = "nosanitize";
        let kind = LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32);
        let node = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
        let node = LLVMMetadataAsValue(context, node);
        for function in llvm::functions(module) {
            for block in llvm::blocks(function) {
                let accesses = llvm::instructions(block).filter(|i| is_access(*i, spaces));
                for access in accesses {
                    LLVMSetMetadata(access, kind, node);
                }
            }
        }
    }
}

/// Whether an instruction accesses memory in one of these address spaces.
///
/// # Safety
/// The instruction has to be alive.
unsafe fn is_access(instruction: LLVMValueRef, spaces: &[u32]) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let accesses = matches!(
            llvm::opcode(instruction),
            LLVMOpcode::LLVMLoad
                | LLVMOpcode::LLVMStore
                | LLVMOpcode::LLVMAtomicRMW
                | LLVMOpcode::LLVMAtomicCmpXchg
                | LLVMOpcode::LLVMCall
        );
        accesses
            && llvm::operands(instruction).any(|operand| {
                let ty = LLVMTypeOf(operand);
                let pointer = LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMPointerTypeKind;
                pointer && spaces.contains(&LLVMGetPointerAddressSpace(ty))
            })
    }
}
