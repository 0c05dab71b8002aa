//! Phi-node folding: branches become `select`s, so that execution does not fork.
//!
//! Source: KLEE-CL §5. A branch whose arms only compute values and then join is replaced by
//! the code of both arms and a `select` for every phi. Unlike in a compiler's
//! if-conversion, the cost of evaluation does not matter (up to [`Options::threshold`]),
//! and floating-point instructions count as free of side effects ([`Options::unsafe_fp`]).
//!
//! Invariant: folding preserves the module's semantics. Instructions that move out of a
//! branch have no side effects. A load that moves carries the metadata [`SPECULATIVE`], and
//! its value is used only where the original branch would have been taken, so an executor
//! must not report the load itself; a guard before it states when the source performs it.

mod cost;
mod rewrite;
mod shape;

use std::collections::HashSet;

use inkwell::module::Module;
use serde::Serialize;
use thiserror::Error;

use crate::llvm::{self, Edit, Value, edit};

/// Metadata on a load that was moved out of the branch that guarded it.
pub const SPECULATIVE: &str = "simdiff.speculative";

/// `void (i1 taken)` and `void ()`, around the code of an arm that may be undefined in C or makes
/// choices: the source executes it where `taken` holds.
pub const ARM: [&str; 2] = ["simdiff.arm.begin", "simdiff.arm.end"];

/// Limits of folding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The highest cost of the instructions that a fold evaluates speculatively (KLEE-CL
    /// Table 2); zero folds only branches without instructions.
    pub threshold: u32,
    /// Whether floating-point instructions may be evaluated speculatively although hardware
    /// may set exception flags (or the library `errno`) for them.
    pub unsafe_fp: bool,
}

impl Default for Options {
    /// The settings of KLEE-CL's experiments.
    fn default() -> Options {
        Options {
            threshold: 1000,
            unsafe_fp: true,
        }
    }
}

/// The result of folding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FoldReport {
    /// Conditional branches replaced by `select`s.
    pub folds: usize,
}

/// An error of the pass.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FoldError {
    /// The module is invalid after the pass: a defect of the pass.
    #[error("phi folding left an invalid module: {0}")]
    Invalid(String),
}

/// Folds branches in every function until none can be folded.
///
/// # Errors
/// [`FoldError::Invalid`], which is never expected.
pub fn run(module: &Module<'_>, options: Options) -> Result<FoldReport, FoldError> {
    llvm::drop_variable_records(module);
    let folds = edit(module, |edit| {
        let functions: Vec<_> = edit.functions().filter(|f| !f.is_declaration()).collect();
        let mut all = 0;
        // A folded callee may have become simple enough for its calls to be moved, too.
        loop {
            let folds: usize = functions
                .iter()
                .map(|f| fold_function(edit, *f, options))
                .sum();
            all += folds;
            if folds == 0 {
                return all;
            }
        }
    });
    match module.verify() {
        Ok(()) => Ok(FoldReport { folds }),
        Err(message) => Err(FoldError::Invalid(message.to_string())),
    }
}

/// Folds branches in one function; returns the number of folds.
fn fold_function<'e>(edit: &Edit<'e>, function: Value<'e>, options: Options) -> usize {
    let mut folds = 0;
    loop {
        // Later blocks first, so that inner branches are folded before outer ones.
        let mut blocks: Vec<_> = function.blocks().collect();
        blocks.reverse();
        let before = folds;
        let mut deleted = HashSet::new();
        for head in blocks {
            while !deleted.contains(&head) {
                let Some(shape) = shape::recognise(head) else {
                    break;
                };
                if !shape.arms().all(|(arm, _)| cost::affordable(arm, options)) {
                    break;
                }
                deleted.extend(rewrite::fold(edit, head, shape));
                folds += 1;
            }
        }
        if folds == before {
            return folds;
        }
    }
}
