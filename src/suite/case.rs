//! One check of a suite.

use std::path::PathBuf;

use super::expect::Expected;
use super::place::Place;

/// One check of a suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is called, once in its file: a manifest's `name`, or the options of a
    /// comment, which stay the same wherever the comment moves.
    pub name: String,
    /// The group that it belongs to, in a manifest.
    pub group: Option<String>,
    /// Where it is written.
    pub place: Place,
    /// The directory that its command is said in.
    pub directory: PathBuf,
    /// The command: `check` or `run`, its files, its options.
    pub words: Vec<String>,
    /// What it is to find.
    pub expected: Expected,
}

impl Case {
    /// Its file and name, for messages.
    pub fn title(&self) -> String {
        format!("{}: {}", self.place.file.display(), self.name)
    }
}
