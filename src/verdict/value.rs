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
    /// The last index if this stands for a long run of equal elements of a buffer, from the
    /// index in `name` on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<u64>,
}

/// The length from which on a run of equal elements is one [`InputValue`].
const RUN: u64 = 1 << 12;

impl InputValue {
    /// The name before the index and the index, of an element of a buffer.
    fn element(&self) -> Option<(&str, u64)> {
        let (buffer, rest) = self.name.rsplit_once('[')?;
        Some((buffer, rest.strip_suffix(']')?.parse().ok()?))
    }

    /// The number of inputs that this stands for.
    pub fn count(&self) -> usize {
        let run = self.element().zip(self.through);
        run.map_or(1, |((_, first), last)| (last - first + 1) as usize)
    }

    /// The names of the inputs that this stands for.
    pub fn names(&self) -> Vec<String> {
        match (self.element(), self.through) {
            (Some((buffer, first)), Some(last)) => {
                let name = |index: u64| format!("{buffer}[{index}]");
                (first..=last).map(name).collect()
            }
            _ => vec![self.name.clone()],
        }
    }

    /// The name in a report: `src[3]`, `src[0..65535]`.
    pub fn title(&self) -> String {
        match (self.element(), self.through) {
            (Some((buffer, first)), Some(last)) => format!("{buffer}[{first}..{last}]"),
            _ => self.name.clone(),
        }
    }

    /// Long runs of equal elements as one value each.
    pub fn in_runs(all: Vec<InputValue>) -> Vec<InputValue> {
        let continues = |last: &InputValue, next: &InputValue| {
            let alike = (&last.value, last.involved, last.chooses_path)
                == (&next.value, next.involved, next.chooses_path);
            let consecutive = last.element().zip(next.element());
            alike && consecutive.is_some_and(|((a, i), (b, j))| a == b && i + 1 == j)
        };
        let mut runs = Vec::new();
        for run in all.chunk_by(continues) {
            let last = run.last().and_then(InputValue::element);
            match (last, run.first()) {
                (Some((_, last)), Some(first)) if run.len() as u64 >= RUN => {
                    runs.push(InputValue {
                        through: Some(last),
                        ..first.clone()
                    });
                }
                _ => runs.extend_from_slice(run),
            }
        }
        runs
    }
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
