//! Accesses that a sanitizer must not see.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::module::Module;

use crate::llvm::{Value, edit};

/// Hides accesses through pointers to any of these address spaces from ThreadSanitizer.
pub(super) fn leave_out(module: &Module<'_>, spaces: &[u32]) {
    edit(module, |edit| {
        for access in edit.instructions().filter(|i| is_access(*i, spaces)) {
            edit.mark(access, "nosanitize");
        }
    });
}

/// Whether an instruction accesses memory in one of these address spaces.
fn is_access(instruction: Value<'_>, spaces: &[u32]) -> bool {
    let accesses = matches!(
        instruction.opcode(),
        LLVMOpcode::LLVMLoad
            | LLVMOpcode::LLVMStore
            | LLVMOpcode::LLVMAtomicRMW
            | LLVMOpcode::LLVMAtomicCmpXchg
            | LLVMOpcode::LLVMCall
    );
    let mut types = instruction.operands().map(Value::ty);
    accesses && types.any(|ty| ty.is_pointer() && spaces.contains(&ty.address_space()))
}
