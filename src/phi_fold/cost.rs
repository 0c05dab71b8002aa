//! Costs of speculative evaluation: what it costs to evaluate an instruction whose result
//! may be unused, and whether that is permitted.
//!
//! Source: KLEE-CL Table 2, extended by the vector instructions, casts and pure calls of
//! later versions of LLVM, all with cost 1.

use inkwell::llvm_sys::{LLVMAtomicOrdering, LLVMOpcode};

use super::shape::Arm;
use super::{ARM, Options};
use crate::guard;
use crate::llvm::Value;

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
pub(super) fn affordable(arm: &Arm<'_>, options: Options) -> bool {
    let mut total: u32 = 0;
    for block in &arm.blocks {
        for instruction in block.instructions() {
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
    true
}

fn is_terminator(instruction: Value<'_>) -> bool {
    let opcode = instruction.opcode();
    matches!(opcode, LLVMOpcode::LLVMBr | LLVMOpcode::LLVMRet)
}

/// Returns the cost of an instruction; `None` if it must not be evaluated speculatively.
fn cost(instruction: Value<'_>, options: Options, depth: u32) -> Option<u32> {
    use LLVMOpcode::*;
    let floating = options.unsafe_fp.then_some(1);
    match instruction.opcode() {
        LLVMGetElementPtr | LLVMAdd | LLVMSub | LLVMMul | LLVMAnd | LLVMOr | LLVMXor | LLVMShl
        | LLVMLShr | LLVMAShr | LLVMICmp | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMBitCast
        | LLVMPtrToInt | LLVMIntToPtr | LLVMAddrSpaceCast | LLVMFreeze | LLVMExtractElement
        | LLVMInsertElement | LLVMShuffleVector | LLVMExtractValue | LLVMInsertValue => Some(1),
        LLVMSelect => Some(2),
        LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFNeg | LLVMFCmp | LLVMFPToSI
        | LLVMFPToUI | LLVMSIToFP | LLVMUIToFP | LLVMFPExt | LLVMFPTrunc => floating,
        LLVMSDiv | LLVMSRem => divides(instruction.operand(1), true).then_some(1),
        LLVMUDiv | LLVMURem => divides(instruction.operand(1), false).then_some(1),
        LLVMLoad => {
            let plain = !instruction.is_volatile()
                && instruction.ordering() == LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic;
            // A load in a callee cannot be marked for one caller only.
            (plain && depth == 0).then_some(1)
        }
        // An arm's blocks have one predecessor: the phi is its one incoming value.
        LLVMPHI => (depth == 0).then_some(0),
        LLVMCall => call(instruction, options, depth),
        _ => None,
    }
}

/// Whether an instruction of an arm may be undefined in C but defined by the machine; then
/// it must be known to be executed within the arm only.
pub(super) fn is_hazardous(instruction: Value<'_>) -> bool {
    match instruction.opcode() {
        LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub | LLVMOpcode::LLVMMul => instruction.is_nsw(),
        LLVMOpcode::LLVMFPToSI | LLVMOpcode::LLVMFPToUI => true,
        LLVMOpcode::LLVMShl => instruction.ty().width().is_some(),
        LLVMOpcode::LLVMCall => {
            let callee = instruction.callee();
            let name = instruction.callee_name();
            let hazards = [BIT_SCAN, ARRAY_INDEX, "llvm.abs."];
            let hazard = hazards.iter().any(|h| name.starts_with(h));
            let defined = callee.is_some_and(|callee| !callee.is_declaration());
            defined || name == PROMISE || hazard
        }
        _ => instruction.may_shift_too_far(),
    }
}

/// Whether an instruction of an arm makes a choice between values, which counts as covered only
/// where the arm is taken.
pub(super) fn chooses(instruction: Value<'_>) -> bool {
    let opcode = instruction.opcode();
    matches!(opcode, LLVMOpcode::LLVMSelect | LLVMOpcode::LLVMICmp)
        && !instruction.operand(0).ty().is_vector()
}

/// Whether division by this value never traps: a constant without a zero lane and, if
/// `signed`, without a lane of minus one.
fn divides(value: Value<'_>, signed: bool) -> bool {
    if !value.is_constant() {
        return false;
    }
    let ty = value.ty();
    if ty.is_vector() {
        return (0..ty.length()).all(|lane| {
            let lane = value.element(lane as u32);
            lane.is_some_and(|lane| divides(lane, signed))
        });
    }
    ty.width().is_some_and(|width| width <= 64)
        && value.unsigned().is_some_and(|divisor| divisor != 0)
        && !(signed && value.signed() == Some(-1))
}

fn call(instruction: Value<'_>, options: Options, depth: u32) -> Option<u32> {
    let callee = instruction.callee().filter(|callee| callee.is_function())?;
    if instruction.must_tail() {
        return None;
    }
    if !callee.is_declaration() {
        return body(callee, options, depth + 1);
    }
    let name = callee.name();
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
    let pure = name.starts_with("llvm.") && callee.has_attribute(None, "speculatable");
    if LIBM.iter().any(|f| {
        name.strip_prefix(f)
            .is_some_and(|rest| matches!(rest, "" | "f"))
    }) || pure && instruction.ty().is_float()
    {
        return options.unsafe_fp.then_some(1);
    }
    pure.then_some(1)
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
fn body(function: Value<'_>, options: Options, depth: u32) -> Option<u32> {
    if depth > MAX_DEPTH || function.blocks().count() != 1 {
        return None;
    }
    let mut total: u32 = 0;
    for block in function.blocks() {
        for instruction in block.instructions() {
            if !is_terminator(instruction) {
                total = total.saturating_add(cost(instruction, options, depth)?);
            }
        }
    }
    Some(total)
}
