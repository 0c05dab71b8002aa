//! The lifetimes of local variables, from lifetime markers.

use std::collections::{HashMap, HashSet};

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use crate::llvm;

/// The lifetimes of one function's local variables, computed on demand.
pub(super) struct Lives {
    function: LLVMValueRef,
    /// For each variable with markers, the blocks that may be entered while it is dead;
    /// `None` for a variable that is alive in the whole function.
    entered_dead: HashMap<LLVMValueRef, Option<HashSet<LLVMBasicBlockRef>>>,
}

/// The contract of every unsafe function here: the function is alive, and its blocks and
/// lifetime markers do not change while this is in use.
impl Lives {
    pub(super) fn new(function: LLVMValueRef) -> Lives {
        Lives {
            function,
            entered_dead: HashMap::new(),
        }
    }

    /// Whether a variable is alive at an instruction on every path there.
    pub(super) unsafe fn is_alive(
        &mut self,
        variable: LLVMValueRef,
        instruction: LLVMValueRef,
    ) -> bool {
        // SAFETY: the contract of this type.
        unsafe {
            let function = self.function;
            let dead = self
                .entered_dead
                .entry(variable)
                .or_insert_with(|| entered_dead(function, variable));
            let Some(dead) = dead else {
                return true;
            };
            let block = LLVMGetInstructionParent(instruction);
            let before = llvm::instructions(block).take_while(|i| *i != instruction);
            let alive = before.filter_map(|i| mark(i, variable)).last();
            alive.unwrap_or(!dead.contains(&block))
        }
    }
}

/// Whether the variable is alive after an instruction, if that is a lifetime marker of it.
unsafe fn mark(instruction: LLVMValueRef, variable: LLVMValueRef) -> Option<bool> {
    // SAFETY: the contract of `Lives`.
    unsafe {
        if llvm::opcode(instruction) != LLVMOpcode::LLVMCall {
            return None;
        }
        let name = llvm::name(LLVMGetCalledValue(instruction));
        let alive = match () {
            () if name.starts_with("llvm.lifetime.start") => true,
            () if name.starts_with("llvm.lifetime.end") => false,
            () => return None,
        };
        (llvm::operand(instruction, 1) == variable).then_some(alive)
    }
}

/// The blocks that may be entered while the variable is dead; `None` if it has no markers.
unsafe fn entered_dead(
    function: LLVMValueRef,
    variable: LLVMValueRef,
) -> Option<HashSet<LLVMBasicBlockRef>> {
    // SAFETY: the contract of `Lives`.
    unsafe {
        let marked = llvm::uses(variable).any(|edge| mark_of_any(LLVMGetUser(edge), variable));
        if !marked {
            return None;
        }
        let last = |block| {
            llvm::instructions(block)
                .filter_map(|i| mark(i, variable))
                .last()
        };
        // The variable is dead at the start of the function, and after a block that ends
        // its lifetime.
        let mut waiting = vec![LLVMGetEntryBasicBlock(function)];
        let ends = llvm::blocks(function).filter(|block| last(*block) == Some(false));
        waiting.extend(ends.flat_map(|block| successors(block)));
        let mut dead = HashSet::new();
        while let Some(block) = waiting.pop() {
            if dead.insert(block) && last(block) != Some(true) {
                waiting.extend(successors(block));
            }
        }
        Some(dead)
    }
}

unsafe fn mark_of_any(user: LLVMValueRef, variable: LLVMValueRef) -> bool {
    // SAFETY: the contract of `Lives`; a use may also be by a constant.
    unsafe { !LLVMIsAInstruction(user).is_null() && mark(user, variable).is_some() }
}

unsafe fn successors(block: LLVMBasicBlockRef) -> Vec<LLVMBasicBlockRef> {
    // SAFETY: the contract of `Lives`.
    unsafe {
        let end = LLVMGetBasicBlockTerminator(block);
        (0..LLVMGetNumSuccessors(end))
            .map(|i| LLVMGetSuccessor(end, i))
            .collect()
    }
}
