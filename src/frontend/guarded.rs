//! Buffers that a function accesses only where it has looked at an integer: `if (n < 4) return 0;
//! … p[3]`. The integer is the number of elements that are there, though the extent does not grow
//! with it.

use std::collections::HashSet;

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::values::FunctionValue;

use super::counting;
use crate::llvm::{Block, Value};

/// Whether a function accesses memory through its pointer argument, and on every way to an access
/// passes a branch that depends on its integer argument.
pub(super) fn is_guarded(function: FunctionValue<'_>, pointer: u32, integer: u32) -> bool {
    let function = Value::from(function);
    let (Some(pointer), Some(integer)) = (function.parameter(pointer), function.parameter(integer))
    else {
        return false;
    };
    let accesses = accesses(pointer);
    let depending = depending(integer);
    let free = reachable_without(function, &depending);
    !accesses.is_empty() && accesses.iter().all(|block| !free.contains(block))
}

/// Whether the indices of a function's accesses through its pointer argument are constants or
/// counters that are compared with its integer argument, as in `for (i = 0; i < 4 && i < n; i++)
/// … p[i]`: the integer bounds a loop, and says how many of the elements are there. A number of
/// iterations in which a table is read (`p[i & 3]`) is no such integer.
pub(super) fn bounds_indices(function: FunctionValue<'_>, pointer: u32, integer: u32) -> bool {
    let function = Value::from(function);
    let (Some(pointer), Some(integer)) = (function.parameter(pointer), function.parameter(integer))
    else {
        return false;
    };
    let compared: HashSet<Value<'_>> = depending(integer)
        .into_iter()
        .filter(|value| value.opcode() == LLVMOpcode::LLVMICmp)
        .flat_map(|comparison| [comparison.operand(0), comparison.operand(1)])
        .filter_map(counter)
        .collect();
    let indices = indices(pointer);
    let mut variable = indices.into_iter().flatten().peekable();
    variable.peek().is_some()
        && variable.all(|index| counter(index).is_some_and(|phi| compared.contains(&phi)))
}

/// The counter that a value is, apart from a change of its width.
fn counter(mut value: Value<'_>) -> Option<Value<'_>> {
    use LLVMOpcode::*;
    while matches!(value.opcode(), LLVMZExt | LLVMSExt | LLVMTrunc | LLVMFreeze) {
        value = value.operand(0);
    }
    (value.opcode() == LLVMPHI && counting::is_counter(value)).then_some(value)
}

/// The indices that are not constant of addresses computed from a pointer; `None` if the pointer
/// advances or is chosen.
fn indices(pointer: Value<'_>) -> Option<Vec<Value<'_>>> {
    use LLVMOpcode::*;
    let mut found = Vec::new();
    let mut open = vec![pointer];
    while let Some(value) = open.pop() {
        for user in instructions_with(value) {
            match user.opcode() {
                LLVMGetElementPtr => {
                    let indices = user.operands().skip(1);
                    found.extend(indices.filter(|index| index.unsigned().is_none()));
                    open.push(user);
                }
                LLVMBitCast | LLVMAddrSpaceCast | LLVMFreeze => open.push(user),
                LLVMPHI | LLVMSelect => return None,
                _ => {}
            }
        }
    }
    Some(found)
}

/// The instructions that use a value.
fn instructions_with(value: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    let users = value.users().into_iter();
    users.filter(|user| user.is_instruction())
}

/// The blocks with instructions that may access memory through a pointer.
fn accesses(pointer: Value<'_>) -> HashSet<Block<'_>> {
    use LLVMOpcode::*;
    let mut found = HashSet::new();
    let (mut open, mut seen) = (vec![pointer], HashSet::new());
    while let Some(value) = open.pop() {
        for user in instructions_with(value) {
            match user.opcode() {
                LLVMGetElementPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMFreeze | LLVMSelect
                | LLVMPHI => {
                    if seen.insert(user) {
                        open.push(user);
                    }
                }
                LLVMICmp => {}
                _ => found.extend(user.block()),
            }
        }
    }
    found
}

/// The values that are computed from an integer without memory.
fn depending(integer: Value<'_>) -> HashSet<Value<'_>> {
    use LLVMOpcode::*;
    let mut seen = HashSet::from([integer]);
    let mut open = vec![integer];
    while let Some(value) = open.pop() {
        for user in instructions_with(value) {
            let computes = !matches!(
                user.opcode(),
                LLVMLoad | LLVMStore | LLVMCall | LLVMInvoke | LLVMGetElementPtr
            );
            if computes && seen.insert(user) {
                open.push(user);
            }
        }
    }
    seen
}

/// The blocks that are reached without passing a branch that is among `depending`.
fn reachable_without<'m>(
    function: Value<'m>,
    depending: &HashSet<Value<'m>>,
) -> HashSet<Block<'m>> {
    let mut seen = HashSet::new();
    let mut open: Vec<Block<'m>> = function.blocks().take(1).collect();
    while let Some(block) = open.pop() {
        let depends = block
            .terminator()
            .is_some_and(|end| depending.contains(&end));
        if seen.insert(block) && !depends {
            open.extend(block.successors());
        }
    }
    seen
}
