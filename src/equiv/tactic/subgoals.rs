//! Tactics that divide a goal into subgoals; proving all of them proves it.

use rewrite_rules::difference::Difference;
use term::{Cone, TermId};

use super::goal::Goal;
use super::outcome::Outcome;
use super::sample::path_samples;
use crate::certificate::{Evidence, Part, Step as Proof, negation};
use crate::equiv::allowance::{Allowance, Effort};
use crate::equiv::choice;
use crate::equiv::claim::Obligation;
use crate::equiv::decision::Decision;
use crate::equiv::ladder::Ladder;
use crate::equiv::pieces::{self as divided, Piece};
use crate::equiv::split::{self, split};
use crate::equiv::summands as differences;

/// Decides the bit fields of concatenated results one by one.
pub(super) fn pieces(goal: &mut Goal<'_>) -> Outcome {
    let Some(pieces) = divided::pieces(goal.builder, &goal.reduced) else {
        return Outcome::Open;
    };
    let mut lemmas = Vec::new();
    for Piece { obligation, asked } in pieces {
        if !holds(goal, &obligation) {
            return Outcome::Open;
        }
        let lemma = goal.ladder.last_lemma();
        lemmas.extend(lemma.map(|lemma| Part { asked, lemma }));
    }
    Outcome::Proved(Evidence::of([Proof::Pieces(lemmas)]))
}

/// Decides conversions of integers to floats by the integers. They may differ where the floats,
/// which are rounded, do not, so that only quick tactics are spent on them.
pub(super) fn integers(goal: &mut Goal<'_>) -> Outcome {
    let Some(obligation) = divided::integers(goal.builder, &goal.reduced) else {
        return Outcome::Open;
    };
    let allowance = Allowance {
        effort: Effort::Quick,
        ..goal.ladder.allowance
    };
    let builder = &mut *goal.builder;
    match goal.ladder.decide_within(allowance, builder, &obligation) {
        Decision::Equal { .. } => Outcome::Proved(Evidence::default()),
        _ => Outcome::Open,
    }
}

/// Decides the summands of the difference that depend on different inputs one by one; if there
/// are none, decides the results without their common summands.
pub(super) fn summands(goal: &mut Goal<'_>) -> Outcome {
    let Ladder {
        options, canonical, ..
    } = &mut *goal.ladder;
    let (claim, ranges) = (&goal.reduced, &options.ranges);
    let Difference { summands, sides } =
        canonical.difference(goal.builder, claim, ranges, options.assumptions);
    let samples = path_samples(goal.builder.arena(), claim, &mut goal.portfolio);
    let Some(parts) = differences::parts(goal.builder, &summands, &samples) else {
        return without_common(goal, sides);
    };
    let mut lemmas = Vec::new();
    for (sum, value) in parts {
        let width = goal.builder.width(sum);
        let obligation = Obligation {
            left: sum,
            right: goal.builder.constant(width, value),
            ..goal.reduced.obligation()
        };
        if !holds(goal, &obligation) {
            return Outcome::Open;
        }
        lemmas.extend(goal.ladder.last_lemma());
    }
    Outcome::Proved(Evidence::of([Proof::Sum(lemmas)]))
}

/// Decides the claim that two smaller terms are equal, whose difference is the difference of the
/// results.
fn without_common(goal: &mut Goal<'_>, [left, right]: [TermId; 2]) -> Outcome {
    let arena = goal.builder.arena();
    let size = |roots: [TermId; 2]| Cone::of(arena, &roots).len();
    let allowance = goal.ladder.allowance;
    if allowance.effort < Effort::Whole
        || size([left, right]) >= size([goal.reduced.left, goal.reduced.right])
    {
        return Outcome::Open;
    }
    let obligation = Obligation {
        left,
        right,
        ..goal.reduced.obligation()
    };
    let allowance = Allowance {
        effort: Effort::Moderate,
        ..allowance
    };
    let builder = &mut *goal.builder;
    let decision = goal.ladder.decide_within(allowance, builder, &obligation);
    if !matches!(decision, Decision::Equal { .. }) {
        return Outcome::Open;
    }
    let lemmas = goal.ladder.last_lemma().into_iter().collect();
    Outcome::Proved(Evidence::of([Proof::Sum(lemmas)]))
}

/// Whether the goal contains a select and may still be split into two cases.
pub(super) fn may_split(goal: &Goal<'_>) -> bool {
    goal.ladder.allowance.splits > 0 && goal.computes(&[term::Op::Select])
}

/// Decides both cases of a condition that several selects share.
pub(super) fn cases(goal: &mut Goal<'_>) -> Outcome {
    let excludes = goal.ladder.options.assumptions.exclude_values();
    let Some(condition) = choice::condition(goal.builder.arena(), &goal.reduced, excludes) else {
        return Outcome::Open;
    };
    let allowance = Allowance {
        splits: goal.ladder.allowance.splits - 1,
        ..goal.ladder.allowance
    };
    let cases = [condition, goal.builder.not(condition)];
    let mut lemmas = [None; 2];
    for (&case, lemma) in cases.iter().zip(&mut lemmas) {
        let mut obligation = goal.reduced.obligation();
        obligation.path.push(case);
        let builder = &mut *goal.builder;
        let decision = goal.ladder.decide_within(allowance, builder, &obligation);
        if !matches!(decision, Decision::Equal { .. }) {
            return Outcome::Open;
        }
        *lemma = goal.ladder.last_lemma();
    }
    let mut evidence = Evidence::default();
    if let [Some(first), Some(second)] = lemmas {
        let request = negation(goal.builder, condition);
        let cases = [(cases[0], first), (cases[1], second)];
        evidence = evidence.then(Proof::Cases(cases, request));
    }
    Outcome::Proved(evidence)
}

/// Splits on the points and intervals of one float that both results compare with constants.
pub(super) fn intervals(goal: &mut Goal<'_>) -> Outcome {
    let cut = goal.cut();
    let Ladder {
        options,
        canonical,
        solver,
        recorder,
        ..
    } = &mut *goal.ladder;
    let mut means = split::Means {
        recorder: recorder.as_mut(),
        canonical,
        solver,
        ranges: &cut.ranges,
        assumptions: options.assumptions,
        limits: options.budget.small,
    };
    match split(goal.builder, &cut, &mut means) {
        Some(evidence) => Outcome::Proved(evidence),
        None => Outcome::Open,
    }
}

/// Whether a subgoal is proved.
fn holds(goal: &mut Goal<'_>, obligation: &Obligation) -> bool {
    let decision = goal.ladder.decide(goal.builder, obligation);
    matches!(decision, Decision::Equal { .. })
}
