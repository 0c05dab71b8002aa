//! The vocabulary of verdicts, filled by the drivers and printed by the report.
//!
//! The serialised form is the machine interface (`"schema": "simdiff/1"`): fields are
//! added, never renamed. Invariant: a [`Verdict::Different`] carries a witness that was
//! replayed natively on both versions; without a replay, a difference is only *suspected*,
//! and the verdict is [`Verdict::Undecided`].

mod access;
mod cause;
mod coverage;
mod defect;
mod defect_kind;
mod difference;
mod kind;
mod source;
mod spread;
mod undecided;
mod undefined;
mod value;

use serde::Serialize;

use crate::contract::Contract;
use crate::problem::Problem;

pub use access::{AccessFound, CallSite, Thread};
pub use cause::{Cause, Change, Evidence};
pub use coverage::{
    Branches, Coverage, Ended, Instrumentation, LeftOut, SimdCount, StepTiming, Timing, Unmet,
    Unreached,
};
pub use defect::{Comparison, DefectFound};
pub use defect_kind::{Access, DefectKind};
pub use difference::{AtSizes, Difference, ErrorFound, Overflow, Replay, Unread};
pub use kind::{Explanation, Kind};
pub use source::{Compilation, Function, Location, Side};
pub use spread::Spread;
pub use undecided::{Undecided, UndecidedKind};
pub use undefined::{Undefined, UndefinedFound, UndefinedOpen};
pub use value::{Expression, InputValue, Value};

/// The version tag of the machine output.
pub const SCHEMA: &str = "simdiff/1";

/// The answer of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Proved on every explored path, within the bounds and assumptions listed.
    Equivalent,
    /// Every output is equal or proved to be within the tolerance.
    Proved,
    /// The versions differ on an input that was replayed natively.
    Different,
    /// A float output differs by more than the tolerance on an input that was replayed
    /// natively.
    Exceeded,
    /// The kernel has no race, barrier divergence or memory error on any input.
    Clean,
    /// A memory error or a failing assertion, with an input that reaches it.
    Defect,
    /// None of these; [`Outcome::undecided`] has the reasons and what would decide it.
    Undecided,
}

impl Verdict {
    /// Returns the process exit code: 0 for equivalent, proved or clean, 1 for different,
    /// exceeded or defect, 3 for undecided.
    pub const fn exit_code(self) -> u8 {
        match self {
            Verdict::Equivalent | Verdict::Proved | Verdict::Clean => 0,
            Verdict::Different | Verdict::Exceeded | Verdict::Defect => 1,
            Verdict::Undecided => 3,
        }
    }

    /// Returns the verdict of a run that did not examine everything.
    pub const fn unfinished(self) -> Verdict {
        match self {
            Verdict::Equivalent | Verdict::Proved | Verdict::Clean => Verdict::Undecided,
            found => found,
        }
    }

    /// Returns the upper-case word that opens the human report.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Equivalent => "EQUIVALENT",
            Verdict::Proved => "PROVED",
            Verdict::Exceeded => "EXCEEDED",
            Verdict::Different => "DIFFERENT",
            Verdict::Clean => "CLEAN",
            Verdict::Defect => "DEFECT",
            Verdict::Undecided => "UNDECIDED",
        }
    }
}

/// The tolerance, and how much of it is needed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tolerance {
    /// The value of `--tolerance`.
    pub asked: String,
    /// Accepted distance in ulps; 0 if the tolerance is not given in ulps.
    pub ulps: u64,
    /// Accepted error relative to the magnitude of the reference.
    pub relative: f64,
    /// Accepted absolute error.
    pub absolute: f64,
    /// Outputs that may differ and are proved to be within it.
    pub outputs: u64,
    /// The error bound proved for all of these, as a sentence; none if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// That bound relative to the tolerance, at most 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// Outputs that exceed it, each on an input that was replayed natively.
    pub exceeding: u64,
    /// The largest distance found for these, as a multiple of the tolerance; none if there
    /// are none or it is infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<f64>,
    /// Outputs that are neither proved within the tolerance nor shown to exceed it.
    pub undecided: u64,
    /// Outputs not judged because many of different shapes were judged before.
    pub passed_over: u64,
}

/// A kernel that could not be examined, although others of its files were.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unexamined {
    /// The kernel's name.
    pub kernel: String,
    /// What is wrong.
    #[serde(flatten)]
    pub problem: Problem,
}

/// Everything that a run found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// `check`, `run` or `kernel`.
    pub command: &'static str,
    /// The answer.
    pub verdict: Verdict,
    /// The reference function; only under `check`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<Function>,
    /// The port; only under `check`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<Function>,
    /// The harness; only under `run`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The kernel; only under `kernel`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<Function>,
    /// The contract.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
    /// The requested sizes, as a sentence (`n = 1..64`).
    pub sizes: String,
    /// Assumption flags in force.
    pub assumptions: Vec<String>,
    /// The user's rules that are neither proved nor refuted: an EQUIVALENT or PROVED
    /// verdict assumes them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given_rules: Vec<String>,
    /// The meaning of each assumption, one sentence each (`docs/assumptions.md`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assuming: Vec<String>,
    /// The tolerance, if one is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<Tolerance>,
    /// Models and conventions that the verdict rests on, one sentence each.
    pub leaning_on: Vec<String>,
    /// The difference behind a DIFFERENT verdict, or the suspected one behind an UNDECIDED
    /// one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// The defect behind a DEFECT verdict, or the suspected one behind an UNDECIDED one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defect: Option<DefectFound>,
    /// Undefined behaviour that admissible inputs reach, without being a defect.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undefined: Vec<UndefinedFound>,
    /// Source positions at which it is undecided whether an input reaches undefined
    /// behaviour.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undefined_open: Vec<UndefinedOpen>,
    /// The kinds of undefined behaviour that were not searched for, as the user asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undefined_ignored: Vec<Undefined>,
    /// Everything that could not be decided, most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<Undecided>,
    /// What the run covered.
    pub coverage: Coverage,
    /// The outcome of each kernel, if there are several; the fields above are then those of
    /// the worst one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kernels: Vec<Outcome>,
    /// The kernels that could not be examined, if others were: an option that one of them
    /// needs is missing. None of the fields above is about them, but the verdict is not
    /// CLEAN then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Unexamined>,
    /// The certificate of an EQUIVALENT verdict, if one was requested.
    #[serde(skip)]
    pub certificate: Option<String>,
    /// Time per stage, only with `--timings`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub timings: Vec<Timing>,
    /// The ladder's part of that time by step, only with `--timings`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepTiming>,
}

impl Outcome {
    /// Returns the process exit code: that of the verdict, or 2 if a kernel could not be
    /// examined and no other one fails.
    pub fn exit_code(&self) -> u8 {
        match self.verdict {
            Verdict::Different | Verdict::Exceeded | Verdict::Defect => self.verdict.exit_code(),
            _ if !self.problems.is_empty() => 2,
            verdict => verdict.exit_code(),
        }
    }

    /// Returns the outcome of a run that ends before everything was decided.
    pub fn cut_short(mut self, why: Undecided) -> Outcome {
        self.verdict = self.verdict.unfinished();
        if self.verdict != Verdict::Undecided {
            return self;
        }
        if !self.undecided.iter().any(|u| u.kind == why.kind) {
            self.undecided.push(why);
        }
        self
    }
}
