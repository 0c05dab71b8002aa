//! Errors in rule files.

use std::ops::Range;

/// An error in a rule file, with its position for a source excerpt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}{}", help.as_ref().map(|h| format!(" (help: {h})")).unwrap_or_default())]
pub struct RuleError {
    /// The file's name as the user gave it.
    pub file: String,
    /// Line of the start of the span, from 1.
    pub line: usize,
    /// Column of the start of the span in characters, from 1.
    pub column: usize,
    /// Byte range in the file's text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// A suggestion, if there is one.
    pub help: Option<String>,
}

/// An error before the file's name and its position are attached.
#[derive(Debug)]
pub(crate) struct Problem {
    pub span: Range<usize>,
    pub message: String,
    pub help: Option<String>,
}

impl Problem {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Problem {
        Problem {
            span,
            message: message.into(),
            help: None,
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }

    /// Suggests the one of `names` that is most similar to `written`.
    pub(crate) fn nearest<'a>(
        self,
        written: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Problem {
        let best = names
            .into_iter()
            .map(|name| (distance(written, name), name))
            .min();
        match best {
            Some((d, name)) if d <= written.len().div_ceil(2) => {
                self.help(format!("did you mean `{name}`?"))
            }
            _ => self,
        }
    }

    pub(crate) fn at(self, file: &str, text: &str) -> RuleError {
        let before = &text[..self.span.start.min(text.len())];
        RuleError {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1,
            span: self.span,
            message: self.message,
            help: self.help,
        }
    }
}

/// Levenshtein distance in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
