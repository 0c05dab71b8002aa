//! Costs of speculative evaluation: what it costs to evaluate an instruction whose result
//! may be unused, and whether that is permitted.
//!
//! Source: KLEE-CL Table 2, extended by the vector instructions, casts and pure calls of
//! later versions of LLVM, all with cost 1.

use inkwell::llvm_sys::core::{
    LLVMConstIntGetSExtValue, LLVMConstIntGetZExtValue, LLVMCountBasicBlocks,
    LLVMGetAggregateElement, LLVMGetCalledValue, LLVMGetIntTypeWidth, LLVMGetNSW, LLVMGetOrdering,
    LLVMGetTailCallKind, LLVMGetTypeKind, LLVMGetVectorSize, LLVMGetVolatile, LLVMIsAConstantInt,
    LLVMIsConstant, LLVMIsDeclaration, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{
    LLVMAtomicOrdering, LLVMOpcode, LLVMTailCallKind, LLVMTypeKind, LLVMValueKind,
};

use super::shape::Arm;
use super::{ARM, Options};
use crate::guard;
use crate::llvm;

/// Deepest nesting of calls that are evaluated.
const MAX_DEPTH: u32 = 8;

/// Intrinsic for a promise of the program (`__builtin_assume`).
const PROMISE: &str = "simdiff.assume";

/// Prefix of the intrinsics that mark a search for the first set bit.
const BIT_SCAN: &str = "simdiff.bit.scan.";

/// Prefix of the intrinsics that precede the address of an element of an inner array.
const ARRAY_INDEX: &str = "simdiff.array.index.";

/// Functions of the C library whose only effects are on `errno` and the exception flags;
/// each also exists with the suffix `f`.
const LIBM: [&str; 34] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos",
    "cosh", "erf", "exp", "exp2", "expm1", "fabs", "floor", "fma", "fmax", "fmin", "fmod", "hypot",
    "log", "log10", "log1p", "log2", "pow", "rint", "round", "sin", "sqrt", "tan", "tanh",
];

/// Whether all of an arm may be evaluated speculatively within the threshold.
///
/// # Safety
/// The arm's blocks must be alive.
pub(super) unsafe fn affordable(arm: &Arm, options: Options) -> bool {
    let mut total: u32 = 0;
    // SAFETY: as the caller promises.
    unsafe {
        for block in &arm.blocks {
            for instruction in llvm::instructions(*block) {
                if is_terminator(instruction) {
                    continue;
                }
                let Some(cost) = cost(instruction, options, 0) else {
                    return false;
                };
                total = total.saturating_add(cost);
                if total > options.threshold {
                    return false;
                }
            }
        }
    }
    true
}

unsafe fn is_terminator(instruction: LLVMValueRef) -> bool {
    // SAFETY: the instruction is alive.
    let opcode = unsafe { llvm::opcode(instruction) };
    matches!(opcode, LLVMOpcode::LLVMBr | LLVMOpcode::LLVMRet)
}

/// Returns the cost of an instruction; `None` if it must not be evaluated speculatively.
unsafe fn cost(instruction: LLVMValueRef, options: Options, depth: u32) -> Option<u32> {
    use LLVMOpcode::*;
    // SAFETY: the instruction is alive.
    unsafe {
        let floating = options.unsafe_fp.then_some(1);
        match llvm::opcode(instruction) {
            LLVMGetElementPtr | LLVMAdd | LLVMSub | LLVMMul | LLVMAnd | LLVMOr | LLVMXor
            | LLVMShl | LLVMLShr | LLVMAShr | LLVMICmp | LLVMTrunc | LLVMZExt | LLVMSExt
            | LLVMBitCast | LLVMPtrToInt | LLVMIntToPtr | LLVMAddrSpaceCast | LLVMFreeze
            | LLVMExtractElement | LLVMInsertElement | LLVMShuffleVector | LLVMExtractValue
            | LLVMInsertValue => Some(1),
            LLVMSelect => Some(2),
            LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFNeg | LLVMFCmp
            | LLVMFPToSI | LLVMFPToUI | LLVMSIToFP | LLVMUIToFP | LLVMFPExt | LLVMFPTrunc => {
                floating
            }
            LLVMSDiv | LLVMSRem => divides(llvm::operand(instruction, 1), true).then_some(1),
            LLVMUDiv | LLVMURem => divides(llvm::operand(instruction, 1), false).then_some(1),
            LLVMLoad => {
                let plain = LLVMGetVolatile(instruction) == 0
                    && LLVMGetOrdering(instruction)
                        == LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic;
                // A load in a callee cannot be marked for one caller only.
                (plain && depth == 0).then_some(1)
            }
            // An arm's blocks have one predecessor: the phi is its one incoming value.
            LLVMPHI => (depth == 0).then_some(0),
            LLVMCall => call(instruction, options, depth),
            _ => None,
        }
    }
}

/// Whether an instruction of an arm may be undefined in C but defined by the machine; then
/// it must be known to be executed within the arm only.
///
/// # Safety
/// The instruction must be alive.
pub(super) unsafe fn is_hazardous(instruction: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        match llvm::opcode(instruction) {
            LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub | LLVMOpcode::LLVMMul => {
                LLVMGetNSW(instruction) != 0
            }
            LLVMOpcode::LLVMFPToSI | LLVMOpcode::LLVMFPToUI => true,
            LLVMOpcode::LLVMShl => {
                LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMTypeKind::LLVMIntegerTypeKind
            }
            LLVMOpcode::LLVMCall => {
                let callee = LLVMGetCalledValue(instruction);
                let name = llvm::name(callee);
                let hazards = [BIT_SCAN, ARRAY_INDEX, "llvm.abs."];
                let hazard = hazards.iter().any(|h| name.starts_with(h));
                LLVMIsDeclaration(callee) == 0 || name == PROMISE || hazard
            }
            _ => llvm::may_shift_too_far(instruction),
        }
    }
}

/// Whether division by this value never traps: a constant without a zero lane and, if
/// `signed`, without a lane of minus one.
unsafe fn divides(value: LLVMValueRef, signed: bool) -> bool {
    // SAFETY: the value is alive.
    unsafe {
        if LLVMIsConstant(value) == 0 {
            return false;
        }
        let ty = LLVMTypeOf(value);
        if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMVectorTypeKind {
            return (0..LLVMGetVectorSize(ty)).all(|lane| {
                let lane = LLVMGetAggregateElement(value, lane);
                !lane.is_null() && divides(lane, signed)
            });
        }
        !LLVMIsAConstantInt(value).is_null()
            && LLVMGetIntTypeWidth(ty) <= 64
            && LLVMConstIntGetZExtValue(value) != 0
            && !(signed && LLVMConstIntGetSExtValue(value) == -1)
    }
}

unsafe fn call(instruction: LLVMValueRef, options: Options, depth: u32) -> Option<u32> {
    // SAFETY: the instruction is an alive call.
    unsafe {
        let callee = LLVMGetCalledValue(instruction);
        let must_tail =
            LLVMGetTailCallKind(instruction) == LLVMTailCallKind::LLVMTailCallKindMustTail;
        if must_tail || llvm::kind(callee) != LLVMValueKind::LLVMFunctionValueKind {
            return None;
        }
        if LLVMIsDeclaration(callee) == 0 {
            return body(callee, options, depth + 1);
        }
        let name = llvm::name(callee);
        if is_note(&name)
            || depth == 0 && name.starts_with(guard::PREFIX)
            || name.starts_with(guard::UNDEFINED)
            || name == PROMISE
            || name.starts_with(BIT_SCAN)
            || name.starts_with(ARRAY_INDEX)
            || ARM.contains(&&*name)
        {
            return Some(0);
        }
        let pure =
            name.starts_with("llvm.") && llvm::attribute(callee, None, "speculatable").is_some();
        if LIBM.iter().any(|f| {
            name.strip_prefix(f)
                .is_some_and(|rest| matches!(rest, "" | "f"))
        }) || pure && llvm::is_float(LLVMTypeOf(instruction))
        {
            return options.unsafe_fp.then_some(1);
        }
        pure.then_some(1)
    }
}

/// Whether a call of this intrinsic only conveys information and can be dropped.
pub(super) fn is_note(name: &str) -> bool {
    const NOTES: [&str; 3] = [
        "llvm.dbg.",
        "llvm.assume",
        "llvm.experimental.noalias.scope.decl",
    ];
    NOTES.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns the cost of a straight-line function that does not access memory.
unsafe fn body(function: LLVMValueRef, options: Options, depth: u32) -> Option<u32> {
    // SAFETY: the function is alive and has a body.
    unsafe {
        if depth > MAX_DEPTH || LLVMCountBasicBlocks(function) != 1 {
            return None;
        }
        let mut total: u32 = 0;
        for block in llvm::blocks(function) {
            for instruction in llvm::instructions(block) {
                if !is_terminator(instruction) {
                    total = total.saturating_add(cost(instruction, options, depth)?);
                }
            }
        }
        Some(total)
    }
}
