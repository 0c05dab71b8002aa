//! Ranges of bytes, and the rights of a command to those that it was given.

use crate::race::Access;

/// Rights as the host library encodes them.
const READS: u64 = 1;
const WRITES: u64 = 2;
const LENT: u64 = 4;
const UNNAMED: u64 = 8;

/// A range of bytes: the address of the first one, and of the one after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bytes {
    pub start: u64,
    pub end: u64,
}

impl Bytes {
    /// A range of `size` bytes.
    pub fn new(start: u64, size: u64) -> Bytes {
        let end = start.saturating_add(size);
        Bytes { start, end }
    }

    /// All bytes that an access may touch.
    pub fn of(access: &Access) -> Bytes {
        let (first, last) = access.reach();
        let start = access.object.0.saturating_add(first);
        Bytes::new(start, (last - first).saturating_add(access.size))
    }

    /// Whether the ranges overlap.
    pub const fn meets(self, other: Bytes) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Whether this range contains the other.
    pub const fn holds(self, other: Bytes) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A range that a command was given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub bytes: Bytes,
    rights: u64,
}

impl Given {
    /// A range with its rights.
    pub const fn new(bytes: Bytes, rights: u64) -> Given {
        Given { bytes, rights }
    }

    /// The range, if it may be accessed at all.
    pub fn usable(&self) -> Option<Bytes> {
        (self.rights & (READS | WRITES) != 0).then_some(self.bytes)
    }

    /// Whether the range is shared virtual memory that the kernel was not given.
    pub const fn is_unnamed(&self) -> bool {
        self.rights & UNNAMED != 0
    }

    /// Whether the range is the program's own memory, lent to a buffer.
    pub const fn is_lent(&self) -> bool {
        self.rights & LENT != 0
    }

    /// Whether the command may read, or write, the range.
    pub const fn allows(&self, writes: bool) -> bool {
        self.rights & if writes { WRITES } else { READS } != 0
    }
}
