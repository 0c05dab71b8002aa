//! The cause of a difference: the operation of the port with which it starts, and the
//! evidence for that.
//!
//! A cause is found by trials and only explains; it is never part of a verdict.

use serde::Serialize;

use super::access::CallSite;
use super::kind::Kind;
use super::source::Location;

/// The operation of the port with which a difference starts, and the evidence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cause {
    /// The position of the operation.
    pub location: Location,
    /// The active functions, innermost first.
    pub calls: Vec<CallSite>,
    /// The evidence that the difference starts there.
    #[serde(flatten)]
    pub evidence: Evidence,
}

impl Cause {
    /// Whether the cause is evidence against a kind of difference that values alone suggest.
    /// `detail` is the one of the kind.
    pub fn contradicts(&self, kind: Kind, detail: Option<&str>) -> bool {
        match (kind, &self.evidence) {
            // A clamp has the number that is wrong among its bounds.
            (
                Kind::Saturation,
                Evidence::Repaired {
                    change: Change::Replace { from, .. },
                    ..
                },
            ) if number(from).is_some() => detail.is_some_and(|detail| {
                let is_number = |c: char| c.is_ascii_digit() || c == '-';
                let mut numbers = detail.split(|c: char| !is_number(c));
                numbers.all(|number| number != from)
            }),
            (Kind::FixedPoint, Evidence::Repaired { change, .. }) => !change.is_rounding(),
            (Kind::Narrowing, Evidence::Repaired { change, .. }) => !change.may_widen(),
            // With another number the formula is another one.
            (
                Kind::RoundingError | Kind::Precision,
                Evidence::Repaired {
                    change: Change::Replace { from, .. },
                    ..
                },
            ) => is_number(from),
            (Kind::Narrowing, Evidence::Unwritten) => true,
            (Kind::FixedPoint | Kind::Signedness, Evidence::Unwritten) => true,
            (Kind::Signedness, Evidence::Repaired { change, .. }) => !change.may_be_of_sign(),
            _ => false,
        }
    }

    /// Whether an entry of a table should be one more or one less.
    pub(crate) fn changes_by_one(&self) -> bool {
        match &self.evidence {
            Evidence::Repaired {
                change: Change::Entry { from, to, .. },
                ..
            } => {
                let both = number(from).zip(number(to));
                both.is_some_and(|(from, to)| from.abs_diff(to) == 1)
            }
            _ => false,
        }
    }

    /// Whether the operation should be another relation.
    pub(crate) fn changes_relation(&self) -> bool {
        match &self.evidence {
            Evidence::Repaired {
                change: Change::Replace { from, to },
                ..
            } => [from, to].iter().all(|text| text.contains(['<', '>', '='])),
            _ => false,
        }
    }

    /// The kind of difference that the evidence shows, whatever values suggest.
    pub fn shows(&self) -> Option<Kind> {
        match self.evidence {
            Evidence::Repaired {
                change: Change::Signedness,
                ..
            } => Some(Kind::Signedness),
            _ => None,
        }
    }
}

/// The evidence that a difference starts with an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "evidence", rename_all = "kebab-case")]
pub enum Evidence {
    /// With one change to the operation, the versions agree on every input tried.
    Repaired {
        /// The change.
        change: Change,
        /// Number of inputs tried.
        inputs: usize,
    },
    /// The operation is the first whose value does not occur in the reference.
    Unmatched {
        /// The value, by lanes.
        value: String,
    },
    /// The operation keeps, for the next round of a loop, a value that leads to one which does not
    /// occur in the reference.
    Carried {
        /// The latter value, by lanes.
        value: String,
    },
    /// The operands' values all occur in the reference, and the result is wrong.
    Last,
    /// The output is not written; the position is that of the last loop that could have
    /// written it.
    Unwritten,
}

/// A change to one operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// A different constant, operator, function or variable.
    Replace {
        /// What the port has.
        from: String,
        /// What it should have.
        to: String,
    },
    /// The operands in the other order.
    Exchange,
    /// Unsigned instead of signed, or signed instead of unsigned.
    Signedness,
    /// Other source lanes.
    Lanes {
        /// The source lane of each lane.
        from: Vec<Option<u32>>,
        /// The source lane that each lane should have.
        to: Vec<Option<u32>>,
    },
    /// A sum with something that is missing.
    Addition {
        /// The missing summand: a constant, or the variable that is overwritten.
        what: String,
    },
    /// Another entry of a table.
    Entry {
        /// The entry: `steps[2]`.
        entry: String,
        /// What the port has.
        from: String,
        /// What it should have.
        to: String,
    },
    /// Two entries of a table in the other order.
    Entries {
        /// The one entry.
        first: String,
        /// The other one.
        second: String,
    },
    /// Twice the value of an operand.
    Doubling,
    /// An address shifted by a number of bytes.
    Address {
        /// The distance in bytes.
        bytes: i64,
    },
}

/// The characters of operators.
const OPERATORS: [char; 14] = [
    '<', '>', '=', '!', '+', '-', '*', '/', '%', '&', '|', '^', '~', '?',
];

/// The integer that a text is, in decimal or hexadecimal digits.
fn number(text: &str) -> Option<i128> {
    match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Whether a text is a number: an integer, or a float with or without the suffix of its type.
fn is_number(text: &str) -> bool {
    let float = text.trim_end_matches(['f', 'F']).parse::<f64>();
    number(text).is_some() || float.is_ok()
}

impl Change {
    /// Whether the change adds or drops a power of two, as the bias of a rounding is.
    fn is_rounding(&self) -> bool {
        let is_bias = |number: i128| number.unsigned_abs().is_power_of_two();
        match self {
            Change::Replace { from, to } => match (number(from), number(to)) {
                (Some(0), Some(bias)) | (Some(bias), Some(0)) => is_bias(bias),
                _ => false,
            },
            Change::Addition { what } => number(what).is_some_and(is_bias),
            _ => false,
        }
    }

    /// Whether a port with the change may keep more bits of a number: another function or mask
    /// may, but not another order, place, relation or variable.
    fn may_widen(&self) -> bool {
        let is_mask = |text: &str| {
            number(text).is_some_and(|number| number != 0 && (number & (number + 1)) == 0)
        };
        match self {
            Change::Replace { from, to } => match number(from) {
                Some(_) => is_mask(from) || is_mask(to),
                None => !from.contains(OPERATORS),
            },
            Change::Exchange
            | Change::Lanes { .. }
            | Change::Address { .. }
            | Change::Entries { .. } => false,
            Change::Signedness
            | Change::Addition { .. }
            | Change::Doubling
            | Change::Entry { .. } => true,
        }
    }

    /// Whether a port with the change may take numbers with the other sign: another conversion or
    /// function may, but not another number, or a relation of the same signedness.
    fn may_be_of_sign(&self) -> bool {
        match self {
            Change::Signedness => true,
            Change::Replace { from, .. } => {
                let keeps = from.contains(OPERATORS) && !from.contains("signed");
                number(from).is_none() && !keeps
            }
            _ => false,
        }
    }

    /// Returns the change as a phrase that follows "they agree".
    pub fn words(&self) -> String {
        match self {
            Change::Replace { from, to } => format!("with {to} in place of {from}"),
            Change::Exchange => "with the operands exchanged".to_owned(),
            Change::Entry { entry, from, to } => {
                format!("with {to} in place of {from} as {entry}")
            }
            Change::Entries { first, second } => format!("with {first} and {second} exchanged"),
            Change::Signedness => "with the other signedness".to_owned(),
            Change::Lanes { from, to } => {
                let list = |lanes: &[Option<u32>]| {
                    let lane = |lane: &Option<u32>| lane.map_or("-".to_owned(), |l| l.to_string());
                    lanes.iter().map(lane).collect::<Vec<_>>().join(" ")
                };
                format!("with lanes {} in place of {}", list(to), list(from))
            }
            Change::Addition { what } => match what.strip_prefix('-') {
                Some(number) => format!("with {number} subtracted"),
                None => format!("with {what} added"),
            },
            Change::Doubling => "with an operand doubled".to_owned(),
            Change::Address { bytes } => {
                let way = if *bytes < 0 { "back" } else { "further" };
                let plural = if bytes.abs() == 1 { "" } else { "s" };
                format!("with an address {} byte{plural} {way}", bytes.abs())
            }
        }
    }
}
