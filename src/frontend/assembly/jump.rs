//! Assembly that is one unconditional jump to a label: `asm goto("jmp %l0" …)`.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use super::Assembly;

/// Replaces such assembly by a branch at the builder's position. Returns whether it did.
pub(super) unsafe fn replace(builder: LLVMBuilderRef, assembly: &Assembly) -> bool {
    let first = assembly.outputs.len() + assembly.inputs.len();
    let Some(label) = target(&assembly.text, first).filter(|label| *label < assembly.labels) else {
        return false;
    };
    // SAFETY: the call is a live terminator, of which successor 0 is where it falls through.
    unsafe {
        if LLVMIsACallBrInst(assembly.call).is_null() {
            return false;
        }
        let successors = (0..LLVMGetNumSuccessors(assembly.call))
            .map(|i| LLVMGetSuccessor(assembly.call, i))
            .collect::<Vec<_>>();
        // The edges to the other labels would have to be removed from a phi. Clang emits none
        // here.
        let has_phi =
            |block: &LLVMBasicBlockRef| !LLVMIsAPHINode(LLVMGetFirstInstruction(*block)).is_null();
        if !assembly.outputs.is_empty() || successors.iter().any(has_phi) {
            return false;
        }
        LLVMBuildBr(builder, successors[label + 1]);
    }
    true
}

/// Returns the label of a text that is one jump, where operand `first` is label 0.
fn target(text: &str, first: usize) -> Option<usize> {
    let operand = text.trim().strip_prefix("jmp")?.trim_start();
    let operand = operand.strip_prefix("${")?.strip_suffix(":l}")?;
    operand.parse::<usize>().ok()?.checked_sub(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_alone_has_a_target() {
        assert_eq!(target("jmp ${1:l}", 0), Some(1));
        assert_eq!(target("jmp\t${3:l}\n", 2), Some(1));
        for other in ["jmp ${0:l}; nop", "je ${0:l}", "jmp *$0", "jmp ${0:l}"] {
            assert_eq!(target(other, 1), None, "{other}");
        }
    }
}
