//! Data races: two work-items access a byte, one of them writes it, nothing orders the
//! two, and not both are atomic (KLEE-CL §7; OpenCL 3.0, 3.3.6).
//!
//! The accesses of an interval, in which nothing orders those of different parties, are
//! collected by [`Interval::add`]; [`Interval::conflicts`] tells which of them can meet,
//! and under which condition. Parties are the items of a group between two barriers, or
//! the groups of a launch from its start to its end.
//!
//! Invariant: two accesses of different parties that meet on an admissible input of the
//! path are in some conflict, or [`Conflicts::truncated`] is set.

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
