//! How much a run covered, and what it took.

use std::collections::BTreeMap;

use serde::Serialize;

use super::source::Side;
use crate::contract::Sizes;

/// How much was covered and what it took.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Coverage {
    /// Size assignments decided.
    pub sizes_decided: usize,
    /// Size assignments asked for.
    pub sizes_requested: usize,
    /// Paths explored, both versions together.
    pub paths: u64,
    /// Branches on inputs, and what became of them.
    pub branches: Branches,
    /// Paths by the way they ended, both versions together.
    pub ended: Ended,
    /// Outputs compared.
    pub outputs: u64,
    /// IR instructions executed, both versions together.
    pub instructions: u64,
    /// Vector operations executed by the reference and the port.
    pub vector_operations: [u64; 2],
    /// Vector operations by size, only with `--instrument-simd`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simd: Option<Instrumentation>,
    /// Sizes of the default that were left out, because the reference fails at them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Code that ran at no size tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreached: Vec<Unreached>,
    /// Branches folded into selects before execution (paper §5).
    pub phi_folds: usize,
    /// Outputs decided by each step of the ladder.
    pub decided_by: BTreeMap<String, u64>,
    /// Terms built.
    pub terms: usize,
}

/// A size of the default that was left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftOut {
    /// The size.
    pub sizes: Sizes,
    /// What the reference does there.
    pub reason: String,
}

/// Lines of one version that no run executed, or not with numbers as large as they get, or
/// in which a choice always fell out alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unreached {
    /// The version.
    pub side: Side,
    /// Path as the compiler recorded it.
    pub file: String,
    /// The lines, as a sentence (`8..9, 12`).
    pub lines: String,
    /// The first of them.
    #[serde(skip)]
    pub first: u32,
    /// Whether the lines ran, and only a choice in them went one way every time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub choice: bool,
    /// What keeps them from running.
    pub because: Unmet,
    /// A size that may run them, where one is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Sizes>,
}

/// Why code was not executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unmet {
    /// It hangs on sizes, and those tried do not lead there.
    Sizes,
    /// It runs, but a number there loses bits at larger sizes than those tried.
    Narrowed,
    /// Only sizes that are too large to be executed lead there.
    TooLarge,
    /// The reference fails at the sizes that lead there.
    ReferenceFails,
    /// It hangs on where objects lie in memory.
    Addresses,
    /// It hangs on what no size changes: a constant, a null pointer, the processor.
    NoSize,
    /// It hangs on an allocation that fails, as none does here.
    Allocation,
    /// No size leads there that the user's `--size` leaves open.
    Given,
    /// No size leads there.
    Impossible,
}

impl Unmet {
    /// The words used in reports.
    pub const fn words(self) -> &'static str {
        match self {
            Unmet::Sizes => "no size tried leads there",
            Unmet::Narrowed => "a number loses bits there at larger sizes than those tried",
            Unmet::TooLarge => "only sizes above 16777216 may lead there, which are not executed",
            Unmet::ReferenceFails => "the reference fails at the sizes that lead there",
            Unmet::Addresses => "it depends on addresses",
            Unmet::NoSize => "it depends on no size",
            Unmet::Allocation => "an allocation would have to fail, as none does here",
            Unmet::Given => "no size among those given leads there",
            Unmet::Impossible => "no size leads there",
        }
    }
}

/// Branches on conditions that depend on inputs, beyond those that were folded
/// before execution; both versions together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Branches {
    /// Executed.
    pub on_inputs: u64,
    /// Both sides taken, and their arms became one path again.
    pub merged: u64,
    /// Times that a path went on as two.
    pub splits: u64,
    /// Both sides taken although it was not known whether both can be.
    pub unknown: u64,
    /// Addresses that split a path because they may lie in several objects.
    pub split_addresses: u64,
}

/// Paths by the way they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Ended {
    /// By returning.
    pub returned: u64,
    /// By `exit`.
    pub exited: u64,
    /// By an assumption that does not hold.
    pub infeasible: u64,
    /// By a defect.
    pub defects: u64,
    /// Without being explored to their end.
    pub stopped: u64,
}

/// Vector operations executed at one size.
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
    /// At which sizes the port executed no vector operation, as a sentence
    /// (`n < 8`); empty if at none.
    pub port_without: String,
    /// Every size.
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

/// What the decision ladder spent on one of its steps; printed with `--timings`
/// only.
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
