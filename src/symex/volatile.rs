//! Volatile objects: the value read may differ from the value written or read before (C17
//! 6.7.3p7).
//!
//! The first read of each byte has the same meaning as an input. Invariant: each byte of an
//! object that others may change is read once at most, before it is written; a later read
//! ends the path.

use super::object_spec::ObjectId;

/// The objects that others may change, and the volatile accesses to them.
#[derive(Clone, Default)]
pub(super) struct Volatile {
    pub objects: Vec<ObjectId>,
    /// Object, first byte, and the byte after the last.
    pub accessed: Vec<(ObjectId, u64, u64)>,
}
