//! How much of an address a program looks at.
//!
//! An address made an integer is often tested for alignment: `(uintptr_t)p & 15`. How
//! many low bits decide what is computed from it tells which places of an object behave
//! alike. Invariant: an answer errs towards more bits.

use std::collections::HashSet;

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use super::raw::{self, opcode};

/// The most low bits of an address that are told apart: those of a cache line.
pub const ADDRESS_BITS: u8 = 6;

/// How many low bits of an address, made an integer by `cast`, decide what is computed
/// from it, other than by its order among addresses.
pub(super) fn observed_bits(cast: LLVMValueRef) -> u8 {
    let mut seen = HashSet::new();
    low_bits(cast, false, &mut seen)
}

/// The same for an integer whose low bits come from those of addresses alone; `distance`
/// says that it is one between two addresses.
fn low_bits(value: LLVMValueRef, distance: bool, seen: &mut HashSet<LLVMValueRef>) -> u8 {
    use LLVMOpcode::*;
    if !seen.insert(value) {
        return 0;
    }
    // SAFETY: the use list of a live instruction, whose users are instructions.
    let users = unsafe { raw::list(LLVMGetFirstUse(value), LLVMGetNextUse) };
    users
        // SAFETY: a use of a live instruction.
        .map(|u| unsafe { LLVMGetUser(u) })
        .map(|user| match opcode(user) {
            // Objects are far apart, so that only their order shows.
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
                let from_address = |operand| {
                    // SAFETY: any value may be asked for the instruction it is.
                    let instruction = unsafe { !LLVMIsAInstruction(operand).is_null() };
                    instruction && opcode(operand) == LLVMPtrToInt
                };
                let both = (0..2).all(|i| from_address(raw::operand(user, i)));
                low_bits(user, distance || both, seen)
            }
            LLVMAdd | LLVMOr | LLVMXor | LLVMMul | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMPHI
            | LLVMSelect | LLVMFreeze => low_bits(user, distance, seen),
            // A distance in elements, or kept for later.
            _ if distance => 0,
            _ => ADDRESS_BITS,
        })
        .max()
        .unwrap_or(0)
        .min(ADDRESS_BITS)
}

/// The low bits that a mask lets through, or that it clears where it aligns.
fn mask_bits(mask: u64) -> u8 {
    let aligns = mask != 0 && (mask | (mask - 1)) == u64::MAX;
    let bits = match aligns {
        true => mask.trailing_zeros(),
        false => u64::BITS - mask.leading_zeros(),
    };
    bits as u8
}

/// The constant operand of a binary operation, sign-extended.
fn constants(user: LLVMValueRef) -> Option<u64> {
    (0..2).map(|i| raw::operand(user, i)).find_map(|operand| {
        // SAFETY: any value may be asked for the constant it is.
        unsafe {
            let constant = LLVMIsAConstantInt(operand);
            let fits = !constant.is_null() && LLVMGetIntTypeWidth(LLVMTypeOf(constant)) <= 64;
            fits.then(|| LLVMConstIntGetSExtValue(constant) as u64)
        }
    })
}
