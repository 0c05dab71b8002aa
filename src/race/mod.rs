//! Data races: two work-items access a byte, at least one writes it, they are unordered,
//! and not both accesses are atomic (KLEE-CL §7; OpenCL 3.0, 3.3.6).
//!
//! [`Interval::add`] collects the accesses of an interval, in which accesses of different
//! parties are unordered; [`Interval::conflicts`] returns which of them may conflict, with
//! the condition. Parties are the items of a group between two barriers, or the groups of a
//! launch from its start to its end.
//!
//! Invariant: two accesses of different parties that conflict on an admissible input of the
//! path are in some [`Conflict`], or [`Conflicts::truncated`] is set.

mod access;
mod interval;
mod meeting;
mod order;
mod shadow;
mod summary;

#[cfg(test)]
mod tests;

pub use access::{Access, Item};
pub use interval::{Conflict, Conflicts, Interval, Party};
pub use summary::summary;
