//! What a call runs on, what bounds it, and what it counted.

use super::end::End;
use super::files::Files;
use super::search::Search;
use crate::cpu::Cpu;
use crate::deadline::Deadline;
use crate::program::FastMath;

/// What one call runs on, and its bounds.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The processor that the program finds itself on.
    pub cpu: Cpu,
    /// Instructions per path, of each thread.
    pub max_steps: u64,
    /// Paths per call.
    pub max_paths: usize,
    /// Nested calls.
    pub max_call_depth: usize,
    /// Bytes of live objects.
    pub max_memory: u64,
    /// Whether objects on the heap and the stack start as zeros.
    pub zeroed_memory: bool,
    /// Whether a shift of a scalar by its width or more ends the path, as a division by
    /// zero does; else it is a hazard.
    pub trap_shifts: bool,
    /// Whether paths are followed although an assertion is known to fail on another.
    pub past_failures: bool,
    /// The files that it may read.
    pub files: Files,
    /// When to give up.
    pub deadline: Deadline,
    /// Whether the arms of a symbolic branch are merged where they meet.
    pub merge: bool,
    /// In which order paths are explored.
    pub search: Search,
    /// Fast-math flags that the assumptions in force make harmless.
    pub permitted_fast_math: FastMath,
    /// Whether operations with other fast-math flags are computed as written: one of
    /// the results that the flags allow.
    pub as_written: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            cpu: Cpu::default(),
            max_steps: 100_000_000,
            max_paths: 4096,
            max_call_depth: 100_000,
            max_memory: 1 << 30,
            zeroed_memory: false,
            trap_shifts: false,
            past_failures: false,
            files: Files::default(),
            deadline: Deadline::default(),
            merge: true,
            search: Search::default(),
            permitted_fast_math: FastMath::default(),
            as_written: false,
        }
    }
}

/// What was executed, over all calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Instructions.
    pub instructions: u64,
    /// Arithmetic, comparisons, conversions, selects, shuffles, loads and stores of
    /// vectors.
    pub vector_operations: u64,
    /// Loads and stores.
    pub memory_accesses: u64,
    /// Branches on conditions that depend on inputs.
    pub symbolic_branches: u64,
    /// Paths split in two.
    pub forks: u64,
    /// Branches whose arms became one state again.
    pub merges: u64,
    /// Times that MXCSR was given a value other than its default.
    pub environment_changes: u64,
    /// Operations computed as written although their fast-math flags allow other
    /// results.
    pub fast_operations: u64,
    /// Operations on lanes that are undefined: what comes of them is undefined as a whole,
    /// even where only a part of it is.
    pub undefined_operations: u64,
    /// Times that the program asked what the processor can do.
    pub processor_questions: u64,
    /// Bytes of the largest local variable.
    pub largest_local: u64,
    /// Times that a path went on as two, because arms could not be merged or were not
    /// to be, or a size or an address had several values.
    pub splits: u64,
    /// Branches whose sides were both explored although it was not known whether both
    /// can be taken.
    pub unknown_branches: u64,
    /// Addresses that split the path, one for each object.
    pub split_addresses: u64,
    /// Paths ended.
    pub paths: u64,
    /// In which way.
    pub ended: Ended,
}

/// Paths by the way they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// By returning.
    pub returned: u64,
    /// By `exit`.
    pub exited: u64,
    /// By an assumption that does not hold.
    pub infeasible: u64,
    /// By a defect.
    pub defects: u64,
    /// Without being explored to their end.
    pub stopped: u64,
}

impl Ended {
    /// Counts one more.
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
