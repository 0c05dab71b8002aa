//! Integer divisions of OpenCL C by zero, and those whose quotient does not fit: they raise no
//! exception, and their results are unspecified (OpenCL C 3.0, 6.3.1).
//!
//! In C and in LLVM they are undefined. A kernel may rely on the difference: a vector is
//! divided in all lanes before those are selected whose divisors are not zero. So in the module
//! that is executed such divisions become calls of `simdiff.quotient.OPCODE.TYPE`, from which
//! no pass concludes anything about the divisor; natively divisors that trap are replaced.
//! Invariant: for all other operands the results are those of the division.

use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};
use inkwell::module::Module;

use super::opencl::is_marked;
use super::units::source_name;
use crate::llvm::{Attribute, Builder, Edit, Value, edit};

/// The prefix of the functions' names, known to the executor.
const PREFIX: &str = "simdiff.quotient.";

/// Builtins that choose between values that have been computed already.
const CHOICES: [&str; 2] = ["select", "bitselect"];

/// Replaces the divisions of marked functions whose results may be discarded: those of vectors,
/// and of scalars in functions that call a builtin which chooses.
pub(super) fn settle(module: &Module<'_>) {
    edit(module, |edit| {
        for function in edit.functions().filter(|f| is_marked(*f)) {
            let chooses = function.instructions().any(is_choice);
            for division in divisions(function) {
                if chooses || division.ty().is_vector() {
                    replace(edit, division);
                }
            }
        }
    });
}

/// Makes the divisions of marked functions trap for no operands: their results are then those
/// of a division by one.
pub fn tame_divisions(module: &Module<'_>) {
    edit(module, |edit| {
        for function in edit.functions().filter(|f| is_marked(*f)) {
            for division in divisions(function) {
                tame(edit, division);
            }
        }
    });
}

/// The divisions and remainders of a function that may trap.
fn divisions(function: Value<'_>) -> Vec<Value<'_>> {
    let divides = |i: &Value<'_>| opcode(*i).is_some() && !never_traps(i.operand(1));
    function.instructions().filter(divides).collect()
}

fn opcode(instruction: Value<'_>) -> Option<&'static str> {
    Some(match instruction.opcode() {
        LLVMOpcode::LLVMSDiv => "sdiv",
        LLVMOpcode::LLVMUDiv => "udiv",
        LLVMOpcode::LLVMSRem => "srem",
        LLVMOpcode::LLVMURem => "urem",
        _ => return None,
    })
}

fn is_signed(division: Value<'_>) -> bool {
    matches!(
        division.opcode(),
        LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMSRem
    )
}

/// Whether a divisor is a constant with which no division traps.
fn never_traps(divisor: Value<'_>) -> bool {
    let lanes = match divisor.ty().is_vector() {
        true => (0..divisor.ty().length() as u32)
            .map(|lane| divisor.element(lane))
            .collect(),
        false => vec![Some(divisor)],
    };
    let mut values = lanes.into_iter().map(|lane| lane.and_then(Value::signed));
    divisor.is_constant() && values.all(|value| value.is_some_and(|v| v != 0 && v != -1))
}

/// Whether an instruction calls a builtin that chooses between values.
fn is_choice(instruction: Value<'_>) -> bool {
    let name = instruction.callee_name();
    source_name(&name).is_some_and(|name| CHOICES.contains(&name))
}

/// Replaces a division by calls, one for each lane.
fn replace<'e>(edit: &Edit<'e>, division: Value<'e>) {
    let place = edit.before(division).located(division);
    let (ty, operands) = (division.ty(), [0, 1].map(|i| division.operand(i)));
    let Some(opcode) = opcode(division) else {
        return;
    };
    let value = match ty.is_vector() {
        true => (0..ty.length() as u32).fold(ty.poison(), |value, index| {
            let lanes = operands.map(|operand| place.lane(operand, index));
            place.with_lane(value, index, quotient(place, opcode, lanes))
        }),
        false => quotient(place, opcode, operands),
    };
    edit.replace_uses(division, value);
    edit.erase(division);
}

fn quotient<'e>(place: Builder<'_, 'e>, opcode: &str, operands: [Value<'e>; 2]) -> Value<'e> {
    let ty = operands[0].ty();
    let effects = [
        Attribute::NoUnwind,
        Attribute::WillReturn,
        Attribute::Memory(0),
    ];
    let (signature, bits) = (ty.function(&[ty, ty]), ty.width().unwrap_or_default());
    let name = format!("{PREFIX}{opcode}.i{bits}");
    let function = place.edit().declare(&name, signature, &effects);
    place.call(signature, function, &operands)
}

/// Replaces the divisor of a division by one where the division would trap.
fn tame<'e>(edit: &Edit<'e>, division: Value<'e>) {
    let place = edit.before(division);
    let [x, y] = [0, 1].map(|i| division.operand(i));
    let signed = is_signed(division);
    let divisor = match y.ty().is_vector() {
        true => (0..y.ty().length() as u32).fold(y, |divisor, index| {
            let [x, y] = [x, y].map(|operand| place.lane(operand, index));
            place.with_lane(divisor, index, harmless(place, [x, y], signed))
        }),
        false => harmless(place, [x, y], signed),
    };
    edit.set_operand(division, 1, divisor);
}

fn harmless<'e>(place: Builder<'_, 'e>, [x, y]: [Value<'e>; 2], signed: bool) -> Value<'e> {
    let ty = y.ty();
    let equals = |value, bits| place.compare(LLVMIntPredicate::LLVMIntEQ, value, bits);
    let one = ty.constant(1);
    let divisor = place.select(equals(y, ty.zero()), one, y);
    if !signed {
        return divisor;
    }
    let bits = ty.width().unwrap_or(64).min(64);
    let least = equals(x, ty.constant(1 << (bits - 1)));
    let minus_one = equals(divisor, ty.constant(u64::MAX >> (64 - bits)));
    let instead = place.select(minus_one, one, divisor);
    place.select(least, instead, divisor)
}
