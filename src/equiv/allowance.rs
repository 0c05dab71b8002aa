//! What the tactics may spend on a goal.

/// What may be spent on a goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effort {
    /// Milliseconds: samples, small spaces, small queries.
    Quick,
    /// Seconds: values as sums, inputs as ranks.
    Moderate,
    /// All that the budget allows.
    Whole,
}

/// What may be spent on a goal and its subgoals.
#[derive(Clone, Copy)]
pub(super) struct Allowance {
    /// The tactics that may be tried.
    pub(super) effort: Effort,
    /// How often a subgoal may still be divided into two cases.
    pub(super) splits: usize,
}

impl Default for Allowance {
    /// All tactics, and three conditions split on, one within the case of another.
    fn default() -> Allowance {
        Allowance {
            effort: Effort::Whole,
            splits: 3,
        }
    }
}
