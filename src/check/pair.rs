//! Both versions on the same inputs, at one size.
//!
//! The port runs once for each path of the reference, under that path's
//! condition. Every pair of outputs, and every condition that had to hold on
//! the way, is an obligation for the ladder; whatever it refutes is replayed.

use rewrite_rules::Builder;
use term::{Arena, TermId};

use super::call::{Call, Output, Place, name};
use super::exclude::{Excluded, decide_check, decide_path_end};
use super::finding::{expressions, input_values, involvement, value};
use super::globals::{Changes, changes, first_difference};
use super::inputs::Inputs;
use super::side::Side;
use super::tally::{Clock, Tally};
use crate::contract::{Contract, Scalar, Sizes};
use crate::equiv::{Compare, Decision, Ladder, Obligation, Witness};
use crate::problem::Problem;
use crate::settings::{Settings, flags};
use crate::symex::{Defect, End, Finished, Ignorant, Machine};
use crate::verdict::{self, DefectFound, Difference, Undecided, Value};

/// Two versions under one contract.
pub struct Pair<'m, 'c> {
    /// What the parameters mean.
    pub contract: &'m Contract,
    /// The version that is right by definition.
    pub reference: Side<'m, 'c>,
    /// The version under test.
    pub port: Side<'m, 'c>,
    /// Bounds and assumptions.
    pub settings: &'m Settings,
}

/// A path of the reference that returned.
struct ReferencePath {
    path: Vec<TermId>,
    outputs: Vec<Output>,
    globals: Changes,
}

/// What one size needs at hand.
struct Run<'a> {
    inputs: &'a Inputs,
    sizes: &'a Sizes,
    ladder: &'a mut Ladder,
    tally: &'a mut Tally,
}

impl<'m, 'c> Pair<'m, 'c> {
    /// Runs both versions at `sizes` and decides every obligation, until the
    /// first confirmed finding. Gives the builder back.
    ///
    /// # Errors
    /// When the contract has no meaning at these sizes.
    pub fn run(
        &self,
        mut builder: Builder,
        ladder: &mut Ladder,
        sizes: &Sizes,
        tally: &mut Tally,
        clock: &mut Clock,
    ) -> Result<Builder, Problem> {
        let inputs = Inputs::new(&mut builder, self.contract, sizes).map_err(|e| {
            Problem::new(e.to_string())
                .help("give other sizes with --size, or another length with --arg")
        })?;
        ladder
            .ranges_mut()
            .extend(inputs.ranges.iter().map(|(s, r)| (*s, *r)));
        let mut run = Run {
            inputs: &inputs,
            sizes,
            ladder,
            tally,
        };

        let mut machine = Machine::new(self.reference.program, builder, self.settings.limits());
        let paths = self.run_reference(&mut machine, &mut run);
        self.count(&machine, verdict::Side::Reference, run.tally);
        clock.lap("execution");

        let mut machine = Machine::new(
            self.port.program,
            machine.into_builder(),
            self.settings.limits(),
        );
        for path in &paths {
            if run.tally.is_refuted() || !self.go_on(run.tally) {
                break;
            }
            self.run_port(&mut machine, path, &mut run, clock);
        }
        self.count(&machine, verdict::Side::Port, run.tally);
        Ok(machine.into_builder())
    }

    /// Whether there is time left; says so in the tally when not.
    fn go_on(&self, tally: &mut Tally) -> bool {
        match self.settings.stop() {
            Some(reason) => {
                tally.undecided(reason);
                false
            }
            None => true,
        }
    }

    fn count(&self, machine: &Machine<'_>, side: verdict::Side, tally: &mut Tally) {
        let statistics = machine.statistics();
        tally.coverage.paths += statistics.paths;
        tally.coverage.instructions += statistics.instructions;
        let index = usize::from(side == verdict::Side::Port);
        tally.coverage.vector_operations[index] += statistics.vector_operations;
        if statistics.alignment_relied_on > 0 {
            tally.lean_on("buffers start at 16-byte boundaries");
        }
    }

    fn run_reference(&self, machine: &mut Machine<'_>, run: &mut Run<'_>) -> Vec<ReferencePath> {
        let side = &self.reference;
        let Some(call) = self.prepare(machine, side, run) else {
            return Vec::new();
        };
        let finished = machine.call(call.state.clone(), side.function, &call.args, run.ladder);
        let mut paths = Vec::new();
        for finished in finished {
            let outputs = self.settle(machine, verdict::Side::Reference, &call, &finished, run);
            if let Some(outputs) = outputs {
                paths.push(ReferencePath {
                    path: finished.state.path().to_vec(),
                    outputs,
                    globals: changes(machine, side.program, &call.state, &finished.state),
                });
            }
            if run.tally.is_refuted() {
                return Vec::new();
            }
        }
        paths
    }

    fn run_port(
        &self,
        machine: &mut Machine<'_>,
        reference: &ReferencePath,
        run: &mut Run<'_>,
        clock: &mut Clock,
    ) {
        let side = &self.port;
        let Some(mut call) = self.prepare(machine, side, run) else {
            return;
        };
        for condition in &reference.path {
            call.state.assume(*condition);
        }
        let finished = machine.call(call.state.clone(), side.function, &call.args, run.ladder);
        clock.lap("execution");
        for finished in finished {
            let outputs = self.settle(machine, verdict::Side::Port, &call, &finished, run);
            if let Some(outputs) = outputs {
                let globals = changes(machine, side.program, &call.state, &finished.state);
                self.compare_globals(&reference.globals, &globals, run.tally);
                for (left, right) in reference.outputs.iter().zip(&outputs) {
                    self.compare(machine, finished.state.path(), left, right, run);
                    if run.tally.is_refuted() || !self.go_on(run.tally) {
                        return;
                    }
                }
            }
            clock.lap("equivalence");
            if run.tally.is_refuted() {
                return;
            }
        }
    }

    fn prepare(
        &self,
        machine: &mut Machine<'_>,
        side: &Side<'_, '_>,
        run: &mut Run<'_>,
    ) -> Option<Call> {
        let (program, function) = (side.program, side.function);
        match Call::prepare(
            machine,
            program,
            function,
            side.abi,
            self.contract,
            run.inputs,
        ) {
            Ok(call) => Some(call),
            Err(reason) => {
                run.tally.undecided(Undecided {
                    kind: "preparation".to_owned(),
                    message: reason.to_owned(),
                    help: None,
                    location: side.location(),
                    count: 1,
                });
                None
            }
        }
    }

    /// Decides what had to hold on a path and how it ended; the outputs if it
    /// returned.
    fn settle(
        &self,
        machine: &mut Machine<'_>,
        which: verdict::Side,
        call: &Call,
        finished: &Finished,
        run: &mut Run<'_>,
    ) -> Option<Vec<Output>> {
        for check in finished.state.checks() {
            let excluded = decide_check(&mut machine.builder, run.ladder, check, run.tally);
            self.record(machine, which, &check.defect, excluded, run);
            if run.tally.is_refuted() {
                return None;
            }
        }
        let side = self.side(which);
        match &finished.end {
            End::Returned(returned) => Some(call.outputs(
                machine,
                &finished.state,
                returned.as_ref(),
                side.abi,
                self.contract,
                run.inputs,
            )),
            End::Defect(defect) => {
                let path = finished.state.path();
                let excluded =
                    decide_path_end(&mut machine.builder, run.ladder, path, defect, run.tally);
                self.record(machine, which, defect, excluded, run);
                None
            }
            End::Infeasible => None,
            End::Exited(status) => {
                let message = format!("the {} ends the process with status {status}", which.word());
                run.tally.undecided(Undecided {
                    kind: "exit".to_owned(),
                    message,
                    help: None,
                    location: None,
                    count: 1,
                });
                None
            }
            End::Stopped(stop) => {
                run.tally.stopped(stop, which);
                None
            }
        }
    }

    pub(super) fn side(&self, which: verdict::Side) -> &Side<'m, 'c> {
        match which {
            verdict::Side::Port => &self.port,
            _ => &self.reference,
        }
    }

    /// Records a defect that could not be excluded.
    fn record(
        &self,
        machine: &Machine<'_>,
        which: verdict::Side,
        defect: &Defect,
        excluded: Excluded,
        run: &mut Run<'_>,
    ) {
        let Excluded::Witness { witness, roots } = excluded else {
            return;
        };
        let replay = self.replay_defect(machine, which, &witness, run.inputs);
        let arena = machine.builder.arena();
        let involved = involvement(arena, &roots);
        run.tally.defect(DefectFound {
            sizes: run.sizes.clone(),
            side: which,
            kind: defect.kind.name().to_owned(),
            message: defect.message(),
            location: defect.location.clone(),
            allocation: defect.object.as_ref().and_then(|o| o.allocation.clone()),
            inputs: input_values(arena, self.contract, run.inputs, &witness, involved),
            replay,
        });
    }

    fn compare_globals(&self, reference: &Changes, port: &Changes, tally: &mut Tally) {
        if let Some(name) = first_difference(reference, port) {
            tally.undecided(Undecided {
                kind: "global-variable".to_owned(),
                message: format!("the versions leave different values in the global `{name}`"),
                help: Some("make it an output parameter".to_owned()),
                location: self.port.location(),
                count: 1,
            });
        }
    }

    fn compare(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        reference: &Output,
        port: &Output,
        run: &mut Run<'_>,
    ) {
        run.tally.coverage.outputs += 1;
        let scalar = reference.scalar;
        let output = || name(self.contract, reference.place);
        let (left, right) = match (reference.term, port.term) {
            (Some(left), Some(right)) => (left, right),
            (left, _) => {
                let which = if left.is_none() {
                    &self.reference
                } else {
                    &self.port
                };
                let word = if left.is_none() { "reference" } else { "port" };
                run.tally.undecided(Undecided {
                    kind: "undefined-output".to_owned(),
                    message: format!(
                        "the {word} leaves {} undefined (uninitialised or poison)",
                        output()
                    ),
                    help: None,
                    location: which.location(),
                    count: 1,
                });
                return;
            }
        };
        let compare = match scalar {
            Scalar::Float { format } => Compare::Float(format),
            Scalar::Int { .. } => Compare::Bits,
        };
        if left == right {
            run.tally.decided_by("identical");
            return;
        }
        let obligation = Obligation {
            path: path.to_vec(),
            left,
            right,
            compare,
        };
        let decision = run.ladder.decide(&mut machine.builder, &obligation);
        if let Some(step) = decision.step() {
            run.tally.decided_by(step.name());
        }
        match decision {
            Decision::Equal { .. } => {}
            Decision::Different { witness, step } => {
                self.mismatch(
                    machine,
                    obligation,
                    (reference, port),
                    witness,
                    step.name(),
                    run,
                );
            }
            Decision::Suspected { witness, step, .. } => {
                // Only the machine knows what the results are.
                let arena = machine.builder.arena();
                let native = self.native_witness(arena, path, reference, run.inputs);
                let (witness, step) = match native {
                    Some(native) => (native, "native samples"),
                    None => (witness, step.name()),
                };
                self.mismatch(machine, obligation, (reference, port), witness, step, run);
            }
            Decision::Undecided { reason } => run.tally.undecided(Undecided {
                kind: reason.name().to_owned(),
                message: format!("{}: {}", output_class(&output()), reason.message()),
                help: Some(reason.help().to_owned()),
                location: self.port.location(),
                count: 1,
            }),
        }
    }

    /// Records a mismatch: diagnosed, located and replayed.
    fn mismatch(
        &self,
        machine: &mut Machine<'_>,
        obligation: Obligation,
        (reference, port): (&Output, &Output),
        witness: Witness,
        step: &'static str,
        run: &mut Run<'_>,
    ) {
        let equal_under = self.diagnose(machine, &obligation, run);
        let origins = [&self.reference, &self.port].map(|side| {
            let arena = machine.builder.arena();
            self.origin(arena, side, &witness, reference.place, run.inputs)
        });
        let (left, right) = (obligation.left, obligation.right);
        let found = Mismatch {
            reference,
            port,
            left,
            right,
            witness,
            step,
        };
        let difference = self.difference(machine, found, equal_under, origins, run);
        run.tally.difference(difference);
    }

    /// Where a version produces an output under a witness: it runs once more on
    /// the witness itself. The function's own place where that does not tell.
    fn origin(
        &self,
        arena: &Arena,
        side: &Side<'_, '_>,
        witness: &Witness,
        place: Place,
        inputs: &Inputs,
    ) -> Option<verdict::Location> {
        let rules = rewrite_rules::RuleSet::builtin();
        let mut machine = Machine::new(side.program, Builder::new(rules), self.settings.limits());
        let inputs = inputs.concrete(arena, witness, &mut machine.builder);
        let (program, function) = (side.program, side.function);
        let watched = Call::prepare(
            &mut machine,
            program,
            function,
            side.abi,
            self.contract,
            &inputs,
        )
        .ok()
        .and_then(|call| {
            machine.watch = Some(call.watch(place)?);
            let paths = machine.call(call.state, function, &call.args, &mut Ignorant);
            program.location(paths.first()?.state.output_at()).cloned()
        });
        watched.or_else(|| side.location())
    }

    fn diagnose(
        &self,
        machine: &mut Machine<'_>,
        obligation: &Obligation,
        run: &mut Run<'_>,
    ) -> Vec<Vec<String>> {
        let sets = run.ladder.diagnose(&mut machine.builder, obligation);
        sets.into_iter().map(flags).collect()
    }

    fn difference(
        &self,
        machine: &Machine<'_>,
        found: Mismatch<'_>,
        equal_under: Vec<Vec<String>>,
        origins: [Option<verdict::Location>; 2],
        run: &Run<'_>,
    ) -> Difference {
        let Mismatch {
            reference,
            port,
            left,
            right,
            witness,
            step,
        } = found;
        let builder = &machine.builder;
        let arena = builder.arena();
        let scalar = reference.scalar;
        let predicted = [value(arena, left, &witness), value(arena, right, &witness)];
        let (replay, seen) =
            self.replay_difference(machine, reference, predicted, &witness, run.inputs);
        let values = seen.unwrap_or(predicted);
        let ulps = match scalar {
            Scalar::Float { format } => term::ulps(format, values[0], values[1]),
            Scalar::Int { .. } => None,
        };
        let involved = involvement(arena, &[left, right]);
        let ([reference_expression, port_expression], definitions) =
            expressions(builder, (left, right), scalar, &witness);
        Difference {
            sizes: run.sizes.clone(),
            output: name(self.contract, reference.place),
            inputs: input_values(arena, self.contract, run.inputs, &witness, involved),
            reference: Value::new(scalar, values[0]),
            port: Value::new(port.scalar, values[1]),
            ulps,
            reference_expression,
            port_expression,
            definitions,
            reference_location: origins[0].clone(),
            port_location: origins[1].clone(),
            replay,
            equal_under,
            found_by: step.to_owned(),
        }
    }
}

/// Two outputs that differ under a witness.
struct Mismatch<'a> {
    reference: &'a Output,
    port: &'a Output,
    left: TermId,
    right: TermId,
    witness: Witness,
    step: &'static str,
}

/// `dst[3]` as `dst[…]`: reasons are counted by output array, not by element.
fn output_class(name: &str) -> String {
    match (name.find('['), name.find(']')) {
        (Some(open), Some(close)) => format!("{}[…{}", &name[..open], &name[close..]),
        _ => name.to_owned(),
    }
}
