//! Marks functions that contain a check. If a pass proves that a check always holds, it
//! removes the branch, and the function would no longer show that it checks anything.

use inkwell::llvm_sys::LLVMOpcode;

use crate::llvm::{Block, Edit, Value};

/// An attribute: the function, as clang emitted it, has a call that only a failed check
/// reaches.
const CHECKS: &str = "simdiff.checks";

/// The functions that a failed check calls.
const FAILS: [&str; 4] = ["__assert_fail", "__assert", "abort", "llvm.trap"];

/// Marks each function that has a failing block other than its first.
pub(super) fn mark(edit: &Edit<'_>) {
    for function in edit.functions().filter(|f| !f.is_declaration()) {
        if function.blocks().skip(1).any(fails) {
            edit.add_text_attribute(function, CHECKS);
        }
    }
}

/// Whether a block calls a failing function.
fn fails(block: Block<'_>) -> bool {
    let mut calls = block.instructions().filter(is_call);
    calls.any(|call| FAILS.contains(&&*call.callee_name()))
}

fn is_call(instruction: &Value<'_>) -> bool {
    instruction.opcode() == LLVMOpcode::LLVMCall
}
