//! Tactics that rewrite both results into a common form.

use rewrite_rules::search::{self as saturation, Algebra};
use term::Op;

use super::goal::Goal;
use super::outcome::Outcome;
use crate::budgets::proof::REMOVED_CHOICES;
use crate::certificate::{Criterion, Evidence, Step as Proof, negation};
use crate::equiv::Assumptions;
use crate::equiv::canonical::cancels;
use crate::equiv::ladder::{Ladder, Options};
use crate::equiv::order;
use crate::equiv::parity as bits;

/// Applies rules, normal forms and facts of the path.
pub(super) fn canonical(goal: &mut Goal<'_>) -> Outcome {
    let mut evidence = Vec::new();
    for _ in 0..REMOVED_CHOICES {
        let Ladder {
            options, canonical, ..
        } = &mut *goal.ladder;
        let claim = &mut goal.reduced;
        let (ranges, assumptions) = (&options.ranges, options.assumptions);
        let reduction = canonical.reduce(goal.builder, claim, ranges, assumptions);
        evidence.push(reduction.evidence);
        if reduction.equal {
            return Outcome::Proved(Evidence::all(evidence));
        }
        let Some((of, holds)) = claim.narrow(goal.builder) else {
            break;
        };
        if let Some(&condition) = claim.path.last() {
            evidence.push(Evidence::of([Proof::Narrow {
                condition,
                negation: (!holds).then(|| negation(goal.builder, of)),
                to: (claim.left, claim.right),
            }]));
        }
    }
    goal.renewed();
    Outcome::Simpler(Evidence::all(evidence))
}

/// Compares bits as exclusive ors of bits.
pub(super) fn parity(goal: &mut Goal<'_>) -> Outcome {
    let (left, right) = (goal.reduced.left, goal.reduced.right);
    match bits::equal(goal.builder.arena(), left, right) {
        true => Outcome::Proved(Evidence::of([Proof::Criterion(Criterion::Parity)])),
        false => Outcome::Open,
    }
}

/// Compares minima and maxima by the 0-1 principle.
pub(super) fn zero_one(goal: &mut Goal<'_>) -> Outcome {
    let (left, right) = (goal.reduced.left, goal.reduced.right);
    match order::equal_by_bits(goal.builder.arena(), left, right) {
        true => Outcome::Proved(Evidence::of([Proof::Criterion(Criterion::ZeroOne)])),
        false => Outcome::Open,
    }
}

/// Whether the claim has selects, and comparisons of order.
pub(super) fn chooses_by_order(goal: &Goal<'_>) -> bool {
    goal.computes(&[Op::Select]) && goal.computes(&[Op::Ult, Op::Slt, Op::FCmp])
}

/// Compares results that depend on where the extreme values are.
pub(super) fn extremes(goal: &mut Goal<'_>) -> Outcome {
    let options = &goal.ladder.options;
    let (assumptions, deadline) = (options.assumptions, &options.deadline);
    match order::equal_by_extremes(goal.builder.arena(), &goal.reduced, assumptions, deadline) {
        Some(criterion) => Outcome::Proved(Evidence::of([Proof::Criterion(criterion)])),
        None => Outcome::Open,
    }
}

/// Whether the claim has sums of results of bitwise operations.
pub(super) fn adds_bits(goal: &Goal<'_>) -> bool {
    goal.adds() && goal.computes(&[Op::And, Op::Or, Op::Xor]) && goal.computes(&[Op::Extract])
}

/// Evaluates both results for all values of single bits of the inputs.
pub(super) fn all_bits(goal: &mut Goal<'_>) -> Outcome {
    let deadline = &goal.ladder.options.deadline;
    match order::equal_for_all_bits(goal.builder.arena(), &goal.reduced, deadline) {
        Some(criterion) => Outcome::Proved(Evidence::of([Proof::Criterion(criterion)])),
        None => Outcome::Open,
    }
}

/// Whether the claim has products to multiply out, and is small enough for an e-graph.
pub(super) fn multiplies_out(goal: &Goal<'_>) -> bool {
    goal.ladder
        .options
        .assumptions
        .contains(Assumptions::DISTRIBUTIVE)
        && goal.computes(&[Op::FMul])
        && is_searchable(goal)
}

/// Whether the claim has selects between sums or products whose order is open, and is small
/// enough for an e-graph.
pub(super) fn is_conditional_algebra(goal: &Goal<'_>) -> bool {
    let assumptions = goal.ladder.options.assumptions;
    assumptions.contains(Assumptions::ASSOCIATIVE)
        && !assumptions.contains(Assumptions::DISTRIBUTIVE)
        && goal.computes(&[Op::Select])
        && goal.computes(&[Op::FAdd, Op::FSub, Op::FMul])
        && is_searchable(goal)
}

/// Brings both results to a common form by laws of real numbers.
pub(super) fn algebra(goal: &mut Goal<'_>) -> Outcome {
    let terms = [goal.reduced.left, goal.reduced.right];
    let Options {
        assumptions,
        deadline,
        budget,
        ..
    } = &goal.ladder.options;
    let algebra = Algebra {
        rules: goal.ladder.canonical.rules(),
        assumptions: *assumptions,
        limits: budget.algebra,
        cancels: assumptions.contains(Assumptions::FINITE)
            && cancels(goal.builder.arena(), &goal.reduced),
    };
    let stop = || deadline.expired().is_some();
    match saturation::expand(goal.builder.arena_mut(), terms, &algebra, &stop) {
        Some(links) => Outcome::Proved(Evidence::of([Proof::Search(links)])),
        None => Outcome::Open,
    }
}

/// Whether the claim is small enough for equality saturation.
pub(super) fn is_searchable(goal: &Goal<'_>) -> bool {
    goal.terms <= goal.budget().search_terms
}

/// Runs equality saturation on the canonical results.
pub(super) fn search(goal: &mut Goal<'_>) -> Outcome {
    let Ladder {
        options, canonical, ..
    } = &mut *goal.ladder;
    let (left, right) = (goal.reduced.left, goal.reduced.right);
    let (rules, limits) = (canonical.rules(), options.budget.search);
    let (arena, assumptions) = (goal.builder.arena_mut(), options.assumptions);
    match saturation::explain(arena, left, right, rules, assumptions, limits) {
        Some(links) => Outcome::Proved(Evidence::of([Proof::Search(links)])),
        None => Outcome::Open,
    }
}
