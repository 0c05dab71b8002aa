//! Budgets of the search for the operation where a difference starts.
//!
//! Exhausted, the report begins with the first value of the port that the reference never
//! computes, or with the output alone, and names no change that would repair the port.

/// The number of input scalars up to which a cause is searched; more would take too much
/// memory in trials.
pub const CAUSE_INPUTS: usize = 16_384;

/// The largest number of instructions that the search executes.
pub const REPAIR_STEPS: u64 = 24_000_000;

/// The largest number of instructions that the checks of changes execute that repair the port
/// on the first inputs.
pub const CHECKED_STEPS: u64 = 24_000_000;

/// The largest number of executions in the search.
pub const REPAIR_EXECUTIONS: usize = 12_000;

/// The largest number of executions in the search for a wrong entry of a table.
pub const TABLE_EXECUTIONS: usize = 6_000;

/// The largest number of instructions that it executes.
pub const TABLE_STEPS: u64 = 8_000_000;

/// The largest number of values of the reference that are tried as an entry.
pub const TABLE_NUMBERS: usize = 512;

/// The largest number of executions in the search for a change of an instruction that may stand
/// for that of a table's entry.
pub const INSTEAD_EXECUTIONS: usize = 800;

/// The largest number of inputs besides the one on which the versions were found to differ.
pub const TRIAL_INPUTS: usize = 24;

/// The number of ordinary inputs among those that confirm a change.
pub const CONFIRMING_INPUTS: usize = 64;

/// The number of these that are near the one known to differ.
pub const NEAR_INPUTS: usize = 10;

/// The number of distances by which the elements of the input known to differ are moved, to
/// confirm a change.
pub const NEIGHBOURS_MOVED: usize = 64;

/// The number of constants that take the place of the rarest value of the input known to differ.
pub const NEIGHBOURS_CONSTANTS: usize = 96;

/// The number of further rare values of it whose place limits of the reference take, and numbers
/// between them.
pub const NEIGHBOURS_RARE: usize = 3;

/// The number of these limits and numbers.
pub const NEIGHBOURS_BETWEEN: usize = 24;

/// The number of values of the differing input whose neighbours are tried in their place.
pub const OWN_VALUES: usize = 2;

/// The number of places at which values of the input known to differ and of others are mixed.
pub const NEIGHBOURS_CHANGED: usize = 40;

/// The largest number of instructions of an unchanged version on one input.
pub const TRIAL_STEPS: u64 = 1_000_000;

/// The bound on a changed port's instructions, as a multiple of the most instructions that
/// both unchanged versions together took on an input.
pub const CHANGED_LONGER: u64 = 4;

/// The rewritings of terms for each instruction of a changed port that count as none. There are
/// more where a change makes the port compute with what was never written, which is symbolic.
pub const STEP_REWRITINGS: u64 = 16;

/// The least bound on the rewritings of terms in one execution of a changed port.
pub const TRIAL_REWRITINGS: u64 = 1 << 14;

/// The number of instructions that making the confirming trials may take.
pub const CONFIRMING_STEPS: u64 = 8_000_000;

/// The number of other sizes at which a change is tried, the nearest ones and the largest.
pub const OTHER_SIZES: usize = 16;

/// The number of nearest sizes at which a repair has to agree whether the port is right there or
/// not.
pub const NEAREST_SIZES: usize = 4;

/// The number of inputs at each other size, besides zeros.
pub const OTHER_SIZE_INPUTS: usize = 6;

/// The number of inputs on which the vector operations of a changed port are counted.
pub const WORKING_INPUTS: usize = 2;

/// The value below which a constant is also tried as a shift distance.
pub const SHIFT_DISTANCES: u128 = 64;

/// The number of low bits of a constant of which each is tried inverted.
pub const FLIPPED_BITS: u8 = 32;

/// The number of lanes up to which each lane is replaced by every other one.
pub const REPLACED_LANES: usize = 8;

/// The largest number of inputs on which values of both versions are compared.
pub const COMPARED_INPUTS: usize = 12;

/// The largest number of these on which the versions differ.
pub const COMPARED_WRONG: usize = 8;

/// The largest number of inputs that are changed to tell a cause from its effects.
pub const INNOCENT_CHANGED: usize = 48;

/// The largest number of changed inputs of each sort that are followed through the port.
pub const INNOCENT_FOLLOWED: usize = 12;

/// The largest number of sizes of which the report says whether the versions differ there.
pub const SPREAD_SIZES: usize = 20;

/// The number of inputs at each of these sizes.
pub const SPREAD_INPUTS: usize = 6;

/// The number of positions to which the elements of the input known to differ are moved.
pub const SPREAD_SHIFTS: usize = 16;

/// The most memory of one execution in bytes: a changed port may ask for any amount.
pub const TRIAL_MEMORY: u64 = 32 << 20;
