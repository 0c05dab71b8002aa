//! The line of an argument of a call that is written over several lines.

use std::path::Path;

use crate::program::Kind;
use crate::regular;
use crate::verdict::Location;

/// The most bytes of a source file that is read.
const MOST: u64 = 16 << 20;

/// The place of the first argument in which a call differs from a changed one, if that is on
/// another line than the call's own place `call`.
pub(super) fn changed_argument(own: &Kind, changed: &Kind, call: &Location) -> Option<Location> {
    let (Kind::Call(own), Kind::Call(changed)) = (own, changed) else {
        return None;
    };
    let mut both = own.arguments.iter().zip(&changed.arguments);
    let index = both.position(|(l, r)| l != r)?;
    let text = regular::read_source(Path::new(&call.file), MOST).ok()?;
    let (line, column) = argument(
        &text,
        (call.line, call.column),
        (index, own.arguments.len()),
    )?;
    (line != call.line).then(|| Location {
        file: call.file.clone(),
        line,
        column,
    })
}

/// Line and column of an argument of the call at a place, which has `count` of them; `None` if
/// the text has no such call there.
fn argument(
    text: &str,
    (line, column): (u32, u32),
    (index, count): (usize, usize),
) -> Option<(u32, u32)> {
    let skipped = line.checked_sub(1)? as usize;
    let before: usize = text.split_inclusive('\n').take(skipped).map(str::len).sum();
    let start = before + column.checked_sub(1)? as usize;
    let rest = text.get(start..)?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
    let open = rest.find(|c: char| !is_name(c))?;
    if open == 0 || !rest[open..].starts_with('(') {
        return None;
    }
    let mut starts = vec![open + 1];
    let mut depth = 0;
    let mut comment = false;
    let inner = rest[open..].char_indices();
    for (at, c) in inner {
        comment = match c {
            '\n' => false,
            '/' => comment || rest[open + at..].starts_with("//"),
            _ => comment,
        };
        match c {
            _ if comment => {}
            '"' | '\'' => return None,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => starts.push(open + at + 1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    let from = *starts.get(index).filter(|_| starts.len() == count)?;
    let mut from = from + blanks(&rest[from..])?;
    while rest[from..].starts_with("//") {
        from += rest[from..].find('\n')?;
        from += blanks(&rest[from..])?;
    }
    let at = start + from;
    let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[..at].matches('\n').count() as u32 + 1;
    Some((line, (at - line_start) as u32 + 1))
}

/// The number of bytes of white space that a text starts with.
fn blanks(text: &str) -> Option<usize> {
    text.find(|c: char| !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::argument;

    #[test]
    fn arguments_are_counted_over_lines() {
        let text = "x = set(\n  1, f(2, 3), // four, five\n  4);\n";
        assert_eq!(argument(text, (1, 5), (0, 3)), Some((2, 3)));
        assert_eq!(argument(text, (1, 5), (1, 3)), Some((2, 6)));
        // A comment in between is no argument.
        assert_eq!(argument(text, (1, 5), (2, 3)), Some((3, 3)));
        let text = "x = set(\n  1, f(2, 3),\n  4);\n";
        assert_eq!(argument(text, (1, 5), (2, 3)), Some((3, 3)));
        assert_eq!(argument(text, (1, 5), (2, 4)), None);
        assert_eq!(argument(text, (1, 1), (0, 3)), None);
    }
}
