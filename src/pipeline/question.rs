//! Whether an admissible input makes an operation undefined: samples first, then a ladder
//! with little time.
//!
//! Invariant: that none was found says nothing unless every question was answered.

use std::time::{Duration, Instant};

use rewrite_rules::Builder;
use term::{Arena, Assignment, Cone, Evaluator, TermId};

use crate::equiv::{Budget, Compare, Decision, Ladder, Obligation, Options, Witness};
use crate::settings::Settings;
use crate::symex::{DefectKind, Hazard};
use crate::verdict::Undefined;

/// Time for questions that samples do not answer, in the whole run.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Time for one of them.
const ONE: Duration = Duration::from_millis(150);

/// Terms of a place's conditions up to which they are sampled together.
const MAX_CONE: usize = 200_000;

/// A hazard's conditions: those under which it is met, and the one that says that it
/// is defined.
pub struct Question {
    /// It is met where these hold.
    pub path: Vec<TermId>,
    /// It is defined where this holds.
    pub defined: TermId,
}

/// What is known of some questions.
pub enum Answer {
    /// This input makes one of them undefined.
    Found(Witness),
    /// None that was asked about does.
    Never,
    /// Not known.
    Open,
}

/// The questions that the operations of a place raise.
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

/// Whether an input makes any of these undefined: one of the samples, or one that is
/// found within the time that is left of what `spent` counts. Where nothing is counted, the
/// ladder answers all of them, whatever it takes.
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
            Some(spent) if **spent >= PATIENCE => return Answer::Open,
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

/// A sample that makes one of these undefined.
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
    while cone.terms.len() > MAX_CONE && questions.len() > 1 {
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

/// The conditions of the first question that a witness answers.
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

/// The defect that an operation of a kind is where an input makes it undefined.
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

/// A ladder with little time for each question.
fn quick_ladder(settings: &Settings, ladder: &mut Ladder) -> Ladder {
    let mut budget = Budget {
        deep_samples: 4_096,
        exhaustive_bits: 16,
        last_bits: 16,
        last_time: ONE,
        ..settings.budget
    };
    budget.solver.timeout = ONE;
    budget.floats.timeout = ONE;
    budget.small_floats.timeout = ONE;
    budget.small.timeout = ONE;
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
