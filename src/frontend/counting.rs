//! Recognises loop counters, and the comparisons that end loops.
//!
//! Invariant: a value that depends on memory or a call is not a counter, so a limit on
//! data (`sum > limit`) is not a loop bound. Values that a work-item reads from the index space are
//! exempt, because they do not change (`k += get_global_size(0)`).

use std::collections::{HashMap, HashSet};

use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};

use crate::budgets::contract::COUNTING_VALUES;
use crate::guard;
use crate::llvm::{Block, Value};

/// The variables that work-item functions read (`opencl-runtime/device/work_item.cl`).
const INDEX_SPACE: [&str; 2] = ["simdiff_launch", "simdiff_item"];

/// Whether a phi's value derives from its own previous value by arithmetic alone, whatever
/// its start. A value that is halved or masked in each iteration does not count: it bounds
/// the loop by its number of bits.
pub(super) fn is_counter(phi: Value<'_>) -> bool {
    let mut ways = incoming(phi).into_iter();
    ways.any(|value| reaches(vec![value], |other| other == phi, &SHRINKING) == Some(true))
}

/// Whether a value is computed from a counter by arithmetic alone.
pub(super) fn from_counter(value: Value<'_>) -> bool {
    let counter = |value: Value<'_>| value.opcode() == LLVMOpcode::LLVMPHI && is_counter(value);
    reaches(vec![value], counter, &[]) == Some(true)
}

/// Operations that remove bits from a value.
const SHRINKING: [LLVMOpcode; 5] = [
    LLVMOpcode::LLVMAnd,
    LLVMOpcode::LLVMLShr,
    LLVMOpcode::LLVMAShr,
    LLVMOpcode::LLVMUDiv,
    LLVMOpcode::LLVMSDiv,
];

/// Whether a value that `open` derives from is `wanted`, without passing an operation of
/// `without`; `None` if memory or a call is met.
fn reaches<'m>(
    mut open: Vec<Value<'m>>,
    wanted: impl Fn(Value<'m>) -> bool,
    without: &[LLVMOpcode],
) -> Option<bool> {
    let mut seen = HashSet::new();
    let mut found = false;
    while let Some(value) = open.pop() {
        if value.kind() != LLVMValueKind::LLVMInstructionValueKind
            || seen.len() > COUNTING_VALUES
            || !seen.insert(value)
        {
            continue;
        }
        if wanted(value) {
            found = true;
            continue;
        }
        match value.opcode() {
            LLVMOpcode::LLVMPHI => open.extend(incoming(value)),
            opcode if without.contains(&opcode) => {}
            LLVMOpcode::LLVMLoad if is_of_index_space(value) => {}
            LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => {
                return None;
            }
            _ => open.extend(value.operands()),
        }
    }
    Some(found)
}

/// Whether a load reads a variable of the index space.
fn is_of_index_space(load: Value<'_>) -> bool {
    let mut address = load.operand(0);
    while address.opcode() == LLVMOpcode::LLVMGetElementPtr || is_moved(address) {
        address = address.operand(0);
    }
    address.kind() == LLVMValueKind::LLVMGlobalVariableValueKind
        && INDEX_SPACE.contains(&&*address.name())
}

/// Whether an address is another one plus a constant offset, or in another address space.
fn is_moved(address: Value<'_>) -> bool {
    matches!(
        address.constant_opcode(),
        Some(LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMAddrSpaceCast)
    )
}

fn incoming(phi: Value<'_>) -> Vec<Value<'_>> {
    phi.incoming().map(|(value, _)| value).collect()
}

/// Whether a condition decides, alone or with others, if a loop continues.
pub(super) fn ends_loop(condition: Value<'_>) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![condition];
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        for user in value.users().into_iter() {
            if user.kind() != LLVMValueKind::LLVMInstructionValueKind {
                continue;
            }
            match user.opcode() {
                LLVMOpcode::LLVMAnd
                | LLVMOpcode::LLVMOr
                | LLVMOpcode::LLVMXor
                | LLVMOpcode::LLVMSelect
                | LLVMOpcode::LLVMFreeze
                | LLVMOpcode::LLVMZExt
                | LLVMOpcode::LLVMICmp
                | LLVMOpcode::LLVMPHI => open.push(user),
                LLVMOpcode::LLVMBr if user.block().is_some_and(leaves_loop) => {
                    return true;
                }
                LLVMOpcode::LLVMRet => open.extend(calls_around(user)),
                LLVMOpcode::LLVMCall if !guard::is_guard(user) => {
                    match received(user, value) {
                        Some(params) => open.extend(params),
                        // The callee is unknown.
                        None => return true,
                    }
                }
                _ => {}
            }
        }
    }
    false
}

/// The call sites of the function that contains an instruction.
fn calls_around(instruction: Value<'_>) -> Vec<Value<'_>> {
    let users = instruction.function().into_iter().flat_map(Value::users);
    users.filter(|user| user.is_instruction()).collect()
}

/// The parameters that receive a value in a call; `None` if the callee has no body here.
fn received<'m>(call: Value<'m>, value: Value<'m>) -> Option<Vec<Value<'m>>> {
    let callee = call.callee().filter(|callee| callee.is_function());
    let callee = callee.filter(|callee| !callee.is_declaration())?;
    let passed = call.arguments().zip(callee.parameters());
    let passed = passed.filter(|(argument, _)| *argument == value);
    Some(passed.map(|(_, parameter)| parameter).collect())
}

/// Whether one of a block's edges leaves a loop around the block: a cycle, or a cycle that
/// remains without the entry blocks of an outer one.
fn leaves_loop(block: Block<'_>) -> bool {
    let all = block.function().into_iter().flat_map(Value::blocks);
    let mut after: HashMap<Block<'_>, Vec<Block<'_>>> = HashMap::new();
    let mut before = after.clone();
    for from in all {
        let targets = from.successors();
        for target in &targets {
            before.entry(*target).or_default().push(from);
        }
        after.insert(from, targets);
    }
    let mut region: HashSet<Block<'_>> = after.keys().copied().collect();
    loop {
        let ahead = reach(block, &after, &region);
        let behind = reach(block, &before, &region);
        let cycle: HashSet<_> = ahead.intersection(&behind).copied().collect();
        if !cycle.contains(&block) {
            return false;
        }
        if after[&block].iter().any(|target| !cycle.contains(target)) {
            return true;
        }
        let entered = |at: &Block<'_>| {
            let from = before.get(at).map_or(&[][..], Vec::as_slice);
            from.is_empty() || from.iter().any(|from| !cycle.contains(from))
        };
        region = cycle.iter().copied().filter(|at| !entered(at)).collect();
        if region.len() == cycle.len() || !region.contains(&block) {
            return false;
        }
    }
}

/// The blocks of a region that are reachable from a block by at least one edge.
fn reach<'m>(
    from: Block<'m>,
    edges: &HashMap<Block<'m>, Vec<Block<'m>>>,
    region: &HashSet<Block<'m>>,
) -> HashSet<Block<'m>> {
    let mut seen = HashSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for next in edges.get(&at).into_iter().flatten() {
            if region.contains(next) && seen.insert(*next) {
                open.push(*next);
            }
        }
    }
    seen
}
