//! What a run found: the vocabulary of verdicts, shared by the drivers, which
//! fill it, and the report, which prints it.
//!
//! The serialised form is the machine interface (`"schema": "simdiff/1"`):
//! fields are added, never renamed. Invariant: a [`Verdict::Different`] carries
//! a witness that was replayed natively on both versions; one that was not is
//! only *suspected*, and [`Verdict::Undecided`].

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

/// The overall answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Proved on every explored path, within the bounds and assumptions listed.
    Equivalent,
    /// Every output is equal or proved to be within the tolerance asked for.
    Proved,
    /// An input on which the two versions differ, replayed natively.
    Different,
    /// One on which a float output differs by more than the tolerance asked for.
    Exceeded,
    /// No input has the kernel race, diverge at a barrier, or go wrong in memory.
    Clean,
    /// A memory error or a failing assertion, with an input that reaches it.
    Defect,
    /// Neither: [`Outcome::undecided`] says why and what would decide it.
    Undecided,
}

impl Verdict {
    /// The process exit code: 0 equivalent, proved or clean, 1 different, exceeded or
    /// defect, 3 undecided.
    pub const fn exit_code(self) -> u8 {
        match self {
            Verdict::Equivalent | Verdict::Proved | Verdict::Clean => 0,
            Verdict::Different | Verdict::Exceeded | Verdict::Defect => 1,
            Verdict::Undecided => 3,
        }
    }

    /// What it comes to where not everything was looked at.
    pub const fn unfinished(self) -> Verdict {
        match self {
            Verdict::Equivalent | Verdict::Proved | Verdict::Clean => Verdict::Undecided,
            found => found,
        }
    }

    /// The upper-case word that opens the human report.
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

/// The tolerance asked for, and how much of it is needed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tolerance {
    /// As `--tolerance` says it.
    pub asked: String,
    /// Representable values from one result to the other; 0 where that is not asked.
    pub ulps: u64,
    /// The accepted factor of the reference's magnitude.
    pub relative: f64,
    /// What is accepted in any case.
    pub absolute: f64,
    /// Outputs that may differ and are proved to be within it.
    pub outputs: u64,
    /// The error proved for all of these, as a sentence; none without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// That as a part of the tolerance, at most 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// Outputs that exceed it, each on an input that was replayed natively.
    pub exceeding: u64,
    /// The largest distance found of these, as a multiple of the tolerance; none
    /// without any, or where it is infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess: Option<f64>,
    /// Outputs of which neither is known.
    pub undecided: u64,
    /// Outputs that were passed over, after many of unlike shapes.
    pub passed_over: u64,
}

/// Everything a `check` found.
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
    /// The contract used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
    /// The sizes asked for, as a sentence (`n = 1..64`).
    pub sizes: String,
    /// Assumption flags in force.
    pub assumptions: Vec<String>,
    /// Rules of the user's that are neither proved nor refuted: an EQUIVALENT or
    /// PROVED is given these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given_rules: Vec<String>,
    /// What each of them says, one sentence each (`docs/assumptions.md`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assuming: Vec<String>,
    /// The tolerance, where one is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<Tolerance>,
    /// Models and conventions that the verdict rests on, one sentence each.
    pub leaning_on: Vec<String>,
    /// The mismatch behind a DIFFERENT, or the suspected one behind an UNDECIDED.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// The error behind a DEFECT, or the suspected one behind an UNDECIDED.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defect: Option<DefectFound>,
    /// What C leaves undefined and admissible inputs reach, without being a defect.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undefined: Vec<UndefinedFound>,
    /// Of which places that is not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undefined_open: Vec<UndefinedOpen>,
    /// Everything that could not be decided, most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<Undecided>,
    /// How much was covered.
    pub coverage: Coverage,
    /// What was found of each kernel, where there are several; the fields above are then
    /// about the worst of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kernels: Vec<Outcome>,
    /// The certificate of an EQUIVALENT, where one was asked for.
    #[serde(skip)]
    pub certificate: Option<String>,
    /// Time per stage, only with `--timings`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub timings: Vec<Timing>,
    /// The ladder's part of it by step, only with `--timings`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepTiming>,
}

impl Outcome {
    /// What was found of a run that ends here, before everything was decided.
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
