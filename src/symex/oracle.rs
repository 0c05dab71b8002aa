//! Who decides branch conditions.

use rewrite_rules::Builder;
use term::TermId;

/// Whether a condition can be true or false on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feasibility {
    /// It is true.
    AlwaysTrue,
    /// It is false.
    AlwaysFalse,
    /// It can be either.
    Both,
    /// Not known.
    Unknown,
}

/// Decides branch conditions.
pub trait BranchOracle {
    /// Whether `condition` can be true and can be false when all of `path` is true.
    fn decide(&mut self, builder: &mut Builder, path: &[TermId], condition: TermId) -> Feasibility;

    /// The value that a term has on most of the inputs tried that follow `path`, if
    /// any do: the one to explore first.
    fn usual_value(&mut self, _: &Builder, _path: &[TermId], _term: TermId) -> Option<u128> {
        None
    }

    /// Whether an input is at hand that follows `path` and makes `condition` false.
    fn has_refuted(&mut self, _: &Builder, _path: &[TermId], _condition: TermId) -> bool {
        false
    }
}

/// An oracle that knows nothing: every symbolic branch forks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignorant;

impl BranchOracle for Ignorant {
    fn decide(&mut self, _: &mut Builder, _: &[TermId], _: TermId) -> Feasibility {
        Feasibility::Unknown
    }
}
