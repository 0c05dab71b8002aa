//! Checks certificates of equivalence, independently of the prover that wrote them.
//!
//! It shares with the prover the representation of terms with its exact evaluator
//! (`simdiff-term`) and the table of rules, as parsed (`simdiff-rewrite-rules` without equality
//! saturation). Matching, facts for guards, normal forms, enumeration and the text of solver
//! queries are implemented here anew. There is no term builder, no equality saturation and no
//! ladder; the caller provides the [`Solver`].
//!
//! Invariant: [`check()`] returns a summary only if every obligation that the certificate
//! announces follows from what was checked.

#![forbid(unsafe_code)]

mod admitted;
mod against;
mod argument;
mod arithmetic;
mod bit_sets;
mod bounded;
mod cases;
mod check;
mod circuits;
mod claim;
mod claims;
mod conditions;
mod congruence;
mod contract;
mod criterion;
mod cut;
mod digest;
mod enumerate;
mod exact;
mod facts;
mod fault;
mod floats;
pub mod format;
mod implied;
mod instance;
mod integer_results;
mod integers;
mod integral;
mod leaning;
mod ledger;
mod length;
mod lines;
mod low_bits;
mod made;
mod normal;
mod numbers;
mod operations;
mod order;
mod parts;
mod paths;
mod pieces;
mod polynomial;
mod proof;
mod rewrite;
mod rule;
mod seal;
mod sets;
mod smtlib;
mod solver;
mod statement;
mod sums;
mod terms;
mod whole;

pub use admitted::admitted;
pub use against::Claimed;
pub use check::{Summary, check};
pub use circuits::{LOGIC, circuits};
pub use claim::Claim;
pub use criterion::{Criterion, Extremes};
pub use digest::Digest;
pub use fault::{Failure, Fault};
pub use leaning::{CONVERSIONS, NAN_BITS, leaning, reads_float_bits};
pub use proof::Work;
pub use seal::{seal, sha256};
pub use smtlib::{Value, query};
pub use solver::{Answer, Solver};
