//! Assembly that is one unconditional jump to a label: `asm goto("jmp %l0" …)`.

use super::Assembly;
use crate::llvm::Builder;

/// Replaces such assembly by a branch at the builder's position. Returns whether it did.
pub(super) fn replace<'e>(place: Builder<'_, 'e>, assembly: &Assembly<'e>) -> bool {
    let first = assembly.outputs.len() + assembly.inputs.len();
    let Some(label) = target(&assembly.text, first).filter(|label| *label < assembly.labels) else {
        return false;
    };
    // Successor 0 is where the assembly falls through.
    let successors = assembly.call.successors();
    // The edges to the other labels would have to be removed from a phi. Clang emits none
    // here.
    let has_phi = successors.iter().any(|block| block.phis().next().is_some());
    if !assembly.outputs.is_empty() || has_phi {
        return false;
    }
    let Some(target) = successors.get(label + 1) else {
        return false;
    };
    place.jump(*target);
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
