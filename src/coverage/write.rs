//! Writes to an object, as static analysis of the code finds them.

use crate::program::{FunctionId, Operand, Register};

/// An instruction: its function and its index there.
pub(super) type Site = (FunctionId, u32);

/// An object that a version's code addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Object {
    /// A local variable, by the register of its address; or the pointee of a parameter, by
    /// the parameter's register.
    Local(FunctionId, Register),
    /// A global variable, by its address.
    Global(u64),
}

/// The value that a write stores.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stored {
    /// The value of an operand.
    Value(Operand),
    /// Bytes copied from another address.
    Copy(Operand),
    /// Bytes computed from these operands alone.
    Made([Option<Operand>; 2]),
}

/// One write to an object.
#[derive(Clone, Debug)]
pub(super) struct Write {
    /// The call sites that lead to the write: from the function of a local object, from the
    /// version's root function for a global one.
    pub path: Vec<Site>,
    /// The writing instruction.
    pub site: Site,
    /// The first byte within the object, if it is constant.
    pub offset: Option<i64>,
    /// The number of bytes, if it is constant.
    pub size: Option<u64>,
    /// What it stores.
    pub stored: Stored,
}

impl Write {
    /// Whether the write may overlap `size` bytes at `offset` of the object.
    pub fn meets(&self, offset: Option<i64>, size: u64) -> bool {
        let (Some(own), Some(offset)) = (self.offset, offset) else {
            return true;
        };
        let ends_after = |start: i64, size: u64, at: i64| start.saturating_add_unsigned(size) > at;
        self.size
            .is_none_or(|own_size| ends_after(own, own_size, offset))
            && ends_after(offset, size, own)
    }
}

/// The writes to an object.
#[derive(Debug, Default)]
pub(super) struct Writes {
    /// The writes found.
    pub all: Vec<Write>,
    /// Whether no other write exists.
    pub complete: bool,
}
