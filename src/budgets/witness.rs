//! Budgets of the search for witnesses, and for small and telling ones.
//!
//! Exhausted, the input in the report is larger than need be, or the error is not the largest
//! one; a witness that only chance finds may be missed, and the claim stays for later steps.

/// The number of first samples, which show how often random inputs take the path.
pub const SCOUTS: usize = 512;

/// The number of samples on the path that are kept.
pub const KEPT_SAMPLES: usize = 128;

/// The number of samples drawn in search of these.
pub const PATH_TRIALS: usize = 2_000;

/// The term evaluations that the samples of one search may take: in columns, and input by
/// input. Their quotient is what an evaluation by itself costs in a column's.
pub const SAMPLE_EVALUATIONS: [usize; 2] = [400_000_000, 20_000_000];

/// The largest number of constants of a claim that samples use.
pub const POOLED_CONSTANTS: usize = 64;

/// The number of samples from which on a proposed constant is trusted to be worth a proof.
pub const TRUSTED_SAMPLES: usize = 16;

/// The samples drawn to find a witness whose conversions are in range.
pub const IN_RANGE_SAMPLES: usize = 16_384;

/// The number of terms whose values on known witnesses are cached, at half a kilobyte each;
/// evaluating one condition may add as many again.
pub const CACHED_TERMS: usize = 1 << 18;

/// The term evaluations of one search along the boundaries of conditions.
pub const BOUNDARY_EVALUATIONS: usize = 8_000_000;

/// The largest number of boundaries tried.
pub const BOUNDARIES: usize = 256;

/// The number of inputs moved in one trial, one after another.
pub const BOUNDARY_ROUNDS: usize = 3;

/// The number of values drawn for an input to find one on the other side of a boundary.
pub const BOUNDARY_ENDS: usize = 8;

/// The term evaluations of one search for the largest error.
pub const WORST_EVALUATIONS: usize = 8_000_000;

/// The largest number of samples in this search.
pub const WORST_SAMPLES: usize = 40_000;

/// The number of worst samples from which this search climbs.
pub const SUMMITS: usize = 4;

/// The term evaluations that reducing one witness may take.
pub const MINIMISING_EVALUATIONS: usize = 4_000_000;

/// The number of starts in search of a witness of few inputs that cancel.
pub const CANCELLING_STARTS: usize = 24;

/// The number of inputs up to which all floats are replaced at once.
pub const REPLACED_INPUTS: usize = 8;

/// The number of such replacements.
pub const REPLACEMENTS: usize = 600;
