//! Tactics: the ways to decide a claim.
//!
//! [`TACTICS`] is the ladder, ordered from a look at the terms to steps that may take minutes.
//! [`prove`] tries the tactics in turn and is the only place that accounts for time, keeps
//! evidence and checks the deadline. Invariant: a tactic that proves returns the evidence; one
//! that refutes returns an input that was evaluated exactly. `docs/how-to/add-a-tactic.md`
//! describes how to add one.

mod enumerate;
mod floats;
mod goal;
mod merge;
mod outcome;
mod rewrite;
mod sample;
mod solve;
mod subgoals;
mod variables;

use std::time::Instant;

use term::Op;

use super::allowance::Effort;
use super::decision::{Decision, Reason, Step};
use crate::solver::Unknown;

pub(super) use goal::Goal;
use outcome::Outcome;

/// A way to decide a goal.
struct Tactic {
    /// Its name in statistics and verdicts.
    step: Step,
    effort: Effort,
    /// Whether it can decide the goal at all. Reads only the goal's traits and the budget, so
    /// that a tactic that does not apply costs nothing.
    applies: fn(&Goal<'_>) -> bool,
    attempt: fn(&mut Goal<'_>) -> Outcome,
}

const fn tactic(
    step: Step,
    effort: Effort,
    applies: fn(&Goal<'_>) -> bool,
    attempt: fn(&mut Goal<'_>) -> Outcome,
) -> Tactic {
    Tactic {
        step,
        effort,
        applies,
        attempt,
    }
}

/// All tactics, cheapest first.
#[rustfmt::skip]
const TACTICS: &[Tactic] = {
    use Effort::{Moderate, Quick, Whole};
    &[
        tactic(Step::Canonical,  Quick, always, rewrite::canonical),
        tactic(Step::Exhaustive, Quick, enumerate::is_small, enumerate::small),
        tactic(Step::Samples,    Quick, always, sample::scout),
        tactic(Step::Solver,     Quick, sample::misses_path, solve::path),
        tactic(Step::Algebra,    Quick, rewrite::multiplies_out, rewrite::algebra),
        tactic(Step::Samples,    Quick, always, sample::sample),
        tactic(Step::Parity,     Quick, |goal| goal.computes(&[Op::Xor]), rewrite::parity),
        tactic(Step::Order,      Quick, |goal| goal.computes(&[Op::Select]), rewrite::zero_one),
        tactic(Step::Order,      Quick, rewrite::chooses_by_order, rewrite::extremes),
        tactic(Step::Exhaustive, Quick, rewrite::adds_bits, rewrite::all_bits),
        tactic(Step::Pieces,     Quick, |goal| goal.is_bitwise() && goal.computes(&[Op::Concat]), subgoals::pieces),
        tactic(Step::Pieces,     Quick, |goal| goal.computes(&[Op::SiToF, Op::UiToF]), subgoals::integers),
        tactic(Step::Exhaustive, Quick, enumerate::is_cheap, enumerate::middling),
        tactic(Step::Sweep,      Quick, always, merge::by_values),
        tactic(Step::Solver,     Quick, always, solve::quickly),
        tactic(Step::Solver,     Quick, solve::leans_on_assumptions, solve::without_assumptions),
        tactic(Step::Summands,   Quick, |goal| goal.is_bitwise(), subgoals::summands),
        tactic(Step::Sums,       Moderate, |goal| goal.adds(), variables::sums),
        tactic(Step::Order,      Moderate, always, variables::ranks),
        tactic(Step::Split,      Whole, subgoals::may_split, subgoals::cases),
        tactic(Step::Exhaustive, Whole, enumerate::is_dear, enumerate::middling),
        tactic(Step::Search,     Whole, rewrite::is_searchable, rewrite::search),
        tactic(Step::Algebra,    Whole, rewrite::is_conditional_algebra, rewrite::algebra),
        tactic(Step::Split,      Whole, |goal| goal.computes(&[Op::FCmp]), subgoals::intervals),
        tactic(Step::Solver,     Whole, solve::is_unasked, solve::wholly),
        tactic(Step::Sweep,      Whole, always, merge::by_small_queries),
        tactic(Step::Solver,     Whole, solve::is_unasked, solve::wholly),
        tactic(Step::Sweep,      Whole, always, merge::by_queries),
        tactic(Step::Solver,     Whole, solve::is_unasked, solve::wholly),
        tactic(Step::Samples,    Whole, always, sample::deeply),
        tactic(Step::Samples,    Whole, sample::has_boundaries, sample::boundaries),
        tactic(Step::Floats,     Whole, |goal| goal.has_floats(), floats::quickly),
        tactic(Step::Exhaustive, Whole, enumerate::is_last, enumerate::last),
        tactic(Step::Exhaustive, Whole, always, enumerate::cut),
        tactic(Step::Floats,     Whole, floats::is_worth_all, floats::wholly),
    ]
};

fn always(_: &Goal<'_>) -> bool {
    true
}

/// Tries the tactics that apply, in order, until one decides.
pub(super) fn prove(mut goal: Goal<'_>) -> Decision {
    for tactic in TACTICS {
        if tactic.effort > goal.ladder.allowance.effort {
            break;
        }
        if let Some(reason) = goal.ladder.expired() {
            return Decision::Undecided { reason };
        }
        if !(tactic.applies)(&goal) {
            continue;
        }
        let start = Instant::now();
        let outcome = (tactic.attempt)(&mut goal);
        let seconds = start.elapsed().as_secs_f64();
        let decides = matches!(outcome, Outcome::Proved(_) | Outcome::Refuted(_));
        goal.ladder.book(tactic.step, decides, seconds);
        match outcome {
            Outcome::Proved(evidence) => {
                goal.ladder.keep(evidence);
                return Decision::Equal { step: tactic.step };
            }
            Outcome::Refuted(decision) => return decision,
            Outcome::Simpler(evidence) => goal.ladder.keep(evidence),
            Outcome::Open => {}
        }
    }
    let reason = goal.ladder.expired().unwrap_or_else(|| open(&goal));
    Decision::Undecided { reason }
}

/// The reason why no tactic decided.
fn open(goal: &Goal<'_>) -> Reason {
    match goal.unknown {
        _ if goal.rounded > 0 => Reason::OnlyRounded,
        _ if goal.excluded > 0 => Reason::OnlyExcluded,
        Some(Unknown::Limit) => Reason::SolverLimit,
        Some(Unknown::Size) => Reason::TooLarge,
        Some(Unknown::Rounds | Unknown::Unsupported) | None => Reason::FloatReasoning,
    }
}
