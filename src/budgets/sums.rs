//! Budgets of the abstraction of claims to sums over the integers.
//!
//! Exhausted, the claim goes to the next tactic of the ladder as it is.

/// The number of terms up to which a claim is abstracted.
pub const SUM_TERMS: usize = 4_000;

/// The total number of monomials up to which a claim is abstracted.
pub const SUM_MONOMIALS: usize = 200_000;

/// The number of monomials up to which one integer is followed.
pub const INTEGER_MONOMIALS: usize = 600;

/// The largest number of pieces of one term.
pub const TERM_PIECES: usize = 64;

/// The largest number of positions at which a bitwise operation is divided along with its
/// operands.
pub const DIVIDED_POSITIONS: usize = 16;

/// The largest number of selects in one sum that are compared pairwise.
pub const PAIRED_CHOICES: usize = 12;

/// The number of monomials up to which the corners of a sum are visited.
pub const BLENDED_MONOMIALS: usize = 40;

/// The number of atoms in several of these monomials up to which the corners are visited.
pub const SHARED_ATOMS: usize = 5;
