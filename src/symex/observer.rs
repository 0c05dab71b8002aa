//! The interface of observers of memory accesses.
//!
//! An observer belongs to a state, as checks do: when a path splits, each side continues
//! with its own copy; when arms are merged, their observers are joined.

use std::any::Any;
use std::rc::Rc;

use term::TermId;

use super::end::Access;
use super::object_spec::{ObjectId, ObjectSpec};
use super::path::KeptPath;
use super::thread::ThreadId;
use super::value::Value;
use crate::program::{Qualifiers, SpanId};

/// The offset in an object at which an access starts, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offset {
    /// A constant offset.
    At(u64),
    /// An offset that depends on inputs.
    Among {
        /// The offset.
        term: TermId,
        /// The least possible value.
        first: u64,
        /// The greatest possible value.
        last: u64,
        /// The distance between possible values; at least 1.
        stride: u64,
    },
}

/// One access of a thread to one object.
#[derive(Clone, Debug)]
pub struct AccessRecord {
    /// The thread.
    pub thread: ThreadId,
    /// The object.
    pub object: ObjectId,
    /// The offset in the object.
    pub offset: Offset,
    /// Number of bytes.
    pub size: u64,
    /// Whether it reads or writes. An atomic update is recorded as a read and a write.
    pub access: Access,
    /// Its qualifiers: volatile, atomic and the like.
    pub qualifiers: Qualifiers,
    /// The value read or stored: scalars, or bytes for blocks. `None` for records that only
    /// state that the source performs an access here (`docs/decisions/0051`), even if the
    /// compiler removed it, and for the end of an object's lifetime, which counts as a
    /// write.
    pub value: Option<Value>,
    /// A further condition under which it happens; `None` means always.
    pub guard: Option<TermId>,
    /// The path condition under which it happens.
    pub path: KeptPath,
    /// The instruction, and the calls that led to it, innermost first.
    pub chain: Rc<[SpanId]>,
}

/// An observer of accesses to memory.
pub trait Observer: Any {
    /// Whether it wants to be told of accesses to an object; called once, when the object
    /// is placed or the observer is set. Accesses to other objects cost nothing.
    fn wants(&self, object: ObjectId, spec: &ObjectSpec) -> bool;

    /// Receives an access, in execution order.
    fn observe(&mut self, access: AccessRecord);

    /// Returns a copy for one side of a split.
    fn split(self: Rc<Self>) -> Box<dyn Observer>;

    /// Returns an observer that has seen what this one and `arms` have seen. The arms are
    /// this observer or were split off it.
    fn join(self: Rc<Self>, arms: &[Rc<dyn Observer>]) -> Box<dyn Observer>;
}
