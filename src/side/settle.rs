//! How a path of one version ended, and whether what had to hold on it did.

use super::execution::Execution;
use super::place::Output;
use super::round::Round;
use super::values::input_values;
use crate::equiv::Witness;
use crate::pipeline::{Excluded, accesses, decide_check, decide_path_end, found, involvement};
use crate::settings::Level;
use crate::symex::{Defect, DefectKind, End, Finished, Machine};
use crate::verdict::{
    self, DefectFound, InputValue, Undecided, UndecidedKind, Undefined, UndefinedFound,
};

impl Round<'_, '_, '_> {
    /// Decides what had to hold on a path of an execution and how it ended; the outputs
    /// if it returned.
    pub fn settle(
        &mut self,
        machine: &mut Machine<'_>,
        execution: &Execution<'_>,
        path: &Finished,
    ) -> Option<Vec<Output>> {
        for check in path.state.checks() {
            let excluded = decide_check(&mut machine.builder, self.ladder, check, self.tally);
            self.record(machine, &check.defect, excluded);
            if self.tally.is_settled() || !self.go_on() {
                return None;
            }
        }
        match &path.end {
            End::Returned(_) => {
                self.lost(machine, path)?;
                execution.outputs(machine, path)
            }
            End::Defect(defect) => {
                let conditions = path.state.path();
                let excluded = self.reached(machine, conditions, defect);
                match defect.kind {
                    DefectKind::UnreachableReached if !self.is_defect() => {
                        self.leave_out(machine, defect, excluded);
                    }
                    _ => self.record(machine, defect, excluded),
                }
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

    /// Records the heap blocks that a path which returned has lost, where these are asked
    /// for; `None` where nothing is left to look for.
    fn lost(&mut self, machine: &mut Machine<'_>, path: &Finished) -> Option<()> {
        let End::Returned(returned) = &path.end else {
            return Some(());
        };
        if !self.environment.settings.leaks {
            return Some(());
        }
        for leak in machine.leaks(&path.state, returned.as_ref()) {
            let excluded = self.reached(machine, path.state.path(), &leak);
            self.record(machine, &leak, excluded);
            if self.tally.is_settled() {
                return None;
            }
        }
        Some(())
    }

    /// Whether any input takes a path to a defect.
    fn reached(
        &mut self,
        machine: &mut Machine<'_>,
        path: &[term::TermId],
        defect: &Defect,
    ) -> Excluded {
        decide_path_end(&mut machine.builder, self.ladder, path, defect, self.tally)
    }

    /// Whether it is a defect that a version reaches what it declares unreachable.
    fn is_defect(&self) -> bool {
        let levels = &self.environment.settings.undefined;
        match levels.of(Undefined::Unreachable) {
            Some(level) => level == Level::Defect,
            None => self.side.which == verdict::Side::Port,
        }
    }

    /// Notes that a version reaches what it declares unreachable: no outputs are
    /// compared there.
    fn leave_out(&mut self, machine: &Machine<'_>, defect: &Defect, excluded: Excluded) {
        let Excluded::Witness { witness, roots, .. } = excluded else {
            return;
        };
        let (kind, which) = (Undefined::Unreachable, self.side.which);
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

    /// The inputs of a witness that was found from these terms.
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

    /// The buffer that the reference overruns although nobody says how long it is: then it
    /// is the length that is wrong.
    fn beyond_a_guess(&self, defect: &Defect) -> Option<String> {
        let (DefectKind::OutOfBounds(_), Some(object)) = (defect.kind, &defect.object) else {
            return None;
        };
        let params = &self.environment.contract.params;
        let is_guess = params
            .iter()
            .any(|p| (p.assumed || !p.given) && p.name == object.name);
        let is_before = defect.offset.is_some_and(|offset| offset < 0);
        let is_reference = self.side.which == verdict::Side::Reference;
        (is_reference && is_guess && !is_before).then(|| object.name.clone())
    }

    /// Records a defect that could not be excluded.
    fn record(&mut self, machine: &Machine<'_>, defect: &Defect, excluded: Excluded) {
        let Excluded::Witness { witness, roots, .. } = excluded else {
            return;
        };
        if let Some(name) = self.beyond_a_guess(defect) {
            let message = format!(
                "the {} reaches beyond the length that is assumed for `{name}`",
                self.side.which.word()
            );
            self.tally.undecided(
                Undecided::new(UndecidedKind::AssumedLength, message)
                    .with_help(format!(
                        "give its length, a number or an expression of the sizes: --arg '{name}=[COUNT]'"
                    ))
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
        let replayed = side.replay(arena, defect, (&witness, None), environment.given(inputs));
        let shown = self.shown(machine, &witness, &roots);
        let accesses = accesses(side.program, arena, defect, &witness);
        let promises = self.promises(arena, defect, &witness);
        self.tally.defect(DefectFound {
            help: promises.or_else(|| side.mend(&accesses, self.sizes)),
            accesses,
            ..found(defect, (side.which, self.sizes), shown, replayed)
        });
    }
}
