//! Queries whether an admissible input makes an operation undefined: by samples first, then
//! by a ladder with little time.
//!
//! Invariant: that no such input was found means something only if every query was decided.

use std::time::{Duration, Instant};

use rewrite_rules::Builder;
use term::{Arena, Assignment, Cone, Evaluator, TermId};

use crate::budgets::questions::{UNDEFINED_QUERY_TIME, UNDEFINED_TERMS, UNDEFINED_TIME};
use crate::equiv::{Budget, Compare, Decision, Ladder, Obligation, Options, Witness};
use crate::settings::Settings;
use crate::symex::{DefectKind, Hazard};
use crate::verdict::Undefined;

/// A query: the conditions under which a hazard is executed, and the one under which it is
/// defined.
#[derive(Clone)]
pub struct Question {
    /// The path condition: the operation is executed where these hold.
    pub path: Vec<TermId>,
    /// The operation is defined where this holds.
    pub defined: TermId,
}

impl Question {
    /// The condition that the operation is defined wherever it is executed.
    pub fn implied(&self, builder: &mut Builder) -> TermId {
        let mut met = builder.bool(true);
        for condition in &self.path {
            met = builder.and(met, *condition);
        }
        let not = builder.not(met);
        builder.or(not, self.defined)
    }
}

/// The answer to several queries.
pub enum Answer {
    /// This input makes an operation undefined.
    Found(Witness),
    /// No input makes any of the examined operations undefined.
    Never,
    /// Undecided.
    Open,
}

/// Returns the queries that the operations at a position require.
pub fn questions(builder: &mut Builder, hazards: &[Hazard]) -> Vec<Question> {
    let mut questions = Vec::new();
    for hazard in hazards {
        let defined = hazard.condition(builder);
        if builder.constant_value(defined) == Some(1) {
            continue;
        }
        let path = [hazard.path.to_vec(), hazard.within.clone()].concat();
        questions.push(Question { path, defined });
    }
    questions
}

/// Decides whether an input makes any of these operations undefined: a sample, or one that
/// a quick ladder finds for a few of the queries within the time left of what `spent`
/// counts. If `spent` is `None`, `ladder` decides all queries without a limit.
pub fn answer(
    builder: &mut Builder,
    questions: &[Question],
    samples: impl IntoIterator<Item = Witness>,
    (settings, ladder): (&Settings, &mut Ladder),
    mut spent: Option<&mut Duration>,
) -> Answer {
    if questions.is_empty() {
        return Answer::Never;
    }
    if let Some(witness) = sampled(builder.arena(), questions, samples) {
        return Answer::Found(witness);
    }
    let mut answer = Answer::Never;
    let last = questions.len() - 1;
    let mut chosen = match spent {
        None => (0..questions.len()).collect(),
        Some(_) => vec![last, 0, last / 2],
    };
    chosen.dedup();
    for question in chosen.into_iter().map(|at| &questions[at]) {
        let obligation = Obligation {
            path: question.path.clone(),
            left: builder.bool(true),
            right: question.defined,
            compare: Compare::Bits,
        };
        let decision = match &mut spent {
            None => ladder.decide(builder, &obligation),
            Some(spent) if **spent >= UNDEFINED_TIME => return Answer::Open,
            Some(spent) => {
                let start = Instant::now();
                let decision = quick_ladder(settings, ladder).decide(builder, &obligation);
                **spent += start.elapsed();
                decision
            }
        };
        match decision {
            Decision::Equal { .. } => {}
            Decision::Different { witness, .. } => return Answer::Found(witness),
            Decision::Suspected { .. } | Decision::Undecided { .. } => answer = Answer::Open,
        }
    }
    answer
}

/// Returns a sample that makes one of these operations undefined.
pub fn sampled(
    arena: &Arena,
    questions: &[Question],
    samples: impl IntoIterator<Item = Witness>,
) -> Option<Witness> {
    let roots = |questions: &[Question]| -> Vec<TermId> {
        let all = questions
            .iter()
            .flat_map(|q| q.path.iter().chain([&q.defined]));
        all.copied().collect()
    };
    let mut questions = questions;
    let mut cone = Cone::of(arena, &roots(questions));
    while cone.terms.len() > UNDEFINED_TERMS && questions.len() > 1 {
        questions = &questions[questions.len() / 2..];
        cone = Cone::of(arena, &roots(questions));
    }
    let mut evaluator = Evaluator::new(arena, &cone);
    samples.into_iter().find(|witness| {
        evaluator.run(witness as &dyn Assignment);
        questions.iter().any(|q| {
            evaluator.value(q.defined) == 0 && q.path.iter().all(|c| evaluator.value(*c) == 1)
        })
    })
}

/// Returns the condition of the first query under which the witness makes an operation
/// undefined.
pub fn first_failure(arena: &Arena, questions: &[Question], witness: &Witness) -> Vec<TermId> {
    let fails = |q: &&Question| {
        let roots = [&q.path[..], &[q.defined]].concat();
        let cone = Cone::of(arena, &roots);
        let mut evaluator = Evaluator::new(arena, &cone);
        evaluator.run(witness as &dyn Assignment);
        evaluator.value(q.defined) == 0 && q.path.iter().all(|c| evaluator.value(*c) == 1)
    };
    let failed = questions.iter().find(fails).or(questions.first());
    failed.map_or(Vec::new(), |q| vec![q.defined])
}

/// Returns the kind of defect for a kind of undefined behaviour that an input reaches.
pub const fn defect_kind(kind: Undefined) -> DefectKind {
    match kind {
        Undefined::Overflow => DefectKind::SignedOverflow,
        Undefined::Shift => DefectKind::OverShift,
        Undefined::Alignment => DefectKind::MisalignedScalar,
        Undefined::Conversion => DefectKind::ConversionOutOfRange,
        Undefined::BitScan => DefectKind::BitScanOfZero,
        Undefined::ArrayLength => DefectKind::ArrayLength,
        Undefined::ArrayIndex => DefectKind::ArrayIndex,
        Undefined::Assume => DefectKind::FalseAssumption,
        Undefined::Unreachable => DefectKind::UnreachableReached,
        Undefined::Division => DefectKind::DivisionByZero,
        Undefined::Refusal => DefectKind::AssertionFailed,
        Undefined::Restrict => DefectKind::BrokenRestrict,
    }
}

/// Returns a ladder with little time for each query.
fn quick_ladder(settings: &Settings, ladder: &mut Ladder) -> Ladder {
    let mut budget = Budget {
        deep_samples: 4_096,
        exhaustive_bits: 16,
        last_bits: 16,
        last_time: UNDEFINED_QUERY_TIME,
        ..settings.budget
    };
    budget.solver.timeout = UNDEFINED_QUERY_TIME;
    budget.floats.timeout = UNDEFINED_QUERY_TIME;
    budget.small_floats.timeout = UNDEFINED_QUERY_TIME;
    budget.small.timeout = UNDEFINED_QUERY_TIME;
    Ladder::new(
        &settings.rules,
        Options {
            budget,
            ranges: ladder.ranges_mut().clone(),
            deadline: settings.deadline(),
            ..Options::default()
        },
    )
}
