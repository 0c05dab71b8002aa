//! Removes guards that repeat the operation that follows them.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::LLVMGetModuleDataLayout;
use inkwell::module::Module;

use super::Access;
use crate::guard;
use crate::llvm;

/// Removes the guards whose operation follows in their block, before anything that could
/// end the path or an object's lifetime.
pub(in crate::frontend) fn merge(module: &Module<'_>) {
    // SAFETY: values of the live module; instructions are collected before any is removed.
    unsafe {
        let layout = LLVMGetModuleDataLayout(module.as_mut_ptr());
        for function in llvm::functions(module) {
            for block in llvm::blocks(function) {
                let mut pending: Vec<LLVMValueRef> = Vec::new();
                for instruction in llvm::instructions(block).collect::<Vec<_>>() {
                    if guard::is_guard(instruction) {
                        pending.push(instruction);
                        continue;
                    }
                    let accesses = Access::of(instruction, layout);
                    pending.retain(|guard| {
                        let done = repeats(*guard, instruction, &accesses);
                        if done {
                            LLVMInstructionEraseFromParent(*guard);
                        }
                        !done
                    });
                    if is_call(instruction) && accesses.is_empty() {
                        pending.clear();
                    }
                }
            }
        }
    }
}

/// Whether an instruction performs the operation that a guard stands for.
unsafe fn repeats(guard: LLVMValueRef, instruction: LLVMValueRef, accesses: &[Access]) -> bool {
    // SAFETY: the values are alive.
    unsafe {
        if let Some(guarded) = Access::of_guard(guard) {
            return accesses.iter().any(|access| {
                access.write == guarded.write
                    && access.address == guarded.address
                    && access.size == guarded.size
                    && access.align >= guarded.align
            });
        }
        let name = llvm::name(LLVMGetCalledValue(guard));
        let kind = match llvm::opcode(instruction) {
            LLVMOpcode::LLVMSDiv => "sdiv.",
            LLVMOpcode::LLVMUDiv => "udiv.",
            LLVMOpcode::LLVMSRem => "srem.",
            LLVMOpcode::LLVMURem => "urem.",
            _ => return false,
        };
        let operands = |value, first: u32| [0, 1].map(|i| llvm::operand(value, first + i));
        name.strip_prefix(guard::PREFIX)
            .is_some_and(|rest| rest.starts_with(kind))
            && operands(guard, 1) == operands(instruction, 0)
            && !LLVMIsAConstantInt(llvm::operand(guard, 0)).is_null()
    }
}

/// Whether an instruction may end the path or an object's lifetime.
unsafe fn is_call(instruction: LLVMValueRef) -> bool {
    // SAFETY: the instruction is alive.
    unsafe {
        matches!(llvm::opcode(instruction), LLVMOpcode::LLVMCall)
            && !llvm::name(LLVMGetCalledValue(instruction)).starts_with("llvm.dbg.")
    }
}
