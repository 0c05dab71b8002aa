//! Folds `__builtin_constant_p(x)`, which does not evaluate `x`.
//!
//! clang computes the operand nevertheless, and passes it to `llvm.is.constant`. Right
//! after clang, before anything is executed or optimised, the call is folded: only a
//! literal constant counts as constant, and instructions that only compute the operand are
//! removed.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};
use inkwell::module::Module;

use crate::llvm;

/// The prefix of the intrinsic's names; the type follows.
const QUESTION: &str = "llvm.is.constant.";

/// Folds every `llvm.is.constant` of a module that clang has not optimised.
pub fn answer(module: &Module<'_>) {
    // SAFETY: values of the live module; calls are collected before any is removed.
    unsafe {
        for function in llvm::functions(module).collect::<Vec<_>>() {
            if !llvm::name(function).starts_with(QUESTION) {
                continue;
            }
            let calls: Vec<LLVMValueRef> = llvm::uses(function).map(|u| LLVMGetUser(u)).collect();
            for call in calls {
                let operand = llvm::operand(call, 0);
                let constant = LLVMIsConstant(operand) != 0
                    && llvm::kind(operand) != LLVMValueKind::LLVMConstantExprValueKind;
                let answer = LLVMConstInt(LLVMTypeOf(call), u64::from(constant), 0);
                LLVMReplaceAllUsesWith(call, answer);
                LLVMInstructionEraseFromParent(call);
                remove(operand);
            }
        }
    }
}

/// Removes an unused instruction that only computes a value, and then its operands
/// likewise.
///
/// # Safety
/// The value has to be alive, and nothing else may keep it.
unsafe fn remove(value: LLVMValueRef) {
    // SAFETY: as the caller promises; operands are collected before their user goes,
    // and are alive while anything uses them.
    unsafe {
        if LLVMIsAInstruction(value).is_null() || !LLVMGetFirstUse(value).is_null() {
            return;
        }
        if !only_computes(value) {
            return;
        }
        let mut operands: Vec<LLVMValueRef> = llvm::operands(value).collect();
        operands.dedup();
        LLVMInstructionEraseFromParent(value);
        operands.into_iter().for_each(|operand| remove(operand));
    }
}

/// Whether an instruction has no effect but its value, apart from undefined behaviour.
///
/// # Safety
/// The value has to be an instruction that is alive.
unsafe fn only_computes(instruction: LLVMValueRef) -> bool {
    use LLVMOpcode::*;
    // SAFETY: as the caller promises.
    unsafe {
        match llvm::opcode(instruction) {
            LLVMLoad => LLVMGetVolatile(instruction) == 0,
            LLVMGetElementPtr | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI
            | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt | LLVMPtrToInt | LLVMIntToPtr
            | LLVMBitCast | LLVMICmp | LLVMFCmp | LLVMSelect | LLVMFreeze | LLVMExtractValue
            | LLVMExtractElement | LLVMInsertElement | LLVMShuffleVector | LLVMAdd | LLVMSub
            | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMAnd | LLVMOr | LLVMXor
            | LLVMShl | LLVMLShr | LLVMAShr | LLVMFNeg | LLVMFAdd | LLVMFSub | LLVMFMul
            | LLVMFDiv | LLVMFRem => true,
            _ => false,
        }
    }
}
