//! Tactics that prove inner equalities and merge the equal terms.

use super::goal::Goal;
use super::outcome::Outcome;
use super::rewrite;
use super::sample::path_samples;
use crate::certificate::Evidence;
use crate::equiv::Assumptions;
use crate::equiv::ladder::Ladder;
use crate::equiv::sweep::{Means, sweep};
use crate::solver::Limits;

/// Merges inner equalities that enumeration of few values proves.
pub(super) fn by_values(goal: &mut Goal<'_>) -> Outcome {
    merge(goal, None)
}

/// Merges inner equalities that small solver queries prove.
pub(super) fn by_small_queries(goal: &mut Goal<'_>) -> Outcome {
    merge(goal, Some(goal.budget().small))
}

/// Merges inner equalities that solver queries with the whole budget prove.
pub(super) fn by_queries(goal: &mut Goal<'_>) -> Outcome {
    merge(goal, Some(goal.budget().solver))
}

fn merge(goal: &mut Goal<'_>, limits: Option<Limits>) -> Outcome {
    let samples = path_samples(goal.builder.arena(), &goal.reduced, &mut goal.portfolio);
    let Ladder {
        options,
        solver,
        recorder,
        swept,
        ..
    } = &mut *goal.ladder;
    let mut means = Means {
        known: swept,
        values: 1 << options.budget.exhaustive_bits,
        recorder: recorder.as_mut(),
        ranges: &options.ranges,
        // What a pair meets need not be met where the results are computed.
        assumptions: options.assumptions & Assumptions::ALGEBRAIC,
        deadline: &options.deadline,
        solver: limits.map(|limits| (solver, limits)),
    };
    let Some(merged) = sweep(goal.builder, &goal.reduced, &samples, &mut means) else {
        return Outcome::Open;
    };
    (goal.reduced.left, goal.reduced.right) = merged.results;
    let together = |evidence| Evidence::all([merged.evidence, evidence]);
    match rewrite::canonical(goal) {
        Outcome::Proved(evidence) => Outcome::Proved(together(evidence)),
        Outcome::Simpler(evidence) => Outcome::Simpler(together(evidence)),
        decided => decided,
    }
}
