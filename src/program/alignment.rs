//! Analysis of the low bits of addresses that a program inspects.
//!
//! An address converted to an integer is often tested for alignment: `(uintptr_t)p & 15`.
//! The number of low bits that affect the results tells which positions of an object are
//! equivalent. Invariant: an imprecise answer is too many bits, never too few.

use std::collections::HashSet;

use inkwell::llvm_sys::LLVMOpcode;

use crate::llvm::Value;

/// Most low bits of an address that are distinguished: those of a cache line.
pub const ADDRESS_BITS: u8 = 6;

/// Returns the number of low bits of an address, converted to an integer by `cast`, that
/// affect later values other than through the order of addresses.
pub(super) fn observed_bits(cast: Value<'_>) -> u8 {
    let mut seen = HashSet::new();
    low_bits(cast, false, &mut seen)
}

/// As [`observed_bits`], for an integer whose low bits depend on those of addresses alone;
/// `distance` states that it is the distance between two addresses.
fn low_bits<'m>(value: Value<'m>, distance: bool, seen: &mut HashSet<Value<'m>>) -> u8 {
    use LLVMOpcode::*;
    if !seen.insert(value) {
        return 0;
    }
    let users = value.users().into_iter();
    users
        .map(|user| match user.opcode() {
            // Objects are far apart, so only their order can be observed.
            LLVMIntToPtr | LLVMICmp => 0,
            LLVMAnd => match constants(user) {
                Some(mask) => mask_bits(mask),
                None => ADDRESS_BITS,
            },
            LLVMURem => match constants(user).filter(|by| by.is_power_of_two()) {
                Some(by) => mask_bits(by - 1),
                None => ADDRESS_BITS,
            },
            LLVMSub => {
                let from_address = |operand: Value<'_>| operand.opcode() == LLVMPtrToInt;
                let both = (0..2).all(|i| from_address(user.operand(i)));
                low_bits(user, distance || both, seen)
            }
            LLVMAdd | LLVMOr | LLVMXor | LLVMMul | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMPHI
            | LLVMSelect | LLVMFreeze => low_bits(user, distance, seen),
            // A distance in elements, or one that is stored.
            _ if distance => 0,
            _ => ADDRESS_BITS,
        })
        .max()
        .unwrap_or(0)
        .min(ADDRESS_BITS)
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
