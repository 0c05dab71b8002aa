//! Bytes in a row, and what a command may do with those that it was given.

use crate::race::Access;

/// Rights, as the host library writes them.
const READS: u64 = 1;
const WRITES: u64 = 2;
const LENT: u64 = 4;

/// Bytes in a row, by the addresses of the first and of the one behind the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bytes {
    pub start: u64,
    pub end: u64,
}

impl Bytes {
    /// So many bytes from an address.
    pub fn new(start: u64, size: u64) -> Bytes {
        let end = start.saturating_add(size);
        Bytes { start, end }
    }

    /// All that an access can touch.
    pub fn of(access: &Access) -> Bytes {
        let (first, last) = access.reach();
        let start = access.object.0.saturating_add(first);
        Bytes::new(start, (last - first).saturating_add(access.size))
    }

    /// Whether there are bytes that are of both.
    pub const fn meets(self, other: Bytes) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Whether all bytes of the other are of these.
    pub const fn holds(self, other: Bytes) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// What a command was given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub bytes: Bytes,
    rights: u64,
}

impl Given {
    /// Bytes, and what may be done with them.
    pub const fn new(bytes: Bytes, rights: u64) -> Given {
        Given { bytes, rights }
    }

    /// The bytes, if they may be touched.
    pub fn usable(&self) -> Option<Bytes> {
        (self.rights != 0).then_some(self.bytes)
    }

    /// Whether they are the program's own memory, lent to a buffer.
    pub const fn is_lent(&self) -> bool {
        self.rights & LENT != 0
    }

    /// Whether an access may be made to them.
    pub const fn allows(&self, writes: bool) -> bool {
        self.rights & if writes { WRITES } else { READS } != 0
    }
}
