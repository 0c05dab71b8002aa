//! Budgets of the ladder: what each tactic may cost for one claim.
//!
//! Exhausted, the next tactic has its turn; after the last one the verdict is UNDECIDED and
//! says which steps were tried. `--budget` changes the limits that `equiv::Budget` holds.

use std::time::Duration;

/// The samples drawn before the first solver query.
pub const FIRST_SAMPLES: usize = 4_096;

/// The samples drawn when no other step decided (`--budget samples`).
pub const DEEP_SAMPLES: usize = 60_000;

/// The number of free input bits up to which all inputs are enumerated.
pub const ENUMERATED_BITS: u32 = 24;

/// The number of free input bits up to which all inputs are enumerated as a last resort
/// (`--budget enumerate`).
pub const LAST_BITS: u32 = 32;

/// The wall time of the last-resort enumeration (`--budget enumerate-time`).
pub const LAST_TIME: Duration = Duration::from_secs(120);

/// The nodes of an e-graph in equality saturation (`--budget search`).
pub const SEARCH_NODES: usize = 5_000;

/// The number of terms up to which a claim is given to equality saturation.
pub const SEARCH_TERMS: usize = 400;

/// The nodes of an e-graph in which products are multiplied out.
pub const ALGEBRA_NODES: usize = 2_000;

/// The rounds of such an e-graph.
pub const ALGEBRA_ROUNDS: usize = 40;

/// The matches of one rule in a round of such an e-graph.
pub const ALGEBRA_MATCHES: usize = 2_000;

/// The number of terms of an obligation up to which its decision is reused for obligations of
/// the same shape.
pub const SHAPE_TERMS: usize = 20_000;

/// The number of free input bits up to which all inputs are enumerated before any sampling.
pub const SMALL_BITS: u32 = 14;

/// The term evaluations that take no longer than a solver query.
pub const CHEAP_EVALUATIONS: u64 = 1 << 28;

/// The number of terms up to which a space of [`LAST_BITS`] is worth enumerating.
pub const LAST_TERMS: usize = 200;

/// The number of differing inputs judged before enumeration gives up, when assumptions exclude
/// them.
pub const EXCLUDED_INPUTS: usize = 100_000;

/// The largest number of outermost selects that are removed from a claim.
pub const REMOVED_CHOICES: usize = 8;

/// The number of floats up to which their conditions are added to a query; more would cost
/// more than they help.
pub const CONDITION_FLOATS: usize = 300;

/// The number of terms up to which the inputs on which a claim meets excluded values become one
/// condition.
pub const EXCLUSION_TERMS: usize = 4_000;

/// The number of samples on which the assumptions are asked for an input that they admit, and
/// the number on the path from which on a lack of any counts.
pub const ADMISSIBLE_SAMPLES: usize = 512;
/// See [`ADMISSIBLE_SAMPLES`].
pub const FEWEST_SAMPLES: usize = 16;

/// The number of operations up to which implied constraints are added to a query.
pub const IMPLIED_OPERATIONS: usize = 400;

/// The largest number of terms that are visited to decide whether one is a function of others.
pub const FRONTIER_VISITS: usize = 64;

/// The largest number of passes over all terms in search of such functions.
pub const FRONTIER_ROUNDS: usize = 4;

/// The number of terms up to which a claim is swept for inner equalities.
pub const SWEPT_TERMS: usize = 3_000;

/// The largest number of inner equalities tried for one claim.
pub const SWEPT_PROOFS: usize = 150;

/// The largest number of candidates of another width tried for one claim.
pub const SWEPT_ACROSS: usize = 32;

/// The number of inner equalities that may stay undecided before sweeping ends.
pub const SWEPT_UNKNOWN: usize = 6;

/// The term evaluations for one inner equality.
pub const SWEPT_EVALUATIONS: u64 = 1 << 29;

/// The term evaluations for all inner equalities of a claim, without a solver and with one.
pub const SWEPT_TOTAL: [u64; 2] = [1 << 30, 1 << 31];

/// The number of terms of an inner equality up to which its answer is reused for the same
/// shape.
pub const SWEPT_SHAPE_TERMS: usize = 500;

/// The largest number of inner equalities of a claim that are abstracted to sums.
pub const SWEPT_SUMS: usize = 24;

/// The number of leaves up to which a claim about minima and maxima is decided by all cases of
/// zeros and ones.
pub const ZERO_ONE_LEAVES: usize = 28;

/// The word operations, of 64 cases each, up to which such a claim is decided.
pub const ZERO_ONE_OPERATIONS: usize = 1 << 28;

/// The number of terms up to which a claim is decided by parities.
pub const PARITY_TERMS: usize = 500_000;

/// The total size of the distinct sets up to which a claim is decided by parities, in chunks of
/// 64 bits.
pub const PARITY_SIZE: usize = 8_000_000;

/// The number of terms, and of inputs or single bits of these, up to which a claim is decided by
/// decision diagrams.
pub const DIAGRAM_TERMS: usize = 50_000;
pub const DIAGRAM_INPUTS: usize = 512;

/// The number of nodes, and of steps of combination, up to which decision diagrams are built.
pub const DIAGRAM_NODES: usize = 300_000;
pub const DIAGRAM_STEPS: usize = 3_000_000;

/// The number of points at which a claim is evaluated before decision diagrams are built.
pub const DIAGRAM_POINTS: u32 = 4;

/// The number of fields up to which a result is divided.
pub const RESULT_FIELDS: usize = 32;

/// The number of constants up to which a claim is split into cases.
pub const SPLIT_CONSTANTS: usize = 12;

/// The largest number of rewriting passes over one case.
pub const SPLIT_PASSES: usize = 4;

/// The number of summands up to which a claim is divided into claims about them.
pub const DIVIDED_SUMMANDS: usize = 65_536;

/// The largest nesting depth of case splits in a proof of closeness.
pub const TOLERATED_CASES: u32 = 6;
