//! Analysis of the low bits of addresses that a program inspects.
//!
//! An address converted to an integer is often tested for alignment: `(uintptr_t)p & 15`.
//! The number of low bits that affect the results tells which positions of an object are
//! equivalent. Invariant: an imprecise answer is too many bits, never too few.

use std::collections::HashSet;

use inkwell::llvm_sys::LLVMOpcode;

use crate::llvm::Value;

/// Most low bits of an address by which all places of an object are distinguished: those of a
/// cache line.
pub const ADDRESS_BITS: u8 = 6;

/// All bits of an address.
pub const ALL_BITS: u8 = 64;

/// The meaning of an integer that is computed from an address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    /// The address itself, moved by some bytes: a comparison observes the order of objects.
    Address,
    /// The distance between two addresses.
    Distance,
    /// Some of its bits, or a mixture of them.
    Bits,
}

/// Returns the number of low bits of an address, converted to an integer by `cast`, that
/// affect later values other than through the order of addresses.
pub(super) fn observed_bits(cast: Value<'_>) -> u8 {
    let mut seen = HashSet::new();
    low_bits(cast, From::Address, &mut seen)
}

/// As [`observed_bits`], for an integer whose low bits depend on those of addresses alone.
fn low_bits<'m>(value: Value<'m>, from: From, seen: &mut HashSet<Value<'m>>) -> u8 {
    use LLVMOpcode::*;
    if !seen.insert(value) {
        return 0;
    }
    let width = value
        .ty()
        .width()
        .map_or(ALL_BITS, |width| width.min(64) as u8);
    let users = value.users().into_iter();
    users
        .map(|user| match user.opcode() {
            LLVMIntToPtr => 0,
            // Objects are far apart, so only their order can be observed.
            LLVMICmp if from != From::Bits => 0,
            LLVMAnd => match constants(user) {
                Some(mask) => mask_bits(mask),
                None => width,
            },
            LLVMURem => match constants(user).filter(|by| by.is_power_of_two()) {
                Some(by) => mask_bits(by - 1),
                None => width,
            },
            LLVMLShr | LLVMAShr => match shifted_bits(user) {
                Some(bits) => bits,
                None if from == From::Distance => 0,
                None => width,
            },
            LLVMSub => {
                let from_address = |operand: Value<'_>| operand.opcode() == LLVMPtrToInt;
                let both = (0..2).all(|i| from_address(user.operand(i)));
                low_bits(user, if both { From::Distance } else { from }, seen)
            }
            LLVMTrunc => {
                let kept = user
                    .ty()
                    .width()
                    .map_or(ALL_BITS, |width| width.min(64) as u8);
                let from = if from == From::Address {
                    From::Bits
                } else {
                    from
                };
                low_bits(user, from, seen).min(kept)
            }
            LLVMAdd | LLVMZExt | LLVMSExt | LLVMPHI | LLVMSelect | LLVMFreeze => {
                low_bits(user, from, seen)
            }
            LLVMOr | LLVMXor | LLVMMul => {
                let from = if from == From::Address {
                    From::Bits
                } else {
                    from
                };
                low_bits(user, from, seen)
            }
            // A distance in elements, or one that is stored.
            _ if from == From::Distance => 0,
            _ => width,
        })
        .max()
        .unwrap_or(0)
}

/// The number of low bits of an integer that masks keep of it after a shift to the right by a
/// constant; `None` if some use sees other bits.
fn shifted_bits(shift: Value<'_>) -> Option<u8> {
    let by = shift.operand(1).unsigned().filter(|by| *by < 64)?;
    let mut most = 0;
    for user in shift.users() {
        if user.opcode() != LLVMOpcode::LLVMAnd {
            return None;
        }
        most = most.max(mask_bits(constants(user)?));
    }
    Some(most.saturating_add(by as u8).min(ALL_BITS))
}

/// Returns the number of low bits that a mask keeps or, if it aligns an address, clears.
fn mask_bits(mask: u64) -> u8 {
    let aligns = mask != 0 && (mask | (mask - 1)) == u64::MAX;
    let bits = match aligns {
        true => mask.trailing_zeros(),
        false => u64::BITS - mask.leading_zeros(),
    };
    bits as u8
}

/// Returns the constant operand of a binary operation, sign-extended.
fn constants(user: Value<'_>) -> Option<u64> {
    let operands = (0..2).map(|i| user.operand(i));
    let narrow = |operand: &Value<'_>| operand.ty().width().is_some_and(|width| width <= 64);
    let mut narrow = operands.filter(narrow);
    narrow.find_map(|operand| operand.signed().map(|value| value as u64))
}
