//! The values of an integer that a function tells apart, by comparisons with constants.
//!
//! Invariant: for two values that pass the comparisons alike, one of them is among the cases, as
//! far as the comparisons are of the argument itself, of its bits, or of its low half.

use std::collections::{BTreeSet, HashSet};

use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};

use crate::budgets::contract::CASES;
use crate::llvm::Value;

/// The bits of one value for each case of an integer, which these values hold; empty if the
/// function compares it with no constant, or with too many.
pub(super) fn of(holders: &[Value<'_>]) -> BTreeSet<u64> {
    let width = holders.first().and_then(|holder| holder.ty().width());
    let Some(width) = width.filter(|width| *width <= 64) else {
        return BTreeSet::new();
    };
    if width == 1 {
        return match holders.iter().any(|holder| holder.is_used()) {
            true => BTreeSet::from([0, 1]),
            false => BTreeSet::new(),
        };
    }
    let whole = holders.iter().map(|holder| Bits {
        value: *holder,
        shift: 0,
        mask: None,
    });
    let (mut open, mut seen): (Vec<Bits<'_>>, _) = (whole.collect(), HashSet::new());
    let mut found = BTreeSet::new();
    while let Some(bits) = open.pop() {
        if !seen.insert(bits) {
            continue;
        }
        let users = bits.value.users().into_iter();
        for user in users.filter(|user| user.is_instruction()) {
            told_by(user, bits, &mut found);
            open.extend(derived(user, bits));
        }
    }
    let mask = u64::MAX >> (64 - width);
    let found: BTreeSet<u64> = found.into_iter().map(|bits| bits & mask).collect();
    match found.len() {
        2..=CASES => found,
        _ => BTreeSet::new(),
    }
}

/// Bits of the integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Bits<'m> {
    /// The value that has them.
    value: Value<'m>,
    /// The place of its lowest bit in the integer.
    shift: u32,
    /// The bits of the value that may be set, if a mask clears others.
    mask: Option<u64>,
}

/// An instruction that passes bits of the integer on.
fn derived<'m>(user: Value<'m>, bits: Bits<'m>) -> Option<Bits<'m>> {
    use LLVMOpcode::*;
    let passed = Bits {
        value: user,
        ..bits
    };
    match user.opcode() {
        LLVMZExt | LLVMSExt | LLVMTrunc | LLVMFreeze => Some(passed),
        LLVMAnd => {
            let mask = user.operands().find_map(Value::unsigned);
            Some(Bits { mask, ..passed })
        }
        LLVMLShr | LLVMAShr if user.operand(0) == bits.value => {
            let more = u32::try_from(user.operand(1).unsigned()?).ok()?;
            let shift = bits.shift.checked_add(more).filter(|shift| *shift < 64)?;
            let mask = bits.mask.map(|mask| mask >> more);
            Some(Bits {
                shift,
                mask,
                ..passed
            })
        }
        _ => None,
    }
}

/// Adds the values that a use of bits of the integer tells apart. A mask alone tells nothing apart:
/// its result may be the index of a table.
fn told_by(user: Value<'_>, bits: Bits<'_>, found: &mut BTreeSet<u64>) {
    use LLVMIntPredicate::*;
    let at = |value: u64| value << bits.shift;
    match user.opcode() {
        LLVMOpcode::LLVMICmp => {
            let other = match user.operand(0) == bits.value {
                true => user.operand(1),
                false => user.operand(0),
            };
            let Some(constant) = other.signed() else {
                return;
            };
            let near = match (user.predicate(), bits.mask) {
                (Some(LLVMIntEQ | LLVMIntNE), None) => vec![constant, constant.wrapping_add(1)],
                (_, Some(mask)) => vec![0, constant, mask.cast_signed()],
                _ => vec![constant.wrapping_sub(1), constant, constant.wrapping_add(1)],
            };
            found.extend(near.into_iter().map(|near| at(near.cast_unsigned())));
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
