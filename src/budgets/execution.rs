//! Budgets of symbolic execution, of launches and of the search for races.
//!
//! Exhausted, a path is divided instead of merged, an access is followed less precisely (which
//! costs time), or the path ends with a reason for UNDECIDED. Of findings, fewer are shown.
//! The bounds that users set are in [`run`](super::run).

/// The largest number of levels of operations that are searched for selects.
pub const CHOICE_DEPTH: u32 = 8;

/// The largest nesting depth of selections between two addresses that depend on inputs.
pub const ADDRESS_CHOICES: u32 = 8;

/// The largest nesting depth of addresses selected by conditions.
pub const ADDRESS_DEPTH: u32 = 512;

/// The largest number of places that one read may choose among; the path is divided above it.
pub const READ_PLACES: u64 = 4096;

/// The largest number of places that one write may choose among; the path is divided above it.
pub const WRITE_PLACES: u64 = 256;

/// The largest number of values of a term for which a path is divided.
pub const PINNED_VALUES: u64 = 64;

/// The largest number of objects of one address for which a path is divided.
pub const DIVIDED_OBJECTS: usize = 16;

/// The largest number of objects that the oracle is asked about for one address.
pub const ASKED_OBJECTS: usize = 256;

/// The largest number of paths with defects for which the oracle is asked for an input.
pub const ASKED_DEFECTS: u32 = 16;

/// The nesting depth above which symbolic branches divide the path.
pub const MERGED_NESTING: u32 = 48;

/// The number of splits inside nested regions after which all regions are dissolved: a loop
/// that may never end would keep the code after it from being explored.
pub const INNER_SPLITS: u32 = 256;

/// The largest nesting depth of an address that is searched for its stride.
pub const STRIDE_DEPTH: u32 = 48;

/// The largest number of terms that are visited to decide whether a value is undefined.
pub const UNDEFINED_TERMS: usize = 16;

/// The largest size in bytes of an access whose bytes are tracked one by one.
pub const TRACKED_BYTES: u64 = 1 << 16;

/// The largest number of accesses of one kind recorded per byte, on different paths or at
/// different positions.
pub const NOTED_ACCESSES: usize = 4;

/// The largest size of an object, in pointers, that is searched for pointers.
pub const RESTRICT_POINTERS: u64 = 32;

/// The largest size in bytes of a write whose places are recorded for `restrict`.
pub const RESTRICT_BYTES: u64 = 1 << 16;

/// The largest number of first hazards kept per place.
pub const FIRST_HAZARDS: usize = 16;

/// The largest number of last hazards kept per place.
pub const LAST_HAZARDS: usize = 32;

/// The largest number of left shifts kept.
pub const KEPT_SHIFTS: usize = 256;

/// The largest number of pairs of accesses with a condition that are examined in one barrier
/// interval.
pub const INTERVAL_PAIRS: usize = 1 << 18;

/// The largest number of pairs of accesses that one query about races combines.
pub const QUERIED_PAIRS: usize = 256;

/// The largest number of work-items of a launch that is executed.
pub const WORK_ITEMS: u64 = 1 << 24;

/// The largest number of accesses to one buffer at offsets that depend on the inputs of which the
/// solver is asked how far they reach.
pub const FARTHER_ACCESSES: usize = 128;
