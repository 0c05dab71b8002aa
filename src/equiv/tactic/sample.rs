//! Tactics that search samples for a difference.

use term::{Arena, Cone, Evaluator};

use super::goal::Goal;
use super::outcome::Outcome;
use crate::budgets::witness::{KEPT_SAMPLES, PATH_TRIALS, SCOUTS};
use crate::equiv::Assumptions;
use crate::equiv::Witness;
use crate::equiv::boundary;
use crate::equiv::claim::Claim;
use crate::equiv::decision::{Decision, Step};
use crate::equiv::gap;
use crate::equiv::judge::{Judge, Judgement};
use crate::equiv::ladder::Options;
use crate::equiv::portfolio::Portfolio;
use crate::equiv::reorder;
use crate::equiv::sampler;

/// Tries the suggested inputs, then the first samples, which show how often random inputs take
/// the path.
pub(super) fn scout(goal: &mut Goal<'_>) -> Outcome {
    let assumptions = goal.ladder.options.assumptions;
    let suggested = &goal.ladder.suggested;
    if !suggested.is_empty() {
        let mut judge = Judge::new(goal.builder.arena(), &goal.claim, assumptions);
        let mut suggested = suggested.iter();
        if let Some(witness) = suggested.find(|w| judge.judge(*w) == Judgement::Differs) {
            return Outcome::Refuted(goal.refuted(witness.clone(), Step::Samples));
        }
    }
    let trials = goal.budget().samples.min(SCOUTS);
    draw(goal, trials)
}

/// Whether random inputs seldom take the path.
pub(super) fn misses_path(goal: &Goal<'_>) -> bool {
    goal.admitted < goal.budget().samples.min(SCOUTS) / 16
}

/// Tries the remaining samples of the budget.
pub(super) fn sample(goal: &mut Goal<'_>) -> Outcome {
    let trials = goal.budget().samples.saturating_sub(SCOUTS);
    draw(goal, trials)
}

/// Tries many samples.
pub(super) fn deeply(goal: &mut Goal<'_>) -> Outcome {
    draw(goal, goal.budget().deep_samples)
}

/// Whether samples at boundaries of float arithmetic can refute: under laws of real numbers, a
/// sample that rounds cannot.
pub(super) fn has_boundaries(goal: &Goal<'_>) -> bool {
    goal.has_floats() && !goal.ladder.options.assumptions.is_algebraic()
}

/// Tries samples at boundaries of float arithmetic.
pub(super) fn boundaries(goal: &mut Goal<'_>) -> Outcome {
    let trials = goal.budget().deep_samples;
    let options = &goal.ladder.options;
    let (arena, claim) = (goal.builder.arena(), &goal.claim);
    let mut judge = Judge::new(arena, claim, options.assumptions);
    let within = (trials, &options.deadline);
    match boundary::witness(arena, claim, &mut goal.portfolio, within, &mut judge) {
        Some(witness) => Outcome::Refuted(goal.refuted(witness, Step::Samples)),
        None => Outcome::Open,
    }
}

fn draw(goal: &mut Goal<'_>, trials: usize) -> Outcome {
    let Options {
        assumptions,
        deadline,
        ..
    } = &goal.ladder.options;
    let (assumptions, portfolio) = (*assumptions, &mut goal.portfolio);
    let (arena, claim) = (goal.builder.arena(), &goal.claim);
    let found = sampler::search(arena, claim, assumptions, portfolio, trials, deadline);
    goal.excluded += found.excluded;
    goal.rounded += found.rounded;
    goal.admitted += found.admitted;
    if let Some(witness) = found.witness.or(found.invented) {
        return Outcome::Refuted(goal.refuted(witness, Step::Samples));
    }
    if found.rounded == 0 {
        return Outcome::Open;
    }
    let mut witness = gap::witness(goal.builder, claim, assumptions, portfolio, deadline);
    let other_laws = Assumptions::ALGEBRAIC - Assumptions::ASSOCIATIVE;
    let only_orders = !assumptions.intersects(other_laws);
    if witness.is_none() && only_orders && !goal.sought_orders {
        goal.sought_orders = true;
        let arena = goal.builder.arena();
        witness = reorder::witness(arena, claim, assumptions, portfolio, deadline);
    }
    match witness {
        Some(witness) => Outcome::Refuted(Decision::Different {
            witness,
            step: Step::Samples,
        }),
        None => Outcome::Open,
    }
}

/// Draws samples that satisfy the path.
pub(super) fn path_samples(
    arena: &Arena,
    claim: &Claim,
    portfolio: &mut Portfolio,
) -> Vec<Witness> {
    let cone = Cone::of(arena, &claim.path);
    let mut evaluator = Evaluator::new(arena, &cone);
    let mut sample = Vec::new();
    let mut samples = Vec::new();
    for _ in 0..PATH_TRIALS {
        portfolio.draw(&mut sample);
        let witness = Witness::new(portfolio.symbols(), &sample);
        evaluator.run(&witness);
        if claim.path.iter().all(|&term| evaluator.value(term) == 1) {
            samples.push(witness);
            if samples.len() == KEPT_SAMPLES {
                break;
            }
        }
    }
    samples
}
