//! Damaged suites, snapshots, results, cache entries, rules and options: told of, never
//! suffered.
//!
//! What can be read in this process is read here, so that a million mutants of a kind
//! take minutes; what LLVM and clang read has processes of its own, in `tests/hostile`.

#[path = "../support/fuzz.rs"]
mod fuzz;

mod kept;
mod options;
mod rules;
mod suites;
