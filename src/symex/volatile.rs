//! Volatile objects: what one holds when it is read may be something else than what it
//! held before (C17 6.7.3p7).
//!
//! One read of each place is as good as an input. Invariant: a place of an object that
//! others may change is read once, before it is written; a second look ends the path.

use super::object_spec::ObjectId;

/// The objects that others may change, and what was accessed of them as volatile.
#[derive(Clone, Default)]
pub(super) struct Volatile {
    pub objects: Vec<ObjectId>,
    /// First byte, and the one after the last.
    pub accessed: Vec<(ObjectId, u64, u64)>,
}
