//! How checks went, one by one and in all.

use serde::{Deserialize, Serialize};

/// How a check went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It found what it was to find.
    Passed,
    /// It found something else.
    Failed,
    /// It could not decide, and was to.
    Undecided,
    /// It could not be done: bad input, a missing tool, a crash.
    Trouble,
}

impl Status {
    /// The word that opens its line.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Passed => "ok",
            Status::Failed => "FAILED",
            Status::Undecided => "undecided",
            Status::Trouble => "trouble",
        }
    }
}

/// How many checks went how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Those that found what they were to find.
    pub passed: usize,
    /// Those that found something else.
    pub failed: usize,
    /// Those that could not decide.
    pub undecided: usize,
    /// Those that could not be done.
    pub trouble: usize,
    /// Those whose result is an earlier run's.
    pub cached: usize,
}

impl Totals {
    /// Counts one.
    pub fn add(&mut self, status: Status, cached: bool) {
        match status {
            Status::Passed => self.passed += 1,
            Status::Failed => self.failed += 1,
            Status::Undecided => self.undecided += 1,
            Status::Trouble => self.trouble += 1,
        }
        self.cached += usize::from(cached);
    }

    /// All that were counted.
    pub const fn all(self) -> usize {
        self.passed + self.failed + self.undecided + self.trouble
    }

    /// The exit code: 1 where one failed, 2 where one had trouble, 3 where one could not
    /// decide, in this order, otherwise 0.
    pub const fn exit_code(self) -> u8 {
        match self {
            Totals { failed: 1.., .. } => 1,
            Totals { trouble: 1.., .. } => 2,
            Totals { undecided: 1.., .. } => 3,
            _ => 0,
        }
    }
}
