//! Intervals: how often the clock, a process or the terminal is looked at.
//!
//! A longer interval delays the end of a run after its time, or a display. A shorter one costs
//! processor time.

use std::time::Duration;

/// The number of steps between two looks at the clock, less one; a power of two less one.
pub const CLOCK_MASK: u64 = 0xfff;

/// The number of candidate places between two looks at the clock: one instruction may read a
/// table of thousands of entries without making a new term.
pub const PLACES_A_LOOK: usize = 0x1000;

/// The number of rewritings of terms between two looks at the clock: few instructions may build
/// large terms.
pub const REWRITINGS_A_LOOK: u64 = 0x1000;

/// The number of bytes that are copied between two looks at the limits.
pub const COPIED_BYTES: u64 = 1 << 20;

/// The time between two looks at a program that runs.
pub const PROGRAM: Duration = Duration::from_millis(2);

/// The time between two attempts to take another run's lock.
pub const LOCK: Duration = Duration::from_millis(5);

/// The time between two looks at the deadline while Bitwuzla runs.
pub const BITWUZLA: Duration = Duration::from_millis(20);

/// The time between two looks at the deadline while Z3 runs.
pub const Z3: Duration = Duration::from_millis(50);

/// The time between two looks at the memory in use.
pub const MEMORY: Duration = Duration::from_millis(20);

/// The time between two looks for Ctrl-C while files are watched.
pub const CTRL_C: Duration = Duration::from_millis(200);

/// The time after a change until the suite runs: an editor writes a file in several steps.
pub const QUIET: Duration = Duration::from_millis(150);

/// The time after which a run shows its progress.
pub const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// The time between two steps of the spinner of a run.
pub const SPINNER: Duration = Duration::from_millis(120);

/// The time between two steps of the spinners of a suite.
pub const SUITE_SPINNER: Duration = Duration::from_millis(250);
