//! The status of checks, and their totals.

use serde::{Deserialize, Serialize};

/// The status of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It found what was expected.
    Passed,
    /// It found something else.
    Failed,
    /// It was expected to decide, and did not.
    Undecided,
    /// It failed to run: bad input, a missing tool, a crash.
    Trouble,
}

impl Status {
    /// Returns the word that opens its line.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Passed => "ok",
            Status::Failed => "FAILED",
            Status::Undecided => "undecided",
            Status::Trouble => "trouble",
        }
    }
}

/// Numbers of checks by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Checks that found what was expected.
    pub passed: usize,
    /// Checks that found something else.
    pub failed: usize,
    /// Checks that were expected to decide and did not.
    pub undecided: usize,
    /// Checks that failed to run.
    pub trouble: usize,
    /// Checks whose result comes from an earlier run.
    pub cached: usize,
}

impl Totals {
    /// Counts one check.
    pub fn add(&mut self, status: Status, cached: bool) {
        match status {
            Status::Passed => self.passed += 1,
            Status::Failed => self.failed += 1,
            Status::Undecided => self.undecided += 1,
            Status::Trouble => self.trouble += 1,
        }
        self.cached += usize::from(cached);
    }

    /// Returns the number of checks counted.
    pub const fn all(self) -> usize {
        self.passed + self.failed + self.undecided + self.trouble
    }

    /// Returns the exit code: 1 if a check failed, else 2 if one failed to run, else 3 if
    /// one is undecided, else 0.
    pub const fn exit_code(self) -> u8 {
        match self {
            Totals { failed: 1.., .. } => 1,
            Totals { trouble: 1.., .. } => 2,
            Totals { undecided: 1.., .. } => 3,
            _ => 0,
        }
    }
}
