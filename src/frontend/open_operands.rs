//! Builtins that are exact for some operands and open for the others: `mul24` of more than 24
//! bits, `max` of an infinity.
//!
//! A branch of the device library that leads to the call of an open function is marked, and so
//! is the call. Invariant: no instruction of the user's program is marked, so that a marked
//! branch that leads to a marked call is the library's own question about operands.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::module::Module;

use super::exact::PREFIX;
use crate::llvm::{Block, Value, edit};

/// The kind of the metadata, known to the decoder.
const MARK: &str = "simdiff.open_operands";

/// Marks the branches of a unit of the device library that ask whether operands are open.
pub(super) fn mark(module: &Module<'_>) {
    edit(module, |edit| {
        let functions = edit.functions().filter(|f| !f.is_declaration());
        for block in functions.flat_map(Value::blocks) {
            let Some(branch) = block.terminator().filter(|last| is_choice(*last)) else {
                continue;
            };
            for call in branch.successors().into_iter().filter_map(open_call) {
                edit.mark(branch, MARK);
                edit.mark(call, MARK);
            }
        }
    });
}

fn is_choice(terminator: Value<'_>) -> bool {
    terminator.opcode() == LLVMOpcode::LLVMBr && terminator.condition().is_some()
}

/// The call of an open function in a block.
fn open_call(block: Block<'_>) -> Option<Value<'_>> {
    block.instructions().find(|instruction| {
        instruction.opcode() == LLVMOpcode::LLVMCall
            && instruction.callee_name().starts_with(PREFIX)
    })
}
