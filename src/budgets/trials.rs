//! Budgets of concrete trials: executions on ordinary and extreme inputs, at sizes where
//! nothing is proved.
//!
//! Exhausted, a difference that only such an input shows is not found. Trials never support an
//! EQUIVALENT.

/// The work of trials, in instructions of plain code, after which no more are started: of those
/// that search for a difference, and of those that reduce the sizes of one.
pub const TRIAL_WORK: u64 = 1 << 27;

/// The largest number of instructions of a thread in one execution: 65,541 elements with two
/// hundred instructions each.
pub const TRIAL_STEPS: u64 = 1 << 24;

/// The number of inputs with one lone element that are tried at sizes beyond the first.
pub const LONE_TRIALS: usize = 4;

/// The number of inputs in search of a conversion out of range, at one size.
pub const CONVERSION_TRIALS: usize = 64;

/// The largest number of sizes at which these are tried in a run. It is a number and no time,
/// so that the outcome does not depend on the machine's load.
pub const CONVERSION_SIZES: u32 = 64;

/// The largest number of values that the reference is executed on, in search of large results.
pub const COMPARED_VALUES: usize = 64;

/// The number of values kept: those with the largest results.
pub const KEPT_VALUES: usize = 6;

/// The number of inputs with one drawn value in each argument, in search of large results.
pub const DRAWN_VALUES: u32 = 384;

/// The number of these kept.
pub const DRAWN_KEPT: usize = 2;

/// The number of times as many instructions as the reference after which the port is said not to
/// return.
pub const ENDLESS: u64 = 512;

/// The largest number of values that recur in pairs, in search of large results.
pub const RECURRING_VALUES: usize = 8;

/// The number of pairs kept, and that of longer cycles.
pub const RECURRING_KEPT: usize = 2;

/// The largest number of lanes of 16 bits whose counts are made to overflow.
pub const COUNTED_LANES: u64 = 16;

/// The number of inputs on which they are.
pub const COUNTED_PATTERNS: usize = 2;

/// The largest number of values tested for equality that recur in longer cycles.
pub const TESTED_VALUES: usize = 16;

/// The largest number of values that are placed alone in a buffer.
pub const LONE_VALUES: usize = 8;

/// The number of buffers in which a value is placed alone.
pub const LONE_BUFFERS: usize = 2;

/// The number of parameters that are given the opposite extreme of all others.
pub const OPPOSITE_PARAMETERS: usize = 4;

/// The number of inputs besides the witness on which subterms are compared with variables.
pub const NAMING_INPUTS: usize = 6;

/// The number of conditions up to which the solver looks for an input that satisfies them all.
pub const ADMITTED_CONDITIONS: usize = 1 << 12;

/// The number of ordinary inputs drawn as candidates.
pub const ORDINARY_TRIALS: usize = 256;

/// The number of inputs drawn in search of one that the contract admits.
pub const ADMITTED_DRAWS: usize = 32;

/// The number of ordinary inputs of a size on which values that only the port meets are looked for.
pub const ALONE_INPUTS: usize = 16;

/// The work of the executions on these inputs, in instructions of plain code.
pub const ALONE_WORK: u64 = 1 << 24;

/// The number of ordinary inputs on which a race is replayed that one input does not show.
pub const RACE_TRIALS: usize = 4;

/// The number of inputs of extreme values.
pub const EXTREME_TRIALS: usize = 160;

/// The number of variations of one input.
pub const VARIATION_TRIALS: usize = 96;

/// The number of instructions after which no further trial of a harness begins.
pub const HARNESS_STEPS: u64 = 10_000_000;
