//! What a run found: the vocabulary of verdicts, shared by the drivers, which
//! fill it, and the report, which prints it.
//!
//! The serialised form is the machine interface (`"schema": "simdiff/1"`):
//! fields are added, never renamed. Invariant: a [`Verdict::Different`] carries
//! a witness that was replayed natively on both versions; one that was not is
//! only *suspected*, and [`Verdict::Undecided`].

mod kind;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::contract::{Contract, Scalar, Sizes};

pub use kind::Kind;

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
    /// A memory error or a failing assertion, with an input that reaches it.
    Defect,
    /// Neither: [`Outcome::undecided`] says why and what would decide it.
    Undecided,
}

impl Verdict {
    /// The process exit code: 0 equivalent or proved, 1 different, exceeded or
    /// defect, 3 undecided.
    pub const fn exit_code(self) -> u8 {
        match self {
            Verdict::Equivalent | Verdict::Proved => 0,
            Verdict::Different | Verdict::Exceeded | Verdict::Defect => 1,
            Verdict::Undecided => 3,
        }
    }

    /// The upper-case word that opens the human report.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Equivalent => "EQUIVALENT",
            Verdict::Proved => "PROVED",
            Verdict::Exceeded => "EXCEEDED",
            Verdict::Different => "DIFFERENT",
            Verdict::Defect => "DEFECT",
            Verdict::Undecided => "UNDECIDED",
        }
    }
}

/// A position in user source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Location {
    /// Path as the compiler recorded it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
}

impl Location {
    /// Whether it is in a file that came with the system or the compiler.
    pub fn is_system(&self) -> bool {
        self.file.starts_with("/usr/") || self.file.contains("/lib/clang/")
    }
}

/// One of the two functions under check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Function {
    /// The name as the user gave it.
    pub name: String,
    /// The symbol in the module.
    pub symbol: String,
    /// Where it is defined, if debug info says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Compiler flags of this side beyond the common ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
}

/// Which version something happened in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The scalar version: the one that is right by definition.
    Reference,
    /// The version under test.
    Port,
    /// A whole program under `simdiff run`.
    Program,
}

impl Side {
    /// The word used in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Reference => "reference",
            Side::Port => "port",
            Side::Program => "program",
        }
    }
}

/// A concrete scalar with its type: bits, and how a person reads it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// Its type.
    #[serde(flatten)]
    pub scalar: Scalar,
    /// Bits in hexadecimal (`0x3f800000`).
    pub hex: String,
    /// Shortest decimal that reads back to the same value.
    pub decimal: String,
}

impl Value {
    /// The value of a scalar with these bits.
    pub fn new(scalar: Scalar, bits: u128) -> Value {
        let digits = usize::from(scalar.bits()).div_ceil(4) + 2;
        let decimal = match scalar {
            Scalar::Float { format } => term::decimal(format, bits),
            Scalar::Int {
                bits: width,
                signed: true,
            } => term::signed(bits, width).to_string(),
            Scalar::Int { .. } => bits.to_string(),
        };
        Value {
            scalar,
            hex: format!("{bits:#0digits$x}"),
            decimal,
        }
    }
}

/// One input value of a witness.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InputValue {
    /// `src[3]`, `k`, `z[0].re`.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// Whether the differing result depends on it.
    pub involved: bool,
}

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
}

/// The text of an expression, with the part that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expression {
    /// The rendered expression, one line.
    pub text: String,
    /// Byte range in `text` of the smallest part that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked: Option<(usize, usize)>,
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
    /// What native execution said.
    pub replay: Replay,
    /// What kind of difference it is.
    pub kind: Kind,
    /// Minimal sets of assumption flags under which the outputs would agree.
    pub equal_under: Vec<Vec<String>>,
    /// The ladder step that found it.
    pub found_by: String,
}

/// A memory error or a failing assertion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DefectFound {
    /// Sizes of the run.
    pub sizes: Sizes,
    /// The version that commits it.
    pub side: Side,
    /// Short stable name: `out-of-bounds-read`, `assertion`, …
    pub kind: String,
    /// One sentence: what happened to which object.
    pub message: String,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
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
    /// What kind of difference it is.
    pub kind: Kind,
    /// Minimal sets of assumption flags under which the assertion would hold.
    pub equal_under: Vec<Vec<String>>,
}

/// Why something could not be decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Undecided {
    /// Short stable name: `unknown-intrinsic`, `time-limit`, `solver-timeout`, …
    pub kind: String,
    /// One sentence with the particulars.
    pub message: String,
    /// What would decide it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// How many outputs or paths it concerns.
    pub count: usize,
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
}

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
    /// Branches folded into selects before execution (paper §5).
    pub phi_folds: usize,
    /// Outputs decided by each step of the ladder.
    pub decided_by: BTreeMap<String, u64>,
    /// Terms built.
    pub terms: usize,
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

/// Everything a `check` found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// `check` or `run`.
    pub command: &'static str,
    /// The answer.
    pub verdict: Verdict,
    /// The reference function; `None` under `run`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<Function>,
    /// The port; `None` under `run`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<Function>,
    /// The harness; `None` under `check`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The contract used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
    /// The sizes asked for, as a sentence (`n = 1..64`).
    pub sizes: String,
    /// Assumption flags in force.
    pub assumptions: Vec<String>,
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
    /// Everything that could not be decided, most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<Undecided>,
    /// How much was covered.
    pub coverage: Coverage,
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
