//! Instructions that may be executed any number of times.

use inkwell::llvm_sys::LLVMOpcode::*;

use crate::llvm::Value;

/// Most calls inside of one another that are looked into.
const DEPTH: usize = 4;

/// Functions that guard or announce other instructions and have no effect on a path that
/// continues.
const GUARDS: [&str; 17] = [
    "simdiff.guard.read",
    "simdiff.guard.keep",
    "simdiff.guard.folded",
    "simdiff.guard.sdiv",
    "simdiff.guard.udiv",
    "simdiff.guard.srem",
    "simdiff.guard.urem",
    "simdiff.quotient.",
    "simdiff.is_local",
    "simdiff.within_group",
    "simdiff.undefined.",
    "simdiff.checked",
    "simdiff.assume",
    "simdiff.opaque.",
    "simdiff.aligned",
    "simdiff.bit.scan",
    "simdiff.array.",
];

/// Intrinsics with effects.
const EFFECTS: [&str; 5] = [
    "llvm.mem",
    "llvm.masked",
    "llvm.stack",
    "llvm.trap",
    "llvm.va",
];

/// Whether repeating an instruction changes nothing but the values that depend on it. A marker of
/// a lifetime counts as such.
pub(super) fn is_without_effect(instruction: Value<'_>) -> bool {
    is_harmless(instruction, DEPTH)
}

fn is_harmless(instruction: Value<'_>, depth: usize) -> bool {
    match instruction.opcode() {
        LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMAlloca | LLVMInvoke | LLVMCallBr
        | LLVMVAArg | LLVMUnreachable => false,
        LLVMCall => is_call_harmless(instruction, depth),
        _ => true,
    }
}

/// Whether a call returns, and only reads.
fn is_call_harmless(call: Value<'_>, depth: usize) -> bool {
    let name = call.callee_name();
    if GUARDS.iter().any(|guard| name.starts_with(guard)) {
        return true;
    }
    if name.starts_with("llvm.") {
        return !EFFECTS.iter().any(|effect| name.starts_with(effect));
    }
    let Some(callee) = call.callee().filter(|f| f.is_function() && depth > 0) else {
        return false;
    };
    let has_body = !callee.is_declaration();
    has_body && callee.instructions().all(|i| is_harmless(i, depth - 1))
}

/// Whether an instruction is a marker of a variable's lifetime.
pub(super) fn is_lifetime(instruction: Value<'_>) -> bool {
    instruction.opcode() == LLVMCall && instruction.callee_name().starts_with("llvm.lifetime.")
}

/// A pointer without casts of its address space.
pub(super) fn object(pointer: Value<'_>) -> Value<'_> {
    match pointer.opcode() {
        LLVMAddrSpaceCast | LLVMBitCast => object(pointer.operand(0)),
        _ => pointer,
    }
}
