//! Tactics that query the bit-vector solver.

use term::TermId;

use super::goal::Goal;
use super::outcome::Outcome;
use crate::certificate::{Evidence, Step as Proof};
use crate::equiv::Assumptions;
use crate::equiv::decision::Step;
use crate::equiv::implied;
use crate::equiv::ladder::Ladder;
use crate::equiv::operand_sets;
use crate::solver::{Answer, Limits};

/// Queries whether any input takes the path; if none does, the claim holds.
pub(super) fn path(goal: &mut Goal<'_>) -> Outcome {
    let (arena, limits) = (goal.builder.arena(), goal.budget().solver);
    match goal.ladder.solver.check(arena, &goal.claim.path, limits) {
        Answer::Unsat => {
            let points = goal.ladder.solver.points().to_vec();
            Outcome::Proved(Evidence::of_whole(Proof::Unsat(points)))
        }
        Answer::Sat(model) => {
            goal.explore(&model);
            Outcome::Open
        }
        Answer::Unknown(_) => Outcome::Open,
    }
}

/// A query with small limits, before anything slower is tried.
pub(super) fn quickly(goal: &mut Goal<'_>) -> Outcome {
    ask(goal, goal.budget().small)
}

/// Whether these results were not yet queried with the whole budget.
pub(super) fn is_unasked(goal: &Goal<'_>) -> bool {
    goal.asked != Some((goal.reduced.left, goal.reduced.right))
}

/// A query with the whole budget.
pub(super) fn wholly(goal: &mut Goal<'_>) -> Outcome {
    goal.asked = Some((goal.reduced.left, goal.reduced.right));
    ask(goal, goal.budget().solver)
}

fn ask(goal: &mut Goal<'_>, limits: Limits) -> Outcome {
    let Ladder {
        options,
        solver,
        canonical,
        ..
    } = &mut *goal.ladder;
    let assumptions = options.assumptions;
    let zeros_alike = assumptions.contains(Assumptions::POSITIVE_ZERO);
    let mut query = goal.reduced.path.clone();
    query.push(goal.reduced.mismatch(goal.builder, zeros_alike));
    let (arena, ranges) = (goal.builder.arena_mut(), &options.ranges);
    let implied = implied::of_operations(arena, &query, ranges);
    query.extend(&implied);
    match solver.check(goal.builder.arena(), &query, limits) {
        Answer::Unsat => {
            let unsat = Proof::Unsat(solver.points().to_vec());
            Outcome::Proved(bounded(implied).then(unsat))
        }
        Answer::Unknown(why) => {
            goal.unknown = Some(why);
            let alike = canonical.alike_extrema(goal.builder, &query, ranges, assumptions);
            let mut claim = goal.reduced.clone();
            claim.path.extend(&implied);
            let relaxed = operand_sets::relaxed(goal.builder, &claim, &query, &alike);
            let Some(relaxed) = relaxed else {
                return Outcome::Open;
            };
            let answer = solver.check(goal.builder.arena(), &relaxed.query, limits);
            if !matches!(answer, Answer::Unsat) {
                return Outcome::Open;
            }
            let unsat = Proof::Unsat(solver.points().to_vec());
            Outcome::Proved(bounded(implied).then(relaxed.proof).then(unsat))
        }
        Answer::Sat(model) => match goal.confirmed(model, Step::Solver) {
            Some(refuted) => Outcome::Refuted(refuted),
            None => among_admitted(goal, query, limits),
        },
    }
}

/// Repeats a query among the inputs that the assumptions admit.
fn among_admitted(goal: &mut Goal<'_>, query: Vec<TermId>, limits: Limits) -> Outcome {
    let query = (query, limits);
    match goal
        .ladder
        .ask_among_admitted(goal.builder, &goal.claim, query)
    {
        Some(Answer::Unsat) => Outcome::Proved(Evidence::of([Proof::Unwritten("admitted inputs")])),
        Some(Answer::Sat(model)) => goal
            .confirmed(model, Step::Solver)
            .map_or(Outcome::Open, Outcome::Refuted),
        Some(Answer::Unknown(_)) | None => Outcome::Open,
    }
}

/// Evidence that bounds of terms, which the ranges imply, are conditions too.
fn bounded(implied: Vec<TermId>) -> Evidence {
    Evidence::of((!implied.is_empty()).then_some(Proof::Bounds(implied)))
}
