//! Why something could not be decided.

use std::fmt;

use serde::{Serialize, Serializer};
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use super::defect_kind::DefectKind;
use super::source::Location;

/// What kind of reason; its name is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
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
    #[strum(disabled)]
    Suspected(DefectKind),
    /// A defect of which it is open whether an input reaches it.
    #[strum(disabled)]
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
    /// Values of an integer that were not compared.
    OtherValues,
    /// An integer result rests on an intermediate float that assumptions exclude.
    ExcludedIntermediate,
    /// The versions leave different values in a global variable.
    GlobalVariable,
    /// The versions do not write the same to volatile objects, or print other texts.
    Observable,
    /// What the versions keep in static variables is not compared.
    StaticState,
    /// An output that a version leaves undefined.
    UndefinedOutput,
    /// An output that may rest on memory that nothing wrote.
    #[strum(serialize = "possible-uninitialised-output")]
    UninitialisedOutput,
    /// A conversion that may be out of range in the port alone.
    #[strum(serialize = "possible-conversion")]
    Conversion,
    /// A scalar access of a kernel that may be misaligned.
    #[strum(serialize = "possible-misaligned")]
    Misaligned,
    /// An index in a kernel that may name no element of its array.
    #[strum(serialize = "possible-array-index")]
    ArrayIndex,
    /// Of an error it is open whether it stays within the tolerance.
    Tolerance,
}

impl UndecidedKind {
    /// Every kind, one of those that name a defect included.
    pub fn all() -> impl Iterator<Item = UndecidedKind> {
        use UndecidedKind::{Possible, Suspected};
        UndecidedKind::iter().chain([Suspected(DefectKind::Race), Possible(DefectKind::Race)])
    }

    /// The name without that of a defect: `suspected-defect` for every suspected defect.
    pub fn class(self) -> &'static str {
        match self {
            UndecidedKind::Suspected(_) => "suspected-defect",
            UndecidedKind::Possible(_) => "possible-defect",
            kind => kind.into(),
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
