//! Observes float operations that a pass may fold because of their fast-math flags.
//!
//! `x - x` is zero if there are no infinities, and `isinf(x)` is false; without its
//! operation, no flag would tell the executor that the value is open. A guard keeps the
//! operands, and is removed if the operation is still there after the passes.

use inkwell::llvm_sys::LLVMOpcode;

use crate::guard;
use crate::llvm::fast_math::{NO_INFINITIES, NO_NANS, NO_SIGNED_ZEROS};
use crate::llvm::{Edit, Value};

/// The flags that exclude NaNs and infinities.
const FINITE: u32 = NO_NANS | NO_INFINITIES;

/// The outcomes for which a test for two numbers holds, and a test for a NaN.
const ORDERED: u8 = 7;
const UNORDERED: u8 = 8;

/// The depth to which operands are compared.
const DEPTH: u32 = 8;

/// Guards the operations of a module that fast-math flags permit to fold, unless they are guarded
/// already.
pub(super) fn guard(edit: &Edit<'_>) {
    for operation in edit
        .functions()
        .flat_map(|f| f.instructions())
        .collect::<Vec<_>>()
    {
        let flags = operation.fast_math().unwrap_or(0);
        if flags == 0 {
            continue;
        }
        let has_guard = || operation.users().into_iter().any(is_of_folding);
        if has_guard() {
            continue;
        }
        let used = flags & folded_by(operation);
        if used != 0 {
            let operands = [0, 1].map(|index| operation.operand(index));
            place(edit, operation, used, operands);
        }
    }
}

/// Places a guard after an operation whose result these flags leave open.
pub(super) fn place<'e>(
    edit: &Edit<'e>,
    operation: Value<'e>,
    flags: u32,
    operands: [Value<'e>; 2],
) {
    let Some(next) = operation.next() else {
        return;
    };
    let [x, y] = operands;
    let types = [operation, x].map(|value| value.ty().print());
    let name = format!("{}.{}.{}", guard::FOLDED, types[0], types[1]);
    let arguments = [
        guard::always(**edit),
        edit.integer(8).constant(u64::from(flags)),
        operation,
        x,
        y,
    ];
    guard::call(edit.before(next), &name, operation, &arguments);
}

/// Removes the guards of operations that the passes left, and of those that they computed
/// because all operands are constants.
pub(super) fn settle(edit: &Edit<'_>) {
    for call in edit
        .functions()
        .flat_map(|f| f.instructions())
        .collect::<Vec<_>>()
    {
        if !is_of_folding(call) {
            continue;
        }
        let [result, x, y] = [2, 3, 4].map(|index| call.operand(index));
        let is_left = result.fast_math().is_some_and(|flags| flags != 0);
        if is_left || x.is_constant() && y.is_constant() {
            edit.erase(call);
        }
    }
}

fn is_of_folding(call: Value<'_>) -> bool {
    guard::is_guard(call) && call.callee_name().starts_with(guard::FOLDED)
}

/// The flags by which an operation is equal to a constant or to one of its operands.
fn folded_by(operation: Value<'_>) -> u32 {
    use LLVMOpcode::*;
    let operands = || [0, 1].map(|index| operation.operand(index));
    let alike = || {
        let [x, y] = operands();
        same(x, y, DEPTH)
    };
    let zero = || operands().into_iter().any(Value::is_zero);
    match operation.opcode() {
        LLVMFCmp if [ORDERED, UNORDERED].contains(&operation.outcomes()) => FINITE,
        LLVMFCmp if alike() || operands().into_iter().any(Value::is_constant) => FINITE,
        LLVMFSub | LLVMFDiv | LLVMFRem if alike() => FINITE,
        LLVMFMul | LLVMFDiv | LLVMFRem if zero() => FINITE | NO_SIGNED_ZEROS,
        LLVMFAdd | LLVMFSub if zero() => NO_SIGNED_ZEROS,
        _ => 0,
    }
}

/// Whether two values are computed alike. What is stored between two loads is not looked
/// at: a guard too many is removed later.
fn same(x: Value<'_>, y: Value<'_>, depth: u32) -> bool {
    use LLVMOpcode::*;
    if x == y {
        return true;
    }
    if depth == 0 || !x.is_instruction() || !y.is_instruction() {
        return false;
    }
    let opcode = x.opcode();
    let count = x.operand_count();
    let alike = |i, j| same(x.operand(i), y.operand(j), depth - 1);
    let exchanged = || matches!(opcode, LLVMFAdd | LLVMFMul) && alike(0, 1) && alike(1, 0);
    opcode == y.opcode()
        && !matches!(opcode, LLVMPHI | LLVMAlloca)
        && x.ty() == y.ty()
        && count == y.operand_count()
        && x.predicate() == y.predicate()
        && ((0..count).all(|index| alike(index, index)) || exchanged())
}
