//! What is said of an object before it is placed.

use std::sync::Arc;

use crate::program::{AddressSpace, SpanId, TypeId};
use crate::start::Start;

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Globals.
    Global,
    /// Inputs and what the driver places: in the heap, but not the program's to free.
    Input,
    /// What the system passes to `main`: there too, and nobody's to free.
    Process,
    /// `malloc`.
    Heap,
    /// Locals.
    Stack,
}

/// What writes to an object mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// They are fine.
    Writable,
    /// It is an input of the contract.
    Input,
    /// It is a constant.
    Constant,
    /// It is a variable that no file of the program defines, so that accesses
    /// cannot be followed.
    Foreign,
}

/// Identifies an object: its base address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u64);

/// An object to be placed.
#[derive(Clone, Debug)]
pub struct ObjectSpec {
    /// The name that reports use.
    pub name: Arc<str>,
    /// Size in bytes.
    pub size: u64,
    /// Where its base may lie.
    pub start: Start,
    /// Where it lives.
    pub storage: Storage,
    /// What writes mean.
    pub protection: Protection,
    /// Whether it starts as zeros instead of undefined.
    pub zeroed: bool,
    /// Where it was allocated.
    pub allocation: SpanId,
    /// Declared type of its elements, where there is one.
    pub element: Option<TypeId>,
    /// Its address space.
    pub space: AddressSpace,
}

impl ObjectSpec {
    /// An undefined, writable heap object that every vector instruction can load from.
    pub fn buffer(name: &str, size: u64) -> ObjectSpec {
        ObjectSpec {
            name: name.into(),
            size,
            start: Start::placed(64),
            storage: Storage::Input,
            protection: Protection::Writable,
            zeroed: false,
            allocation: SpanId::NONE,
            element: None,
            space: AddressSpace::PRIVATE,
        }
    }
}
