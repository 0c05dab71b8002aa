//! S-expressions with byte spans: the lexical syntax of rule files.
//!
//! `(…)` lists, `[…]` attribute lists, `{…}` outcome sets, `"…"` strings, atoms, and comments
//! from `;` to the end of the line.

use std::ops::Range;

use crate::error::Problem;

/// Half-open byte range in the rule file.
pub(crate) type Span = Range<usize>;

/// The kind of brackets around a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    Round,
    Square,
    Curly,
}

/// One expression with its position.
#[derive(Clone, Debug)]
pub(crate) struct Sexp {
    pub span: Span,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Atom(String),
    Text(String),
    List(Bracket, Vec<Sexp>),
}

impl Sexp {
    /// The atom's text, if the expression is an atom.
    pub(crate) fn atom(&self) -> Option<&str> {
        match &self.kind {
            Kind::Atom(text) => Some(text),
            _ => None,
        }
    }
    /// The elements, if the expression is a list in `bracket`s.
    pub(crate) fn list(&self, bracket: Bracket) -> Option<&[Sexp]> {
        match &self.kind {
            Kind::List(b, items) if *b == bracket => Some(items),
            _ => None,
        }
    }
}

/// Greatest nesting that is accepted; real rules need about eight.
const MAX_DEPTH: usize = 64;

/// Parses every expression of a file.
pub(crate) fn parse(text: &str) -> Result<Vec<Sexp>, Problem> {
    let mut open: Vec<(Bracket, usize)> = Vec::new();
    let mut lists: Vec<Vec<Sexp>> = vec![Vec::new()];
    let mut rest = text.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        let done = match c {
            c if c.is_whitespace() => continue,
            ';' => {
                while rest.next_if(|(_, c)| *c != '\n').is_some() {}
                continue;
            }
            '(' | '[' | '{' => {
                if open.len() == MAX_DEPTH {
                    return Err(Problem::new(start..start + 1, "nested too deeply"));
                }
                open.push((opened_by(c), start));
                lists.push(Vec::new());
                continue;
            }
            ')' | ']' | '}' => {
                let Some((bracket, from)) = open.pop() else {
                    let message = format!("`{c}` closes nothing");
                    return Err(Problem::new(start..start + 1, message));
                };
                if closing(bracket) != c {
                    let message = format!("`{c}` found where `{}` was expected", closing(bracket));
                    return Err(Problem::new(start..start + 1, message));
                }
                let items = lists.pop().unwrap_or_default();
                Sexp {
                    span: from..start + 1,
                    kind: Kind::List(bracket, items),
                }
            }
            '"' => {
                let mut content = String::new();
                let end = loop {
                    match rest.next() {
                        Some((at, '"')) => break at + 1,
                        Some((_, c)) => content.push(c),
                        None => return Err(Problem::new(start..text.len(), "unclosed string")),
                    }
                };
                Sexp {
                    span: start..end,
                    kind: Kind::Text(content),
                }
            }
            c => {
                let mut end = start + c.len_utf8();
                while let Some((at, c)) =
                    rest.next_if(|(_, c)| !c.is_whitespace() && !"()[]{}\";".contains(*c))
                {
                    end = at + c.len_utf8();
                }
                Sexp {
                    span: start..end,
                    kind: Kind::Atom(text[start..end].to_owned()),
                }
            }
        };
        if let Some(list) = lists.last_mut() {
            list.push(done);
        }
    }
    match open.pop() {
        Some((bracket, from)) => Err(Problem::new(
            from..from + 1,
            format!("no `{}` closes this", closing(bracket)),
        )),
        None => Ok(lists.pop().unwrap_or_default()),
    }
}

fn opened_by(c: char) -> Bracket {
    match c {
        '(' => Bracket::Round,
        '[' => Bracket::Square,
        _ => Bracket::Curly,
    }
}

fn closing(bracket: Bracket) -> char {
    match bracket {
        Bracket::Round => ')',
        Bracket::Square => ']',
        Bracket::Curly => '}',
    }
}
