//! Budgets of a whole run: the defaults of options, and what the supervisor allows.
//!
//! Exhausted, the verdict is UNDECIDED, says which bound was reached, and names the option that
//! raises it.

use std::time::Duration;

/// The default of `--timeout`, the wall time of a run.
pub const TIMEOUT: Duration = Duration::from_secs(300);

/// The memory limit, in bytes, of commands without `--max-memory`.
pub const MEMORY: u64 = 4 << 30;

/// The default, in bytes, of the memory of one path's objects where no option sets it.
pub const PATH_MEMORY: u64 = 1 << 30;

/// The default of `--max-steps`, the most instructions in one run of one version.
pub const MAX_STEPS: u64 = 100_000_000;

/// The default of `--max-paths`, the most paths in one run of one version.
pub const MAX_PATHS: usize = 4096;

/// The largest depth of calls in one run of one version.
pub const CALL_DEPTH: usize = 100_000;

/// The default of `--phi-fold-threshold`, the cost up to which a branch is folded (paper §5).
pub const PHI_FOLD_THRESHOLD: u32 = 1000;

/// The wall time for the worker to end by itself after its time, or after an interrupt.
pub const GRACE: Duration = Duration::from_millis(500);

/// The wall time for what a dead worker printed to arrive.
pub const ECHO: Duration = Duration::from_millis(200);

/// The stack in bytes of a thread that works: LLVM's readers, and those of this crate, follow
/// nested types and expressions by recursion.
pub const STACK: usize = 256 << 20;

/// The memory in bytes that the tool, LLVM and Z3 take for themselves.
pub const OWN_MEMORY: u64 = 256 << 20;

/// The memory in bytes that may be asked for at once beyond [`OWN_MEMORY`] and the bound of the
/// run before a request is refused. Refusals are fatal to LLVM: the watch on what is really used
/// is to be faster.
pub const RESERVED_MEMORY: u64 = 1 << 29;
