//! The largest entry of a constant table, which bounds an index that is read from it.

use inkwell::llvm_sys::LLVMOpcode;

use crate::llvm::Value;

/// The most entries of a table that are looked at.
const MOST_ENTRIES: u32 = 4096;

/// The largest integer that a load from a constant table of integers that are not negative gives,
/// whatever its index.
pub(super) fn largest(load: Value<'_>) -> Option<i64> {
    if load.opcode() != LLVMOpcode::LLVMLoad {
        return None;
    }
    let mut base = load.operand(0);
    while base.opcode() == LLVMOpcode::LLVMGetElementPtr {
        base = base.operand(0);
    }
    if !base.is_global_variable() || !base.is_constant_variable() {
        return None;
    }
    let mut left = MOST_ENTRIES;
    largest_of(base.initialiser()?, load.ty().width()?, &mut left)
}

fn largest_of(value: Value<'_>, width: u32, left: &mut u32) -> Option<i64> {
    *left = left.checked_sub(1)?;
    if let Some(number) = value.signed() {
        let fits = value.ty().width() == Some(width) && number >= 0;
        return fits.then_some(number);
    }
    let mut most = None;
    for at in 0..MOST_ENTRIES {
        let Some(element) = value.element(at) else {
            break;
        };
        most = most.max(Some(largest_of(element, width, left)?));
    }
    most
}
