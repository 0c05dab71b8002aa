//! A write to an object, as far as it is known before anything is executed.

use crate::program::{FunctionId, Operand, Register};

/// An instruction: the function that it is in and its index there.
pub(super) type Site = (FunctionId, u32);

/// An object whose address a version has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Object {
    /// A local variable, by the register of its address, or what a parameter points to.
    Local(FunctionId, Register),
    /// A global variable, by its address.
    Global(u64),
}

/// What a write puts there.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stored {
    /// A value.
    Value(Operand),
    /// What is at another address.
    Copy(Operand),
    /// Something else, made of nothing but these.
    Made([Option<Operand>; 2]),
}

/// A write.
#[derive(Clone, Debug)]
pub(super) struct Write {
    /// The calls that lead there: from the function of a local variable, from the version's
    /// function for a global one.
    pub path: Vec<Site>,
    /// The instruction.
    pub site: Site,
    /// Its first byte within the object, if that is fixed.
    pub offset: Option<i64>,
    /// How many, if that is fixed.
    pub size: Option<u64>,
    /// What is written.
    pub stored: Stored,
}

impl Write {
    /// Whether it may concern these bytes of the object.
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

/// The writes of an object.
#[derive(Debug, Default)]
pub(super) struct Writes {
    /// Those that were found.
    pub all: Vec<Write>,
    /// Whether these are all.
    pub complete: bool,
}
