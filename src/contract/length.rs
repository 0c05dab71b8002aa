//! Lengths of buffers, as expressions over sizes.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

/// A number of elements: an arithmetic expression over size variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// A constant.
    Const(u64),
    /// The value of a size variable.
    Var(String),
    /// A binary operation; division truncates.
    Op(char, Box<Length>, Box<Length>),
}

/// The values of the size variables of one run. Negative values are tried if a parameter's
/// type has them.
pub type Sizes = BTreeMap<String, i64>;

impl Length {
    /// Whether it is the constant zero.
    pub fn is_zero(&self) -> bool {
        *self == Length::Const(0)
    }

    /// Returns the number of elements for `sizes`, which is zero if the expression is negative:
    /// `h*stride+w-stride` is none for an image without rows.
    /// `None` on an unknown variable, overflow or division by zero.
    pub fn evaluate(&self, sizes: &Sizes) -> Option<u64> {
        Some(self.value(sizes)?.max(0).unsigned_abs())
    }

    /// Returns the value for `sizes`. `None` as for [`Length::evaluate`].
    pub fn value(&self, sizes: &Sizes) -> Option<i64> {
        match self {
            Length::Const(n) => i64::try_from(*n).ok(),
            Length::Var(name) => sizes.get(name).copied(),
            Length::Op(op, a, b) => {
                let (a, b) = (a.value(sizes)?, b.value(sizes)?);
                match op {
                    '+' => a.checked_add(b),
                    '-' => a.checked_sub(b),
                    '*' => a.checked_mul(b),
                    '/' => a.checked_div(b),
                    _ => None,
                }
            }
        }
    }

    /// Returns the expression with renamed variables.
    #[must_use]
    pub fn renamed(&self, name: &impl Fn(&str) -> String) -> Length {
        match self {
            Length::Const(value) => Length::Const(*value),
            Length::Var(variable) => Length::Var(name(variable)),
            Length::Op(op, a, b) => {
                Length::Op(*op, Box::new(a.renamed(name)), Box::new(b.renamed(name)))
            }
        }
    }

    /// Returns the expression with other expressions for some variables.
    #[must_use]
    pub fn replaced(&self, by: &impl Fn(&str) -> Option<Length>) -> Length {
        match self {
            Length::Const(value) => Length::Const(*value),
            Length::Var(variable) => by(variable).unwrap_or_else(|| self.clone()),
            Length::Op(op, a, b) => {
                Length::Op(*op, Box::new(a.replaced(by)), Box::new(b.replaced(by)))
            }
        }
    }

    /// Calls `f` with every variable, from left to right.
    pub fn variables<'a>(&'a self, f: &mut impl FnMut(&'a str)) {
        match self {
            Length::Const(_) => {}
            Length::Var(name) => f(name),
            Length::Op(_, a, b) => {
                a.variables(f);
                b.variables(f);
            }
        }
    }
}

/// Returns the precedence of an expression as an operand.
const fn rank(length: &Length) -> u8 {
    match length {
        Length::Op('+' | '-', ..) => 1,
        Length::Op(..) => 2,
        Length::Const(_) | Length::Var(_) => 3,
    }
}

/// Formats with the parentheses needed to parse it back.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operand = |f: &mut fmt::Formatter<'_>, x: &Length, least: u8| match rank(x) < least {
            true => write!(f, "({x})"),
            false => write!(f, "{x}"),
        };
        match self {
            Length::Const(n) => write!(f, "{n}"),
            Length::Var(name) => f.write_str(name),
            Length::Op(op, a, b) => {
                operand(f, a, rank(self))?;
                write!(f, "{op}")?;
                operand(f, b, rank(self) + 1)
            }
        }
    }
}

impl Serialize for Length {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
