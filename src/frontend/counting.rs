//! Recognises loop counters, and the comparisons that end loops.
//!
//! Invariant: a value that depends on memory or a call is not a counter, so a limit on
//! data (`sum > limit`) is not a loop bound. Values that a work-item reads from the index space are
//! exempt, because they do not change (`k += get_global_size(0)`).

use std::collections::{HashMap, HashSet};

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};

use crate::guard;
use crate::llvm;

/// The largest number of values visited in one query.
const MOST: usize = 256;

/// The variables that work-item functions read (`opencl-runtime/device/work_item.cl`).
const INDEX_SPACE: [&str; 2] = ["simdiff_launch", "simdiff_item"];

/// Whether a phi's value derives from its own previous value by arithmetic alone, whatever
/// its start. A value that is halved or masked in each iteration does not count: it bounds
/// the loop by its number of bits.
///
/// # Safety
/// The phi has to be alive, and its function unchanged during the query; so for all
/// functions here.
pub(super) unsafe fn is_counter(phi: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        let mut ways = incoming(phi).into_iter();
        ways.any(|value| reaches(vec![value], |other| other == phi, &SHRINKING) == Some(true))
    }
}

/// Whether a value is computed from a counter by arithmetic alone.
///
/// # Safety
/// As [`is_counter`].
pub(super) unsafe fn from_counter(value: LLVMValueRef) -> bool {
    let counter = |value| {
        // SAFETY: as the caller promises; only instructions are asked.
        unsafe { llvm::opcode(value) == LLVMOpcode::LLVMPHI && is_counter(value) }
    };
    // SAFETY: as the caller promises.
    unsafe { reaches(vec![value], counter, &[]) == Some(true) }
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
unsafe fn reaches(
    mut open: Vec<LLVMValueRef>,
    wanted: impl Fn(LLVMValueRef) -> bool,
    without: &[LLVMOpcode],
) -> Option<bool> {
    let mut seen = HashSet::new();
    let mut found = false;
    while let Some(value) = open.pop() {
        // SAFETY: as the caller promises.
        unsafe {
            if llvm::kind(value) != LLVMValueKind::LLVMInstructionValueKind
                || seen.len() > MOST
                || !seen.insert(value)
            {
                continue;
            }
            if wanted(value) {
                found = true;
                continue;
            }
            match llvm::opcode(value) {
                LLVMOpcode::LLVMPHI => open.extend(incoming(value)),
                opcode if without.contains(&opcode) => {}
                LLVMOpcode::LLVMLoad if is_of_index_space(value) => {}
                LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => {
                    return None;
                }
                _ => open.extend(llvm::operands(value)),
            }
        }
    }
    Some(found)
}

/// Whether a load reads a variable of the index space.
unsafe fn is_of_index_space(load: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises; addresses have the base first.
    unsafe {
        let mut address = llvm::operand(load, 0);
        while LLVMIsAGetElementPtrInst(address) == address || is_moved(address) {
            address = llvm::operand(address, 0);
        }
        llvm::kind(address) == LLVMValueKind::LLVMGlobalVariableValueKind
            && INDEX_SPACE.contains(&&*llvm::name(address))
    }
}

/// Whether an address is another one plus a constant offset, or in another address space.
unsafe fn is_moved(address: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        llvm::kind(address) == LLVMValueKind::LLVMConstantExprValueKind
            && matches!(
                LLVMGetConstOpcode(address),
                LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMAddrSpaceCast
            )
    }
}

unsafe fn incoming(phi: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: as the caller promises; incoming values are indexed below their count.
    unsafe {
        (0..LLVMCountIncoming(phi))
            .map(|i| LLVMGetIncomingValue(phi, i))
            .collect()
    }
}

/// Whether a condition decides, alone or with others, if a loop continues.
///
/// # Safety
/// As [`is_counter`].
pub(super) unsafe fn ends_loop(condition: LLVMValueRef) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![condition];
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        // SAFETY: as the caller promises; users of live values are live.
        unsafe {
            for user in llvm::uses(value).map(|edge| LLVMGetUser(edge)) {
                if llvm::kind(user) != LLVMValueKind::LLVMInstructionValueKind {
                    continue;
                }
                match llvm::opcode(user) {
                    LLVMOpcode::LLVMAnd
                    | LLVMOpcode::LLVMOr
                    | LLVMOpcode::LLVMXor
                    | LLVMOpcode::LLVMSelect
                    | LLVMOpcode::LLVMFreeze
                    | LLVMOpcode::LLVMZExt
                    | LLVMOpcode::LLVMICmp
                    | LLVMOpcode::LLVMPHI => open.push(user),
                    LLVMOpcode::LLVMBr if leaves_loop(LLVMGetInstructionParent(user)) => {
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
    }
    false
}

/// The call sites of the function that contains an instruction.
unsafe fn calls_around(instruction: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: as the caller promises.
    unsafe {
        let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
        let users = llvm::uses(function).map(|edge| LLVMGetUser(edge));
        users
            .filter(|user| llvm::kind(*user) == LLVMValueKind::LLVMInstructionValueKind)
            .collect()
    }
}

/// The parameters that receive a value in a call; `None` if the callee has no body here.
unsafe fn received(call: LLVMValueRef, value: LLVMValueRef) -> Option<Vec<LLVMValueRef>> {
    // SAFETY: as the caller promises; operands are indexed below their count.
    unsafe {
        let callee = LLVMGetCalledValue(call);
        let is_function = llvm::kind(callee) == LLVMValueKind::LLVMFunctionValueKind;
        if !is_function || LLVMIsDeclaration(callee) != 0 {
            return None;
        }
        let passed = (0..LLVMGetNumArgOperands(call)).filter(|i| llvm::operand(call, *i) == value);
        let passed = passed.filter(|i| *i < LLVMCountParams(callee));
        Some(passed.map(|i| LLVMGetParam(callee, i)).collect())
    }
}

/// Whether one of a block's edges leaves a loop around the block: a cycle, or a cycle that
/// remains without the entry blocks of an outer one.
unsafe fn leaves_loop(block: LLVMBasicBlockRef) -> bool {
    // SAFETY: as the caller promises.
    let all = unsafe { llvm::blocks(LLVMGetBasicBlockParent(block)) };
    let mut after: HashMap<LLVMBasicBlockRef, Vec<LLVMBasicBlockRef>> = HashMap::new();
    let mut before = after.clone();
    for from in all {
        // SAFETY: as the caller promises; successors are indexed below their count.
        let targets: Vec<_> = unsafe {
            let last = LLVMGetBasicBlockTerminator(from);
            let count = if last.is_null() {
                0
            } else {
                LLVMGetNumSuccessors(last)
            };
            (0..count).map(|i| LLVMGetSuccessor(last, i)).collect()
        };
        for target in &targets {
            before.entry(*target).or_default().push(from);
        }
        after.insert(from, targets);
    }
    let mut region: HashSet<LLVMBasicBlockRef> = after.keys().copied().collect();
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
        let entered = |at: &LLVMBasicBlockRef| {
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
fn reach(
    from: LLVMBasicBlockRef,
    edges: &HashMap<LLVMBasicBlockRef, Vec<LLVMBasicBlockRef>>,
    region: &HashSet<LLVMBasicBlockRef>,
) -> HashSet<LLVMBasicBlockRef> {
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
