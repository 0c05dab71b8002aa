//! A cursor over the text of one flag, for numbers, names and length expressions.
//!
//! Invariant: an error quotes exactly the wrong part of the text.

use super::error::FrontendError;
use super::quote::{Flag, Quote};
use crate::contract::Length;

/// The largest nesting depth of parentheses.
const MAX_DEPTH: u32 = 64;

/// A position in a flag's text.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    flag: Flag,
    help: &'static str,
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(flag: Flag, help: &'static str, text: &'a str) -> Cursor<'a> {
        Cursor {
            flag,
            help,
            text,
            at: 0,
        }
    }

    pub(super) fn quote(&self, start: usize, end: usize) -> Quote {
        Quote {
            flag: self.flag,
            text: self.text.into(),
            start,
            end,
        }
    }

    /// The start of the next token.
    pub(super) fn here(&mut self) -> usize {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    /// The end of the last token.
    pub(super) fn end(&self) -> usize {
        self.at
    }

    /// The text that is left.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn finished(&mut self) -> bool {
        self.here() == self.text.len()
    }

    /// The error for an unexpected token at the cursor.
    pub(super) fn expected(&mut self, what: &str) -> FrontendError {
        let start = self.here();
        let rest = self.rest();
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let one = rest.chars().next().map_or(0, char::len_utf8);
        let end = start + word.max(one);
        let found = match rest.is_empty() {
            true => "the text ends".to_owned(),
            false => format!("found `{}`", &self.text[start..end]),
        };
        self.error(start, end, format!("expected {what}, but {found}"))
    }

    pub(super) fn error(&self, start: usize, end: usize, reason: String) -> FrontendError {
        FrontendError::Syntax {
            quote: self.quote(start, end),
            reason,
            help: self.help,
        }
    }

    pub(super) fn eat(&mut self, token: &str) -> bool {
        self.here();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    pub(super) fn require(&mut self, token: &str) -> Result<(), FrontendError> {
        match self.eat(token) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{token}`"))),
        }
    }

    /// A name: letters, digits and underscores, not starting with a digit.
    pub(super) fn name(&mut self) -> Option<&'a str> {
        self.here();
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let name = &rest[..end];
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        self.at += end;
        Some(name)
    }

    /// Reads a parameter or a field of one: `im`, `im->w`, `im->plane[0].data`.
    pub(super) fn path(&mut self) -> Option<&'a str> {
        let start = self.here();
        self.name()?;
        let mut end = self.at;
        while let Some(length) = step(&self.text[end..]) {
            end += length;
        }
        self.at = end;
        Some(&self.text[start..end])
    }

    /// Skips a linker symbol, such as `f.counter`; false if there is none.
    pub(super) fn symbol(&mut self) -> bool {
        self.here();
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | ':');
        let rest = self.rest();
        let end = rest.find(|c: char| !inside(c)).unwrap_or(rest.len());
        self.at += end;
        end > 0
    }

    /// Reads a type name, up to the brackets of a length or to a remark that a report
    /// prints after a type; `None` if there is none.
    pub(super) fn type_name(&mut self) -> Option<Quote> {
        const AFTER: [&str; 7] = [
            " align:",
            " in ",
            " (given)",
            ", the same memory as",
            ", of one version alone",
            ", of the reference alone",
            ", of the port alone",
        ];
        let start = self.here();
        let rest = self.rest();
        let ends = AFTER.iter().filter_map(|after| rest.find(after));
        let part = &rest[..ends.min().unwrap_or(rest.len())];
        let name = match part.rfind('[') {
            Some(open) if part[open..].contains(']') => &part[..open],
            _ => part,
        };
        let name = name.trim_end();
        self.at = start + name.len();
        (!name.is_empty()).then(|| self.quote(start, self.at))
    }

    /// Reads the text of a number: decimal, hexadecimal, with a point or an exponent, or
    /// `inf` and `nan`. A `..` after it is not consumed, and a suffix `f` after a fraction is
    /// consumed and not returned.
    pub(super) fn number(&mut self) -> Option<&'a str> {
        self.here();
        let rest = self.rest();
        let sign = usize::from(rest.starts_with(['+', '-']));
        let body = &rest[sign..];
        let length = ["infinity", "inf", "nan"]
            .iter()
            .find(|word| {
                body.get(..word.len())
                    .is_some_and(|b| b.eq_ignore_ascii_case(word))
            })
            .map_or_else(|| digits(body), |word| word.len());
        if length == 0 {
            return None;
        }
        let text = &rest[..sign + length];
        self.at += text.len() + usize::from(has_suffix(text, &rest[text.len()..]));
        Some(text)
    }

    /// Reads a count, and the quote of its text.
    pub(super) fn count(&mut self) -> Result<(u64, Quote), FrontendError> {
        let start = self.here();
        let Some(text) = self.number() else {
            return Err(self.expected("a whole number"));
        };
        let quote = self.quote(start, self.at);
        match text.replace('_', "").parse::<u64>() {
            Ok(value) => Ok((value, quote)),
            // A number that is too large saturates.
            Err(_) if text.bytes().all(|b| b.is_ascii_digit()) => Ok((u64::MAX, quote)),
            Err(_) => Err(self.error(start, self.at, "expected a whole number".into())),
        }
    }

    /// Reads an integer with an optional minus sign, and the quote of its text; a number
    /// that is too large saturates.
    pub(super) fn integer(&mut self) -> Result<(i64, Quote), FrontendError> {
        let start = self.here();
        let negative = self.eat("-");
        let (count, _) = self.count()?;
        let quote = self.quote(start, self.at);
        let value = i64::try_from(count).unwrap_or(i64::MAX);
        Ok((if negative { -value } else { value }, quote))
    }

    /// Reads a length: `+ - * /` over counts, size variables and parentheses.
    pub(super) fn length(&mut self) -> Result<Length, FrontendError> {
        self.sum(0)
    }

    fn sum(&mut self, depth: u32) -> Result<Length, FrontendError> {
        let mut left = self.product(depth)?;
        loop {
            let op = if self.eat("+") {
                '+'
            } else if self.eat("-") {
                '-'
            } else {
                return Ok(left);
            };
            left = Length::Op(op, Box::new(left), Box::new(self.product(depth)?));
        }
    }

    fn product(&mut self, depth: u32) -> Result<Length, FrontendError> {
        let mut left = self.atom(depth)?;
        loop {
            let op = if self.eat("*") {
                '*'
            } else if self.eat("/") {
                '/'
            } else {
                return Ok(left);
            };
            left = Length::Op(op, Box::new(left), Box::new(self.atom(depth)?));
        }
    }

    fn atom(&mut self, depth: u32) -> Result<Length, FrontendError> {
        if depth > MAX_DEPTH {
            return Err(self.expected("fewer parentheses"));
        }
        if self.eat("(") {
            let inner = self.sum(depth + 1)?;
            self.require(")")?;
            return Ok(inner);
        }
        if let Some(name) = self.path() {
            return Ok(Length::Var(name.to_owned()));
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Length::Const(self.count()?.0));
        }
        Err(self.expected("a length such as `n` or `w*h`"))
    }
}

/// The number of bytes at the start of `text` that select a member or an element: `->w`,
/// `.w`, `[0]`.
fn step(text: &str) -> Option<usize> {
    if let Some(rest) = text.strip_prefix('[') {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        return (digits > 0 && rest[digits..].starts_with(']')).then_some(digits + 2);
    }
    let dots = ["->", "."]
        .iter()
        .find(|access| text.starts_with(**access))?;
    let rest = &text[dots.len()..];
    let name = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    (name > 0 && !rest.starts_with(|c: char| c.is_ascii_digit())).then_some(dots.len() + name)
}

/// Whether the suffix of a `float` follows a number, which has a point or an exponent then.
fn has_suffix(number: &str, rest: &str) -> bool {
    let is_fraction = number.contains(['.', 'e', 'E']) && !number.contains(['x', 'X']);
    let mut rest = rest.chars();
    let is_suffix = matches!(rest.next(), Some('f' | 'F'));
    let goes_on = rest.next().is_some_and(|c| c.is_alphanumeric() || c == '_');
    is_fraction && is_suffix && !goes_on
}

/// The number of bytes at the start of `text` that form an unsigned number.
fn digits(text: &str) -> usize {
    let bytes = text.as_bytes();
    let run = |from: usize, ok: fn(&u8) -> bool| {
        from + bytes[from..].iter().take_while(|b| ok(b)).count()
    };
    let digit = |b: &u8| b.is_ascii_digit() || *b == b'_';
    if text.starts_with("0x") || text.starts_with("0X") {
        return run(2, u8::is_ascii_hexdigit);
    }
    if !bytes
        .first()
        .is_some_and(|b| b.is_ascii_digit() || *b == b'.')
    {
        return 0;
    }
    let mut end = run(0, digit);
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1) != Some(&b'.') {
        end = run(end + 1, digit);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = run((end + 1 + sign).min(bytes.len()), digit);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    fn random(rng: &mut Rng, depth: u32) -> Length {
        match rng.usize(..if depth == 0 { 2 } else { 6 }) {
            0 => Length::Const(rng.u64(..100)),
            1 => Length::Var(["n", "w", "stride"][rng.usize(..3)].to_owned()),
            op => {
                let [a, b] = [0, 1].map(|_| Box::new(random(rng, depth - 1)));
                Length::Op(['+', '-', '*', '/'][op - 2], a, b)
            }
        }
    }

    #[test]
    fn lengths_are_printed_as_they_are_read() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..20_000 {
            let length = random(&mut rng, 5);
            let text = length.to_string();
            let mut cursor = Cursor::new(Flag::Arg, "", &text);
            assert_eq!(cursor.length(), Ok(length), "{text}");
            assert!(cursor.finished(), "{text}");
        }
        let text = "16*((n+15)/16)";
        let length = Cursor::new(Flag::Arg, "", text).length();
        assert_eq!(length.map(|length| length.to_string()), Ok(text.to_owned()));
    }
}
