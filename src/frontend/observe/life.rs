//! The lifetimes of local variables, from lifetime markers.

use std::collections::{HashMap, HashSet};

use inkwell::llvm_sys::LLVMOpcode;

use crate::llvm::{Block, Value};

/// The lifetimes of one function's local variables, computed on demand.
pub(super) struct Lives<'e> {
    function: Value<'e>,
    /// For each variable with markers, the blocks that may be entered while it is dead;
    /// `None` for a variable that is alive in the whole function.
    entered_dead: HashMap<Value<'e>, Option<HashSet<Block<'e>>>>,
}

/// The blocks of the function and its lifetime markers must not change while this is in
/// use.
impl<'e> Lives<'e> {
    pub(super) fn new(function: Value<'e>) -> Lives<'e> {
        Lives {
            function,
            entered_dead: HashMap::new(),
        }
    }

    /// Whether a variable is alive at an instruction on every path there.
    pub(super) fn is_alive(&mut self, variable: Value<'e>, instruction: Value<'e>) -> bool {
        let function = self.function;
        let dead = self
            .entered_dead
            .entry(variable)
            .or_insert_with(|| entered_dead(function, variable));
        let Some(dead) = dead else {
            return true;
        };
        let Some(block) = instruction.block() else {
            return false;
        };
        let before = block.instructions().take_while(|i| *i != instruction);
        let alive = before.filter_map(|i| mark(i, variable)).last();
        alive.unwrap_or(!dead.contains(&block))
    }
}

/// Whether the variable is alive after an instruction, if that is a lifetime marker of it.
fn mark(instruction: Value<'_>, variable: Value<'_>) -> Option<bool> {
    if instruction.opcode() != LLVMOpcode::LLVMCall {
        return None;
    }
    let name = instruction.callee_name();
    let alive = match () {
        () if name.starts_with("llvm.lifetime.start") => true,
        () if name.starts_with("llvm.lifetime.end") => false,
        () => return None,
    };
    (instruction.operand(1) == variable).then_some(alive)
}

/// The blocks that may be entered while the variable is dead; `None` if it has no markers.
fn entered_dead<'e>(function: Value<'e>, variable: Value<'e>) -> Option<HashSet<Block<'e>>> {
    let mut users = variable.users().into_iter();
    if !users.any(|user| mark(user, variable).is_some()) {
        return None;
    }
    let last = |block: Block<'e>| {
        block
            .instructions()
            .filter_map(|i| mark(i, variable))
            .last()
    };
    // The variable is dead at the start of the function, and after a block that ends
    // its lifetime.
    let mut waiting = Vec::from_iter(function.blocks().next());
    let ends = function
        .blocks()
        .filter(|block| last(*block) == Some(false));
    waiting.extend(ends.flat_map(Block::successors));
    let mut dead = HashSet::new();
    while let Some(block) = waiting.pop() {
        if dead.insert(block) && last(block) != Some(true) {
            waiting.extend(block.successors());
        }
    }
    Some(dead)
}
