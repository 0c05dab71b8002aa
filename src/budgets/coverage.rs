//! Budgets of the analysis that leads from code that has not run to the sizes that reach it.
//!
//! Exhausted, no size is derived for that code: larger sizes are tried, and if none of them
//! reaches it, the row `coverage` names it and the verdict may be UNDECIDED.

/// Instructions of symbolic execution that show which choices of a version's source inputs
/// decide.
pub const SOURCE_STEPS: u64 = 1 << 17;

/// The paths of one of these executions.
pub const SOURCE_PATHS: usize = 16;

/// The largest divisor of a size that is recorded.
pub const DIVISOR: u64 = 1 << 12;

/// The longest chain of calls from a version's root function that is followed.
pub const CHAIN_CALLS: usize = 12;

/// The largest number of call chains to one function that are distinguished.
pub const CHAINS: usize = 16;

/// The largest number of calls that are looked at in search of chains to one function.
pub const CHAIN_STEPS: usize = 1 << 10;

/// The largest number of library functions that are looked into.
pub const LIBRARY_FUNCTIONS: usize = 1_000;

/// The largest number of instructions between an address and its object.
pub const ADDRESS_STEPS: usize = 64;

/// The largest number of registers that are visited for one value's dependencies.
pub const DEPENDENCIES: usize = 256;

/// The largest iteration count of one loop that is considered.
pub const LOOP_ROUNDS: u128 = 1 << 26;

/// The largest number of different values in a table that are distinguished.
pub const ENTRIES: usize = 256;

/// The largest number of places in a table that are looked at.
pub const ENTRY_PLACES: usize = 1 << 12;

/// The largest depth of nested values in the step of a loop.
pub const STEP_DEPTH: u32 = 16;

/// The largest depth of nested values in one guard.
pub const GUARD_DEPTH: u32 = 96;

/// The number of places of one address above which their offsets are dropped.
pub const FLOW_PLACES: usize = 8;

/// The largest number of operands that are visited to decide whether one may be a vector.
pub const VECTOR_STEPS: usize = 64;

/// The largest number of addresses that are followed for one object.
pub const FOLLOWED_ADDRESSES: usize = 512;

/// The largest number of calls between an object's function and a function that writes it.
pub const WRITER_CALLS: usize = 8;

/// The largest number of choices in one function that are asked about for every row of a table.
pub const TABLE_CHOICES: usize = 64;
