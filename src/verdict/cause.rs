//! Where a difference starts: the operation of the port, and what shows that it does.
//!
//! An explanation, found by trials: never part of a verdict.

use serde::Serialize;

use super::access::CallSite;
use super::source::Location;

/// The operation of the port with which a difference starts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cause {
    /// Where it is.
    pub location: Location,
    /// The functions that are active, the one that holds the operation first.
    pub calls: Vec<CallSite>,
    /// What shows that it starts there.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// What shows that a difference starts with an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "evidence", rename_all = "kebab-case")]
pub enum Evidence {
    /// With one change to it the versions agree on every input tried.
    Repaired {
        /// The change.
        change: Change,
        /// The number of inputs.
        inputs: usize,
    },
    /// It is the first whose value the reference has nowhere.
    Unmatched {
        /// The value, its lanes in order.
        value: String,
    },
    /// The reference has the values that it takes, and it makes the wrong result of them.
    Last,
    /// The output is not written; this is the last loop that could have.
    Unwritten,
}

/// A change to one operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum Change {
    /// Another constant, operator, function or variable.
    Replace {
        /// What stands there.
        from: String,
        /// What should.
        to: String,
    },
    /// Operands in another order.
    Exchange,
    /// Unsigned for signed, or the other way round.
    Signedness,
    /// Lanes from other places.
    Lanes {
        /// For each lane the one that it is taken from.
        from: Vec<Option<u32>>,
        /// The one that it should be taken from.
        to: Vec<Option<u32>>,
    },
    /// An address that many bytes further.
    Address {
        /// The distance.
        bytes: i64,
    },
}

impl Change {
    /// The change as a phrase after "they agree".
    pub fn words(&self) -> String {
        match self {
            Change::Replace { from, to } => format!("with {to} in place of {from}"),
            Change::Exchange => "with the operands exchanged".to_owned(),
            Change::Signedness => "with the other signedness".to_owned(),
            Change::Lanes { from, to } => {
                let list = |lanes: &[Option<u32>]| {
                    let lane = |lane: &Option<u32>| lane.map_or("-".to_owned(), |l| l.to_string());
                    lanes.iter().map(lane).collect::<Vec<_>>().join(" ")
                };
                format!("with lanes {} in place of {}", list(to), list(from))
            }
            Change::Address { bytes } => {
                let way = if *bytes < 0 { "back" } else { "further" };
                let plural = if bytes.abs() == 1 { "" } else { "s" };
                format!("with an address {} byte{plural} {way}", bytes.abs())
            }
        }
    }
}
