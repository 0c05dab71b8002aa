//! Relations between inputs that the user grants: `lo <= hi`, `w[i][j] == w[j][i]`.
//!
//! Numbers are mathematical: integers do not wrap. A relation with index variables holds
//! for all values of these, from zero on, for which all elements that it names exist.

use serde::Serialize;

use super::length::{Length, Sizes};

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
}

/// A number in a relation.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A literal; also as an integer, if it is one.
    Number(Option<i128>, f64),
    /// The value of an index variable.
    Index(String),
    /// The value of a size expression.
    Size(Length),
    /// A scalar of a parameter or global variable.
    Input {
        /// The name of the parameter or global variable.
        name: String,
        /// The subscript of the element, or those of the row and the element in it.
        subscripts: Vec<Term>,
        /// The path of the leaf in the element.
        member: Vec<Part>,
    },
    /// `+`, `-`, `*`, `/` or `%` of two numbers.
    Op(char, Box<Term>, Box<Term>),
}

/// A part of the path of a leaf.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// `.re`
    Name(String),
    /// `[3]`
    Element(Term),
}

/// Index variables with their values.
pub type Indices<'a> = [(&'a str, i64)];

/// A relation between inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// As the user wrote it.
    pub text: String,
    /// The comparison of both sides.
    pub comparison: Comparison,
    /// The left side.
    pub left: Term,
    /// The right side.
    pub right: Term,
    /// The index variables.
    pub indices: Vec<String>,
}

impl Relation {
    /// Calls `f` with every number in it, including subscripts.
    pub fn each<'a>(&'a self, f: &mut impl FnMut(&'a Term)) {
        self.left.each(f);
        self.right.each(f);
    }

    /// Whether it refers to a parameter or global variable, by its name, other than as a
    /// size.
    pub fn names(&self, wanted: &str) -> bool {
        let mut found = false;
        self.each(&mut |term| {
            found |= matches!(term, Term::Input { name, .. } if name == wanted);
        });
        found
    }

    /// Whether its truth depends only on sizes.
    pub fn is_of_sizes(&self) -> bool {
        let mut inputs = false;
        self.each(&mut |term| inputs |= matches!(term, Term::Input { .. }));
        !inputs && self.indices.is_empty()
    }

    /// Whether inputs of these sizes may satisfy it, as far as sizes determine that; a
    /// relation with a side that has no value is not satisfied.
    pub fn admits(&self, sizes: &Sizes) -> bool {
        if !self.is_of_sizes() {
            return true;
        }
        let sides = [&self.left, &self.right].map(|side| side.value(sizes, &[]));
        let [Some(left), Some(right)] = sides else {
            return false;
        };
        match self.comparison {
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
        }
    }

    /// Returns the flag with the relation, and the index variables that it ranges over.
    pub fn quantified(&self) -> String {
        match self.indices.as_slice() {
            [] => format!("--assume '{}'", self.text),
            [one] => format!("--assume '{}' (for every {one})", self.text),
            [others @ .., last] => {
                let others = others.join(", ");
                format!("--assume '{}' (for all {others} and {last})", self.text)
            }
        }
    }
}

/// Serialised as the user wrote it.
impl Serialize for Relation {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.text)
    }
}

impl Term {
    /// Calls `f` with this number and every number in it.
    pub fn each<'a>(&'a self, f: &mut impl FnMut(&'a Term)) {
        f(self);
        match self {
            Term::Op(_, left, right) => {
                left.each(f);
                right.each(f);
            }
            Term::Input { .. } => self.subscripts().for_each(|s| s.each(f)),
            Term::Number(..) | Term::Index(_) | Term::Size(_) => {}
        }
    }

    /// Returns the subscripts of a scalar of an input, those in its member path last.
    pub fn subscripts(&self) -> impl Iterator<Item = &Term> {
        let (own, member): (&[Term], &[Part]) = match self {
            Term::Input {
                subscripts, member, ..
            } => (subscripts, member),
            _ => (&[], &[]),
        };
        own.iter()
            .chain(member.iter().filter_map(|part| match part {
                Part::Element(term) => Some(term),
                Part::Name(_) => None,
            }))
    }

    /// Returns the value if sizes and index variables determine it; `None` also if it is
    /// not an integer, overflows or divides by zero.
    pub fn value(&self, sizes: &Sizes, indices: &Indices<'_>) -> Option<i128> {
        match self {
            Term::Number(integer, _) => *integer,
            Term::Index(name) => {
                let known = indices.iter().find(|(known, _)| known == name);
                known.map(|(_, value)| i128::from(*value))
            }
            Term::Size(length) => length.value(sizes).map(i128::from),
            Term::Input { .. } => None,
            Term::Op(op, left, right) => {
                let (x, y) = (left.value(sizes, indices)?, right.value(sizes, indices)?);
                apply(*op, x, y)
            }
        }
    }
}

/// Returns the result of an operation of C; `None` on overflow and division by zero.
pub fn apply(op: char, x: i128, y: i128) -> Option<i128> {
    match op {
        '+' => x.checked_add(y),
        '-' => x.checked_sub(y),
        '*' => x.checked_mul(y),
        '/' => x.checked_div(y),
        '%' => x.checked_rem(y),
        _ => None,
    }
}
