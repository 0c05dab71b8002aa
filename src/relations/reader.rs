//! A parser for the text of one `--assume`.

use super::known::{Known, find, names};
use super::literal::literal;
use super::scalar::no_scalar;
use crate::contract::{Comparison, Contract, Part, Relation, Term};
use crate::near;
use crate::problem::{Origin, Problem};

/// The greatest nesting depth of parentheses and subscripts.
const MOST_DEPTH: u32 = 64;

/// The comparison of each operator, and whether its sides are exchanged.
const COMPARISONS: [(&str, Comparison, bool); 6] = [
    ("<=", Comparison::LessOrEqual, false),
    (">=", Comparison::LessOrEqual, true),
    ("==", Comparison::Equal, false),
    ("!=", Comparison::Unequal, false),
    ("<", Comparison::Less, false),
    (">", Comparison::Less, true),
];

/// Reads the relations of one text.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
    contract: &'a Contract,
    indices: Vec<String>,
    /// Names outside of subscripts that are not inputs, with their positions.
    open: Vec<(String, usize)>,
    /// Number of subscripts around the current position.
    subscripts: u32,
    /// Number of parentheses and subscripts around the current position.
    depth: u32,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str, contract: &'a Contract) -> Reader<'a> {
        Reader {
            text,
            at: 0,
            contract,
            indices: Vec::new(),
            open: Vec::new(),
            subscripts: 0,
            depth: 0,
        }
    }

    /// All relations, joined by `&&`.
    pub fn all(mut self) -> Result<Vec<Relation>, Problem> {
        let mut all = vec![self.relation()?];
        while self.eat("&&") {
            all.push(self.relation()?);
        }
        self.skip();
        if self.at == self.text.len() {
            return Ok(all);
        }
        let rest = self.text.len() - self.at;
        let problem = self.problem("expected the end of the relation", self.at, rest);
        let compares = COMPARISONS.iter().any(|(word, ..)| self.eat(word));
        Err(problem.help(match compares {
            true => "write 'a <= b && b <= c', or two --assume",
            false => "join relations with &&, or give each an --assume of its own",
        }))
    }

    fn relation(&mut self) -> Result<Relation, Problem> {
        self.skip();
        let start = self.at;
        let left = self.sum()?;
        let at = self.at;
        let found = COMPARISONS.into_iter().find(|(word, ..)| self.eat(word));
        let Some((_, comparison, swapped)) = found else {
            self.skip();
            let problem = self.problem("expected a comparison", at.max(self.at), 1);
            return Err(problem.help("one of <, <=, ==, !=, >= and >, as in 'lo <= hi'"));
        };
        let right = self.sum()?;
        let unknown = self
            .open
            .iter()
            .find(|(name, _)| !self.indices.contains(name));
        if let Some((name, at)) = unknown {
            return Err(self.unknown(name, *at));
        }
        self.open.clear();
        let (left, right) = match swapped {
            true => (right, left),
            false => (left, right),
        };
        Ok(Relation {
            text: self.text[start..self.at].trim().to_owned(),
            comparison,
            left,
            right,
            indices: std::mem::take(&mut self.indices),
        })
    }

    fn sum(&mut self) -> Result<Term, Problem> {
        let mut sum = self.product()?;
        loop {
            let op = match (self.eat("+"), self.eat("-")) {
                (true, _) => '+',
                (_, true) => '-',
                _ => return Ok(sum),
            };
            sum = Term::Op(op, Box::new(sum), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Result<Term, Problem> {
        let mut product = self.factor()?;
        loop {
            let ops = [("*", '*'), ("/", '/'), ("%", '%')];
            let Some((_, op)) = ops.into_iter().find(|(word, _)| self.eat(word)) else {
                return Ok(product);
            };
            product = Term::Op(op, Box::new(product), Box::new(self.factor()?));
        }
    }

    fn factor(&mut self) -> Result<Term, Problem> {
        self.skip();
        let at = self.at;
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.problem("this nests too deep", at, 1));
        }
        let factor = if self.eat("-") {
            match self.factor()? {
                Term::Number(integer, real) => Term::Number(integer.map(|x| -x), -real),
                other => {
                    let zero = Term::Number(Some(0), 0.0);
                    Term::Op('-', Box::new(zero), Box::new(other))
                }
            }
        } else if self.eat("(") {
            let inner = self.sum()?;
            self.expect(")")?;
            inner
        } else {
            let pointed = self.eat("*");
            self.skip();
            match self.text[self.at..].chars().next() {
                Some(c) if c.is_ascii_digit() && !pointed => self.number()?,
                Some(c) if c.is_alphabetic() || c == '_' => self.named(at, pointed)?,
                _ => {
                    let problem = self.problem("expected a parameter or a number", self.at, 1);
                    let help = "for example --assume 'lo <= hi' or --assume 'a[i] <= a[i+1]'";
                    return Err(problem.help(help));
                }
            }
        };
        self.depth -= 1;
        Ok(factor)
    }

    fn number(&mut self) -> Result<Term, Problem> {
        let start = self.at;
        let (length, number) = literal(&self.text[start..]);
        self.at += length;
        match number {
            // A subscript is an integer.
            Some((integer, real)) if self.subscripts == 0 || integer.is_some() => {
                Ok(Term::Number(integer, real))
            }
            _ => {
                let word = &self.text[start..self.at];
                Err(self.problem(&format!("`{word}` is no number here"), start, length))
            }
        }
    }

    /// A size, an input with subscripts and members, or an index variable.
    fn named(&mut self, start: usize, pointed: bool) -> Result<Term, Problem> {
        let (begin, contract) = (self.at, self.contract);
        let Some((name, known)) = find(contract, &self.text[begin..]) else {
            return self.index(start, pointed);
        };
        self.at += name.len();
        let (element, wanted) = match known {
            Known::Input(element, wanted) => (element, wanted),
            Known::Size(length) if !pointed => return Ok(Term::Size(length)),
            Known::Number(value) if !pointed => return Ok(Term::Number(Some(value), value as f64)),
            Known::Size(_) | Known::Number(_) => (None, 0),
            Known::Other(what) => {
                let message = format!("`{name}` is {what}, no number");
                return Err(self.problem(&message, begin, name.len()));
            }
        };
        if self.subscripts > 0 {
            let message = format!("`{name}` has many values: it cannot be a subscript");
            let problem = self.problem(&message, begin, name.len());
            return Err(problem.help(format!(
                "subscripts are numbers, sizes (--arg '{name}=size'), and indices with names of \
                 their own"
            )));
        }
        let zero = || Term::Number(Some(0), 0.0);
        let (mut subscripts, mut member) = (Vec::new(), Vec::new());
        if pointed {
            subscripts.push(zero());
        }
        if !pointed && wanted == 1 && self.eat("->") {
            subscripts.push(zero());
            member.push(Part::Name(format!(".{}", self.word())));
        }
        loop {
            if self.eat("[") {
                (self.subscripts, self.depth) = (self.subscripts + 1, self.depth + 1);
                let subscript = self.sum()?;
                (self.subscripts, self.depth) = (self.subscripts - 1, self.depth - 1);
                self.expect("]")?;
                match subscripts.len() < wanted && member.is_empty() {
                    true => subscripts.push(subscript),
                    false => member.push(Part::Element(subscript)),
                }
            } else if self.eat(".") {
                member.push(Part::Name(format!(".{}", self.word())));
            } else {
                break;
            }
        }
        if let Some((message, help)) = no_scalar((name, element, wanted), subscripts.len(), &member)
        {
            let length = self.text[start..self.at].trim_end().len();
            let mut problem = self.problem(&message, start, length);
            problem.help = help;
            return Err(problem);
        }
        let name = name.to_owned();
        Ok(Term::Input {
            name,
            subscripts,
            member,
        })
    }

    /// An index variable; an error if the name cannot be one.
    fn index(&mut self, start: usize, pointed: bool) -> Result<Term, Problem> {
        let mut name = self.word().to_owned();
        let plain = !self.text[self.at..].starts_with(['.', '[', '(']) && !self.at_arrow();
        if !plain || pointed {
            while let Some(separator) = ["->", "."].into_iter().find(|s| self.eat(s)) {
                name += separator;
                name += self.word();
            }
            return Err(self.unknown(&name, start + usize::from(pointed)));
        }
        match self.subscripts {
            0 => self.open.push((name.clone(), start)),
            _ if !self.indices.contains(&name) => self.indices.push(name.clone()),
            _ => {}
        }
        Ok(Term::Index(name))
    }

    fn unknown(&self, name: &str, at: usize) -> Problem {
        let names: Vec<&str> = names(self.contract).collect();
        let message = format!("`{name}` is neither an input nor the index of one");
        self.problem(&message, at, name.len())
            .help(near::help(name, &names))
    }

    fn word(&mut self) -> &'a str {
        self.skip();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn skip(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn at_arrow(&self) -> bool {
        self.text[self.at..].starts_with("->")
    }

    fn eat(&mut self, word: &str) -> bool {
        self.skip();
        // A minus followed by `>` is an arrow.
        let found = self.text[self.at..].starts_with(word) && !(word == "-" && self.at_arrow());
        if found {
            self.at += word.len();
        }
        found
    }

    fn expect(&mut self, word: &str) -> Result<(), Problem> {
        match self.eat(word) {
            true => Ok(()),
            false => Err(self.problem(&format!("expected `{word}`"), self.at, 1)),
        }
    }

    fn problem(&self, message: &str, at: usize, length: usize) -> Problem {
        let end = self.text.len();
        let mut until = (at + length).min(end);
        while !self.text.is_char_boundary(until) {
            until += 1;
        }
        let mut problem = Problem::new(message);
        problem.origin = Some(Box::new(Origin {
            name: "--assume".to_owned(),
            text: self.text.to_owned(),
            span: at.min(end)..until,
        }));
        problem
    }
}
