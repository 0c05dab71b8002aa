//! Budgets of questions beside the claims: whether a branch is feasible, an operation
//! undefined, an output in doubt.
//!
//! Exhausted, a branch is explored as if it were feasible, and of undefined behaviour the row
//! `undefined` says that it was not excluded.

use std::time::Duration;

/// The wall time of all queries about undefined operations in a run that samples do not decide.
pub const UNDEFINED_TIME: Duration = Duration::from_millis(1500);

/// The wall time of one such query.
pub const UNDEFINED_QUERY_TIME: Duration = Duration::from_millis(150);

/// The number of terms, below a position's conditions, up to which they are evaluated together.
pub const UNDEFINED_TERMS: usize = 200_000;

/// The wall time of the execution on all values of a size that is data: several times what
/// ordinary functions take on a loaded machine, so that it is not the load that decides whether
/// they are compared.
pub const VALUES_TIME: Duration = Duration::from_secs(6);

/// The largest number of paths of one version on all values at once.
pub const VALUES_PATHS: usize = 128;

/// The largest number of instructions of one version on all values at once.
pub const VALUES_STEPS: u64 = 200_000;

/// The number of terms up to which ranges are searched on which the results agree.
pub const RANGES_TERMS: usize = 2_000;

/// The samples drawn to show both values of a branch before the solver is queried.
pub const BRANCH_SAMPLES: usize = 256;

/// The number of unanswered queries about branches above which the limits of the next one are
/// not reduced further.
pub const BRANCH_CUTS: u32 = 4;

/// The number of unanswered queries about branches from which on large conditions are left out.
pub const UNANSWERED_BRANCHES: u32 = 2;

/// The number of terms above which a condition is large.
pub const LARGE_CONDITION: usize = 2_000;

/// The number of outputs that the ladder still judges after one exceeds the tolerance.
pub const JUDGED_OUTPUTS: usize = 32;

/// The number of differences not shown by their own inputs after which others are taken to be
/// of their sort, such as a choice that only a device makes.
pub const UNCONFIRMED_DIFFERENCES: usize = 12;
