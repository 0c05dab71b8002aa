//! Protects arithmetic with undefined behaviour from simplification by LLVM.
//!
//! A pass that knows `nsw` folds `a + 1 > a` to true, and one that need not quiet
//! signalling NaNs folds `x - 0.0` to `x`. Before passes run, [`hide`] replaces overflowing
//! arithmetic by opaque calls, puts fences around the operands of float arithmetic, and
//! calls before `unreachable`; [`restore`] puts the operations back. The executor sees
//! `nsw` on the source's arithmetic, the metadata [`CHECKED`] on its shifts and its
//! conversions to integers, and calls of [`ASSUME`], [`BIT_SCAN`], [`UNREACHABLE`] and
//! those of [`super::arrays`] (`docs/decisions/0041`). No pass removes an opaque call whose
//! result is unused, so an unused operation is observed as well.

use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use super::arrays;
use super::bit_scan::is_undefined_for_zero;
use super::editor::{INACCESSIBLE, NO_MEMORY, call, each, replace};
use crate::llvm::{Edit, Intrinsic, Type, Value, attribute_kind, edit};

/// `void (i1)`: the condition that the program promises with `__builtin_assume`.
const ASSUME: &str = "simdiff.assume";
/// `void ()`, before every `unreachable` of the source.
const UNREACHABLE: &str = "simdiff.unreachable";
/// Metadata on the source's shifts and conversions of floats to integers.
const CHECKED: &str = "simdiff.checked";
/// The prefix of the names of functions that stand for an operation.
const OPAQUE: &str = "simdiff.opaque.";

/// `void (iN)`, for every width: called before a bit scan of an integer that must not be
/// zero.
const BIT_SCAN: &str = "simdiff.bit.scan";

/// Float functions that a pass may replace by one of their operands.
const FOLDED: [&str; 7] = [
    "llvm.fma.",
    "llvm.fmuladd.",
    "llvm.minnum.",
    "llvm.maxnum.",
    "llvm.minimum.",
    "llvm.maximum.",
    "llvm.powi.",
];

/// Makes operations that passes could simplify opaque to them.
pub(super) fn hide(module: &Module<'_>) {
    edit(module, |edit| {
        each(edit, |instruction| match instruction.opcode() {
            LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub | LLVMOpcode::LLVMMul
                if instruction.is_nsw() =>
            {
                hide_operation(edit, instruction, 2);
            }
            _ if instruction.may_shift_too_far() => hide_operation(edit, instruction, 2),
            LLVMOpcode::LLVMFPToSI | LLVMOpcode::LLVMFPToUI => {
                hide_operation(edit, instruction, 1);
            }
            LLVMOpcode::LLVMFAdd
            | LLVMOpcode::LLVMFSub
            | LLVMOpcode::LLVMFMul
            | LLVMOpcode::LLVMFDiv
            | LLVMOpcode::LLVMFRem
            | LLVMOpcode::LLVMFPTrunc => fence(edit, instruction),
            LLVMOpcode::LLVMUnreachable if !follows_the_end(instruction) => {
                call(edit, UNREACHABLE, instruction, &[], None, INACCESSIBLE);
            }
            LLVMOpcode::LLVMCall => hide_call(edit, instruction),
            _ => {}
        });
        each(edit, |instruction| arrays::observe(edit, instruction));
    });
}

/// Fences the constant operands of float arithmetic, and the operands of truncations, off
/// from code generation, which would otherwise fold a multiplication by one and a rounding
/// to another format.
pub(super) fn fence_constants(module: &Module<'_>) {
    use LLVMOpcode::{LLVMFAdd, LLVMFDiv, LLVMFMul, LLVMFSub};
    edit(module, |edit| {
        each(edit, |instruction| {
            let opcode = instruction.opcode();
            if opcode == LLVMOpcode::LLVMFPTrunc && is_common(instruction.operand(0).ty()) {
                fence_operand(edit, instruction, 0);
            }
            if matches!(opcode, LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv) {
                for index in 0..2 {
                    let operand = instruction.operand(index);
                    if operand.is_constant() && is_common(operand.ty()) {
                        fence_operand(edit, instruction, index);
                    }
                }
            }
        });
    });
}

/// Drops `nsw` from the module's arithmetic, so that it wraps around.
pub(super) fn wrap(module: &Module<'_>) {
    edit(module, |edit| {
        each(edit, |instruction| {
            if is_arithmetic(instruction.opcode()) {
                edit.set_nsw(instruction, false);
            }
        });
    });
}

/// Replaces the opaque calls by the operations again.
pub(super) fn restore(module: &Module<'_>) {
    edit(module, |edit| {
        each(edit, |instruction| {
            if instruction.opcode() == LLVMOpcode::LLVMCall {
                restore_call(edit, instruction);
            }
        });
    });
}

/// Marks the source's conversions of floats to integers with [`CHECKED`].
pub(super) fn mark_conversions(module: &Module<'_>) {
    use LLVMOpcode::{LLVMFPToSI, LLVMFPToUI};
    edit(module, |edit| {
        each(edit, |instruction| {
            if matches!(instruction.opcode(), LLVMFPToSI | LLVMFPToUI) {
                edit.mark(instruction, CHECKED);
            }
        });
    });
}

const fn is_arithmetic(opcode: LLVMOpcode) -> bool {
    matches!(
        opcode,
        LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub | LLVMOpcode::LLVMMul
    )
}

/// Whether an `unreachable` follows a call that does not return.
fn follows_the_end(unreachable: Value<'_>) -> bool {
    let noreturn = attribute_kind("noreturn");
    let mut before = unreachable.previous();
    while let Some(call) = before.filter(|i| i.opcode() == LLVMOpcode::LLVMCall) {
        if !call.callee_name().starts_with("llvm.dbg.") {
            let callee = call.callee();
            return call.call_attribute(None, noreturn).is_some()
                || callee.is_some_and(|callee| callee.has_attribute(None, "noreturn"));
        }
        before = call.previous();
    }
    false
}

/// Replaces an operation by an opaque call with the same operands.
fn hide_operation<'e>(edit: &Edit<'e>, operation: Value<'e>, operands: u32) {
    let what = match operation.opcode() {
        LLVMOpcode::LLVMAdd => "add",
        LLVMOpcode::LLVMSub => "sub",
        LLVMOpcode::LLVMMul => "mul",
        LLVMOpcode::LLVMShl => "shl",
        LLVMOpcode::LLVMLShr => "lshr",
        LLVMOpcode::LLVMAShr => "ashr",
        LLVMOpcode::LLVMFPToSI => "fptosi",
        LLVMOpcode::LLVMFPToUI => "fptoui",
        _ => "abs",
    };
    let ty = operation.ty();
    let from = operation.operand(0).ty().print();
    let name = format!("{OPAQUE}{what}.{from}.{}", ty.print());
    let operands: Vec<_> = operation.operands().take(operands as usize).collect();
    let hidden = call(edit, &name, operation, &operands, Some(ty), NO_MEMORY);
    replace(edit, operation, hidden);
}

fn hide_call<'e>(edit: &Edit<'e>, hidden: Value<'e>) {
    let name = hidden.callee_name();
    if name.starts_with("llvm.abs.") && is_true(hidden.operand(1)) {
        hide_operation(edit, hidden, 1);
    } else if is_undefined_for_zero(hidden) {
        let x = hidden.operand(0);
        let name = format!("{BIT_SCAN}.{}", x.ty().print());
        call(edit, &name, hidden, &[x], None, INACCESSIBLE);
    } else if name == "llvm.assume" {
        for condition in promised(edit, hidden) {
            call(edit, ASSUME, hidden, &[condition], None, INACCESSIBLE);
        }
        edit.erase(hidden);
    } else if FOLDED.iter().any(|folded| name.starts_with(folded)) {
        fence(edit, hidden);
    }
}

/// Puts fences around the float operands of an operation.
fn fence<'e>(edit: &Edit<'e>, operation: Value<'e>) {
    let count = match operation.opcode() {
        LLVMOpcode::LLVMCall => operation.argument_count(),
        _ => operation.operand_count(),
    };
    for index in 0..count {
        if operation.operand(index).ty().is_float() {
            fence_operand(edit, operation, index);
        }
    }
}

fn fence_operand<'e>(edit: &Edit<'e>, operation: Value<'e>, index: u32) {
    let place = edit.before(operation).located(operation);
    let fenced = place.intrinsic(Intrinsic::Fence, &[operation.operand(index)]);
    edit.set_operand(operation, index, fenced);
}

fn restore_call<'e>(edit: &Edit<'e>, call: Value<'e>) {
    let name = call.callee_name();
    if name.starts_with(Intrinsic::Fence.name()) {
        edit.replace_uses(call, call.operand(0));
        edit.erase(call);
        return;
    }
    let Some(what) = name.strip_prefix(OPAQUE) else {
        return;
    };
    let (place, ty) = (edit.before(call).located(call), call.ty());
    // A builder would fold constant operands: it is given frozen ones, which are replaced.
    let frozen: Vec<Value<'e>> = call.arguments().map(|x| place.freeze(x)).collect();
    let [x, y] = [frozen[0], frozen[frozen.len() - 1]];
    let value = match what.split('.').next() {
        Some("add") => place.nsw_add(x, y),
        Some("sub") => place.nsw_sub(x, y),
        Some("mul") => place.nsw_mul(x, y),
        Some("shl") => place.shl(x, y),
        Some("lshr") => place.lshr(x, y),
        Some("ashr") => place.ashr(x, y),
        Some("fptosi") => place.float_to_integer(x, ty, true),
        Some("fptoui") => place.float_to_integer(x, ty, false),
        // Undefined for the least integer.
        _ => place.intrinsic(Intrinsic::Absolute, &[x, edit.truth(true)]),
    };
    if what.starts_with("fpto") || what.contains("sh") {
        edit.mark(value, CHECKED);
    }
    for (index, frozen) in (0..).zip(frozen) {
        edit.set_operand(value, index, call.operand(index));
        edit.erase(frozen);
    }
    replace(edit, call, value);
}

/// The conditions that an `llvm.assume` promises, its alignment bundles included.
fn promised<'e>(edit: &Edit<'e>, call: Value<'e>) -> Vec<Value<'e>> {
    let mut all = vec![call.operand(0)];
    for bundle in call.bundles() {
        if let ("align", [address, align, offset @ ..]) = (&*bundle.tag, &bundle.operands[..]) {
            all.push(aligned(
                edit,
                call,
                [*address, *align],
                offset.first().copied(),
            ));
        }
    }
    all
}

/// The condition that an address, less an offset, is a multiple of a power of two.
fn aligned<'e>(
    edit: &Edit<'e>,
    before: Value<'e>,
    [address, align]: [Value<'e>; 2],
    offset: Option<Value<'e>>,
) -> Value<'e> {
    let place = edit.before(before).located(before);
    let long = edit.integer(64);
    let mut at = place.address(address, long);
    if let Some(offset) = offset {
        at = place.sub(at, place.resize(offset, long, true));
    }
    let align = place.resize(align, long, false);
    let low = place.sub(align, long.constant(1));
    let rest = place.and(at, low);
    place.compare(LLVMIntPredicate::LLVMIntEQ, rest, long.constant(0))
}

fn is_true(value: Value<'_>) -> bool {
    value.unsigned().is_some_and(|value| value != 0)
}

/// Whether a type is `float` or `double`.
fn is_common(ty: Type<'_>) -> bool {
    let kind = ty.kind();
    matches!(
        kind,
        LLVMTypeKind::LLVMFloatTypeKind | LLVMTypeKind::LLVMDoubleTypeKind
    )
}
