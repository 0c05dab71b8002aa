//! The description of an object to be placed.

use std::sync::Arc;

use crate::program::{AddressSpace, SpanId, TypeId};
use crate::start::Start;

/// The storage of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// A global variable.
    Global,
    /// An input or another object that the driver places: on the heap, and the program may
    /// not free it.
    Input,
    /// A block that the system passes to `main`: on the heap, and nobody may free it.
    Process,
    /// Allocated by `malloc` or a similar function.
    Heap,
    /// Mapped by `mmap`: on the heap, of whole pages, not to be freed.
    Mapped,
    /// A local variable.
    Stack,
}

/// Whether an object may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// It may be written.
    Writable,
    /// An input of the contract, not to be written.
    Input,
    /// A constant, not to be written.
    Constant,
    /// A variable that no file of the program defines: neither reads nor writes can be
    /// executed.
    Foreign,
}

/// Identifies an object by its base address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u64);

/// An object to be placed.
#[derive(Clone, Debug)]
pub struct ObjectSpec {
    /// The name that reports use.
    pub name: Arc<str>,
    /// Size in bytes.
    pub size: u64,
    /// The constraints on its base address.
    pub start: Start,
    /// Its storage.
    pub storage: Storage,
    /// Whether it may be written.
    pub protection: Protection,
    /// Whether its initial bytes are zero instead of undefined.
    pub zeroed: bool,
    /// Where it was allocated.
    pub allocation: SpanId,
    /// Declared type of its elements, if any.
    pub element: Option<TypeId>,
    /// Its address space.
    pub space: AddressSpace,
}

impl ObjectSpec {
    /// Makes an undefined, writable input object, aligned for every vector instruction.
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
