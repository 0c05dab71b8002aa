//! Compares the outputs of two paths that both returned.

use rewrite_rules::Builder;
use term::{Arena, TermId};

use super::Pair;
use super::conversions::is_computed_float;
use super::globals::{CONTROL_REGISTER, Changes, first_difference};
use super::indeterminate::Left;
use super::run::Run;
use crate::budgets::replay::REFERENCE_WITNESSES;
use crate::contract::Scalar;
use crate::equiv::{Compare, Decision, Obligation, Suspicion, Witness};
use crate::frontend::{guarded, state_of_library};
use crate::pipeline::Tally;
use crate::program::demangled;
use crate::side::{Output, Side, candidates, class, name};
use crate::symex::{Machine, depends_on_undefined};
use crate::verdict::{Undecided, UndecidedKind};

impl<'m, 'c> Pair<'m, 'c> {
    /// Compares the global variables that both paths changed.
    pub(super) fn compare_globals(&self, reference: &Changes, port: &Changes, tally: &mut Tally) {
        if let Some(name) = first_difference(reference, port) {
            let (what, help) = match state_of_library(name) {
                Some(what) => (what.to_owned(), "change it alike in both, or in neither"),
                None if name == CONTROL_REGISTER => (
                    "the control register MXCSR".to_owned(),
                    "set back what `_mm_getcsr` or `fegetround` gave before",
                ),
                None => (
                    format!("the global `{}`", demangled(name)),
                    match guarded(name).is_some() {
                        true => "initialise the static variable in both versions",
                        false if !(reference.contains_key(name) && port.contains_key(name)) => {
                            "declare it `static` if no other file uses it, or make it an output \
                             parameter"
                        }
                        false => "make it an output parameter",
                    },
                ),
            };
            tally.undecided(
                Undecided::new(
                    UndecidedKind::GlobalVariable,
                    format!("the versions leave different values in {what}"),
                )
                .with_help(help.to_owned())
                .at(self.port.location()),
            );
        }
    }

    /// Decides whether both versions give an output the same value, and records the
    /// finding.
    pub(super) fn compare(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        reference: &Output,
        port: &Output,
        run: &mut Run<'_>,
    ) {
        let (mut within, mut known) = (path.to_vec(), *reference);
        match self.left_by_reference(machine, path, reference, run) {
            Left::Whole => {}
            Left::Nothing => return,
            Left::Where(condition, value) => {
                within.push(condition);
                known.term = Some(value);
                if port.term.is_none() && is_excluded(&mut machine.builder, &within, run) {
                    return;
                }
            }
        }
        let (path, reference) = (&*within, &known);
        run.tally.coverage.outputs += 1;
        let scalar = reference.scalar;
        let (left, right) = match (reference.term, port.term) {
            (Some(left), Some(right)) => (left, right),
            (None, _) => {
                self.undefined(machine, path, (&self.reference, reference), run);
                return;
            }
            (_, None) => {
                if !self.leaves_alike(machine, path, reference, run) {
                    self.undefined(machine, path, (&self.port, port), run);
                }
                return;
            }
        };
        let arena = machine.builder.arena();
        let is_integer = matches!(scalar, Scalar::Int { .. });
        if is_integer
            && [left, right]
                .iter()
                .any(|term| is_computed_float(arena, *term))
        {
            run.tally.lean_on(certificate_checker::NAN_BITS);
        }
        if let Some(recorder) = run.ladder.recorder() {
            recorder.output(name(self.contract, reference.place));
        } else if left == right {
            run.tally.decided_by("identical");
            if self.settings.assumptions.exclude_values() {
                run.tally
                    .admits(&name(self.contract, reference.place), true);
            }
            return;
        }
        let obligation = obligation(path, (left, right), scalar);
        let decision = run.ladder.decide(&mut machine.builder, &obligation);
        let outputs = (reference, port);
        if let (Some(tolerance), Scalar::Float { .. }) = (self.settings.tolerance, scalar)
            && !matches!(decision, Decision::Equal { .. })
            && !matches!(decision, Decision::Undecided { reason } if reason.ends_the_run())
        {
            self.tolerate(machine, obligation, outputs, decision, tolerance, run);
            return;
        }
        if let Some(step) = decision.step() {
            run.tally.decided_by(step.name());
        }
        let class = || class(self.contract, reference.place);
        match decision {
            Decision::Equal { .. } => {
                let name = name(self.contract, reference.place);
                if !run.tally.is_admitted(&name) {
                    let none = run.ladder.excludes_all(&mut machine.builder, &obligation);
                    run.tally.admits(&name, !none);
                }
                if matches!(scalar, Scalar::Int { .. }) {
                    self.hold_to_inputs(machine, &obligation, &class(), run);
                }
            }
            Decision::Different { witness, step } => {
                self.record_difference(machine, obligation, outputs, (witness, step.name()), run);
            }
            Decision::Suspected { witness, step, why } => {
                let undetermined = why == Suspicion::Undetermined && !run.tally.has_suspicion();
                let found = (witness, step.name());
                self.suspected(machine, obligation, outputs, found, undetermined, run);
            }
            Decision::Undecided { reason } => {
                run.tally.open(&class(), reason, self.port.location());
            }
        }
    }

    /// Records a difference, unless the output is an address outside all buffers or may be
    /// memory that the reference leaves unwritten.
    fn record_difference(
        &self,
        machine: &mut Machine<'_>,
        obligation: Obligation,
        outputs: (&Output, &Output),
        (witness, step): (Witness, &'static str),
        run: &mut Run<'_>,
    ) {
        let (reference, _) = outputs;
        let builder = &mut machine.builder;
        let witness = run.ladder.within_conversions(builder, &obligation, witness);
        if self.is_elsewhere(machine, (&obligation, &witness), reference.place, run) {
            return;
        }
        if self.is_open_by_source(machine.builder.arena(), (reference, &witness), run) {
            return;
        }
        if self.leaves_garbage(machine, reference)
            && self.round(&self.reference, run).undefined_output(
                machine,
                (reference, &witness),
                true,
            )
        {
            return;
        }
        self.mismatch(machine, obligation, outputs, witness, step, run);
    }

    /// Whether the source of the reference leaves an output uninitialised on a witness of a
    /// difference. If so, the comparison is recorded as undecided: which inputs these are is not
    /// known of optimised code.
    fn is_open_by_source(
        &self,
        arena: &Arena,
        (reference, witness): (&Output, &Witness),
        run: &mut Run<'_>,
    ) -> bool {
        let left = self.is_left_by_source(arena, (reference, witness), run);
        if left {
            let name = name(self.contract, reference.place);
            let message = format!(
                "{name} differs where the reference leaves it uninitialised; whether it does \
                 elsewhere is not known of optimised code"
            );
            run.tally.undecided(
                Undecided::new(UndecidedKind::UndefinedOutput, message)
                    .with_help("compare the versions without -O".to_owned())
                    .at(self.port.location()),
            );
        }
        left
    }

    /// Whether the source of the reference leaves an output uninitialised on the inputs tried of
    /// a path on which the port does.
    fn leaves_alike(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        reference: &Output,
        run: &mut Run<'_>,
    ) -> bool {
        if !self.reference.observed {
            return false;
        }
        let Some(first) = any_input(machine, path, run) else {
            return false;
        };
        let arena = machine.builder.arena();
        let more = candidates(arena, run.inputs, path);
        let mut all = std::iter::once(first).chain(more.into_iter().take(REFERENCE_WITNESSES));
        all.all(|witness| self.is_left_by_source(arena, (reference, &witness), run))
    }

    /// Whether an output may be uninitialised memory.
    fn leaves_garbage(&self, machine: &Machine<'_>, output: &Output) -> bool {
        let arena = machine.builder.arena();
        let mut term = output.term.into_iter();
        term.any(|term| depends_on_undefined(arena, term).is_some())
    }

    /// Records that a version leaves an output undefined.
    fn undefined(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        (side, output): (&Side<'m, 'c>, &Output),
        run: &mut Run<'_>,
    ) {
        if let Some(witness) = any_input(machine, path, run)
            && self
                .round(side, run)
                .undefined_output(machine, (output, &witness), true)
        {
            return;
        }
        run.tally.undecided(
            Undecided::new(
                UndecidedKind::UndefinedOutput,
                format!(
                    "the {} leaves {} undefined (uninitialised or poison)",
                    side.which.word(),
                    name(self.contract, output.place)
                ),
            )
            .at(side.location()),
        );
    }

    /// Records a mismatch that only native execution can confirm. If the prover left it
    /// `undetermined`, an output that rests on an undefined value is considered first.
    fn suspected(
        &self,
        machine: &mut Machine<'_>,
        obligation: Obligation,
        (reference, port): (&Output, &Output),
        (witness, step): (Witness, &'static str),
        undetermined: bool,
        run: &mut Run<'_>,
    ) {
        if self.is_open_by_source(machine.builder.arena(), (reference, &witness), run) {
            return;
        }
        let both = [(&self.reference, reference), (&self.port, port)];
        let rests = |machine: &Machine<'_>, suspected: bool, run: &mut Run<'_>| {
            undetermined
                && both.iter().any(|(side, output)| {
                    let found = (*output, &witness);
                    self.round(side, run)
                        .undefined_output(machine, found, suspected)
                })
        };
        if rests(machine, false, run) {
            return;
        }
        // A value that native execution happens to find there is no result of the
        // reference.
        if undetermined && self.leaves_garbage(machine, reference) && rests(machine, true, run) {
            return;
        }
        // Only native execution knows the results.
        let (arena, path) = (machine.builder.arena(), &obligation.path);
        let any = |_, _| true;
        let native = self.native_witness(arena, path, reference, run, &any);
        let builder = &mut machine.builder;
        let native = native.filter(|w| run.ladder.admits(builder, &obligation, w));
        let (witness, step) = match native {
            Some(native) => (native, "native samples"),
            None if rests(machine, true, run) => return,
            None if run.tally.notes_suspicion() => return,
            None => (witness, step),
        };
        self.mismatch(machine, obligation, (reference, port), witness, step, run);
    }
}

/// The obligation that two results of one type are equal on a path.
pub(super) fn obligation(
    path: &[TermId],
    (left, right): (TermId, TermId),
    scalar: Scalar,
) -> Obligation {
    Obligation {
        path: path.to_vec(),
        left,
        right,
        compare: match scalar {
            Scalar::Float { format } => Compare::Float(format),
            Scalar::Int { .. } => Compare::Bits,
        },
    }
}

/// Finds an input that takes a path, if the ladder finds one.
fn any_input(machine: &mut Machine<'_>, path: &[TermId], run: &mut Run<'_>) -> Option<Witness> {
    let builder = &mut machine.builder;
    let none = Obligation::no_input(builder, path.to_vec());
    match run.ladder.decide(builder, &none) {
        Decision::Different { witness, .. } | Decision::Suspected { witness, .. } => Some(witness),
        _ => None,
    }
}

/// Whether the ladder proves that no input satisfies these conditions.
fn is_excluded(builder: &mut Builder, conditions: &[TermId], run: &mut Run<'_>) -> bool {
    let none = Obligation::no_input(builder, conditions.to_vec());
    let decision = run.ladder.decide(builder, &none);
    matches!(decision, Decision::Equal { .. })
}
