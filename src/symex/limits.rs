//! The environment, the limits and the statistics of calls.

use super::end::End;
use super::files::Files;
use super::search::Search;
use crate::budgets::run::{CALL_DEPTH, MAX_PATHS, MAX_STEPS, PATH_MEMORY};
use crate::cpu::Cpu;
use crate::deadline::Deadline;
use crate::program::FastMath;

/// The environment of a call, and its limits.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The processor that the program detects.
    pub cpu: Cpu,
    /// Most instructions per path, of each thread.
    pub max_steps: u64,
    /// Most rewritings of terms per call: with concrete inputs there are few.
    pub max_rewritings: u64,
    /// Most paths per call.
    pub max_paths: usize,
    /// Most nested calls.
    pub max_call_depth: usize,
    /// Most bytes of live objects.
    pub max_memory: u64,
    /// Whether objects on the heap and the stack start as zeros.
    pub zeroed_memory: bool,
    /// Whether a shift of a scalar by its width or more ends the path, as a division by
    /// zero does; else it is a hazard.
    pub trap_shifts: bool,
    /// Whether paths are explored although an assertion is known to fail on an earlier one.
    pub past_failures: bool,
    /// The files that the program may read.
    pub files: Files,
    /// When to give up.
    pub deadline: Deadline,
    /// Whether the arms of a symbolic branch are merged at their join.
    pub merge: bool,
    /// The order in which paths are explored.
    pub search: Search,
    /// Fast-math flags that the assumptions in force make harmless.
    pub permitted_fast_math: FastMath,
    /// Whether operations with other fast-math flags are computed as written, which is one
    /// of the results that the flags allow.
    pub as_written: bool,
    /// Whether a value that the program prints, or ends with, must not rest on an undefined one.
    pub defined_output: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            cpu: Cpu::default(),
            max_steps: MAX_STEPS,
            max_rewritings: u64::MAX,
            max_paths: MAX_PATHS,
            max_call_depth: CALL_DEPTH,
            max_memory: PATH_MEMORY,
            zeroed_memory: false,
            trap_shifts: false,
            past_failures: false,
            files: Files::default(),
            deadline: Deadline::default(),
            merge: true,
            search: Search::default(),
            permitted_fast_math: FastMath::default(),
            as_written: false,
            defined_output: false,
        }
    }
}

/// Counts over all calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Instructions executed.
    pub instructions: u64,
    /// Arithmetic, comparisons, conversions, selects, shuffles, loads and stores of
    /// vectors.
    pub vector_operations: u64,
    /// Loads and stores.
    pub memory_accesses: u64,
    /// Branches on conditions that depend on inputs.
    pub symbolic_branches: u64,
    /// Splits of one path into two.
    pub forks: u64,
    /// Branches whose arms were merged into one state.
    pub merges: u64,
    /// Changes of MXCSR to a value other than its default.
    pub environment_changes: u64,
    /// Operations computed as written although their fast-math flags allow other
    /// results.
    pub fast_operations: u64,
    /// Operations on undefined lanes. Their whole result is taken as undefined, even where
    /// only part of it is.
    pub undefined_operations: u64,
    /// Queries of the program for the capabilities of the processor.
    pub processor_questions: u64,
    /// Size in bytes of the largest local variable.
    pub largest_local: u64,
    /// Splits of a path because arms could not or should not be merged, or because a size
    /// or an address had several values.
    pub splits: u64,
    /// Branches with both edges explored although it is unknown whether both are feasible.
    pub unknown_branches: u64,
    /// Addresses that split the path, one path per object.
    pub split_addresses: u64,
    /// Paths that ended.
    pub paths: u64,
    /// The paths, by kind of end.
    pub ended: Ended,
}

/// Numbers of paths, by kind of end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Returned.
    pub returned: u64,
    /// Exited.
    pub exited: u64,
    /// Contradicted an assumption.
    pub infeasible: u64,
    /// Ended in a defect.
    pub defects: u64,
    /// Stopped before their end.
    pub stopped: u64,
}

impl Ended {
    /// Counts one more path.
    pub fn count(&mut self, end: &End) {
        *match end {
            End::Returned(_) => &mut self.returned,
            End::Exited(_) => &mut self.exited,
            End::Infeasible => &mut self.infeasible,
            End::Defect(_) => &mut self.defects,
            End::Stopped(_) => &mut self.stopped,
        } += 1;
    }
}
