//! The hunt for undefined behaviour that has a value: which operations of a version an
//! admissible input makes undefined.
//!
//! Invariant: it decides no equality. What it finds is named in the verdict, and is
//! a defect where only the port does it; what it cannot decide is named too. It is
//! bounded in time over the whole run.

use std::time::{Duration, Instant};

use rewrite_rules::Builder;
use term::{Arena, Assignment, Cone, Evaluator, TermId};

use super::extremes::extremes;
use super::inputs::Inputs;
use super::round::Round;
use super::values::input_values;
use crate::equiv::{Budget, Compare, Decision, Ladder, Obligation, Options, Witness};
use crate::pipeline::{HuntKey as Key, found, involvement};
use crate::settings::{Level, Settings};
use crate::symex::{Defect, DefectKind, Place};
use crate::verdict::{DefectFound, Side, Undecided, Undefined, UndefinedFound};

/// Time for questions that samples do not answer, in the whole run.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Time for one of them.
const ONE: Duration = Duration::from_millis(150);

/// Terms of a place's conditions up to which they are sampled together.
const MAX_CONE: usize = 200_000;

/// A hazard's conditions: those under which it is met, and the one that says that it
/// is defined.
pub struct Question {
    /// It is met where all of these hold.
    pub path: Vec<TermId>,
    /// It is defined where this holds.
    pub defined: TermId,
}

impl Round<'_, '_, '_> {
    /// Looks for an input that makes one place undefined. `assumed` holds on inputs on
    /// which the reference does nothing of the kind: one of those is a defect.
    pub fn look(&mut self, builder: &mut Builder, place: Place, assumed: &[TermId]) {
        let side = self.side.which;
        let level = self.environment.settings.undefined.of(place.kind);
        let key = (side, place.kind, place.location.clone());
        if level == Some(Level::Ignore) {
            return;
        }
        let questions = questions(builder, &place);
        if !assumed.is_empty()
            && side == Side::Port
            && level.is_none()
            && self.converts_alone(builder, &place, (&questions, assumed))
        {
            return;
        }
        if self.tally.hunt.knows(&key) {
            return;
        }
        let witness = match self.answer(builder, &questions, self.is_thorough(place.kind)) {
            Answer::Found(witness) => witness,
            Answer::Open => {
                self.leave_open(key);
                return;
            }
            Answer::Never if place.truncated && self.is_thorough(place.kind) => {
                self.leave_open(key);
                return;
            }
            Answer::Never => return,
        };
        self.tally.hunt.note(side, place.kind, &place.location);
        let defect = match level {
            Some(level) => level == Level::Defect,
            None => self.is_defect_by_default(place.kind),
        };
        if defect {
            self.undefined_defect(builder, &place, &witness, &questions);
        } else {
            self.note(builder, place, (&questions, &witness));
        }
    }

    /// Whether a verdict says that no input does this: that of one kernel of vectors.
    fn is_thorough(&self, kind: Undefined) -> bool {
        self.side.which == Side::Kernel && kind == Undefined::Alignment
    }

    fn leave_open(&mut self, (side, kind, location): Key) {
        if self.is_thorough(kind) {
            self.tally.undecided(Undecided {
                kind: "possible-misaligned".to_owned(),
                message: format!("whether the kernel {} is not known", kind.words()),
                help: Some("give the inputs ranges with --arg".to_owned()),
                location: location.clone(),
                count: 1,
            });
        }
        self.tally.hunt.leave_open((side, kind, location));
    }

    /// Whether it is a defect that the version does this, where the user does not say.
    fn is_defect_by_default(&self, kind: Undefined) -> bool {
        let (hunt, reference) = (&self.tally.hunt, Side::Reference);
        match self.side.which {
            Side::Port => !hunt.has_found(reference, kind) && !hunt.is_open(reference, kind),
            Side::Kernel => kind == Undefined::Alignment,
            Side::Reference | Side::Program => false,
        }
    }

    /// Whether an input makes a conversion of the port undefined on which none of the
    /// reference is; a defect, which is recorded. That it is not known is recorded too.
    fn converts_alone(
        &mut self,
        builder: &mut Builder,
        place: &Place,
        (questions, assumed): (&[Question], &[TermId]),
    ) -> bool {
        // The reference's own conversions: where they are in range, these are too.
        let only = questions.iter().filter(|q| !assumed.contains(&q.defined));
        let more = only.map(|q| Question {
            path: [&q.path, assumed].concat(),
            defined: q.defined,
        });
        let more: Vec<Question> = more.collect();
        match self.answer(builder, &more, false) {
            Answer::Found(witness) => {
                let side = Side::Port;
                self.tally.hunt.note(side, place.kind, &place.location);
                self.undefined_defect(builder, place, &witness, &more);
                return true;
            }
            Answer::Open => {
                self.tally.undecided(Undecided {
                    kind: "possible-conversion".to_owned(),
                    message: "the port may convert a float out of range where the reference \
                              does not"
                        .to_owned(),
                    help: Some("give the inputs ranges with --arg".to_owned()),
                    location: place.location.clone(),
                    count: 1,
                });
            }
            Answer::Never => {}
        }
        false
    }

    /// Notes an input that makes a place undefined.
    fn note(
        &mut self,
        builder: &Builder,
        place: Place,
        (questions, witness): (&[Question], &Witness),
    ) {
        let arena = builder.arena();
        let roots: Vec<TermId> = questions.iter().map(|q| q.defined).collect();
        let failed = first_failure(arena, questions, witness);
        let involved = involvement(arena, failed.as_slice().get(..1).unwrap_or(&roots));
        let given = self.environment.given(self.inputs);
        self.tally.undefined.push(UndefinedFound {
            kind: place.kind,
            side: self.side.which,
            location: place.location,
            sizes: self.sizes.clone(),
            inputs: input_values(arena, given, witness, &roots, involved),
        });
    }

    fn undefined_defect(
        &mut self,
        builder: &Builder,
        place: &Place,
        witness: &Witness,
        questions: &[Question],
    ) {
        let kind = match place.kind {
            Undefined::Overflow => DefectKind::SignedOverflow,
            Undefined::Shift => DefectKind::OverShift,
            Undefined::Alignment => DefectKind::MisalignedScalar,
            Undefined::Conversion => DefectKind::ConversionOutOfRange,
            Undefined::Assume => DefectKind::FalseAssumption,
            Undefined::Unreachable => DefectKind::UnreachableReached,
        };
        let defect = Defect::at(kind, place.location.clone());
        let arena = builder.arena();
        let given = self.environment.given(self.inputs);
        let replayed = self.side.replay(arena, &defect, (witness, None), given);
        let failed = first_failure(arena, questions, witness);
        let involved = involvement(arena, &failed);
        let inputs = input_values(arena, given, witness, &failed, involved);
        self.tally.defect(DefectFound {
            help: (place.kind == Undefined::Alignment).then(|| {
                "copy the bytes with memcpy, or, if every caller aligns the buffer, promise it: \
                 --arg 'NAME=… align:4'; --undefined alignment=note lets it pass"
                    .to_owned()
            }),
            ..found(&defect, (self.side.which, self.sizes), inputs, replayed)
        });
    }

    /// Whether an input makes any of these undefined; a `thorough` answer is about all of
    /// them, whatever it takes.
    fn answer(&mut self, builder: &mut Builder, questions: &[Question], thorough: bool) -> Answer {
        if questions.is_empty() {
            return Answer::Never;
        }
        if let Some(witness) = sampled(builder.arena(), questions, self.inputs) {
            return Answer::Found(witness);
        }
        let mut answer = Answer::Never;
        let last = questions.len() - 1;
        let mut chosen = match thorough {
            true => (0..questions.len()).collect(),
            false => vec![last, 0, last / 2],
        };
        chosen.dedup();
        for question in chosen.into_iter().map(|at| &questions[at]) {
            if !thorough && self.tally.hunt.spent >= PATIENCE {
                return Answer::Open;
            }
            let start = Instant::now();
            let mut quick = quick_ladder(self.environment.settings, self.ladder);
            let ladder = match thorough {
                true => &mut *self.ladder,
                false => &mut quick,
            };
            let obligation = Obligation {
                path: question.path.clone(),
                left: builder.bool(true),
                right: question.defined,
                compare: Compare::Bits,
            };
            let decision = ladder.decide(builder, &obligation);
            self.tally.hunt.spent += start.elapsed();
            match decision {
                Decision::Equal { .. } => {}
                Decision::Different { witness, .. } => return Answer::Found(witness),
                Decision::Suspected { .. } | Decision::Undecided { .. } => answer = Answer::Open,
            }
        }
        answer
    }
}

enum Answer {
    /// This one does.
    Found(Witness),
    /// None that was asked about does.
    Never,
    /// Not known.
    Open,
}

/// What decides whether an input makes a place undefined.
pub fn questions(builder: &mut Builder, place: &Place) -> Vec<Question> {
    let mut questions = Vec::new();
    for hazard in &place.hazards {
        let defined = hazard.condition(builder);
        if builder.constant_value(defined) == Some(1) {
            continue;
        }
        let path = [hazard.path.to_vec(), hazard.within.clone()].concat();
        questions.push(Question { path, defined });
    }
    questions
}

/// An extreme input that makes one of these undefined.
fn sampled(arena: &Arena, questions: &[Question], inputs: &Inputs) -> Option<Witness> {
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
    extremes(arena, inputs).find(|witness| {
        evaluator.run(witness as &dyn Assignment);
        questions.iter().any(|q| {
            evaluator.value(q.defined) == 0 && q.path.iter().all(|c| evaluator.value(*c) == 1)
        })
    })
}

/// The conditions of the first question that a witness answers.
fn first_failure(arena: &Arena, questions: &[Question], witness: &Witness) -> Vec<TermId> {
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
