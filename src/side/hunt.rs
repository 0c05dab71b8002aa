//! Looks for inputs that make operations undefined which have a value all the same
//! (overflow, alignment, conversion, ...).
//!
//! Invariant: it decides no equality. An operation that it finds is named in the verdict,
//! and is a defect where only the port does it; one that it cannot decide is named too. Its
//! time is bounded over the whole run.

use rewrite_rules::Builder;
use term::TermId;

use super::extremes::extremes;
use super::round::Round;
use super::values::input_values;
use crate::budgets::replay::REFERENCE_WITNESSES;
use crate::equiv::Witness;
use crate::pipeline::{
    Answer, HuntKey as Key, Question, Replayed, answer, defect_kind, first_failure, found,
    involvement, questions, sampled,
};
use crate::replay::{Placement, Sanitizer};
use crate::settings::Level;
use crate::symex::{Defect, Hazard, Place};
use crate::verdict::{
    DefectFound, Replay, Side, Undecided, UndecidedKind, Undefined, UndefinedFound,
};

/// Conditions that hold on inputs on which the reference has no undefined operation of a
/// kind.
#[derive(Clone, Copy, Default)]
pub struct Assumed<'t> {
    /// Conditions under which the reference's operations of the kind are defined.
    pub defined: &'t [TermId],
    /// Conditions under which its left shifts lose no bits, as shifts of signed operands
    /// must not (C17 6.5.7p4).
    pub shifts: &'t [TermId],
}

/// The versions that make an operation undefined.
enum Shifted {
    /// The port alone.
    Alone,
    /// Both versions, on this input.
    Both(Witness),
}

impl Round<'_, '_, '_> {
    /// Looks for an input that makes an operation at one place undefined, and records it:
    /// as a defect if the reference makes none of the kind undefined on it, else as the
    /// user's level says.
    pub fn look(&mut self, builder: &mut Builder, place: Place, reference: Assumed<'_>) {
        let side = self.side.which;
        let level = self.environment.settings.undefined.of(place.kind);
        let key = (side, place.kind, place.location.clone());
        if level == Some(Level::Ignore) {
            return;
        }
        let questions = questions(builder, &place.hazards);
        let assumed = reference.defined;
        let compared = side == Side::Port && level.is_none();
        if compared
            && !reference.shifts.is_empty()
            && let Some(shifted) = self.shifts_too(builder, &place, (&questions, reference))
        {
            if let Shifted::Both(witness) = shifted
                && !self.tally.hunt.knows(&key)
            {
                self.note(builder, place, (&questions, &witness));
            }
            return;
        }
        if !assumed.is_empty()
            && compared
            && self.happens_alone(builder, &place, (&questions, assumed))
        {
            return;
        }
        let hunt = &self.tally.hunt;
        if hunt.knows(&key) || self.side.observed && hunt.is_set_aside(&key) {
            return;
        }
        let witness = match self.answer(builder, &questions, self.thoroughly(place.kind).is_some())
        {
            Answer::Found(witness) => witness,
            Answer::Open => {
                self.leave_open(key);
                return;
            }
            Answer::Never if place.truncated && self.thoroughly(place.kind).is_some() => {
                self.leave_open(key);
                return;
            }
            Answer::Never => return,
        };
        let defect = match level {
            Some(level) => level == Level::Defect,
            None => self.is_defect_by_default(&place),
        };
        if defect {
            self.undefined_defect(builder, &place, &witness, &questions);
        } else {
            self.note(builder, place, (&questions, &witness));
        }
    }

    /// The reason to give when it is open whether an input makes an operation of this kind
    /// undefined; `None` where the verdict makes no statement about the kind. Only the
    /// verdict on a single kernel does: about alignment, and about array indices unless
    /// these are only noted.
    fn thoroughly(&self, kind: Undefined) -> Option<UndecidedKind> {
        let noted = self.environment.settings.undefined.of(kind) == Some(Level::Note);
        match (self.side.which, kind) {
            (Side::Kernel, Undefined::Alignment) => Some(UndecidedKind::Misaligned),
            (Side::Kernel, Undefined::ArrayIndex) if !noted => Some(UndecidedKind::ArrayIndex),
            _ => None,
        }
    }

    fn leave_open(&mut self, (side, kind, location): Key) {
        if let Some(open) = self.thoroughly(kind) {
            self.tally.undecided(
                Undecided::new(
                    open,
                    format!("whether the kernel {} is not known", kind.words()),
                )
                .with_help("give the inputs ranges with --arg".to_owned())
                .at(location.clone()),
            );
        }
        self.tally.hunt.leave_open((side, kind, location));
    }

    /// Whether undefined behaviour of this place is a defect where the user has set no
    /// level.
    fn is_defect_by_default(&self, place: &Place) -> bool {
        let kind = place.kind;
        let (hunt, reference) = (&self.tally.hunt, Side::Reference);
        match self.side.which {
            Side::Port => !hunt.has_found(reference, kind) && !hunt.is_open(reference, kind),
            Side::Kernel => place.is_index || self.thoroughly(kind).is_some(),
            Side::Reference | Side::Program => false,
        }
    }

    /// Whether an input makes an operation of the port undefined on which the reference
    /// makes none of the kind undefined. Records such a defect; records an open question
    /// for conversions, whose value is undefined.
    fn happens_alone(
        &mut self,
        builder: &mut Builder,
        place: &Place,
        (questions, assumed): (&[Question], &[TermId]),
    ) -> bool {
        // Operations that the reference has too are defined by assumption.
        let mut only = questions.to_vec();
        only.retain(|question| {
            let implied = question.implied(builder);
            !assumed.contains(&question.defined) && !assumed.contains(&implied)
        });
        let more = only.into_iter().map(|q| Question {
            path: [&q.path, assumed].concat(),
            defined: q.defined,
        });
        let more: Vec<Question> = more.collect();
        match self.answer(builder, &more, false) {
            Answer::Found(witness) => {
                self.undefined_defect(builder, place, &witness, &more);
                return true;
            }
            Answer::Open if place.kind == Undefined::Conversion => {
                self.tally.undecided(
                    Undecided::new(
                        UndecidedKind::Conversion,
                        "the port may convert a float out of range where the reference \
                              does not",
                    )
                    .with_help("give the inputs ranges with --arg".to_owned())
                    .at(place.location.clone()),
                );
            }
            Answer::Open | Answer::Never => {}
        }
        false
    }

    /// Records a defect if an input makes an operation of the port overflow on which no
    /// left shift of the reference loses bits. Otherwise returns an input on which a shift
    /// of a signed operand of the reference overflows too, as a sanitizer confirms. `None`
    /// where neither is found.
    fn shifts_too(
        &mut self,
        builder: &mut Builder,
        place: &Place,
        (questions, reference): (&[Question], Assumed<'_>),
    ) -> Option<Shifted> {
        let Assumed { defined, shifts } = reference;
        let all = [defined, shifts].concat();
        if self.happens_alone(builder, place, (questions, &all)) {
            return Some(Shifted::Alone);
        }
        let more = questions.iter().map(|q| Question {
            path: [&q.path, defined].concat(),
            defined: q.defined,
        });
        let more: Vec<Question> = more.collect();
        let Answer::Found(witness) = self.answer(builder, &more, false) else {
            return None;
        };
        // The sanitizer has to confirm it: a shift may have been hoisted out of its branch.
        let (arena, other) = (builder.arena(), self.other?);
        let samples = extremes(arena, self.inputs);
        let failing = samples
            .into_iter()
            .filter_map(|s| sampled(arena, &more, [s]));
        let all: Vec<Witness> = failing.take(REFERENCE_WITNESSES).chain([witness]).collect();
        for witness in &all {
            let case = other.case(arena, self.inputs, witness, Placement::Aligned);
            let complaint = other.native().complaint(Sanitizer::ShiftBase, &case);
            complaint.ok().flatten()?;
        }
        all.into_iter().next_back().map(Shifted::Both)
    }

    /// Runs a version natively on an input that makes the operation at a place undefined.
    fn replayed(&self, builder: &Builder, place: &Place, witness: &Witness) -> Replayed {
        let defect = Defect::at(defect_kind(place.kind), place.location.clone());
        let arena = builder.arena();
        let given = self.environment.given(self.inputs);
        match self.side.replay(arena, &defect, (witness, None), given) {
            (Replay::Refuted { .. }, _) if place.hazards.iter().all(Hazard::is_unwatched) => {
                (Replay::Unwatched, None)
            }
            replayed => replayed,
        }
    }

    /// Whether a replay in an optimised version shows nothing undefined: then the program may not
    /// use the operation's result, and its source tells whether it does. Records that.
    fn is_hoisted(&mut self, place: &Place, (replay, _): &Replayed) -> bool {
        let hoisted = self.side.observed && matches!(replay, Replay::Refuted { .. });
        if hoisted {
            let key = (self.side.which, place.kind, place.location.clone());
            self.tally.hunt.set_aside(key);
        }
        hoisted
    }

    /// Notes an input that makes the operation at a place undefined.
    fn note(
        &mut self,
        builder: &Builder,
        place: Place,
        (questions, witness): (&[Question], &Witness),
    ) {
        if self.side.observed {
            let replayed = self.replayed(builder, &place, witness);
            if self.is_hoisted(&place, &replayed) {
                return;
            }
        }
        self.tally
            .hunt
            .note(self.side.which, place.kind, &place.location);
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
        let defect = Defect::at(defect_kind(place.kind), place.location.clone());
        let replayed = self.replayed(builder, place, witness);
        if self.is_hoisted(place, &replayed) {
            return;
        }
        self.tally
            .hunt
            .note(self.side.which, place.kind, &place.location);
        let arena = builder.arena();
        let given = self.environment.given(self.inputs);
        let failed = first_failure(arena, questions, witness);
        let involved = involvement(arena, &failed);
        let inputs = input_values(arena, given, witness, &failed, involved);
        let mut defect = DefectFound {
            help: help(place),
            ..found(&defect, (self.side.which, self.sizes), inputs, replayed)
        };
        // With a level of the user's it is a defect whatever the reference does.
        let by_default = self.environment.settings.undefined.of(place.kind).is_none();
        if self.side.which == Side::Port && by_default {
            defect.message += ", where the reference does nothing of the kind";
        }
        self.tally.defect(defect);
    }

    /// Looks for an input that makes any of these operations undefined; if `thorough`,
    /// without the time bound of the hunt.
    fn answer(&mut self, builder: &mut Builder, questions: &[Question], thorough: bool) -> Answer {
        if questions.is_empty() {
            return Answer::Never;
        }
        let samples = extremes(builder.arena(), self.inputs);
        let by = (self.environment.settings, &mut *self.ladder);
        let spent = &mut self.tally.hunt.spent;
        answer(
            builder,
            questions,
            samples,
            by,
            (!thorough).then_some(spent),
        )
    }
}

/// Advice on how to avoid an undefined operation.
fn help(place: &Place) -> Option<String> {
    let in_opencl = place
        .location
        .as_ref()
        .is_some_and(|at| at.file.ends_with(".cl"));
    match (place.kind, &place.other) {
        (Undefined::Alignment, _) if in_opencl => Some(
            "load elements of the buffer's own type by vloadn, and join them by as_TYPE; or, if \
             every caller aligns the buffer, promise it: --arg 'NAME=… align:4'; --undefined alignment=note lets it \
             pass"
                .to_owned(),
        ),
        (Undefined::Alignment, _) => Some(
            "copy the bytes with memcpy, or, if every caller aligns the buffer, promise it: \
             --arg 'NAME=… align:4'; --undefined alignment=note lets it pass"
                .to_owned(),
        ),
        (Undefined::Restrict, Some(other)) => Some(format!(
            "the other access is at {}:{}:{}; pass buffers that do not overlap, or drop \
             `restrict`; --undefined restrict=note lets it pass",
            other.file, other.line, other.column
        )),
        _ => None,
    }
}
