//! Budgets of the sweep: how many sizes are executed, and how large they may be.
//!
//! Exhausted, the row `sizes` lists fewer sizes. Code that only other sizes reach is named in
//! the row `coverage`, and sizes that the user asked for are all executed or make the verdict
//! UNDECIDED.

/// The largest number of sizes tried for one arm of a branch; each is excluded before the next
/// is solved for.
pub const ARM_TRIES: usize = 8;

/// The number of combined conditions in one version for which sizes are sought.
pub const COMBINATIONS: usize = 64;

/// The number of instructions of one version whose conditions are looked at for that.
pub const COMBINED_INSTRUCTIONS: usize = 512;

/// The number of combinations of a table row's entries that are tried as sizes before a solver is
/// asked.
pub const NEAR_ROW: usize = 16;

/// The largest number of elements of all buffers together in a size that the user did not ask
/// for.
pub const REACHED_ELEMENTS: u64 = 1 << 16;

/// The largest size of a kernel that is tried without the user's asking.
pub const KERNEL_SIZE: i64 = 1 << 13;

/// The part of the time of a run that questions about sizes may take, and the part of what is
/// left of that for those of one branch: one in so many. Executions need the rest.
pub const QUESTIONS_SHARE: u32 = 4;

/// The largest number of loop rounds of a launch at a large size, if every size bounds one loop.
pub const LAUNCH_ROUNDS: u64 = 1 << 17;

/// The loop rounds in all launches of a sweep that nobody asked for, if every size bounds one
/// loop: work-items times sizes.
pub const SWEEP_ROUNDS: u64 = 1 << 17;

/// The largest number of elements of all buffers together in a size that a report advises to try.
pub const ADVISED_ELEMENTS: u64 = 1 << 24;

/// The largest number of elements of a kernel's buffer that is tried.
pub const EXTENT_ELEMENTS: u64 = 1 << 21;

/// The largest number of items of a group that is tried, which every device supports.
pub const GROUP_ITEMS: u64 = 256;

/// The last size that is tried without a gap, unless a table needs more.
pub const EACH_SIZE: i64 = 300;

/// The number of sizes that are tried behind a constant: a state that repeats less often than that
/// has each of its values at one of them.
pub const STATES: i64 = 64;

/// The largest number of table entries that are tried, one size for each.
pub const TABLE_ENTRIES: i64 = 1 << 12;

/// The largest number of elements of all buffers, summed over the sizes tried for one variable.
pub const EACH_ELEMENTS: u64 = 1 << 18;

/// The largest number of elements of all buffers together at a large size.
pub const LARGE_ELEMENTS: u64 = 1 << 18;

/// The largest number of elements of all buffers together at a size at which counts in several
/// lanes of 16 bits overflow.
pub const COUNTED_ELEMENTS: u64 = (1 << 20) + (1 << 12);

/// The number of elements of all buffers together that the other sizes leave, if they can, where
/// one size alone is large.
pub const ALONE_ELEMENTS: u64 = 1 << 13;

/// The largest number of sizes at the limits that the code names.
pub const LIMITS: usize = 12;

/// The largest number of sizes next to constants of the code.
pub const NAMED_SIZES: usize = 64;

/// The largest constant of the code that is tried as a size.
pub const NAMED_SIZE: i64 = 1 << 12;

/// The number of sizes at which calls in place are tried, the largest first.
pub const IN_PLACE_SIZES: usize = 3;

/// The largest number of elements of a buffer in a call in place.
pub const IN_PLACE_ELEMENTS: u64 = 1 << 12;

/// The largest number of states of static variables that are executed.
pub const EXECUTED_STATES: usize = 8;

/// The largest number of combinations of start addresses at one size.
pub const START_COMBINATIONS: u64 = 512;

/// The largest number of buffers whose every order is executed.
pub const ORDERED_BUFFERS: usize = 5;

/// The largest number of sizes that are checked again with buffers as long as the reference reached
/// there.
pub const MEASURED_ANEW: usize = 4;

/// The largest number of sizes at which the solver tells how far the reference reaches.
pub const DECIDED_SIZES: usize = 8;
