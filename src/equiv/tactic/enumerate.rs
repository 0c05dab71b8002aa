//! Tactics that try every input of a small space.

use term::Cone;

use super::goal::Goal;
use super::outcome::Outcome;
use crate::certificate::Evidence;
use crate::deadline::Deadline;
use crate::equiv::decision::Step;
use crate::equiv::exhaustive::{self, Exhausted, Space};

/// A space of this many bits is enumerated before anything is sampled.
const SMALL_BITS: u32 = 14;
/// Evaluations of terms that take no longer than what a query to the solver may.
const CHEAP_WORK: u64 = 1 << 28;
/// Terms up to which a space of `Budget::last_bits` is worth starting on.
const LAST_TERMS: usize = 200;

/// The bits that number all inputs of the goal.
fn bits(goal: &Goal<'_>) -> Option<u32> {
    let space = goal.space.as_ref()?;
    Some(u64::BITS - space.size.saturating_sub(1).leading_zeros())
}

/// Whether there are few inputs.
pub(super) fn is_small(goal: &Goal<'_>) -> bool {
    let most = SMALL_BITS.min(goal.budget().exhaustive_bits);
    bits(goal).is_some_and(|bits| bits <= most)
}

/// Whether there are more, and not too many.
fn is_middling(goal: &Goal<'_>) -> bool {
    let most = goal.budget().exhaustive_bits;
    bits(goal).is_some_and(|bits| bits > SMALL_BITS && bits <= most)
}

/// Whether trying them all takes no longer than a query may.
fn is_soon_done(goal: &Goal<'_>) -> bool {
    let work = |space: &Space| space.size.saturating_mul(goal.terms as u64);
    goal.space
        .as_ref()
        .is_some_and(|space| work(space) <= CHEAP_WORK)
}

/// Whether there are more inputs than a few, which are tried at once.
pub(super) fn is_cheap(goal: &Goal<'_>) -> bool {
    is_middling(goal) && is_soon_done(goal)
}

/// Whether trying them takes longer than the solver's first attempt.
pub(super) fn is_dear(goal: &Goal<'_>) -> bool {
    is_middling(goal) && !is_soon_done(goal)
}

/// Whether there are so many that they are a last resort.
pub(super) fn is_last(goal: &Goal<'_>) -> bool {
    let budget = goal.budget();
    let within = |bits| bits > budget.exhaustive_bits && bits <= budget.last_bits;
    goal.terms <= LAST_TERMS && bits(goal).is_some_and(within)
}

/// Every input of a few.
pub(super) fn small(goal: &mut Goal<'_>) -> Outcome {
    let end = goal.ladder.options.deadline.clone();
    exhaust(goal, &end)
}

/// Every input of more than a few.
pub(super) fn middling(goal: &mut Goal<'_>) -> Outcome {
    let end = goal.ladder.options.deadline.clone();
    exhaust(goal, &end)
}

/// Every input of billions, for as long as the budget allows.
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

/// Every value of what both results share, where that is fewer than the inputs. A
/// mismatch there says nothing.
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
