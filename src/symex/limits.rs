//! What a call runs on, what bounds it, and what it counted.

use crate::cpu::Cpu;
use crate::deadline::Deadline;
use crate::program::FastMath;

/// What one call runs on, and its bounds.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The processor that the program finds itself on.
    pub cpu: Cpu,
    /// Instructions per path.
    pub max_steps: u64,
    /// Paths per call.
    pub max_paths: usize,
    /// Nested calls.
    pub max_call_depth: usize,
    /// Bytes of live objects.
    pub max_memory: u64,
    /// When to give up.
    pub deadline: Deadline,
    /// Whether the arms of a symbolic branch are merged where they meet.
    pub merge: bool,
    /// Fast-math flags that the assumptions in force make harmless.
    pub permitted_fast_math: FastMath,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            cpu: Cpu::default(),
            max_steps: 100_000_000,
            max_paths: 4096,
            max_call_depth: 1000,
            max_memory: 1 << 30,
            deadline: Deadline::default(),
            merge: true,
            permitted_fast_math: FastMath::default(),
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
    /// The alignment in bytes that the program relied on buffers having, because
    /// it looked at an address's bits (alignment tests) or accessed the heap by an
    /// instruction that insists on it; 0 if it did not.
    pub alignment_relied_on: u64,
    /// Times that MXCSR was given a value other than its default.
    pub environment_changes: u64,
    /// Times that the program asked what the processor can do.
    pub processor_questions: u64,
    /// Paths ended.
    pub paths: u64,
}
