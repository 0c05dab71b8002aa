//! Removes guards that repeat the operation that follows them.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::module::Module;

use super::Access;
use crate::guard;
use crate::llvm::{Value, edit};

/// Removes the guards whose operation follows in their block, before anything that could
/// end the path or an object's lifetime.
pub(in crate::frontend) fn merge(module: &Module<'_>) {
    edit(module, |edit| {
        let layout = edit.layout();
        for block in edit.functions().flat_map(Value::blocks) {
            let mut pending: Vec<Value<'_>> = Vec::new();
            for instruction in block.instructions().collect::<Vec<_>>() {
                if guard::is_guard(instruction) {
                    pending.push(instruction);
                    continue;
                }
                let accesses = Access::of(instruction, layout);
                pending.retain(|guard| {
                    let done = repeats(*guard, instruction, &accesses);
                    if done {
                        edit.erase(*guard);
                    }
                    !done
                });
                if is_call(instruction) && accesses.is_empty() {
                    pending.clear();
                }
            }
        }
    });
}

/// Whether an instruction performs the operation that a guard stands for.
fn repeats<'e>(guard: Value<'e>, instruction: Value<'e>, accesses: &[Access<'e>]) -> bool {
    if let Some(guarded) = Access::of_guard(guard) {
        return accesses.iter().any(|access| {
            access.write == guarded.write
                && access.address == guarded.address
                && access.size == guarded.size
                && access.align >= guarded.align
        });
    }
    let name = guard.callee_name();
    let kind = match instruction.opcode() {
        LLVMOpcode::LLVMSDiv => "sdiv.",
        LLVMOpcode::LLVMUDiv => "udiv.",
        LLVMOpcode::LLVMSRem => "srem.",
        LLVMOpcode::LLVMURem => "urem.",
        _ => return false,
    };
    let operands = |value: Value<'e>, first: u32| [0, 1].map(|i| value.operand(first + i));
    name.strip_prefix(guard::PREFIX)
        .is_some_and(|rest| rest.starts_with(kind))
        && operands(guard, 1) == operands(instruction, 0)
        && guard.operand(0).is_integer()
}

/// Whether an instruction may end the path or an object's lifetime.
fn is_call(instruction: Value<'_>) -> bool {
    matches!(instruction.opcode(), LLVMOpcode::LLVMCall)
        && !instruction.callee_name().starts_with("llvm.dbg.")
}
