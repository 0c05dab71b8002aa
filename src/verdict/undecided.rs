//! The reasons why something could not be decided.

use std::fmt;

use serde::{Serialize, Serializer};
use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use super::defect_kind::DefectKind;
use super::source::Location;

/// The kind of a reason; its name is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum UndecidedKind {
    /// No step of the ladder proved or refuted an output.
    SolverLimit,
    /// Equality needs a property of floating-point arithmetic that no rule states.
    FloatReasoning,
    /// The expressions are too large for the solver.
    ExpressionTooLarge,
    /// The only differences are on inputs that the assumptions exclude.
    OutsideAssumptions,
    /// Under *associative*, the results differ by no more than rounding explains.
    WithinRounding,
    /// No input was found that takes the path.
    PathUnknown,
    /// The time limit of the run was reached.
    TimeLimit,
    /// The user interrupted the run.
    Interrupted,
    /// The memory limit of the run, or of a path, was reached.
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
    /// A function whose effect is not modelled.
    Refused,
    /// A use of a modelled function that its model does not cover.
    UnsupportedUse,
    /// Fast-math flags that allow other results.
    FastMath,
    /// A rounding direction, flushing or trapping that is not modelled.
    FloatEnvironment,
    /// An address that depends on inputs and has no known bound.
    SymbolicAddress,
    /// A size that depends on inputs and must be concrete.
    SymbolicSize,
    /// A call through a pointer that depends on inputs.
    SymbolicCall,
    /// More instructions than the limit.
    StepLimit,
    /// Calls nested too deeply.
    RecursionLimit,
    /// More paths than the limit.
    PathLimit,
    /// Paths left unexplored after one that fails.
    PathsLeft,
    /// There was nothing to compare, for example because the reference is undefined on
    /// every input.
    NothingCompared,
    /// A difference that native runs do not show.
    SuspectedDifference,
    /// A defect that native runs do not show.
    #[strum(disabled)]
    Suspected(DefectKind),
    /// A defect for which it is open whether an input reaches it.
    #[strum(disabled)]
    Possible(DefectKind),
    /// Returned pointers for which it is open whether they point to the same element.
    Address,
    /// Not every combination of buffer placements was executed.
    Addresses,
    /// A run could not be prepared.
    Preparation,
    /// Two work-items may race, or the order of atomic accesses is open.
    Races,
    /// A version ends the process.
    Exit,
    /// A version accesses elements beyond an assumed length.
    AssumedLength,
    /// Code that was executed at no size tried.
    Unreached,
    /// Values of an integer that were not compared.
    OtherValues,
    /// An integer result depends on an intermediate float that assumptions exclude.
    ExcludedIntermediate,
    /// The versions leave different values in a global variable.
    GlobalVariable,
    /// The versions write different values to volatile objects, or print different texts.
    Observable,
    /// The contents that the versions keep in static variables are not compared.
    StaticState,
    /// An output that a version leaves undefined.
    UndefinedOutput,
    /// An output that may depend on memory that was never written.
    #[strum(serialize = "possible-uninitialised-output")]
    UninitialisedOutput,
    /// A conversion that may be out of range in the port alone.
    #[strum(serialize = "possible-conversion")]
    Conversion,
    /// A scalar access of a kernel that may be misaligned.
    #[strum(serialize = "possible-misaligned")]
    Misaligned,
    /// An index in a kernel that may be outside its array.
    #[strum(serialize = "possible-array-index")]
    ArrayIndex,
    /// An error for which it is open whether it is within the tolerance.
    Tolerance,
}

impl UndecidedKind {
    /// Returns every kind, with one representative of those that name a defect.
    pub fn all() -> impl Iterator<Item = UndecidedKind> {
        use UndecidedKind::{Possible, Suspected};
        UndecidedKind::iter().chain([Suspected(DefectKind::Race), Possible(DefectKind::Race)])
    }

    /// Returns the name without that of a defect: `suspected-defect` for every suspected
    /// defect.
    pub fn class(self) -> &'static str {
        match self {
            UndecidedKind::Suspected(_) => "suspected-defect",
            UndecidedKind::Possible(_) => "possible-defect",
            kind => kind.into(),
        }
    }
}

/// Formatted as its name: `time-limit`, `suspected-race`.
impl fmt::Display for UndecidedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UndecidedKind::Suspected(defect) => write!(f, "suspected-{}", defect.name()),
            UndecidedKind::Possible(defect) => write!(f, "possible-{}", defect.name()),
            kind => f.write_str(kind.class()),
        }
    }
}

/// Serialised as its name.
impl Serialize for UndecidedKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A reason why something could not be decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Undecided {
    /// The kind.
    pub kind: UndecidedKind,
    /// One sentence with the particulars.
    pub message: String,
    /// What would decide it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Its position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Number of outputs or paths that it concerns.
    pub count: usize,
}

impl Undecided {
    /// Makes a reason that concerns one output or path.
    pub fn new(kind: UndecidedKind, message: impl Into<String>) -> Undecided {
        Undecided {
            kind,
            message: message.into(),
            help: None,
            location: None,
            count: 1,
        }
    }

    /// Sets what would decide it.
    #[must_use]
    pub fn with_help(self, help: impl Into<Option<String>>) -> Undecided {
        Undecided {
            help: help.into(),
            ..self
        }
    }

    /// Sets its position.
    #[must_use]
    pub fn at(self, location: Option<Location>) -> Undecided {
        Undecided { location, ..self }
    }
}
