//! A check as its command line asks for it.

use std::path::PathBuf;

use simdiff::suite::Case;

use crate::args::{Command, Common};

/// A check whose command is parsed.
pub struct Planned<'c> {
    /// The check.
    pub case: &'c Case,
    /// The command of the check.
    pub command: &'c Command,
}

/// The files that a check names.
pub(super) fn files_of(command: &Command) -> &[PathBuf] {
    match command {
        Command::Check(options) => &options.files,
        Command::Run(options) => &options.files,
        Command::Kernel(options) => &options.files,
        _ => &[],
    }
}

/// The options that all commands of checks have.
pub(super) fn common(command: &Command) -> Option<&Common> {
    match command {
        Command::Check(options) => Some(&options.common),
        Command::Run(options) => Some(&options.common),
        Command::Kernel(options) => Some(&options.common),
        _ => None,
    }
}
