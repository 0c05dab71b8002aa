//! Folds `__builtin_constant_p(x)`, which does not evaluate `x`.
//!
//! clang computes the operand nevertheless, and passes it to `llvm.is.constant`. Right
//! after clang, before anything is executed or optimised, the call is folded: only a
//! literal constant counts as constant, and instructions that only compute the operand are
//! removed.

use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};
use inkwell::module::Module;

use crate::llvm::{Edit, Value, edit};

/// The prefix of the intrinsic's names; the type follows.
const QUESTION: &str = "llvm.is.constant.";

/// Folds every `llvm.is.constant` of a module that clang has not optimised.
pub fn answer(module: &Module<'_>) {
    edit(module, |edit| {
        let functions = edit.functions().collect::<Vec<_>>().into_iter();
        for function in functions.filter(|f| f.name().starts_with(QUESTION)) {
            for call in function.users().into_iter().filter(|user| user.is_call()) {
                let operand = call.operand(0);
                let constant = operand.is_constant()
                    && operand.kind() != LLVMValueKind::LLVMConstantExprValueKind;
                edit.replace_uses(call, call.ty().constant(constant.into()));
                edit.erase(call);
                remove(edit, operand);
            }
        }
    });
}

/// Removes an unused instruction that only computes a value, and then its operands
/// likewise.
fn remove<'e>(edit: &Edit<'e>, value: Value<'e>) {
    if value.block().is_none() || value.is_used() || !only_computes(value) {
        return;
    }
    let mut operands: Vec<Value<'e>> = value.operands().collect();
    operands.dedup();
    edit.erase(value);
    operands
        .into_iter()
        .for_each(|operand| remove(edit, operand));
}

/// Whether an instruction has no effect but its value, apart from undefined behaviour.
fn only_computes(instruction: Value<'_>) -> bool {
    use LLVMOpcode::*;
    match instruction.opcode() {
        LLVMLoad => !instruction.is_volatile(),
        LLVMGetElementPtr | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI
        | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt | LLVMPtrToInt | LLVMIntToPtr
        | LLVMBitCast | LLVMICmp | LLVMFCmp | LLVMSelect | LLVMFreeze | LLVMExtractValue
        | LLVMExtractElement | LLVMInsertElement | LLVMShuffleVector | LLVMAdd | LLVMSub
        | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMAnd | LLVMOr | LLVMXor
        | LLVMShl | LLVMLShr | LLVMAShr | LLVMFNeg | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv
        | LLVMFRem => true,
        _ => false,
    }
}
