//! Tactics that query the bit-vector solver.

use term::TermId;

use super::goal::Goal;
use super::outcome::Outcome;
use crate::certificate::{Evidence, Step as Proof};
use crate::equiv::Assumptions;
use crate::equiv::claim::Claim;
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
    match ask(goal, goal.budget().small) {
        Asked::Decided(outcome) => outcome,
        Asked::Unanswered(_) => Outcome::Open,
    }
}

/// Whether the canonical results may lean on assumptions.
pub(super) fn leans_on_assumptions(goal: &Goal<'_>) -> bool {
    !goal.ladder.options.assumptions.is_empty()
}

/// A query with small limits about the results as they are without assumptions: what rules derive
/// from these may hide from the solver that two conditions are one.
pub(super) fn without_assumptions(goal: &mut Goal<'_>) -> Outcome {
    let Ladder {
        options, canonical, ..
    } = &mut *goal.ladder;
    let mut claim = goal.claim.clone();
    let none = Assumptions::default();
    let reduction = canonical.reduce(goal.builder, &mut claim, &options.ranges, none);
    let evidence = reduction.evidence.of_whole_claim();
    if reduction.equal {
        return Outcome::Proved(evidence);
    }
    if (claim.left, claim.right) == (goal.reduced.left, goal.reduced.right) {
        return Outcome::Open;
    }
    let limits = goal.budget().small;
    let (query, implied) = query(goal, &claim);
    match goal
        .ladder
        .solver
        .check(goal.builder.arena(), &query, limits)
    {
        Answer::Unsat => {
            let unsat = Proof::Unsat(goal.ladder.solver.points().to_vec());
            Outcome::Proved(Evidence::all([evidence, bounded(implied).then(unsat)]))
        }
        Answer::Sat(_) | Answer::Unknown(_) => Outcome::Open,
    }
}

/// Whether these results were not yet queried with the whole budget.
pub(super) fn is_unasked(goal: &Goal<'_>) -> bool {
    goal.asked != Some((goal.reduced.left, goal.reduced.right))
}

/// A query with the whole budget. Where the solver does not answer, excluded values may be the
/// reason, or minima and maxima.
pub(super) fn wholly(goal: &mut Goal<'_>) -> Outcome {
    goal.asked = Some((goal.reduced.left, goal.reduced.right));
    let limits = goal.budget().solver;
    let unanswered = match ask(goal, limits) {
        Asked::Decided(outcome) => return outcome,
        Asked::Unanswered(unanswered) => unanswered,
    };
    match among_admitted(goal, &unanswered, limits) {
        Outcome::Open => relaxed(goal, unanswered, limits),
        decided => decided,
    }
}

/// A query for an input on which results differ, and the bounds of terms that it states besides
/// the path condition.
type Query = (Vec<TermId>, Vec<TermId>);

/// What the solver said of the current results.
enum Asked {
    Decided(Outcome),
    /// The query exceeded its limits.
    Unanswered(Query),
}

fn query(goal: &mut Goal<'_>, claim: &Claim) -> Query {
    let options = &goal.ladder.options;
    let zeros_alike = options.assumptions.contains(Assumptions::POSITIVE_ZERO);
    let mut query = claim.path.clone();
    query.push(claim.mismatch(goal.builder, zeros_alike));
    let implied = implied::of_operations(goal.builder.arena_mut(), &query, &options.ranges);
    query.extend(&implied);
    (query, implied)
}

fn ask(goal: &mut Goal<'_>, limits: Limits) -> Asked {
    let claim = goal.reduced.clone();
    let query = query(goal, &claim);
    let arena = goal.builder.arena();
    Asked::Decided(match goal.ladder.solver.check(arena, &query.0, limits) {
        Answer::Unsat => {
            let unsat = Proof::Unsat(goal.ladder.solver.points().to_vec());
            Outcome::Proved(bounded(query.1).then(unsat))
        }
        Answer::Unknown(why) => {
            goal.unknown = Some(why);
            return Asked::Unanswered(query);
        }
        Answer::Sat(model) => match goal.confirmed(model, Step::Solver) {
            Some(refuted) => Outcome::Refuted(refuted),
            None => among_admitted(goal, &query, limits),
        },
    })
}

/// Repeats a query among the inputs that the assumptions admit.
fn among_admitted(goal: &mut Goal<'_>, (query, implied): &Query, limits: Limits) -> Outcome {
    let query = (query.clone(), limits);
    match goal
        .ladder
        .ask_among_admitted(goal.builder, &goal.claim, query)
    {
        Some(Answer::Unsat) => {
            let unsat = Proof::Unsat(goal.ladder.solver.points().to_vec());
            let evidence = bounded(implied.clone());
            Outcome::Proved(evidence.then(Proof::Admitted).then(unsat))
        }
        Some(Answer::Sat(model)) => goal
            .confirmed(model, Step::Solver)
            .map_or(Outcome::Open, Outcome::Refuted),
        Some(Answer::Unknown(_)) | None => Outcome::Open,
    }
}

/// Repeats a query with minima and maxima of equal operand sets as variables.
fn relaxed(goal: &mut Goal<'_>, (query, implied): Query, limits: Limits) -> Outcome {
    let Ladder {
        options,
        solver,
        canonical,
        ..
    } = &mut *goal.ladder;
    let (ranges, assumptions) = (&options.ranges, options.assumptions);
    let alike = canonical.alike_extrema(goal.builder, &query, ranges, assumptions);
    let mut claim = goal.reduced.clone();
    claim.path.extend(&implied);
    let Some(relaxed) = operand_sets::relaxed(goal.builder, &claim, &query, &alike) else {
        return Outcome::Open;
    };
    match solver.check(goal.builder.arena(), &relaxed.query, limits) {
        Answer::Unsat => {
            let unsat = Proof::Unsat(solver.points().to_vec());
            Outcome::Proved(bounded(implied).then(relaxed.proof).then(unsat))
        }
        Answer::Sat(_) | Answer::Unknown(_) => Outcome::Open,
    }
}

/// Evidence that bounds of terms, which the ranges imply, are conditions too.
fn bounded(implied: Vec<TermId>) -> Evidence {
    Evidence::of((!implied.is_empty()).then_some(Proof::Bounds(implied)))
}
