//! A mismatch of one output.

use serde::Serialize;

use super::cause::Cause;
use super::kind::Kind;
use super::source::Location;
use super::spread::Spread;
use super::value::{Expression, InputValue, Value};
use crate::contract::Sizes;

/// What native execution said of a witness.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Replay {
    /// Both versions ran natively and behave as predicted.
    Confirmed,
    /// They ran but did not show it: what they did instead.
    Refuted {
        /// What was seen.
        seen: String,
    },
    /// They could not be run.
    Unavailable {
        /// Why.
        reason: String,
    },
    /// Nothing shows such a thing natively; it follows from the source and the inputs.
    Unwatched,
}

impl Replay {
    /// Whether a defect stands: native execution showed it, or could not have.
    pub const fn stands(&self) -> bool {
        matches!(self, Replay::Confirmed | Replay::Unwatched)
    }
}

/// Results of one output that are as far apart as any that were found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorFound {
    /// The input, in declaration order.
    pub inputs: Vec<InputValue>,
    /// The reference's result, as native execution gave it.
    pub reference: Value,
    /// The port's.
    pub port: Value,
    /// Distance in units in the last place; none where only one is finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u128>,
    /// |port − reference|; none where only one is finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absolute: Option<f64>,
    /// That divided by |reference|; none where only one is finite, or where the
    /// reference is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relative: Option<f64>,
}

/// A signed overflow of the reference, which C leaves undefined (C17 6.5p5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Overflow {
    /// What the sanitizer says of it, and where.
    pub message: String,
    /// Least and greatest value of signed inputs between which the versions were
    /// proved to agree, if they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agree_within: Option<(i64, i64)>,
}

/// Sizes, as a person reads them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AtSizes {
    /// Those at which the versions differ on some input that was tried.
    pub differ: String,
    /// Those at which they do not.
    pub equal: String,
}

/// Inputs that the result of one version rests on and that of the other does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unread {
    /// Those that only the port's result rests on.
    pub by_reference: Vec<String>,
    /// Those that only the reference's result rests on.
    pub by_port: Vec<String>,
}

impl Unread {
    /// Whether both results rest on the same inputs.
    pub fn is_empty(&self) -> bool {
        self.by_reference.is_empty() && self.by_port.is_empty()
    }
}

/// A mismatch of one output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Sizes of the run.
    pub sizes: Sizes,
    /// The output: `dst[3]`, `return value`.
    pub output: String,
    /// The witness, in declaration order.
    pub inputs: Vec<InputValue>,
    /// The reference's result.
    pub reference: Value,
    /// The port's result.
    pub port: Value,
    /// Distance in units in the last place, for floats of one format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u128>,
    /// The largest finite error of this output that a guided search found over the
    /// contract's ranges, confirmed natively: a lower bound of the real one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_error: Option<ErrorFound>,
    /// An input on which exactly one result is a finite number, or a NaN,
    /// confirmed natively: the error is infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite_error: Option<ErrorFound>,
    /// How the reference overflows a signed integer on this input, where none
    /// without an overflow was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overflow: Option<Overflow>,
    /// The `--arg` with whose range the versions agree, where a number is out of an
    /// integer's range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// The `--arg`s with whose ranges this output is proved to agree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agrees_with: Vec<String>,
    /// The expression that the reference computes.
    pub reference_expression: Expression,
    /// The expression that the port computes.
    pub port_expression: Expression,
    /// What the names in both expressions stand for: `t1 = …`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<Expression>,
    /// Where the reference stores the output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_location: Option<Location>,
    /// Where the port stores the output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port_location: Option<Location>,
    /// Which elements of the outputs differ, at these sizes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spread: Vec<Spread>,
    /// Sizes at which the versions differ on some input tried, and at which they do not;
    /// empty where only one was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_sizes: Option<AtSizes>,
    /// Where it starts in the port.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Inputs that one version's result rests on and the other's does not.
    #[serde(skip_serializing_if = "Unread::is_empty")]
    pub unread: Unread,
    /// Where buffers lie in memory, where the code looks at that, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// What native execution said.
    pub replay: Replay,
    /// What kind of difference it is, where it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Which bound, which direction, which function it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Minimal sets of assumption flags under which the outputs would agree.
    pub equal_under: Vec<Vec<String>>,
    /// The ladder step that found it.
    pub found_by: String,
}
