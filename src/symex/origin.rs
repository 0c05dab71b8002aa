//! Where undefined values come from.
//!
//! An undefined value has no term (`docs/decisions/0008`), so nothing remembers
//! what made it. A second run, on a concrete input, gives each one a symbol and
//! notes its origin; what then rests on one is told from its term.

use rustc_hash::FxHashMap;
use term::TermId;

use super::end::Defect;

/// Why a value is undefined; names the buffer of its symbol.
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
}

impl Cause {
    /// What reports call the value.
    pub const fn text(self) -> &'static str {
        match self {
            Cause::Undefined => "undefined value",
            Cause::OverShift => "result of a shift by at least the width",
            Cause::ExceptionFlags => "exception flags of MXCSR",
            Cause::LaneIndex => "lane outside the vector",
        }
    }
}

/// The origins of the symbols that stand for undefined values, once asked for.
#[derive(Default)]
pub(super) struct Origins(pub Option<FxHashMap<TermId, Defect>>);
