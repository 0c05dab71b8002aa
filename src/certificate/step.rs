//! Steps of proofs, in the terms of the run.

use term::{SymbolId, TermId};

/// An operation on constants: a term with the operation, and its operands.
pub type Point = (TermId, Vec<u128>);

/// A step of a proof: see `certificate_checker::format::Step`.
#[derive(Clone, Debug)]
pub enum Step {
    /// Both results are the same term.
    Identical,
    /// Both are constants that count as equal.
    Alike,
    /// The conditions contradict each other.
    Contradiction,
    /// The same numbers.
    Numbers(TermId, TermId),
    /// Terms replaced by what the conditions say of them.
    Facts(Vec<(TermId, TermId)>),
    /// Terms replaced by what rules make of them, in a context of the trace.
    Pass(u32, Vec<(TermId, TermId)>),
    /// Every input was tried: symbols, least values, numbers of values.
    Exhaustive(Vec<(SymbolId, u128, u64)>),
    /// The solver excluded a difference, given values at these points.
    Unsat(Vec<Point>),
    /// An earlier obligation with other inputs.
    Renamed(u32),
    /// Something that a certificate cannot say.
    Unwritten(&'static str),
}

impl Step {
    /// Whether nothing remains to be shown after it.
    pub(super) fn ends(&self) -> bool {
        !matches!(self, Step::Numbers(..) | Step::Facts(_) | Step::Pass(..))
    }
}
