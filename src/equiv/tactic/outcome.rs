//! The outcome of a tactic.

use crate::certificate::Evidence;
use crate::equiv::decision::Decision;

/// The outcome of a tactic on a goal.
pub(super) enum Outcome {
    /// The results are equal wherever the path holds.
    Proved(Evidence),
    /// The results differ; contains the decision with the input.
    Refuted(Decision),
    /// The goal was replaced by a simpler equivalent one.
    Simpler(Evidence),
    /// Nothing was decided.
    Open,
}
