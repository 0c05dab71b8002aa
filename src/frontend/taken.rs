//! Numbers that a function takes, and the values of its IR that hold them.

use std::collections::BTreeSet;

use inkwell::llvm_sys::LLVMOpcode;

use super::{cases, usage};
use crate::budgets::contract::ADDRESS_DEPTH;
use crate::llvm::{Edit, Value};

/// The place of a number that a function takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// A whole argument.
    Argument(u32),
    /// Bits of an integer argument, as of a structure that is passed by value.
    Bits(Bits),
    /// Memory that the function leaves alone.
    Memory {
        /// Where the offset counts from.
        base: Base,
        /// The offset in bytes.
        offset: u64,
        /// The number of bits.
        bits: u32,
    },
}

/// Bits of an integer argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits {
    /// The argument.
    pub(super) argument: u32,
    /// The place of the lowest bit.
    pub(super) shift: u32,
    /// The number of bits.
    pub(super) bits: u32,
}

/// The start of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// The object that an argument points to.
    Argument(u32),
    /// A global variable, by its symbol.
    Global(String),
}

impl Taken {
    /// The values that the function tells apart, by comparisons with constants.
    pub(super) fn told(&self, function: Value<'_>) -> BTreeSet<u64> {
        match self {
            Taken::Bits(bits) => bits.told(function),
            _ => cases::of(&self.values(function)),
        }
    }

    /// Whether the function bounds a loop, an address or a length by the number.
    pub(super) fn shapes(&self, function: Value<'_>) -> bool {
        let values = self.values(function);
        values.into_iter().any(usage::shapes)
    }

    /// Replaces the number by a constant.
    pub(super) fn fix<'e>(&self, edit: &Edit<'e>, function: Value<'e>, constant: u64) {
        if let Taken::Bits(bits) = self {
            return bits.fix(edit, function, constant);
        }
        for value in self.values(function) {
            edit.replace_uses(value, value.ty().constant(constant));
        }
    }

    /// The values that hold the number in a function into which all calls are inlined.
    fn values<'m>(&self, function: Value<'m>) -> Vec<Value<'m>> {
        match self {
            Taken::Argument(argument) => function.parameter(*argument).into_iter().collect(),
            Taken::Bits(bits) => bits.values(function),
            Taken::Memory { base, offset, bits } => {
                let is_load = |value: &Value<'_>| {
                    value.opcode() == LLVMOpcode::LLVMLoad
                        && value.ty().width() == Some(*bits)
                        && !value.is_volatile()
                        && base.is_of(function, value.operand(0), *offset)
                };
                function.instructions().filter(is_load).collect()
            }
        }
    }
}

impl Bits {
    /// The largest number of these bits.
    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    fn told(self, function: Value<'_>) -> BTreeSet<u64> {
        let whole: Vec<Value<'_>> = function.parameter(self.argument).into_iter().collect();
        let told = cases::of(&whole).into_iter();
        told.map(|whole| whole >> self.shift & self.mask())
            .collect()
    }

    /// Replaces the bits in all uses of the argument; the others stay.
    fn fix<'e>(self, edit: &Edit<'e>, function: Value<'e>, constant: u64) {
        let start = function.blocks().next();
        let start = start.and_then(|block| block.instructions().next());
        let (Some(whole), Some(start)) = (function.parameter(self.argument), start) else {
            return;
        };
        let users = whole.users();
        let (ty, place) = (whole.ty(), edit.before(start));
        let others = place.and(whole, ty.constant(!(self.mask() << self.shift)));
        let fixed = place.or(others, ty.constant(constant << self.shift));
        for user in users.into_iter().filter(|user| user.is_instruction()) {
            for index in (0..user.operand_count()).filter(|i| user.operand(*i) == whole) {
                edit.set_operand(user, index, fixed);
            }
        }
    }

    /// The values that are these bits, with zeros above them.
    fn values(self, function: Value<'_>) -> Vec<Value<'_>> {
        let Some(whole) = function.parameter(self.argument) else {
            return Vec::new();
        };
        let is_cut = |value: &Value<'_>| match value.opcode() {
            LLVMOpcode::LLVMTrunc => value.ty().width() == Some(self.bits),
            LLVMOpcode::LLVMAnd => value.operand(1).unsigned() == Some(self.mask()),
            _ => false,
        };
        let is_shifted = |value: &Value<'_>| {
            value.opcode() == LLVMOpcode::LLVMLShr
                && value.operand(0) == whole
                && value.operand(1).unsigned() == Some(u64::from(self.shift))
        };
        let users = whole.users().into_iter();
        if self.shift == 0 {
            return users.filter(is_cut).collect();
        }
        let shifted = users.filter(is_shifted);
        match whole.ty().width() == Some(self.shift + self.bits) {
            true => shifted.collect(),
            false => shifted.flat_map(Value::users).filter(is_cut).collect(),
        }
    }
}

impl Base {
    /// Whether an address is this many bytes behind the start.
    fn is_of(&self, function: Value<'_>, mut address: Value<'_>, offset: u64) -> bool {
        let Some(module) = function.module() else {
            return false;
        };
        let mut at: i64 = 0;
        for _ in 0..ADDRESS_DEPTH {
            if !address.is_address() {
                break;
            }
            let step = address.constant_offset(module.layout());
            let Some(next) = step.and_then(|step| at.checked_add(step)) else {
                return false;
            };
            (at, address) = (next, address.operand(0));
        }
        let is_start = match self {
            Base::Argument(argument) => function.parameter(*argument) == Some(address),
            Base::Global(symbol) => address.is_global_variable() && address.name() == *symbol,
        };
        is_start && u64::try_from(at) == Ok(offset)
    }
}
