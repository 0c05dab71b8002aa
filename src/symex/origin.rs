//! Origins of undefined values.
//!
//! An undefined value has no term (`docs/decisions/0008`), so its origin is not recorded. A
//! second run, on a concrete input, gives each one a symbol and records its origin; the
//! terms then show which values depend on it.

use rustc_hash::FxHashMap;
use term::TermId;

use super::end::Defect;

/// The cause of an undefined value; it names the buffer of its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Cause {
    /// Uninitialised memory, undef or poison.
    Undefined,
    /// A shift by at least the width.
    OverShift,
    /// A sticky exception flag of MXCSR.
    ExceptionFlags,
    /// A lane index outside the vector.
    LaneIndex,
    /// A division by zero that raises no exception.
    DivisionByZero,
    /// A division whose quotient does not fit, and that raises no exception.
    DivisionOverflow,
}

impl Cause {
    /// Returns the description of the value in reports.
    pub const fn text(self) -> &'static str {
        match self {
            Cause::Undefined => "undefined value",
            Cause::OverShift => "result of a shift by at least the width",
            Cause::ExceptionFlags => "exception flags of MXCSR",
            Cause::LaneIndex => "lane outside the vector",
            Cause::DivisionByZero => "result of a division by zero",
            Cause::DivisionOverflow => "result of a division that overflows",
        }
    }
}

/// The origins of the symbols of undefined values; `None` unless they are recorded.
#[derive(Default)]
pub(super) struct Origins(pub Option<FxHashMap<TermId, Defect>>);
