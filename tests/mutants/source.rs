//! Just enough C and C++ to find what may be changed: tokens with their places,
//! and function bodies. Comments, strings and preprocessor lines are passed over.

use std::collections::BTreeSet;
use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Name,
    Number,
    Symbol,
}

/// A token and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
}

/// A source file in tokens.
#[derive(Clone, Debug)]
pub struct Source {
    pub text: String,
    pub tokens: Vec<Token>,
}

/// Longest first.
const SYMBOLS: [&str; 22] = [
    "<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "->", "+=",
    "-=", "*=", "/=", "&=", "|=", "^=", "::",
];

impl Source {
    pub fn new(text: &str) -> Source {
        Source {
            text: text.to_owned(),
            tokens: tokens(text),
        }
    }

    /// The text of token `i`, empty outside the file.
    pub fn word(&self, i: usize) -> &str {
        self.tokens
            .get(i)
            .map_or("", |token| &self.text[token.span.clone()])
    }

    /// The token that closes the bracket at token `open`.
    pub fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for i in open..self.tokens.len() {
            match self.word(i) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(i);
            }
        }
        None
    }

    /// Every function's name and the tokens of its body.
    fn functions(&self) -> Vec<(&str, Range<usize>)> {
        let mut found = Vec::new();
        let mut i = 0;
        while i < self.tokens.len() {
            let close = match self.word(i) {
                "(" | "{" => self.closing(i).unwrap_or(i),
                _ => i,
            };
            if self.word(i) == "(" && self.word(close + 1) == "{" && i > 0 {
                let end = self.closing(close + 1).unwrap_or(close + 1);
                found.push((self.word(i - 1), close + 1..end));
            }
            i = close + 1;
        }
        found
    }

    /// The bodies that only `port` uses: its own and those of the helpers that
    /// `reference` does not reach.
    pub fn bodies_of(&self, port: &str, reference: &str) -> Vec<Range<usize>> {
        let shared = self.reached(reference);
        let own = self.reached(port);
        let functions = self.functions().into_iter();
        functions
            .filter(|(name, _)| own.contains(name) && !shared.contains(name))
            .map(|(_, body)| body)
            .collect()
    }

    fn reached<'a>(&'a self, root: &'a str) -> BTreeSet<&'a str> {
        let functions = self.functions();
        let mut reached = BTreeSet::new();
        let mut open = vec![root];
        while let Some(name) = open.pop() {
            for (_, body) in functions.iter().filter(|(n, _)| *n == name) {
                if reached.insert(name) {
                    open.extend(body.clone().map(|i| self.word(i)));
                }
            }
        }
        reached
    }

    /// The comma-separated arguments between the bracket at token `open` and
    /// its end, as places in the text.
    pub fn arguments(&self, open: usize) -> Vec<Range<usize>> {
        let Some(close) = self.closing(open) else {
            return Vec::new();
        };
        let mut arguments = Vec::new();
        let (mut start, mut i) = (open + 1, open + 1);
        while i <= close {
            match self.word(i) {
                "(" | "[" | "{" => i = self.closing(i).unwrap_or(close),
                "," | ")" if start < i => {
                    arguments.push(self.tokens[start].span.start..self.tokens[i - 1].span.end);
                    start = i + 1;
                }
                _ => {}
            }
            i += 1;
        }
        arguments
    }

    /// The line of a place, from 1.
    pub fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let after = |from: usize, end: &str| {
            let found = text[from..].find(end);
            found.map_or(text.len(), |n| from + n + end.len())
        };
        if c == '#' || rest.starts_with("//") {
            at = after(at, "\n");
        } else if rest.starts_with("/*") {
            at = after(at, "*/");
        } else if c == '"' || c == '\'' {
            at = after(at + 1, &c.to_string());
        } else if c.is_whitespace() {
            at += c.len_utf8();
        } else {
            let (kind, length) = token(rest, c);
            let span = at..at + length;
            at = span.end;
            found.push(Token { kind, span });
        }
    }
    found
}

/// The kind and length of the token at the start of `rest`, whose first
/// character is `c`.
fn token(rest: &str, c: char) -> (Kind, usize) {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if c.is_ascii_digit() {
        let ends = |(i, d): &(usize, char)| {
            let exponent = matches!(d, '+' | '-')
                && rest[..*i].ends_with(['e', 'E'])
                && !rest.starts_with("0x");
            !is_word(*d) && *d != '.' && !exponent
        };
        let length = rest
            .char_indices()
            .find(ends)
            .map_or(rest.len(), |(i, _)| i);
        (Kind::Number, length)
    } else if is_word(c) {
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        (Kind::Name, length)
    } else {
        let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
        (
            Kind::Symbol,
            symbol.map_or(c.len_utf8(), |symbol| symbol.len()),
        )
    }
}
