//! The interface of oracles, which decide the feasibility of branches.

use rewrite_rules::Builder;
use term::TermId;

/// Whether a condition can be true or false under a path condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feasibility {
    /// It is true.
    AlwaysTrue,
    /// It is false.
    AlwaysFalse,
    /// It can be true and can be false.
    Both,
    /// Not known.
    Unknown,
}

/// Decides branch conditions.
pub trait BranchOracle {
    /// Decides whether `condition` can be true and can be false under the conjunction of
    /// `path`.
    fn decide(&mut self, builder: &mut Builder, path: &[TermId], condition: TermId) -> Feasibility;

    /// Returns the value of a term on most of the tried inputs that satisfy `path`, if
    /// there are any: the value to explore first.
    fn usual_value(&mut self, _: &Builder, _path: &[TermId], _term: TermId) -> Option<u128> {
        None
    }

    /// Whether an input is known that satisfies `path` and makes `condition` false.
    fn has_refuted(&mut self, _: &Builder, _path: &[TermId], _condition: TermId) -> bool {
        false
    }
}

/// An oracle that decides nothing: every symbolic branch forks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignorant;

impl BranchOracle for Ignorant {
    fn decide(&mut self, _: &mut Builder, _: &[TermId], _: TermId) -> Feasibility {
        Feasibility::Unknown
    }
}
