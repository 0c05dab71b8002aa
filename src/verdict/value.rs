//! Concrete values and expressions, formatted for people.

use serde::Serialize;

use crate::contract::Scalar;

/// A concrete scalar: its type, its bits and its decimal notation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// Its type.
    #[serde(flatten)]
    pub scalar: Scalar,
    /// Bits in hexadecimal (`0x3f800000`).
    pub hex: String,
    /// The shortest decimal that reads back as the same value.
    pub decimal: String,
}

impl Value {
    /// Makes the value of a scalar with these bits.
    pub fn new(scalar: Scalar, bits: u128) -> Value {
        let digits = usize::from(scalar.bits()).div_ceil(4) + 2;
        let decimal = match scalar {
            Scalar::Float { format } => term::decimal(format, bits),
            Scalar::Int {
                bits: width,
                signed: true,
            } => term::signed(bits, width).to_string(),
            Scalar::Int { .. } => bits.to_string(),
        };
        Value {
            scalar,
            hex: format!("{bits:#0digits$x}"),
            decimal,
        }
    }
}

/// One input value of a witness.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InputValue {
    /// Its name: `src[3]`, `k`, `z[0].re`.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// Whether the differing result depends on it.
    pub involved: bool,
    /// Whether only the choice of the path depends on it, on which the results differ.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chooses_path: bool,
}

/// The text of an expression, with the part that differs marked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expression {
    /// The rendered expression, one line.
    pub text: String,
    /// Byte range in `text` of the smallest subexpression that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked: Option<(usize, usize)>,
}

impl Expression {
    /// Replaces names, whole words only; the mark keeps its text.
    pub fn rename(&mut self, names: &[(String, String)]) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let (mut text, mut marked) = (String::with_capacity(self.text.len()), self.marked);
        let mut at = 0;
        while at < self.text.len() {
            let rest = &self.text[at..];
            let first = rest.chars().next().map_or(1, char::len_utf8);
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len()).max(first);
            let word = &rest[..length];
            if let (Some((start, end)), Some(old)) = (&mut marked, self.marked) {
                if old.0 == at {
                    *start = text.len();
                }
                if old.1 == at {
                    *end = text.len();
                }
            }
            let known = names.iter().find(|(from, _)| from == word);
            text.push_str(known.map_or(word, |(_, to)| to));
            at += length;
        }
        if let (Some((_, end)), Some(old)) = (&mut marked, self.marked)
            && old.1 == at
        {
            *end = text.len();
        }
        (self.text, self.marked) = (text, marked);
    }
}

#[cfg(test)]
mod tests {
    use super::Expression;

    #[test]
    fn names_are_replaced_as_words_and_marks_move() {
        let mut expression = Expression {
            text: "t1 + t10 * (t1 >> 8)".into(),
            marked: Some((11, 20)),
        };
        assert_eq!(&expression.text[11..20], "(t1 >> 8)");
        expression.rename(&[("t1".into(), "scaled".into()), ("t10".into(), "c".into())]);
        assert_eq!(expression.text, "scaled + c * (scaled >> 8)");
        let (start, end) = expression.marked.expect("a mark");
        assert_eq!(&expression.text[start..end], "(scaled >> 8)");
    }
}
