//! Budgets of native runs.
//!
//! Exhausted, a version counts as one that does not return: the report says that it was
//! stopped, and a finding that only such a run could confirm stays *suspected*.

use std::time::Duration;

/// The wall time of one call unless the caller sets another.
pub const CALL_TIME: Duration = Duration::from_secs(2);

/// The least wall time of one call, however little of the run's time is left.
pub const LEAST_CALL_TIME: Duration = Duration::from_millis(1);

/// The wall time of one call under a sanitizer, which looks up source lines before it reports.
pub const SANITIZED_CALL_TIME: Duration = Duration::from_secs(30);

/// The wall time of the driver beyond the time of its calls: it starts a process for each.
pub const DRIVER_TIME: Duration = Duration::from_secs(10);

/// The processor time of one process in seconds, far above its wall time.
pub const PROCESS_SECONDS: u64 = 600;

/// The largest size in bytes of a file that a process may write, as its answer is.
pub const FILE_BYTES: u64 = 1 << 28;

/// The largest size in bytes of a process's data segment, without a sanitizer.
pub const HEAP_BYTES: u64 = 1 << 30;

/// The largest number of processes of the user while the driver starts one. The limit does not
/// bind the superuser.
pub const PROCESSES: u64 = 4096;

/// The largest number of inputs, besides the witness, on which the reference runs natively.
pub const REFERENCE_WITNESSES: usize = 6;
