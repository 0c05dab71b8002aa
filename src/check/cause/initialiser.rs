//! The place of a scalar in the source text of a variable's initialiser.
//!
//! The text is read along the variable's type. A place is returned only if every number on the way
//! to it is the value that the program has there: macros, designators and expressions may write
//! several scalars, or none.

use std::path::Path;

use crate::program::{Global, Program, Shape, TypeId};
use crate::regular;
use crate::verdict::Location;

/// The most bytes of a source file that is read.
const MOST: u64 = 16 << 20;

/// The number of lines in which a declaration is searched for the variable's name.
const NAME_LINES: usize = 4;

/// The source text from a declaration on.
pub(super) struct Initialiser<'a> {
    program: &'a Program,
    declared: Location,
    text: String,
}

/// A scalar of a global variable.
pub(super) struct Wanted<'a> {
    /// The variable's name, without scopes.
    pub name: &'a str,
    /// The variable, by its index.
    pub global: usize,
    /// Offset in bytes.
    pub offset: u64,
}

/// A scalar in the source.
pub(super) struct Written {
    /// Its place.
    pub location: Location,
    /// Whether the initialiser has negative numbers.
    pub negative: bool,
}

impl<'a> Initialiser<'a> {
    /// Reads the file of a declaration; `None` if that cannot be read.
    pub fn of(program: &'a Program, declared: &Location) -> Option<Initialiser<'a>> {
        let text = regular::read_source(Path::new(&declared.file), MOST).ok()?;
        Some(Initialiser {
            program,
            declared: declared.clone(),
            text,
        })
    }

    /// The place of a scalar; `None` if the text does not tell.
    pub fn place(&self, wanted: &Wanted<'_>) -> Option<Written> {
        let skipped = self.declared.line.checked_sub(1)? as usize;
        let lines = self.text.split_inclusive('\n');
        let start: usize = lines.take(skipped).map(str::len).sum();
        let global = &self.program.globals()[wanted.global];
        let mut reader = Reader {
            program: self.program,
            global,
            wanted: wanted.offset,
            text: self.text.as_bytes(),
            at: value_after(&self.text, start, wanted.name)?,
            found: None,
            negative: false,
        };
        reader.value(global.ty, 0)?;
        let at = reader.found?;
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let location = Location {
            file: self.declared.file.clone(),
            line: before.matches('\n').count() as u32 + 1,
            column: (at - line_start) as u32 + 1,
        };
        Some(Written {
            location,
            negative: reader.negative,
        })
    }
}

/// Where the initial value of a variable starts whose declaration has its name near `start`.
fn value_after(text: &str, start: usize, name: &str) -> Option<usize> {
    let rest = text.get(start..)?;
    let near: usize = rest
        .split_inclusive('\n')
        .take(NAME_LINES)
        .map(str::len)
        .sum();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut places = rest[..near].match_indices(name).map(|(at, _)| at);
    let at = places.find(|at| {
        let end = at + name.len();
        !rest[..*at].ends_with(is_word) && !rest[end..].starts_with(is_word)
    })?;
    let mut depth = 0;
    for (place, c) in rest[at + name.len()..].char_indices() {
        let here = start + at + name.len() + place;
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '=' if depth == 0 => return Some(here + 1),
            '{' if depth == 0 => return Some(here),
            ';' | ',' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Reads an initialiser along a type.
struct Reader<'a> {
    program: &'a Program,
    global: &'a Global,
    wanted: u64,
    text: &'a [u8],
    at: usize,
    /// Where the wanted scalar starts.
    found: Option<usize>,
    /// Whether a scalar is negative.
    negative: bool,
}

impl Reader<'_> {
    /// Reads the value of a type at an offset; `None` if the text is none.
    fn value(&mut self, ty: TypeId, offset: u64) -> Option<()> {
        let program = self.program;
        self.skip_space();
        match &program.ty(ty).shape {
            Shape::Scalar(_) | Shape::Vector { .. } => self.scalar(ty, offset),
            Shape::Array { element, .. } if self.is_text(*element) => self.string(ty, offset),
            Shape::Array { element, count } => {
                let size = program.ty(*element).size;
                let parts = (0..*count).map(|at| (*element, offset + at * size));
                self.parts(parts)
            }
            Shape::Struct(fields) => self.parts(fields.iter().map(|(ty, at)| (*ty, offset + at))),
            _ => None,
        }
    }

    /// Reads the parts of an aggregate, with or without braces around them.
    fn parts(&mut self, mut parts: impl Iterator<Item = (TypeId, u64)>) -> Option<()> {
        let braces = self.take(b'{');
        loop {
            self.skip_space();
            if self.peek() == Some(b'}') {
                break;
            }
            // A designator names the part that follows in most sources.
            if braces && self.peek() == Some(b'.') {
                let equals = self.text[self.at..].iter().position(|c| *c == b'=')?;
                self.at += equals + 1;
            }
            let Some((ty, offset)) = parts.next() else {
                break;
            };
            self.value(ty, offset)?;
            self.skip_space();
            let more = match braces {
                true => self.take(b','),
                // The last comma belongs to the aggregate around.
                false => {
                    let (at, more) = (self.at, self.take(b','));
                    let last = parts.size_hint().1 == Some(0);
                    if more && last {
                        self.at = at;
                    }
                    more && !last
                }
            };
            if !more {
                break;
            }
        }
        self.skip_space();
        (!braces || self.take(b'}')).then_some(())
    }

    fn scalar(&mut self, ty: TypeId, offset: u64) -> Option<()> {
        let start = self.at;
        let mut depth = 0;
        while let Some(c) = self.peek() {
            match c {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' if depth > 0 => depth -= 1,
                b'}' | b',' | b';' if depth == 0 => break,
                b'/' if matches!(self.text.get(self.at + 1), Some(b'/' | b'*')) => break,
                b'"' => return None,
                b'\'' => {
                    self.at += if self.text.get(self.at + 1) == Some(&b'\\') {
                        3
                    } else {
                        2
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
        let written = std::str::from_utf8(self.text.get(start..self.at)?)
            .ok()?
            .trim();
        if written.is_empty() {
            return None;
        }
        self.negative |= written.starts_with('-');
        let size = self.program.ty(ty).size;
        let value = self.global.integer_at(offset, size)?;
        let mask = u128::MAX >> (128 - (8 * size).clamp(1, 128));
        match integer(written) {
            Some(number) if is_integer(self.program, ty) && number & mask != value => None,
            _ => {
                if offset == self.wanted {
                    self.found = Some(start);
                }
                Some(())
            }
        }
    }

    fn string(&mut self, ty: TypeId, offset: u64) -> Option<()> {
        let size = self.program.ty(ty).size;
        if (offset..offset + size).contains(&self.wanted) {
            self.found = Some(self.at);
        }
        while self.peek() == Some(b'"') {
            self.at += 1;
            while self.peek()? != b'"' {
                self.at += if self.peek() == Some(b'\\') { 2 } else { 1 };
            }
            self.at += 1;
            self.skip_space();
        }
        Some(())
    }

    /// Whether a string is next, for an array of such elements.
    fn is_text(&self, element: TypeId) -> bool {
        self.peek() == Some(b'"') && self.program.ty(element).size == 1
    }

    fn skip_space(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let skipped = match rest {
                [c, ..] if c.is_ascii_whitespace() => 1,
                [b'/', b'/', ..] => rest.iter().position(|c| *c == b'\n').unwrap_or(rest.len()),
                [b'/', b'*', ..] => {
                    let end = rest.windows(2).position(|pair| pair == b"*/");
                    end.map_or(rest.len(), |end| end + 2)
                }
                _ => return,
            };
            self.at += skipped;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, c: u8) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }
}

fn is_integer(program: &Program, ty: TypeId) -> bool {
    match &program.ty(ty).shape {
        Shape::Scalar(scalar) => scalar.format().is_none(),
        _ => false,
    }
}

/// The integer that a literal denotes; `None` for other text.
fn integer(text: &str) -> Option<u128> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let lower = digits.to_ascii_lowercase().replace('\'', "");
    let hexadecimal = lower.strip_prefix("0x");
    let digits = hexadecimal.unwrap_or(&lower).trim_end_matches(['u', 'l']);
    let number = match hexadecimal {
        Some(_) => i128::from_str_radix(digits, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => {
            i128::from_str_radix(digits, 8).ok()?
        }
        None => digits.parse::<i128>().ok()?,
    };
    Some((number * sign) as u128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_starts_behind_the_name() {
        let after = |text: &str, name| value_after(text, 0, name).map(|at| text[at..].to_owned());
        let found = after("static const int zig[2][1] = {1};", "zig");
        assert_eq!(found.as_deref(), Some(" {1};"));
        let found = after("constexpr std::array<int, 6> a{1};", "a");
        assert_eq!(found.as_deref(), Some("{1};"));
        assert_eq!(after("int table;\nint x = 1;", "table"), None);
    }

    #[test]
    fn literals_are_numbers() {
        assert_eq!(integer("0x1Fu"), Some(31));
        assert_eq!(integer("-3"), Some(-3_i128 as u128));
        assert_eq!(integer("017"), Some(15));
        assert_eq!(integer("1'000"), Some(1000));
        assert_eq!(integer("A | B"), None);
    }
}
