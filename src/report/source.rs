//! Source texts for snippets, read once per file.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

use crate::regular;
use crate::verdict::Location;

/// The most bytes of a source file that is quoted.
const MOST: u64 = 64 << 20;

/// The user's source files, by their paths in debug info.
#[derive(Default)]
pub struct Sources {
    files: RefCell<HashMap<String, Option<Rc<str>>>>,
    /// Path prefixes in debug info, each with the directory where the files lie.
    aliases: Vec<(String, PathBuf)>,
}

impl Sources {
    /// Sources of which no file has been read.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Sources with directories that have other names in debug info.
    pub fn with(aliases: Vec<(String, PathBuf)>) -> Sources {
        Sources {
            aliases,
            ..Sources::default()
        }
    }

    /// The text of `file`; `None` if it cannot be read.
    pub fn text(&self, file: &str) -> Option<Rc<str>> {
        self.files
            .borrow_mut()
            .entry(file.to_owned())
            .or_insert_with(|| {
                let mut aliases = self.aliases.iter();
                let elsewhere = aliases.find_map(|(prefix, directory)| {
                    Some(directory.join(file.strip_prefix(prefix.as_str())?))
                });
                let path = elsewhere.unwrap_or_else(|| PathBuf::from(file));
                let text = regular::read_source(&path, MOST);
                text.ok().map(Rc::from)
            })
            .clone()
    }

    /// The bytes of `text` that a location marks: a number at its column, else from there to the
    /// end of the statement, or the whole line if the column is unknown.
    pub fn span(text: &str, location: &Location) -> Option<Range<usize>> {
        let line_start = match location.line {
            0 => return None,
            1 => 0,
            n => text.match_indices('\n').nth(n as usize - 2)?.0 + 1,
        };
        let line = text[line_start..].lines().next().unwrap_or("");
        let code = line.split("//").next().unwrap_or(line).trim_end();
        let indent = code.len() - code.trim_start().len();
        let column = (location.column as usize).saturating_sub(1).max(indent);
        let start = if column < code.len() && code.is_char_boundary(column) {
            column
        } else {
            indent
        };
        let rest = &code[start..];
        // A number stands for itself: an entry of a table, or an argument.
        let is_number = rest
            .trim_start_matches('-')
            .starts_with(|c: char| c.is_ascii_digit());
        let ends = |c: char| c == ';' || is_number && matches!(c, ',' | '}' | ')');
        let end = rest.find(ends).map_or(code.len(), |at| start + at);
        Some(line_start + start..line_start + end.max(start + 1).min(line.len().max(start)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, line: u32, column: u32) -> &str {
        let location = Location {
            file: String::new(),
            line,
            column,
        };
        &text[Sources::span(text, &location).unwrap()]
    }

    #[test]
    fn marks_from_the_column_to_the_end_of_the_statement() {
        let text = "int f(void) {\n    x = 1; y = 2; // note\n}\n";
        assert_eq!(marked(text, 2, 12), "y = 2");
        assert_eq!(marked(text, 2, 0), "x = 1");
        assert_eq!(marked(text, 1, 1), "int f(void) {");
        assert_eq!(marked("{1, -23, 4},\n", 1, 5), "-23");
    }

    #[test]
    fn a_line_past_the_end_marks_nothing() {
        let location = Location {
            file: String::new(),
            line: 9,
            column: 1,
        };
        assert_eq!(Sources::span("a\n", &location), None);
    }
}
