//! Why something could not be decided.

use std::fmt;

use serde::{Serialize, Serializer};

use super::defect_kind::DefectKind;
use super::source::Location;

/// What kind of reason; its name is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UndecidedKind {
    /// No step of the ladder proved or refuted an output.
    SolverLimit,
    /// Equality needs a property of floating-point arithmetic that no rule states.
    FloatReasoning,
    /// The expressions are too large for the solver.
    ExpressionTooLarge,
    /// Mismatches exist only on inputs that the assumptions exclude.
    OutsideAssumptions,
    /// Under *associative* the results differ no more than roundings explain.
    WithinRounding,
    /// No input was found that takes the path.
    PathUnknown,
    /// The time of the run was up.
    TimeLimit,
    /// The user interrupted the run.
    Interrupted,
    /// The memory of the run, or of a path, was used up.
    MemoryLimit,
    /// An instruction without semantics here.
    UnsupportedInstruction,
    /// An intrinsic without a lowering.
    UnknownIntrinsic,
    /// A function without body or model.
    UnknownFunction,
    /// A file that the program may not read.
    ForbiddenFile,
    /// A variable that no file defines.
    UnknownVariable,
    /// A global pointer that another function sets.
    UnsetPointer,
    /// A volatile object that was accessed before.
    Volatile,
    /// A function that is not executed.
    Refused,
    /// A modelled function used in a way that its model does not cover.
    UnsupportedUse,
    /// Compiler flags that allow other results.
    FastMath,
    /// Rounding, flushing or traps that are not modelled.
    FloatEnvironment,
    /// An address that depends on inputs without a known bound.
    SymbolicAddress,
    /// A size that has to be concrete and depends on inputs.
    SymbolicSize,
    /// A call through a pointer that depends on inputs.
    SymbolicCall,
    /// More instructions than allowed.
    StepLimit,
    /// Calls nested too deeply.
    RecursionLimit,
    /// Too many paths.
    PathLimit,
    /// Paths left out after one that fails.
    PathsLeft,
    /// The reference declares every input impossible.
    NothingCompared,
    /// A mismatch that native runs do not show.
    SuspectedDifference,
    /// A defect that native runs do not show.
    Suspected(DefectKind),
    /// A defect of which it is open whether an input reaches it.
    Possible(DefectKind),
    /// Of two returned pointers it is open whether they lead to one place.
    Address,
    /// Not every combination of places of buffers was executed.
    Addresses,
    /// A run could not be prepared.
    Preparation,
    /// Two work-items may race, or the order of atomic accesses is open.
    Races,
    /// A version ends the process.
    Exit,
    /// A version reaches beyond a length that is assumed.
    AssumedLength,
    /// Code that ran at no size tried.
    Unreached,
    /// An integer result rests on an intermediate float that assumptions exclude.
    ExcludedIntermediate,
    /// The versions leave different values in a global variable.
    GlobalVariable,
    /// What the versions keep in static variables is not compared.
    StaticState,
    /// An output that a version leaves undefined.
    UndefinedOutput,
    /// An output that may rest on memory that nothing wrote.
    UninitialisedOutput,
    /// A conversion that may be out of range in the port alone.
    Conversion,
    /// A scalar access of a kernel that may be misaligned.
    Misaligned,
    /// Of an error it is open whether it stays within the tolerance.
    Tolerance,
}

impl UndecidedKind {
    /// Every kind, one of those that name a defect included.
    pub const ALL: [UndecidedKind; 46] = {
        use UndecidedKind::*;
        [
            SolverLimit,
            FloatReasoning,
            ExpressionTooLarge,
            OutsideAssumptions,
            WithinRounding,
            PathUnknown,
            TimeLimit,
            Interrupted,
            MemoryLimit,
            UnsupportedInstruction,
            UnknownIntrinsic,
            UnknownFunction,
            ForbiddenFile,
            UnknownVariable,
            UnsetPointer,
            Volatile,
            Refused,
            UnsupportedUse,
            FastMath,
            FloatEnvironment,
            SymbolicAddress,
            SymbolicSize,
            SymbolicCall,
            StepLimit,
            RecursionLimit,
            PathLimit,
            PathsLeft,
            NothingCompared,
            SuspectedDifference,
            Suspected(DefectKind::Race),
            Possible(DefectKind::Race),
            Address,
            Addresses,
            Preparation,
            Races,
            Exit,
            AssumedLength,
            Unreached,
            ExcludedIntermediate,
            GlobalVariable,
            StaticState,
            UndefinedOutput,
            UninitialisedOutput,
            Conversion,
            Misaligned,
            Tolerance,
        ]
    };

    /// The name without that of a defect: `suspected-defect` for every suspected defect.
    pub const fn class(self) -> &'static str {
        match self {
            UndecidedKind::SolverLimit => "solver-limit",
            UndecidedKind::FloatReasoning => "float-reasoning",
            UndecidedKind::ExpressionTooLarge => "expression-too-large",
            UndecidedKind::OutsideAssumptions => "outside-assumptions",
            UndecidedKind::WithinRounding => "within-rounding",
            UndecidedKind::PathUnknown => "path-unknown",
            UndecidedKind::TimeLimit => "time-limit",
            UndecidedKind::Interrupted => "interrupted",
            UndecidedKind::MemoryLimit => "memory-limit",
            UndecidedKind::UnsupportedInstruction => "unsupported-instruction",
            UndecidedKind::UnknownIntrinsic => "unknown-intrinsic",
            UndecidedKind::UnknownFunction => "unknown-function",
            UndecidedKind::ForbiddenFile => "forbidden-file",
            UndecidedKind::UnknownVariable => "unknown-variable",
            UndecidedKind::UnsetPointer => "unset-pointer",
            UndecidedKind::Volatile => "volatile",
            UndecidedKind::Refused => "refused",
            UndecidedKind::UnsupportedUse => "unsupported-use",
            UndecidedKind::FastMath => "fast-math",
            UndecidedKind::FloatEnvironment => "float-environment",
            UndecidedKind::SymbolicAddress => "symbolic-address",
            UndecidedKind::SymbolicSize => "symbolic-size",
            UndecidedKind::SymbolicCall => "symbolic-call",
            UndecidedKind::StepLimit => "step-limit",
            UndecidedKind::RecursionLimit => "recursion-limit",
            UndecidedKind::PathLimit => "path-limit",
            UndecidedKind::PathsLeft => "paths-left",
            UndecidedKind::NothingCompared => "nothing-compared",
            UndecidedKind::SuspectedDifference => "suspected-difference",
            UndecidedKind::Suspected(_) => "suspected-defect",
            UndecidedKind::Possible(_) => "possible-defect",
            UndecidedKind::Address => "address",
            UndecidedKind::Addresses => "addresses",
            UndecidedKind::Preparation => "preparation",
            UndecidedKind::Races => "races",
            UndecidedKind::Exit => "exit",
            UndecidedKind::AssumedLength => "assumed-length",
            UndecidedKind::Unreached => "unreached",
            UndecidedKind::ExcludedIntermediate => "excluded-intermediate",
            UndecidedKind::GlobalVariable => "global-variable",
            UndecidedKind::StaticState => "static-state",
            UndecidedKind::UndefinedOutput => "undefined-output",
            UndecidedKind::UninitialisedOutput => "possible-uninitialised-output",
            UndecidedKind::Conversion => "possible-conversion",
            UndecidedKind::Misaligned => "possible-misaligned",
            UndecidedKind::Tolerance => "tolerance",
        }
    }
}

/// The name: `time-limit`, `suspected-race`.
impl fmt::Display for UndecidedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UndecidedKind::Suspected(defect) => write!(f, "suspected-{}", defect.name()),
            UndecidedKind::Possible(defect) => write!(f, "possible-{}", defect.name()),
            kind => f.write_str(kind.class()),
        }
    }
}

/// As its name.
impl Serialize for UndecidedKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why something could not be decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Undecided {
    /// What kind of reason.
    pub kind: UndecidedKind,
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

impl Undecided {
    /// A reason that concerns one output or path.
    pub fn new(kind: UndecidedKind, message: impl Into<String>) -> Undecided {
        Undecided {
            kind,
            message: message.into(),
            help: None,
            location: None,
            count: 1,
        }
    }

    /// What would decide it.
    #[must_use]
    pub fn with_help(self, help: impl Into<Option<String>>) -> Undecided {
        Undecided {
            help: help.into(),
            ..self
        }
    }

    /// Where it is.
    #[must_use]
    pub fn at(self, location: Option<Location>) -> Undecided {
        Undecided { location, ..self }
    }
}
