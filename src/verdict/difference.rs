//! Differences: outputs on which two versions disagree.

use serde::Serialize;

use super::cause::Cause;
use super::kind::Kind;
use super::source::Location;
use super::spread::Spread;
use super::value::{Expression, InputValue, Value};
use crate::contract::Sizes;

/// The result of native execution of a witness.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Replay {
    /// The versions ran natively and behaved as predicted.
    Confirmed,
    /// The versions ran and did not behave as predicted.
    Refuted {
        /// What was seen.
        seen: String,
    },
    /// The versions could not be run.
    Unavailable {
        /// The reason.
        reason: String,
    },
    /// Native execution cannot show it; it follows from the source and the inputs.
    Unwatched,
}

impl Replay {
    /// Whether a defect stands: native execution showed it, or could not show it.
    pub const fn stands(&self) -> bool {
        matches!(self, Replay::Confirmed | Replay::Unwatched)
    }
}

/// A witness with the greatest error found for one output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorFound {
    /// The input, in declaration order.
    pub inputs: Vec<InputValue>,
    /// The reference's result in native execution.
    pub reference: Value,
    /// The port's result.
    pub port: Value,
    /// Distance in units in the last place; none if only one result is finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u128>,
    /// |port − reference|; none if only one result is finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absolute: Option<f64>,
    /// |port − reference| / |reference|; none if only one result is finite or the reference
    /// is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relative: Option<f64>,
}

/// A signed overflow of the reference, which C leaves undefined (C17 6.5p5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Overflow {
    /// The sanitizer's message, with its position.
    pub message: String,
    /// The least and greatest value of signed inputs within which the versions were proved
    /// to agree, if they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agree_within: Option<(i64, i64)>,
}

/// Sizes at which versions were seen to differ, and the others, formatted for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AtSizes {
    /// The sizes at which the versions differ on some input tried.
    pub differ: String,
    /// The sizes at which they agree on the few inputs tried. Other inputs may show a difference
    /// there; the name in JSON is older than that distinction.
    #[serde(rename = "equal")]
    pub unseen: String,
}

/// Inputs that the result of only one version depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unread {
    /// The inputs that only the port's result depends on.
    pub by_reference: Vec<String>,
    /// The inputs that only the reference's result depends on.
    pub by_port: Vec<String>,
}

impl Unread {
    /// Whether both results depend on the same inputs.
    pub fn is_empty(&self) -> bool {
        self.by_reference.is_empty() && self.by_port.is_empty()
    }
}

/// A difference in one output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The sizes at which it was found.
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
    /// contract's ranges, confirmed natively: a lower bound of the actual maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_error: Option<ErrorFound>,
    /// An input on which exactly one result is a finite number, or a NaN,
    /// confirmed natively: the error is infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite_error: Option<ErrorFound>,
    /// The signed overflow of the reference on this input, if no input without an overflow
    /// was found that shows the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overflow: Option<Overflow>,
    /// The `--arg` whose range makes the versions agree, if a number is out of an integer's
    /// range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// The `--arg`s whose ranges make this output provably agree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agrees_with: Vec<String>,
    /// The expression that the reference computes.
    pub reference_expression: Expression,
    /// The expression that the port computes.
    pub port_expression: Expression,
    /// The definitions of the names in both expressions: `t1 = …`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<Expression>,
    /// The position at which the reference stores the output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_location: Option<Location>,
    /// The position at which the port stores the output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port_location: Option<Location>,
    /// The elements of the outputs that differ at these sizes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spread: Vec<Spread>,
    /// The sizes at which the versions differ on some input tried, and those at which they
    /// agree; empty if only one was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_sizes: Option<AtSizes>,
    /// The operation of the port with which the difference starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Inputs that the result of only one version depends on.
    #[serde(skip_serializing_if = "Unread::is_empty")]
    pub unread: Unread,
    /// The placement of buffers in memory, one sentence each, if the code inspects it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// The result of native execution.
    pub replay: Replay,
    /// All outputs after the native runs that confirmed it: the name, and the bits that the
    /// reference and the port left.
    #[serde(skip)]
    pub results: Vec<(String, [u128; 2])>,
    /// The kind of difference, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Particulars of the kind: which bound, which direction, which function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The option that states what a device chooses, if the difference rests on that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Minimal sets of assumption flags under which the outputs would agree.
    pub equal_under: Vec<Vec<String>>,
    /// The ladder step that found it.
    pub found_by: String,
}

impl Difference {
    /// Replaces the names of subterms in the expressions.
    pub fn rename(&mut self, names: &[(String, String)]) {
        let sides = [&mut self.reference_expression, &mut self.port_expression];
        for expression in sides.into_iter().chain(&mut self.definitions) {
            expression.rename(names);
        }
    }
}
