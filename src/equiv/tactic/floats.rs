//! Tactics that ask the solver about floats as circuits.

use term::Cone;

use super::goal::Goal;
use super::outcome::Outcome;
use crate::certificate::{Evidence, Step as Proof};
use crate::equiv::decision::Step;
use crate::solver::{Answer, FloatLimits};

/// What circuits of floats show at once, before billions of inputs are tried.
pub(super) fn quickly(goal: &mut Goal<'_>) -> Outcome {
    ask(goal, goal.budget().small_floats)
}

/// With the whole budget.
pub(super) fn wholly(goal: &mut Goal<'_>) -> Outcome {
    ask(goal, goal.budget().floats)
}

/// First over what both results share, where that is less than the whole (a mismatch
/// there says nothing), then as a whole.
fn ask(goal: &mut Goal<'_>, limits: FloatLimits) -> Outcome {
    let zeros_alike = goal.ladder.options.assumptions.positive_zero;
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
