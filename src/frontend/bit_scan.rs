//! Bit scans (`ctlz`, `cttz`) whose result for zero is undefined.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use crate::llvm;

/// Whether a call is a bit scan whose undefined result for zero is used. clang expands
/// `__builtin_ffs` and `__builtin_ctzg` to a bit scan whose result a select discards for
/// zero; these do not count.
///
/// # Safety
/// The call has to be alive.
pub(super) unsafe fn is_undefined_for_zero(call: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises; operands and users of live values are live.
    unsafe {
        let name = llvm::name(LLVMGetCalledValue(call));
        let scans = name.starts_with("llvm.ctlz.") || name.starts_with("llvm.cttz.");
        if !scans || LLVMConstIntGetZExtValue(llvm::operand(call, 1)) == 0 {
            return false;
        }
        let scanned = llvm::operand(call, 0);
        !is_left_out(call, scanned, true)
    }
}

/// Whether a value is only used where `x` is not zero: as the last operand of a select on
/// `x == 0`, perhaps after an addition.
unsafe fn is_left_out(value: LLVMValueRef, x: LLVMValueRef, may_add: bool) -> bool {
    // SAFETY: as above.
    unsafe {
        let users: Vec<LLVMValueRef> = llvm::uses(value).map(|u| LLVMGetUser(u)).collect();
        let left_out = |user: &LLVMValueRef| match LLVMGetInstructionOpcode(*user) {
            LLVMOpcode::LLVMSelect => {
                llvm::operand(*user, 1) != value && is_zero_test(llvm::operand(*user, 0), x)
            }
            LLVMOpcode::LLVMAdd if may_add => is_left_out(*user, x, false),
            _ => false,
        };
        !users.is_empty() && users.iter().all(left_out)
    }
}

/// Whether a condition is `x == 0`.
unsafe fn is_zero_test(condition: LLVMValueRef, x: LLVMValueRef) -> bool {
    // SAFETY: as above.
    unsafe {
        !LLVMIsAICmpInst(condition).is_null()
            && LLVMGetICmpPredicate(condition) == LLVMIntPredicate::LLVMIntEQ
            && llvm::operand(condition, 0) == x
            && LLVMIsNull(llvm::operand(condition, 1)) != 0
    }
}
