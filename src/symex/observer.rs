//! Who watches accesses to memory: what it is told, and how it travels with a path.
//!
//! An observer belongs to a state, as checks do: where a path splits, each side has
//! its own from there on, and where arms are merged, theirs are joined.

use std::any::Any;
use std::rc::Rc;

use term::TermId;

use super::end::Access;
use super::object_spec::{ObjectId, ObjectSpec};
use super::path::KeptPath;
use super::thread::ThreadId;
use super::value::Value;
use crate::program::{Qualifiers, SpanId};

/// Which bytes of its object an access starts at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offset {
    /// At this one.
    At(u64),
    /// At one that depends on inputs.
    Among {
        /// The offset.
        term: TermId,
        /// The least one it can be.
        first: u64,
        /// The greatest one.
        last: u64,
        /// All others are this far from each other; at least 1.
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
    /// Where in it.
    pub offset: Offset,
    /// Number of bytes.
    pub size: u64,
    /// Whether it reads or writes. An atomic update does both, one after the other.
    pub access: Access,
    /// How it is made.
    pub qualifiers: Qualifiers,
    /// What was read, or is written: scalars, or bytes for blocks. `None` for what only
    /// says that the source makes an access here (`docs/decisions/0051`), whatever
    /// became of it, and for the end of an object's life, which counts as a write.
    pub value: Option<Value>,
    /// It happens where this holds, too; `None` is always.
    pub guard: Option<TermId>,
    /// It happens where all of these hold.
    pub path: KeptPath,
    /// The instruction, and the calls that led to it, innermost first.
    pub chain: Rc<[SpanId]>,
}

/// What watches accesses.
pub trait Observer: Any {
    /// Whether it wants to know of accesses to an object; asked once, when the object is
    /// placed or the observer comes. Others cost nothing.
    fn wants(&self, object: ObjectId, spec: &ObjectSpec) -> bool;

    /// An access, in the order of execution.
    fn observe(&mut self, access: AccessRecord);

    /// Another one that knows what this one knows, for one side of a split.
    fn split(self: Rc<Self>) -> Box<dyn Observer>;

    /// Another one that knows what this one knows, and what `arms`, which were split off
    /// it or are itself, have come to know since.
    fn join(self: Rc<Self>, arms: &[Rc<dyn Observer>]) -> Box<dyn Observer>;
}
