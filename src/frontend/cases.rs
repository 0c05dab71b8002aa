//! The values of an integer argument that a function tells apart, by comparisons with constants.
//!
//! Invariant: for two values that pass the comparisons alike, one of them is among the cases, as
//! far as the comparisons are of the argument itself, of its bits, or of its low half.

use std::collections::{BTreeSet, HashSet};

use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use crate::budgets::contract::CASES;
use crate::llvm::Value;

/// The bits of one value for each case; empty if the function compares the argument with no
/// constant, or with too many.
pub(super) fn of(argument: Value<'_>) -> Vec<u64> {
    let Some(width) = argument.ty().width().filter(|width| *width <= 64) else {
        return Vec::new();
    };
    if width == 1 {
        return match argument.is_used() {
            true => vec![0, 1],
            false => Vec::new(),
        };
    }
    let mut found = BTreeSet::new();
    let (mut open, mut seen) = (vec![(argument, 0)], HashSet::new());
    while let Some((value, shift)) = open.pop() {
        if !seen.insert((value, shift)) {
            continue;
        }
        for user in value
            .users()
            .into_iter()
            .filter(|user| user.is_instruction())
        {
            told_by(user, value, shift, &mut found);
            open.extend(derived(user, value, shift));
        }
    }
    let mask = u64::MAX >> (64 - width);
    let found: BTreeSet<u64> = found.into_iter().map(|bits| bits & mask).collect();
    match found.len() {
        2..=CASES => found.into_iter().collect(),
        _ => Vec::new(),
    }
}

/// An instruction that passes bits of the argument on, with the place of its lowest bit in the
/// argument.
fn derived<'m>(user: Value<'m>, value: Value<'m>, shift: u32) -> Option<(Value<'m>, u32)> {
    use LLVMOpcode::*;
    match user.opcode() {
        LLVMZExt | LLVMSExt | LLVMTrunc | LLVMFreeze | LLVMAnd => Some((user, shift)),
        LLVMLShr | LLVMAShr if user.operand(0) == value => {
            let more = u32::try_from(user.operand(1).unsigned()?).ok()?;
            Some((user, shift.checked_add(more).filter(|shift| *shift < 64)?))
        }
        _ => None,
    }
}

/// Adds the values that a use of `value` tells apart; its lowest bit is the argument's at `shift`.
fn told_by(user: Value<'_>, value: Value<'_>, shift: u32, found: &mut BTreeSet<u64>) {
    use LLVMIntPredicate::*;
    let at = |bits: u64| bits << shift;
    match user.opcode() {
        LLVMOpcode::LLVMICmp => {
            let other = match user.operand(0) == value {
                true => user.operand(1),
                false => user.operand(0),
            };
            let Some(constant) = other.signed() else {
                return;
            };
            let near = match user.predicate() {
                Some(LLVMIntEQ | LLVMIntNE) => [constant, constant.wrapping_add(1)].to_vec(),
                _ => [constant.wrapping_sub(1), constant, constant.wrapping_add(1)].to_vec(),
            };
            found.extend(near.into_iter().map(|near| at(near.cast_unsigned())));
        }
        LLVMOpcode::LLVMAnd => {
            let masks = user.operands().filter_map(Value::unsigned);
            found.extend(masks.flat_map(|mask| [0, at(mask)]));
        }
        LLVMOpcode::LLVMTrunc if user.ty().width() == Some(1) => found.extend([0, at(1)]),
        LLVMOpcode::LLVMSwitch => {
            let constants = user.operands().filter_map(Value::signed);
            let constants: Vec<i64> = constants.collect();
            let others = constants.iter().map(|constant| constant.wrapping_add(1));
            let all = constants.iter().copied().chain(others);
            found.extend(all.map(|constant| at(constant.cast_unsigned())));
        }
        _ => {}
    }
}
