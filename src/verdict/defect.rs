//! A memory error, a race, or a failing assertion.

use serde::Serialize;

use super::access::AccessFound;
use super::defect_kind::DefectKind;
use super::difference::Replay;
use super::kind::Kind;
use super::source::{Location, Side};
use super::value::{Expression, InputValue, Value};
use crate::contract::Sizes;

/// A memory error, a race, or a failing assertion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DefectFound {
    /// Sizes of the run.
    pub sizes: Sizes,
    /// The version that commits it.
    pub side: Side,
    /// What kind: `out-of-bounds-read`, `assertion`, …
    pub kind: DefectKind,
    /// One sentence: what happened to which object.
    pub message: String,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The accesses that make it one together, where one alone does not; the first is at
    /// the defect's location.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accesses: Vec<AccessFound>,
    /// The commands of a host around it, and what each comes after, a line each; those
    /// that it is about are marked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<String>,
    /// Where the object was allocated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocation: Option<Location>,
    /// Where the object was freed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<Location>,
    /// An input that reaches it (empty: any input does).
    pub inputs: Vec<InputValue>,
    /// What a failed assertion of equality compares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// What would make it none, where the contract can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// What native execution said.
    pub replay: Replay,
    /// The sanitizer that confirmed it, and what it calls it:
    /// `AddressSanitizer: heap-buffer-overflow (t.c:3:14)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sanitizer: Option<String>,
}

/// The two values that a failed assertion compares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Both for the input that makes it fail.
    pub values: [Value; 2],
    /// Distance in units in the last place, for floats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u128>,
    /// The expressions that are computed.
    pub expressions: [Expression; 2],
    /// What the names in both expressions stand for: `t1 = …`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<Expression>,
    /// What kind of difference it is, where it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Minimal sets of assumption flags under which the assertion would hold.
    pub equal_under: Vec<Vec<String>>,
}
