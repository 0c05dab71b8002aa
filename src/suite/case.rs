//! One check of a suite.

use std::path::PathBuf;

use super::expect::Expected;
use super::place::Place;

/// One check of a suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// The check's name, unique in its file: a manifest's `name`, or the text of a
    /// comment's command, which stays the same when the comment moves.
    pub name: String,
    /// The group of a check in a manifest.
    pub group: Option<String>,
    /// Where the check is written.
    pub place: Place,
    /// The directory in which its command runs.
    pub directory: PathBuf,
    /// The words of the command: `check`, `run` or `kernel`, its files and options.
    pub words: Vec<String>,
    /// The expected outcome.
    pub expected: Expected,
}

impl Case {
    /// The check's file and name, for messages.
    pub fn title(&self) -> String {
        format!("{}: {}", self.place.file.display(), self.name)
    }
}
