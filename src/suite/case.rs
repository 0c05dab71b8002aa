//! One check of a suite.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use super::expect::Expected;
use crate::problem::{Origin, Problem};

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

/// A place in a file of the user's.
#[derive(Clone)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// Its text.
    pub text: Arc<str>,
    /// The bytes meant.
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

    /// A problem with what stands here.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        let mut problem = Problem::new(message);
        problem.origin = Some(Box::new(Origin {
            name: self.file.display().to_string(),
            text: self.text.to_string(),
            span: self.span.clone(),
        }));
        problem
    }

    /// Another place of this file.
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

/// `file:line:column`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = (self.line(), self.column());
        write!(f, "{}:{line}:{column}", self.file.display())
    }
}

/// Without the text.
impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
