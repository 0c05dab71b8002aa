//! The costs that a goal may incur.

/// The most expensive class of tactics that a goal may use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effort {
    /// Milliseconds: sampling, enumeration of small spaces, small solver queries.
    Quick,
    /// Seconds: sums as variables, inputs reduced to their order.
    Moderate,
    /// Everything that the budget allows.
    Whole,
}

/// The costs that a goal and its subgoals may incur.
#[derive(Clone, Copy)]
pub(super) struct Allowance {
    /// The class of tactics that may be tried.
    pub(super) effort: Effort,
    /// How many more nested case splits the goal may make.
    pub(super) splits: usize,
}

impl Default for Allowance {
    /// All tactics, and case splits nested three deep.
    fn default() -> Allowance {
        Allowance {
            effort: Effort::Whole,
            splits: 3,
        }
    }
}
