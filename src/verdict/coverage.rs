//! The coverage of a run, and its costs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::source::Side;
use crate::contract::Sizes;

/// What a run covered, and its costs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Coverage {
    /// Size assignments decided.
    pub sizes_decided: usize,
    /// Size assignments requested.
    pub sizes_requested: usize,
    /// Paths explored, in both versions together.
    pub paths: u64,
    /// Branches on inputs, by how they were executed.
    pub branches: Branches,
    /// Paths by kind of end, in both versions together.
    pub ended: Ended,
    /// Outputs compared.
    pub outputs: u64,
    /// IR instructions executed, in both versions together.
    pub instructions: u64,
    /// Vector operations executed by the reference and the port.
    pub vector_operations: [u64; 2],
    /// Vector operations by size, only with `--instrument-simd`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simd: Option<Instrumentation>,
    /// Sizes of the default sweep that were left out because the reference fails at them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Code that was executed at no size tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreached: Vec<Unreached>,
    /// Branches folded into selects before execution (paper §5).
    pub phi_folds: usize,
    /// Outputs decided by each step of the ladder.
    pub decided_by: BTreeMap<String, u64>,
    /// Terms built.
    pub terms: usize,
}

/// A size of the default sweep that was left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftOut {
    /// The size.
    pub sizes: Sizes,
    /// How the reference fails there, or why it cannot be decided.
    pub reason: String,
}

/// Lines of one version that were not executed, that were not executed with numbers as
/// large as they may be, or in which a choice always had the same outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unreached {
    /// The version.
    pub side: Side,
    /// Path as the compiler recorded it; empty where it recorded no lines.
    pub file: String,
    /// The lines, as a sentence (`8..9, 12`); empty where none are recorded.
    pub lines: String,
    /// The function, where no lines are recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The first of the lines.
    #[serde(skip)]
    pub first: u32,
    /// Whether the lines were executed, and only a choice in them always had the same
    /// outcome.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub choice: bool,
    /// The reason.
    pub because: Unmet,
    /// A size that may execute them, if one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Sizes>,
}

impl Unreached {
    /// The lines in words, or the function where none are recorded.
    pub fn place(&self) -> String {
        match &self.function {
            Some(function) => format!("code of `{function}`"),
            None if self.lines.contains([',', '.']) => format!("lines {}", self.lines),
            None => format!("line {}", self.lines),
        }
    }
}

/// The reason why code was not executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unmet {
    /// It depends on sizes, and none of those tried leads there.
    Sizes,
    /// It was executed, but conditions there did not meet as they do at sizes that are too large
    /// to be tried unasked.
    Case,
    /// It was executed, but a number there loses bits at larger sizes than those tried.
    Narrowed,
    /// Only sizes that are too large to be executed lead there.
    TooLarge,
    /// Negative sizes lead there, at which buffers are assumed to be empty.
    Negative,
    /// The reference fails at the sizes that lead there.
    ReferenceFails,
    /// It depends on the placement of objects in memory.
    Addresses,
    /// It depends on something that sizes do not affect: a constant, a null pointer, the
    /// processor.
    NoSize,
    /// It depends on a failing allocation, and none fails here.
    Allocation,
    /// A device chooses what a builtin of OpenCL C gives there.
    OpenOperands,
    /// No size that the user's `--size` permits leads there.
    Given,
    /// No size leads there.
    Impossible,
}

impl Unmet {
    /// The words used in reports.
    pub const fn words(self) -> &'static str {
        match self {
            Unmet::Sizes => "no size tried leads there",
            Unmet::Case => "conditions there have met in fewer ways than at larger sizes",
            Unmet::Narrowed => "a number loses bits there at larger sizes than those tried",
            Unmet::TooLarge => "only sizes above 16777216 may lead there, which are not executed",
            Unmet::Negative => "negative sizes lead there, for which the contract has no buffers",
            Unmet::ReferenceFails => "the reference fails at the sizes that lead there",
            Unmet::Addresses => "it depends on addresses",
            Unmet::NoSize => "it depends on no size",
            Unmet::Allocation => "an allocation would have to fail, as none does here",
            Unmet::OpenOperands => {
                "at other sizes a device may choose what a builtin gives for its operands"
            }
            Unmet::Given => "no size among those given leads there",
            Unmet::Impossible => "no size leads there",
        }
    }
}

/// Numbers of branches on conditions that depend on inputs, without those folded before
/// execution; both versions together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Branches {
    /// Branches executed.
    pub on_inputs: u64,
    /// Branches with both edges taken whose arms were merged.
    pub merged: u64,
    /// Splits of a path into two.
    pub splits: u64,
    /// Branches with both edges taken although it was unknown whether both are feasible.
    pub unknown: u64,
    /// Addresses that split a path because they may point into several objects.
    pub split_addresses: u64,
}

/// Numbers of paths, by kind of end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Ended {
    /// Returned.
    pub returned: u64,
    /// Exited.
    pub exited: u64,
    /// Contradicted an assumption.
    pub infeasible: u64,
    /// Ended in a defect.
    pub defects: u64,
    /// Stopped before their end.
    pub stopped: u64,
}

/// Numbers of vector operations executed at one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimdCount {
    /// The size.
    pub sizes: Sizes,
    /// By the reference.
    pub reference: u64,
    /// By the port.
    pub port: u64,
}

/// What `--instrument-simd` counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Instrumentation {
    /// The sizes at which the port executed no vector operation, as a sentence (`n < 8`);
    /// empty if there are none.
    pub port_without: String,
    /// The counts at every size.
    pub counts: Vec<SimdCount>,
}

/// Wall time of one stage in seconds; printed with `--timings` only, so that
/// the default output is deterministic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// The stage's name.
    pub stage: &'static str,
    /// Seconds.
    pub seconds: f64,
}

/// Time that the decision ladder spent in one of its steps; printed with `--timings` only.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepTiming {
    /// The step's name.
    pub step: &'static str,
    /// Outputs that reached it.
    pub tried: u64,
    /// Outputs that it decided.
    pub decided: u64,
    /// Seconds.
    pub seconds: f64,
}
