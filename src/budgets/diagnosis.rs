//! Budgets of the diagnosis of a difference: which property of arithmetic explains it, and
//! under which assumptions the results would agree.
//!
//! Exhausted, the row `kind` is missing or less precise, or an assumption that would make the
//! versions equal is not named. The verdict stays DIFFERENT.

/// The largest number of obligations of distinct shapes that are diagnosed.
pub const DIAGNOSED_SHAPES: usize = 32;

/// The samples drawn to show that a set of assumptions does not suffice.
pub const SET_SAMPLES: usize = 512;

/// The samples that must agree before a set is accepted, or given to the solver, without other
/// evidence.
pub const ACCEPTING_SAMPLES: usize = 8192;

/// The samples on the path that suffice to call results equal there.
pub const PATH_SAMPLES: usize = 32;

/// The number of sets for which the solver is given floats as circuits.
pub const CIRCUIT_SETS: u32 = 3;

/// The number of terms up to which a claim is given to the solver with floats as circuits.
pub const CIRCUIT_TERMS: usize = 64;

/// The largest number of outermost selects that are removed from a claim.
pub const DIAGNOSED_CHOICES: usize = 4;

/// The number of terms up to which a common form under laws of real numbers is sought.
pub const LAW_TERMS: usize = 64;

/// The largest number of samples on which results are compared with their ideal values.
pub const GAP_SAMPLES: usize = 512;

/// The number of operations in quadruple precision that these samples may take.
pub const GAP_OPERATIONS: usize = 1 << 20;

/// The largest number of samples in search of another order with the other result.
pub const REORDER_SAMPLES: usize = 4096;

/// The largest number of operands of one sum or product that is reordered.
pub const REORDER_OPERANDS: u64 = 256;

/// The number of terms up to which a claim is reordered.
pub const REORDER_TERMS: usize = 2_000;

/// The number of summands up to which a sum is expanded in search of a cancellation.
pub const CANCELLED_SUMMANDS: usize = 16;

/// The number of terms up to which results of different elements are compared as formulas.
pub const ELEMENT_TERMS: usize = 4096;

/// The samples that show how far results are apart.
pub const MAGNITUDE_SAMPLES: usize = 256;

/// The number of terms up to which these samples are evaluated in exact arithmetic.
pub const EXACT_TERMS: usize = 400;

/// The number of terms up to which results are widened in search of an overflow.
pub const WIDENED_TERMS: usize = 2_000;

/// The bits of a numerator or denominator above which an exact value is dropped.
pub const EXACT_BITS: u64 = 1 << 14;
