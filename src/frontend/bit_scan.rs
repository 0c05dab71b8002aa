//! Bit scans (`ctlz`, `cttz`) whose result for zero is undefined.

use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use crate::llvm::Value;

/// Whether a call is a bit scan whose undefined result for zero is used. clang expands
/// `__builtin_ffs` and `__builtin_ctzg` to a bit scan whose result a select discards for
/// zero; these do not count.
pub(super) fn is_undefined_for_zero(call: Value<'_>) -> bool {
    let name = call.callee_name();
    let scans = name.starts_with("llvm.ctlz.") || name.starts_with("llvm.cttz.");
    if !scans || call.operand(1).unsigned() == Some(0) {
        return false;
    }
    let scanned = call.operand(0);
    !is_left_out(call, scanned, true)
}

/// Whether a value is only used where `x` is not zero: as the last operand of a select on
/// `x == 0`, perhaps after an addition.
fn is_left_out<'m>(value: Value<'m>, x: Value<'m>, may_add: bool) -> bool {
    let users = value.users();
    let left_out = |user: &Value<'m>| match user.opcode() {
        LLVMOpcode::LLVMSelect => user.operand(1) != value && is_zero_test(user.operand(0), x),
        LLVMOpcode::LLVMAdd if may_add => is_left_out(*user, x, false),
        _ => false,
    };
    !users.is_empty() && users.iter().all(left_out)
}

/// Whether a condition is `x == 0`.
fn is_zero_test<'m>(condition: Value<'m>, x: Value<'m>) -> bool {
    condition.predicate() == Some(LLVMIntPredicate::LLVMIntEQ)
        && condition.operand(0) == x
        && condition.operand(1).is_zero()
}
