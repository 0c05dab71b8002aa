//! Tactics that enumerate all inputs of a small space.

use term::Cone;

use super::goal::Goal;
use super::outcome::Outcome;
use crate::budgets::proof::{CHEAP_EVALUATIONS, LAST_TERMS, SMALL_BITS};
use crate::certificate::Evidence;
use crate::deadline::Deadline;
use crate::equiv::decision::Step;
use crate::equiv::exhaustive::{self, Exhausted, Space};

/// The number of bits that number all inputs of the goal.
fn bits(goal: &Goal<'_>) -> Option<u32> {
    let space = goal.space.as_ref()?;
    Some(u64::BITS - space.size.saturating_sub(1).leading_zeros())
}

/// Whether the space is small enough to enumerate first.
pub(super) fn is_small(goal: &Goal<'_>) -> bool {
    let most = SMALL_BITS.min(goal.budget().exhaustive_bits);
    bits(goal).is_some_and(|bits| bits <= most)
}

/// Whether the space is too large for [`is_small`] and within `Budget::exhaustive_bits`.
fn is_middling(goal: &Goal<'_>) -> bool {
    let most = goal.budget().exhaustive_bits;
    bits(goal).is_some_and(|bits| bits > SMALL_BITS && bits <= most)
}

/// Whether enumeration takes no longer than a solver query.
fn is_soon_done(goal: &Goal<'_>) -> bool {
    let space = goal.space.as_ref();
    space.is_some_and(|space| space.work() <= CHEAP_EVALUATIONS)
}

/// Whether a middling space is cheap enough to enumerate before the first solver query.
pub(super) fn is_cheap(goal: &Goal<'_>) -> bool {
    is_middling(goal) && is_soon_done(goal)
}

/// Whether enumeration of a middling space takes longer than the first solver query.
pub(super) fn is_dear(goal: &Goal<'_>) -> bool {
    is_middling(goal) && !is_soon_done(goal)
}

/// Whether the space is so large that enumeration is a last resort.
pub(super) fn is_last(goal: &Goal<'_>) -> bool {
    let budget = goal.budget();
    let within = |bits| bits > budget.exhaustive_bits && bits <= budget.last_bits;
    goal.terms <= LAST_TERMS && bits(goal).is_some_and(within)
}

/// Enumerates a small space.
pub(super) fn small(goal: &mut Goal<'_>) -> Outcome {
    let end = goal.ladder.options.deadline.clone();
    exhaust(goal, &end)
}

/// Enumerates a middling space.
pub(super) fn middling(goal: &mut Goal<'_>) -> Outcome {
    let end = goal.ladder.options.deadline.clone();
    exhaust(goal, &end)
}

/// Enumerates a space of billions of inputs, within `Budget::last_time`.
pub(super) fn last(goal: &mut Goal<'_>) -> Outcome {
    let time = goal.budget().last_time;
    let end = goal.ladder.options.deadline.within(time);
    exhaust(goal, &end)
}

fn exhaust(goal: &mut Goal<'_>, end: &Deadline) -> Outcome {
    let Some(space) = goal.space.as_ref() else {
        return Outcome::Open;
    };
    let (arena, assumptions) = (goal.builder.arena(), goal.ladder.options.assumptions);
    match exhaustive::run(arena, &goal.claim, assumptions, space, end) {
        Exhausted::Proved => Outcome::Proved(Evidence::of_whole(space.proof())),
        Exhausted::Refuted(witness) => Outcome::Refuted(goal.refuted(witness, Step::Exhaustive)),
        Exhausted::Open => Outcome::Open,
    }
}

/// Enumerates the values of the subterms that both results share, if they are fewer than the
/// inputs. A mismatch there refutes nothing.
pub(super) fn cut(goal: &mut Goal<'_>) -> Outcome {
    let cut = goal.cut();
    let budget = goal.budget();
    let options = &goal.ladder.options;
    let arena = goal.builder.arena();
    let roots = cut.claim.roots();
    let cone = Cone::of(arena, &roots);
    let Some(space) = Space::of(arena, &cone, &roots, &cut.ranges) else {
        return Outcome::Open;
    };
    let small = space.size <= 1 << budget.last_bits && cone.len() <= LAST_TERMS;
    if !cut.proper || !small {
        return Outcome::Open;
    }
    let end = options.deadline.within(budget.last_time);
    match exhaustive::run(arena, &cut.claim, options.assumptions, &space, &end) {
        Exhausted::Proved => Outcome::Proved(cut.evidence(arena).then(space.proof())),
        Exhausted::Refuted(_) | Exhausted::Open => Outcome::Open,
    }
}
