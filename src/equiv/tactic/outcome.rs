//! What a tactic made of a goal.

use crate::certificate::Evidence;
use crate::equiv::decision::Decision;

/// What a tactic made of a goal.
pub(super) enum Outcome {
    /// The results are equal wherever the path holds.
    Proved(Evidence),
    /// They differ: the decision with the input.
    Refuted(Decision),
    /// The goal became a simpler one, equal to it.
    Simpler(Evidence),
    /// Nothing follows.
    Open,
}
