//! Tactics that query the solver with floats as circuits.

use term::Cone;

use super::goal::Goal;
use super::outcome::Outcome;
use crate::certificate::{Evidence, Step as Proof};
use crate::equiv::Assumptions;
use crate::equiv::decision::Step;
use crate::solver::{Answer, FloatLimits};

/// A short query with floats as circuits, before billions of inputs are enumerated.
pub(super) fn quickly(goal: &mut Goal<'_>) -> Outcome {
    ask(goal, goal.budget().small_floats)
}

/// Whether there are floats, and no tolerance judges results that are not proved equal.
pub(super) fn is_worth_all(goal: &Goal<'_>) -> bool {
    goal.has_floats() && !goal.ladder.options.tolerant
}

/// A query with floats as circuits and the whole budget.
pub(super) fn wholly(goal: &mut Goal<'_>) -> Outcome {
    ask(goal, goal.budget().floats)
}

/// Queries the cut claim first, if the cut is proper and contains floats (a model of it refutes
/// nothing), then the whole claim.
fn ask(goal: &mut Goal<'_>, limits: FloatLimits) -> Outcome {
    let zeros_alike = goal
        .ladder
        .options
        .assumptions
        .contains(Assumptions::POSITIVE_ZERO);
    let cut = goal.cut();
    let cone = Cone::of(goal.builder.arena(), &cut.claim.roots());
    let arena = goal.builder.arena();
    let computes = cone.terms.iter().any(|&term| arena.op(term).is_float());
    if cut.proper && computes {
        let mut query = cut.claim.path.clone();
        query.push(cut.claim.mismatch(goal.builder, zeros_alike));
        let arena = goal.builder.arena();
        let answer = goal.ladder.solver.check_floats(arena, &query, limits);
        if matches!(answer, Answer::Unsat) {
            return Outcome::Proved(cut.evidence(arena).then(Proof::Circuits));
        }
    }
    let mut query = goal.reduced.path.clone();
    query.push(goal.reduced.mismatch(goal.builder, zeros_alike));
    let arena = goal.builder.arena();
    match goal.ladder.solver.check_floats(arena, &query, limits) {
        Answer::Unsat => Outcome::Proved(Evidence::of([Proof::Circuits])),
        Answer::Unknown(_) => Outcome::Open,
        Answer::Sat(model) => goal
            .confirmed(model, Step::Floats)
            .map_or(Outcome::Open, Outcome::Refuted),
    }
}
