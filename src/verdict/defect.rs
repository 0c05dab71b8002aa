//! Defects: memory errors, races and failing assertions.

use serde::Serialize;

use super::access::AccessFound;
use super::cause::Cause;
use super::defect_kind::DefectKind;
use super::difference::Replay;
use super::kind::Kind;
use super::source::{Location, Side};
use super::value::{Expression, InputValue, Value};
use crate::contract::Sizes;

/// A memory error, a race, or a failing assertion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DefectFound {
    /// The sizes at which it was found.
    pub sizes: Sizes,
    /// The version that commits it.
    pub side: Side,
    /// Its kind: `out-of-bounds-read`, `assertion`, …
    pub kind: DefectKind,
    /// One sentence: what happened to which object.
    pub message: String,
    /// Its position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The call that led there, if it is in another function than the version's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub called_at: Option<Location>,
    /// The accesses that together are the defect, if one alone is not; the first is at the
    /// defect's location.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accesses: Vec<AccessFound>,
    /// The commands of a host around it, and what each is ordered after, one per line; the
    /// commands concerned are marked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<String>,
    /// Where the object was allocated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocation: Option<Location>,
    /// Where the object was freed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<Location>,
    /// An input that reaches it; empty if every input does.
    pub inputs: Vec<InputValue>,
    /// The values of all inputs that reach it, in the order in which the check creates them;
    /// empty where that is unknown.
    #[serde(skip)]
    pub witness: Vec<u128>,
    /// The operation of the port at fault, if a change to it makes the versions agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The comparison made by a failed assertion of equality.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// Advice on how the contract can exclude it, if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The result of native execution.
    pub replay: Replay,
    /// The sanitizer that confirmed it and its message:
    /// `AddressSanitizer: heap-buffer-overflow (t.c:3:14)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sanitizer: Option<String>,
}

/// The two values that a failed assertion compares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Both values, on the input under which it fails.
    pub values: [Value; 2],
    /// Their distance in units in the last place, for floats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ulps: Option<u128>,
    /// The expressions that compute them.
    pub expressions: [Expression; 2],
    /// The definitions of the names in both expressions: `t1 = …`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<Expression>,
    /// The kind of difference, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Minimal sets of assumption flags under which the assertion would hold.
    pub equal_under: Vec<Vec<String>>,
}
