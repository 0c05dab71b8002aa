//! Errors in the input, for people: one message, the position in the user's text if there
//! is one, and what to do about it.
//!
//! Rooms have typed errors of their own; the drivers turn these into a [`Problem`], which
//! only the report prints. A problem means exit code 2.

use std::ops::Range;

use serde::{Serialize, Serializer};

/// A text of the user's that a problem refers to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The name of the text: a path, or an option such as `--arg`.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// The offending bytes.
    #[serde(serialize_with = "both_ends")]
    pub span: Range<usize>,
}

/// Bad input or a missing tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// One sentence, in lower case, without a full stop.
    pub message: String,
    /// The position in the user's text, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Box<Origin>>,
    /// Output of another program, shown unchanged (clang's diagnostics).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verbatim: Option<String>,
    /// Advice on what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Problem {
    /// A problem with a message only.
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

/// Serialises a range as its start and end.
fn both_ends<S: Serializer>(range: &Range<usize>, serializer: S) -> Result<S::Ok, S::Error> {
    [range.start, range.end].serialize(serializer)
}
