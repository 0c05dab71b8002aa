//! Budgets of what is inferred from the code for the contract.
//!
//! Exhausted, a parameter has the role, the extent or the range of its type, which the row
//! `contract` shows and `--arg` corrects.

/// The largest number of values that are visited to decide whether an integer counts
/// elements.
pub const COUNTING_VALUES: usize = 256;

/// The largest number of branches above a block that are considered.
pub const BRANCHES_ABOVE: usize = 32;

/// The largest number of nested loops around an access.
pub const NESTED_LOOPS: usize = 16;

/// The largest number of choices through which an index is followed to the values that it takes.
pub const CHOICES: usize = 64;

/// The largest nesting depth of an offset's expression.
pub const OFFSET_DEPTH: u32 = 32;

/// The largest number of terms in a product of offsets.
pub const OFFSET_TERMS: usize = 256;

/// The largest nesting depth of address arithmetic that is followed to its buffer.
pub const ADDRESS_DEPTH: u32 = 64;

/// The largest number of values of an integer that are looked at one by one.
pub const CASES: usize = 12;

/// The largest number of pairs of values of two integers that are looked at one by one.
pub const PAIRED_CASES: usize = 16;

/// The largest number of values, and pairs of values, of all integers of a function that are
/// looked at.
pub const MODES: usize = 64;
