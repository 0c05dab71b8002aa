//! Positions in the user's files.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use crate::problem::{Origin, Problem};

/// A position in a file of the user's.
#[derive(Clone)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// The text of the file.
    pub text: Arc<str>,
    /// The bytes at the position.
    pub span: Range<usize>,
}

impl Place {
    /// Line, from 1.
    pub fn line(&self) -> usize {
        1 + self.before().matches('\n').count()
    }

    /// Column in characters, from 1.
    pub fn column(&self) -> usize {
        let line = self.before().rsplit('\n').next().unwrap_or("");
        1 + line.chars().count()
    }

    /// Whether the file is a manifest.
    pub fn is_in_manifest(&self) -> bool {
        self.file.extension().is_some_and(|e| e == "toml")
    }

    /// A problem at this position.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        let mut problem = Problem::new(message);
        problem.origin = Some(Box::new(Origin {
            name: self.file.display().to_string(),
            text: self.text.to_string(),
            span: self.span.clone(),
        }));
        problem
    }

    /// Another position in this file.
    pub(super) fn at(&self, span: Range<usize>) -> Place {
        Place {
            span,
            ..self.clone()
        }
    }

    fn before(&self) -> &str {
        self.text.get(..self.span.start).unwrap_or(&self.text)
    }
}

/// Prints `file:line:column`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = (self.line(), self.column());
        write!(f, "{}:{line}:{column}", self.file.display())
    }
}

/// Prints the position without the text.
impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
