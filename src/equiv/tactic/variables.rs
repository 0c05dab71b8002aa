//! Tactics that prove a more general claim over free variables, of which the goal is an
//! instance.

use super::goal::Goal;
use super::outcome::Outcome;
use crate::certificate::{Evidence, Step as Proof};
use crate::equiv::allowance::{Allowance, Effort};
use crate::equiv::decision::Decision;
use crate::equiv::order;
use crate::equiv::sums::{self as summing, Abstraction, Grain};

/// Abstracts sums to variables: of whole terms, then of fields, then of bits. The claim over
/// variables may be false although the goal holds, so only quick tactics are spent on it.
pub(super) fn sums(goal: &mut Goal<'_>) -> Outcome {
    for grain in [Grain::Terms, Grain::Fields, Grain::Bits] {
        let ranges = &goal.ladder.options.ranges;
        let abstracted = summing::abstracted(goal.builder, &goal.reduced, ranges, grain);
        let Some(Abstraction {
            obligation,
            known,
            summing,
        }) = abstracted
        else {
            continue;
        };
        let mut evidence = Evidence::default();
        for (&symbol, range) in &known {
            evidence = evidence.bounded(symbol, (range.low, range.high));
        }
        goal.ladder.options.ranges.extend(known);
        let allowance = Allowance {
            effort: Effort::Quick,
            ..goal.ladder.allowance
        };
        let builder = &mut *goal.builder;
        let decision = goal.ladder.decide_within(allowance, builder, &obligation);
        if matches!(decision, Decision::Equal { .. }) {
            let lemma = goal.ladder.last_lemma();
            let step = lemma.map(|lemma| Proof::Sums(summing, lemma));
            return Outcome::Proved(step.into_iter().fold(evidence, Evidence::then));
        }
    }
    Outcome::Open
}

/// Narrows inputs that are only compared and moved to the bits needed to order them.
pub(super) fn ranks(goal: &mut Goal<'_>) -> Outcome {
    let Some((obligation, narrowing)) = order::narrow(goal.builder, &goal.reduced) else {
        return Outcome::Open;
    };
    // Its cases may be refuted by narrow inputs that correspond to no wide ones.
    let allowance = Allowance {
        splits: 0,
        ..goal.ladder.allowance
    };
    let builder = &mut *goal.builder;
    let decision = goal.ladder.decide_within(allowance, builder, &obligation);
    if !matches!(decision, Decision::Equal { .. }) {
        return Outcome::Open;
    }
    let lemma = goal.ladder.last_lemma();
    Outcome::Proved(Evidence::of(
        lemma.map(|lemma| Proof::Order(narrowing, lemma)),
    ))
}
