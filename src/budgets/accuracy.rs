//! Budgets of error analysis, for `--tolerance`.
//!
//! Exhausted, an output is not shown to stay within the tolerance: UNDECIDED, unless an input
//! exceeds it.

/// The largest number of range computations for one question.
pub const RANGE_COMPUTATIONS: usize = 1_000_000;

/// The largest number of boxes, parts of the input ranges, that one question evaluates.
pub const BOXES: usize = 4_096;

/// The largest number of steps of one analysis.
pub const ANALYSIS_STEPS: usize = 20_000;

/// The number of summands up to which a product is multiplied out; above it, the value of the
/// step is an atom.
pub const PRODUCT_SUMMANDS: usize = 4_096;

/// The largest number of summands of an ideal value.
pub const IDEAL_SUMMANDS: usize = 1_024;
