//! Records how a path of one version ended, and whether its checks hold.

use term::Arena;

use super::execution::Execution;
use super::inputs::Inputs;
use super::place::Output;
use super::round::Round;
use super::values::input_values;
use crate::equiv::Witness;
use crate::pipeline::{
    Excluded, accesses, decide_check, decide_path_end, found, involvement, mend,
};
use crate::settings::Level;
use crate::symex::{Defect, DefectKind, End, Finished, Machine};
use crate::verdict::{
    self, DefectFound, InputValue, Replay, Undecided, UndecidedKind, Undefined, UndefinedFound,
};

/// Advice for a version that throws.
const EXCLUDE: &str = "if no caller passes such an input, give the range of the others: \
                       --arg 'NAME=TYPE in LEAST..GREATEST'";

/// What rests on an exception that both versions throw.
const SHARED_EXCEPTION: &str = "of exceptions the type, and a text that no input decides, are \
                                compared, not what else they carry, nor what is written before \
                                them";

/// The kind of undefined behaviour by which a defect excludes inputs, if inputs that reach
/// such a defect can be excluded.
const fn left_out(kind: DefectKind) -> Option<Undefined> {
    match kind {
        DefectKind::UnreachableReached => Some(Undefined::Unreachable),
        DefectKind::DivisionByZero | DefectKind::DivisionOverflow => Some(Undefined::Division),
        DefectKind::AssertionFailed | DefectKind::Aborted | DefectKind::UncaughtException => {
            Some(Undefined::Refusal)
        }
        _ => None,
    }
}

impl Round<'_, '_, '_> {
    /// Decides the checks of a path and its end. Returns the outputs if the path returned
    /// and the search goes on.
    pub fn settle(
        &mut self,
        machine: &mut Machine<'_>,
        execution: &Execution<'_>,
        path: &Finished,
    ) -> Option<Vec<Output>> {
        for check in path.state.checks() {
            let excluded = decide_check(&mut machine.builder, self.ladder, check, self.tally);
            self.settle_defect(machine, &check.defect, excluded);
            if self.tally.is_settled() || !self.go_on() {
                return None;
            }
        }
        match &path.end {
            End::Returned(_) => {
                self.lost(machine, path)?;
                execution.outputs(machine, path)
            }
            // Whether the port throws too is known only after its execution.
            End::Defect(defect) if self.may_be_shared(defect) => None,
            End::Defect(defect) => {
                let conditions = path.state.path();
                let excluded = self.reached(machine, conditions, defect);
                self.settle_defect(machine, defect, excluded);
                None
            }
            End::Infeasible => None,
            End::Exited(status) => {
                let word = self.side.which.word();
                self.tally.undecided(Undecided::new(
                    UndecidedKind::Exit,
                    format!("the {word} ends the process with status {status}"),
                ));
                None
            }
            End::Stopped(stop) => {
                self.tally.stopped(stop, self.side.which);
                None
            }
        }
    }

    /// Records the heap blocks that a returned path leaks, if leaks are searched for;
    /// `None` if the verdict is settled by one.
    fn lost(&mut self, machine: &mut Machine<'_>, path: &Finished) -> Option<()> {
        let End::Returned(returned) = &path.end else {
            return Some(());
        };
        if !self.environment.settings.leaks {
            return Some(());
        }
        for leak in machine.leaks(&path.state, returned.as_ref()) {
            let excluded = self.reached(machine, path.state.path(), &leak);
            self.record(machine, &leak, excluded, None);
            if self.tally.is_settled() {
                return None;
            }
        }
        Some(())
    }

    /// Decides whether an input reaches the end of a path that is a defect.
    fn reached(
        &mut self,
        machine: &mut Machine<'_>,
        path: &[term::TermId],
        defect: &Defect,
    ) -> Excluded {
        decide_path_end(&mut machine.builder, self.ladder, path, defect, self.tally)
    }

    /// Records a defect that could not be excluded, or excludes the inputs that reach it.
    fn settle_defect(&mut self, machine: &Machine<'_>, defect: &Defect, excluded: Excluded) {
        match left_out(defect.kind) {
            Some(kind) if !self.is_defect(kind) => self.leave_out(machine, defect, excluded),
            _ => self.record(machine, defect, excluded, None),
        }
    }

    /// Whether the port may end with the same exception as the reference, which then is no
    /// defect.
    fn may_be_shared(&self, defect: &Defect) -> bool {
        let is_reference = self.side.which == verdict::Side::Reference;
        is_reference
            && defect.kind == DefectKind::UncaughtException
            && !self.is_defect(Undefined::Refusal)
    }

    /// Settles a path on which the reference throws: excludes its inputs if the port
    /// `shares` the exception, else records a defect.
    pub fn settle_throw(
        &mut self,
        machine: &mut Machine<'_>,
        (path, defect): (&[term::TermId], &Defect),
        shares: bool,
    ) {
        let excluded = self.reached(machine, path, defect);
        match shares {
            true => {
                self.leave_out(machine, defect, excluded);
                self.tally.lean_on(SHARED_EXCEPTION);
            }
            false => {
                let help = format!("the port does not throw here; {EXCLUDE}");
                self.record(machine, defect, excluded, Some(help));
            }
        }
    }

    /// Settles a path on which this version, the port, throws another exception than the
    /// reference, which throws `expected`.
    pub fn settle_other_throw(
        &mut self,
        machine: &mut Machine<'_>,
        (path, defect): (&[term::TermId], &Defect),
        expected: &str,
    ) {
        let excluded = self.reached(machine, path, defect);
        let help = format!("the reference throws `{expected}` here");
        self.record(machine, defect, excluded, Some(help));
    }

    /// The exception that ends a path of the reference, if the port may throw it too.
    pub fn throws(&self, path: &Finished) -> Option<Defect> {
        match &path.end {
            End::Defect(defect) if self.may_be_shared(defect) => Some(defect.clone()),
            _ => None,
        }
    }

    /// Whether behaviour that can exclude inputs is a defect of this version. By default it
    /// is none of the reference, whose callers must avoid such inputs; an `unreachable`
    /// that is reached is one of the port only; every other kind is a defect of any version
    /// but the reference.
    fn is_defect(&self, kind: Undefined) -> bool {
        let levels = &self.environment.settings.undefined;
        let is_reference = self.side.which == verdict::Side::Reference;
        match (kind, levels.of(kind)) {
            (Undefined::Unreachable, None) => self.side.which == verdict::Side::Port,
            (Undefined::Unreachable, Some(level)) => level == Level::Defect,
            (_, level) => !is_reference || level == Some(Level::Defect),
        }
    }

    /// Notes that a version excludes inputs: outputs are not compared on these.
    fn leave_out(&mut self, machine: &Machine<'_>, defect: &Defect, excluded: Excluded) {
        let (Excluded::Witness { witness, roots, .. }, Some(kind)) =
            (excluded, left_out(defect.kind))
        else {
            return;
        };
        let which = self.side.which;
        let levels = &self.environment.settings.undefined;
        let ignored = levels.of(kind) == Some(Level::Ignore);
        if ignored || !self.tally.hunt.note(which, kind, &defect.location) {
            return;
        }
        let inputs = self.shown(machine, &witness, &roots);
        self.tally.undefined.push(UndefinedFound {
            kind,
            side: which,
            location: defect.location.clone(),
            sizes: self.sizes.clone(),
            inputs,
        });
    }

    /// The inputs of a witness, marked by whether these terms depend on them.
    fn shown(
        &self,
        machine: &Machine<'_>,
        witness: &Witness,
        roots: &[term::TermId],
    ) -> Vec<InputValue> {
        let arena = machine.builder.arena();
        let given = self.environment.given(self.inputs);
        input_values(arena, given, witness, roots, involvement(arena, roots))
    }

    /// The name of a buffer that the reference overruns and whose length the user has not
    /// given: then the assumed length is wrong, not the code. The port's overrun of such a buffer
    /// says nothing about the port.
    fn beyond_a_guess(&self, defect: &Defect) -> Option<String> {
        let (DefectKind::OutOfBounds(_), Some(object)) = (defect.kind, &defect.object) else {
            return None;
        };
        let params = &self.environment.contract.params;
        let is_guess = params
            .iter()
            .any(|p| (p.assumed || !p.given) && p.name == object.name);
        let is_before = defect.offset.is_some_and(|offset| offset < 0);
        let is_wrong =
            self.side.which == verdict::Side::Reference || self.tally.is_overrun(&object.name);
        (is_wrong && is_guess && !is_before).then(|| object.name.clone())
    }

    /// Records a defect that could not be excluded, with a native replay; `help` takes the place
    /// of the usual advice.
    fn record(
        &mut self,
        machine: &Machine<'_>,
        defect: &Defect,
        excluded: Excluded,
        help: Option<String>,
    ) {
        let Excluded::Witness { witness, roots, .. } = excluded else {
            return;
        };
        if let Some(name) = self.beyond_a_guess(defect) {
            let message = format!(
                "the {} reaches beyond the length that is assumed for `{name}`",
                self.side.which.word()
            );
            // A container's number of elements is a parameter of its own.
            let size = name.strip_suffix(".data").map(|of| format!("{of}.size"));
            let params = &self.environment.contract.params;
            let size = size.filter(|size| params.iter().any(|p| p.name == *size));
            let help = match size {
                Some(size) => format!(
                    "say how long it is: --arg '{size}=size:COUNT', an expression of other sizes, \
                     or --assume '{size} >= COUNT'"
                ),
                None => format!(
                    "give its length, a number or an expression of the sizes: --arg '{name}=[COUNT]'"
                ),
            };
            self.tally.overruns(&name);
            self.tally.undecided(
                Undecided::new(UndecidedKind::AssumedLength, message)
                    .with_help(help)
                    .at(defect.location.clone()),
            );
            return;
        }
        let (arena, side) = (machine.builder.arena(), self.side);
        let (environment, inputs) = (self.environment, self.inputs);
        let traced = match defect.kind {
            DefectKind::UndefinedBranch => environment.traced(arena, side, &witness, None, inputs),
            _ => None,
        };
        let traced = traced.filter(|d| d.kind == defect.kind && d.location == defect.location);
        let defect = traced.as_ref().unwrap_or(defect);
        let mut witness = witness;
        let given = environment.given(inputs);
        let mut replayed = side.replay(arena, defect, (&witness, None), given);
        if defect.kind == DefectKind::Race
            && matches!(replayed.0, Replay::Refuted { .. })
            && let Some(found) = side.replay_race(arena, (defect, &roots), given)
        {
            (witness, replayed) = found;
        }
        let shown = self.shown(machine, &witness, &roots);
        let accesses = accesses(side.program, arena, defect, &witness);
        let promises = self.promises(arena, defect, &witness);
        self.tally.defect(DefectFound {
            help: help
                .or(promises)
                .or_else(|| mend(side.program, &accesses, side.is_local(&accesses)))
                .or_else(|| {
                    (defect.kind == DefectKind::UncaughtException).then(|| EXCLUDE.to_owned())
                }),
            accesses,
            witness: values(arena, inputs, &witness),
            ..found(defect, (side.which, self.sizes), shown, replayed)
        });
    }
}

/// The value of each scalar of the inputs under a witness.
fn values(arena: &Arena, inputs: &Inputs, witness: &Witness) -> Vec<u128> {
    let value = |term| {
        let symbol = arena.symbol_id(term)?;
        witness.values.get(&symbol).copied()
    };
    let scalars = inputs.scalars();
    scalars.map(|(term, _)| value(term).unwrap_or(0)).collect()
}
