//! What went wrong with the input, told to a person: one message, the place in
//! the user's text when there is one, and what to do about it.
//!
//! Rooms have typed errors of their own; the drivers turn them into a
//! [`Problem`], which only the report prints. A problem means exit code 2.

use std::ops::Range;

/// User text that a problem points into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// What the text is: a path, or `--arg`.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// The offending bytes.
    pub span: Range<usize>,
}

/// Bad input or a missing tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// Where, when it is a place in the user's text.
    pub origin: Option<Box<Origin>>,
    /// Another program's own words, shown as they are (clang's diagnostics).
    pub verbatim: Option<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Problem {
    /// A problem that is only a message.
    pub fn new(message: impl Into<String>) -> Problem {
        Problem {
            message: message.into(),
            origin: None,
            verbatim: None,
            help: None,
        }
    }

    /// Adds what to do.
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}
