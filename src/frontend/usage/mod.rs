//! The uses of a function's arguments in its IR.
//!
//! For a pointer: whether memory is read and written through it, and the extent of the
//! accesses if all are at constant offsets. For an integer: whether it bounds a loop or
//! takes part in an address in a buffer, in which case it has to be concrete for execution
//! to be bounded. Invariant: an answer errs towards more (read, written, unknown extent);
//! nothing is proved from it later.

mod integers;
mod pointers;

use std::collections::HashSet;

use inkwell::values::FunctionValue;

use self::integers::Way;
use self::pointers::Spot;
use crate::llvm::{Value, View};

/// The uses of one argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Memory is read through it.
    pub reads: bool,
    /// Memory is written through it.
    pub writes: bool,
    /// Some access is at an offset that is not constant, or not known at all.
    pub dynamic: bool,
    /// One past the last byte accessed at a constant offset.
    pub extent: u64,
    /// The bytes that the declaration promises, as `float m[static 16]` does.
    pub promised: u64,
    /// As an integer: it bounds a loop, an address or a length.
    pub shapes: bool,
    /// Some instruction uses it.
    pub used: bool,
}

impl Usage {
    /// Whether memory is read or written through a pointer.
    pub fn is_accessed(self) -> bool {
        self.reads || self.writes
    }

    fn unknown(&mut self) {
        self.reads = true;
        self.writes = true;
        self.dynamic = true;
    }
}

/// The uses of one argument of a defined function.
pub fn of_argument(function: FunctionValue<'_>, index: u32) -> Usage {
    let function = Value::from(function);
    let mut walk = Walk::new(function.module(), &|_| true);
    walk.entered.push(function);
    if let Some(argument) = function.parameter(index) {
        walk.usage.used = argument.is_used();
        walk.hint(function, index);
        match argument.ty().is_pointer() {
            true => walk.pointer(argument, Spot::START),
            false => walk.integer(argument, Way::default()),
        }
    }
    walk.usage
}

/// Whether an integer bounds a loop, an address or a length.
pub(super) fn shapes(integer: Value<'_>) -> bool {
    let module = integer.function().and_then(Value::module);
    let mut walk = Walk::new(module, &|_| true);
    walk.integer(integer, Way::default());
    walk.usage.shapes
}

/// The uses of a global variable in the functions for which `counts` holds.
pub(super) fn of_global<'m>(global: Value<'m>, counts: &dyn Fn(Value<'m>) -> bool) -> Usage {
    let mut walk = Walk::new(global.module(), counts);
    walk.pointer(global, Spot::default());
    walk.usage
}

/// The uses of a pointer that an instruction computes.
pub(super) fn of_pointer(pointer: Value<'_>) -> Usage {
    let module = pointer.function().and_then(Value::module);
    let mut walk = Walk::new(module, &|_| true);
    walk.pointer(pointer, Spot::default());
    walk.usage
}

struct Walk<'f, 'm> {
    usage: Usage,
    seen: HashSet<(Value<'m>, Spot)>,
    followed: HashSet<(Value<'m>, Way)>,
    module: Option<View<'m>>,
    /// Whether uses in a function count.
    counts: &'f dyn Fn(Value<'m>) -> bool,
    /// The functions that a pointer has been followed into.
    entered: Vec<Value<'m>>,
}

impl<'f, 'm> Walk<'f, 'm> {
    fn new(module: Option<View<'m>>, counts: &'f dyn Fn(Value<'m>) -> bool) -> Walk<'f, 'm> {
        Walk {
            usage: Usage::default(),
            seen: HashSet::new(),
            followed: HashSet::new(),
            module,
            counts,
            entered: Vec::new(),
        }
    }

    /// Takes the extent that `float m[static 16]` and references declare.
    fn hint(&mut self, function: Value<'m>, index: u32) {
        let bytes = function.attribute(Some(index), "dereferenceable");
        self.usage.promised = bytes.unwrap_or(0);
        self.usage.extent = self.usage.promised;
    }
}
