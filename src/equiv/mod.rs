//! Obligations and the ladder that decides them.
//!
//! An obligation states that two results are equal whenever a path condition holds. The ladder
//! tries its tactics in order, from a comparison of term ids to a bit-vector solver, and stops
//! at the first that proves or refutes. Invariants: *equal* is proved in exact semantics under
//! the stated assumptions; *different* comes with an input that was evaluated exactly and that
//! the path, ranges and assumptions admit; every other decision is *undecided* with its reason.
//! A timeout never passes as equal.

mod admissible;
mod agreement;
mod allowance;
mod alone;
mod batch;
mod boundary;
mod budget;
mod canonical;
mod choice;
mod claim;
mod closeness;
mod complete;
mod conversions;
mod cut;
mod decide;
mod decision;
mod diagnose;
mod distance;
mod exact;
mod excluded;
mod exclusion;
mod exhaustive;
mod extents;
mod facts;
mod fit;
mod frontier;
mod gap;
mod implied;
mod infinity;
mod judge;
mod kind;
mod ladder;
mod laws;
mod locate;
mod minimise;
mod narrowed;
mod operand_sets;
mod oracle;
mod order;
mod parity;
mod pieces;
mod pool;
mod portfolio;
mod random;
mod real;
mod reorder;
mod rounder;
mod sampler;
mod separation;
mod shape;
mod split;
mod summands;
mod sums;
mod sweep;
mod tactic;
mod tolerate;
mod used;
mod within;
mod witnesses;
mod worst;

pub use agreement::Agreement;
pub use alone::Alone;
pub use budget::Budget;
pub use claim::{Compare, Obligation, Ranges};
pub use closeness::Closeness;
pub use cut::replace;
pub use decision::{Decision, Feasible, Reason, Statistics, Step, StepUse, Suspicion};
pub use distance::{Distance, distance};
pub use judge::excludes;
pub use ladder::{Ladder, Options};
pub use locate::smallest_difference;
pub use tolerate::excess;
pub use worst::Worst;

pub use rewrite_rules::Assumptions;

/// An input on which two results differ.
pub use crate::solver::Model as Witness;
