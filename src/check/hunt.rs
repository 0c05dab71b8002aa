//! The hunt for undefined behaviour that has a value: which operations of either
//! version an admissible input makes undefined.
//!
//! Invariant: it decides no equality. What it finds is named in the verdict, and is
//! a defect where only the port does it; what it cannot decide is named too. It is
//! bounded in time over the whole run.

use std::time::{Duration, Instant};

use rewrite_rules::Builder;
use term::{Arena, Assignment, Cone, Evaluator, TermId};

use super::Pair;
use super::run::Run;
use crate::equiv::{Budget, Compare, Decision, Ladder, Obligation, Options, Witness};
use crate::pipeline::{found, involvement};
use crate::settings::{Level, Settings};
use crate::side::{Inputs, extremes, input_values};
use crate::symex::{Converted, Defect, DefectKind, Hazard, Machine, Place};
use crate::verdict::{DefectFound, Side, Undecided, Undefined, UndefinedFound};

/// Time for questions that samples do not answer, in the whole run.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Time for one of them.
const ONE: Duration = Duration::from_millis(150);

/// Terms of a place's conditions up to which they are sampled together.
const MAX_CONE: usize = 200_000;

/// A hazard's conditions: those under which it is met, and the one that says that it
/// is defined.
struct Question {
    path: Vec<TermId>,
    defined: TermId,
}

impl Pair<'_, '_> {
    /// Looks for inputs that make the operations met by both versions undefined, and
    /// records what is found.
    pub(super) fn hunt(&self, machine: &mut Machine<'_>, reference: Vec<Place>, run: &mut Run<'_>) {
        let port = machine.take_hazards();
        let all = reference
            .iter()
            .chain(&port)
            .flat_map(|place| &place.hazards);
        let converted: Vec<Converted> = all.filter_map(Hazard::converted).collect();
        let builder = &mut machine.builder;
        let defined = self.defined_conversions(builder, &reference);
        for place in reference {
            self.look(builder, Side::Reference, place, &[], run);
        }
        for place in port {
            if run.tally.is_settled() {
                return;
            }
            let conversion = place.kind == Undefined::Conversion;
            let assumed: &[TermId] = match &defined {
                Some(defined) if conversion => {
                    // What the reference has in range, too, needs no question.
                    defined
                }
                _ => &[],
            };
            self.look(builder, Side::Port, place, assumed, run);
        }
        if !run.tally.is_settled() {
            let pairs = std::mem::take(&mut run.pairs);
            self.compare_natively(machine, (&pairs, &converted), run);
        }
    }

    /// That every conversion of the reference is in range; `None` where not all are known.
    fn defined_conversions(&self, builder: &mut Builder, places: &[Place]) -> Option<Vec<TermId>> {
        let mut all = Vec::new();
        for place in places.iter().filter(|p| p.kind == Undefined::Conversion) {
            if place.truncated {
                return None;
            }
            for question in questions(builder, place) {
                let mut met = builder.bool(true);
                for condition in question.path {
                    met = builder.and(met, condition);
                }
                let not = builder.not(met);
                all.push(builder.or(not, question.defined));
            }
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// Looks for an input that makes one place undefined. `assumed` holds on inputs on
    /// which the reference does nothing of the kind: one of those is a defect.
    pub(super) fn look(
        &self,
        builder: &mut Builder,
        side: Side,
        place: Place,
        assumed: &[TermId],
        run: &mut Run<'_>,
    ) {
        let level = self.settings.undefined.of(place.kind);
        let key = (side, place.kind, place.location.clone());
        if level == Some(Level::Ignore) {
            return;
        }
        let questions = questions(builder, &place);
        if !assumed.is_empty()
            && side == Side::Port
            && level.is_none()
            && self.converts_alone(builder, &place, (&questions, assumed), run)
        {
            return;
        }
        if run.tally.hunt.knows(&key) {
            return;
        }
        let witness = match self.answer(builder, &questions, run) {
            Answer::Found(witness) => witness,
            Answer::Open => {
                run.tally.hunt.leave_open(key);
                return;
            }
            Answer::Never => return,
        };
        let hunt = &mut run.tally.hunt;
        hunt.note(side, place.kind, &place.location);
        let reference = Side::Reference;
        let both = hunt.has_found(reference, place.kind) || hunt.is_open(reference, place.kind);
        let defect = match level {
            Some(level) => level == Level::Defect,
            None => side == Side::Port && !both,
        };
        if defect {
            self.undefined_defect(builder, side, &place, &witness, &questions, run);
        } else {
            self.note(builder, side, place, (&questions, &witness), run);
        }
    }

    /// Whether an input makes a conversion of the port undefined on which none of the
    /// reference is; a defect, which is recorded. That it is not known is recorded too.
    fn converts_alone(
        &self,
        builder: &mut Builder,
        place: &Place,
        (questions, assumed): (&[Question], &[TermId]),
        run: &mut Run<'_>,
    ) -> bool {
        // The reference's own conversions: where they are in range, these are too.
        let only = questions.iter().filter(|q| !assumed.contains(&q.defined));
        let more = only.map(|q| Question {
            path: [&q.path, assumed].concat(),
            defined: q.defined,
        });
        let more: Vec<Question> = more.collect();
        match self.answer(builder, &more, run) {
            Answer::Found(witness) => {
                let side = Side::Port;
                run.tally.hunt.note(side, place.kind, &place.location);
                self.undefined_defect(builder, side, place, &witness, &more, run);
                return true;
            }
            Answer::Open => {
                run.tally.undecided(Undecided {
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
        &self,
        builder: &Builder,
        side: Side,
        place: Place,
        (questions, witness): (&[Question], &Witness),
        run: &mut Run<'_>,
    ) {
        let arena = builder.arena();
        let roots: Vec<TermId> = questions.iter().map(|q| q.defined).collect();
        let failed = first_failure(arena, questions, witness);
        let involved = involvement(arena, failed.as_slice().get(..1).unwrap_or(&roots));
        let given = self.given(run.inputs);
        run.tally.undefined.push(UndefinedFound {
            kind: place.kind,
            side,
            location: place.location,
            sizes: run.sizes.clone(),
            inputs: input_values(arena, given, witness, &roots, involved),
        });
    }

    fn undefined_defect(
        &self,
        builder: &Builder,
        side: Side,
        place: &Place,
        witness: &Witness,
        questions: &[Question],
        run: &mut Run<'_>,
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
        let given = self.given(run.inputs);
        let replayed = self
            .side(side)
            .replay(arena, &defect, (witness, None), given);
        let failed = first_failure(arena, questions, witness);
        let involved = involvement(arena, &failed);
        let inputs = input_values(arena, given, witness, &failed, involved);
        run.tally.defect(DefectFound {
            help: (place.kind == Undefined::Alignment).then(|| {
                "copy the bytes with memcpy, or, if every caller aligns the buffer, promise it: \
                 --arg 'NAME=… align:4'; --undefined alignment=note lets it pass"
                    .to_owned()
            }),
            ..found(&defect, (side, run.sizes), inputs, replayed)
        });
    }

    /// Whether an input makes any of these undefined.
    fn answer(&self, builder: &mut Builder, questions: &[Question], run: &mut Run<'_>) -> Answer {
        if questions.is_empty() {
            return Answer::Never;
        }
        if let Some(witness) = sampled(builder.arena(), questions, run.inputs) {
            return Answer::Found(witness);
        }
        let mut answer = Answer::Never;
        let last = questions.len() - 1;
        let mut chosen = vec![last, 0, last / 2];
        chosen.dedup();
        for question in chosen.into_iter().map(|at| &questions[at]) {
            if run.tally.hunt.spent >= PATIENCE {
                return Answer::Open;
            }
            let start = Instant::now();
            let mut ladder = quick_ladder(self.settings, run);
            let obligation = Obligation {
                path: question.path.clone(),
                left: builder.bool(true),
                right: question.defined,
                compare: Compare::Bits,
            };
            let decision = ladder.decide(builder, &obligation);
            run.tally.hunt.spent += start.elapsed();
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

fn questions(builder: &mut Builder, place: &Place) -> Vec<Question> {
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
fn quick_ladder(settings: &Settings, run: &mut Run<'_>) -> Ladder {
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
            ranges: run.ladder.ranges_mut().clone(),
            deadline: settings.deadline(),
            ..Options::default()
        },
    )
}
