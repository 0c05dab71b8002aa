//! The assumptions of the paper (§6.1) that a check may be run under.

use serde::Serialize;

/// The assumptions in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Assumptions {
    /// FAdd and FMul are associative.
    pub associative: bool,
    /// No NaN.
    pub ordered: bool,
    /// No NaN or infinity.
    pub finite: bool,
    /// No difference between zeros.
    pub positive_zero: bool,
    /// NaN payloads matter.
    pub nan_payloads: bool,
}
