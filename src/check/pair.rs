//! Both versions on the same inputs, at one size.
//!
//! The port runs once for each path of the reference, under that path's
//! condition. Every pair of outputs, and every condition that had to hold on
//! the way, is an obligation for the ladder; whatever it refutes is replayed.

use rewrite_rules::Builder;
use term::TermId;

use super::call::{Call, Output, name};
use super::globals::{Changes, changes};
use super::inputs::Inputs;
use super::judged::Exceeding;
use super::side::Side;
use super::tally::{Clock, Tally};
use crate::certificate::Version;
use crate::contract::{Contract, Sizes};
use crate::cpu::Target;
use crate::equiv::{Assumptions, Ladder};
use crate::problem::Problem;
use crate::settings::Settings;
use crate::symex::Machine;
use crate::verdict::{self, Undecided};

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
    /// What both versions run on.
    pub target: Target,
}

/// A path of the reference that returned.
struct ReferencePath {
    path: Vec<TermId>,
    outputs: Vec<Output>,
    globals: Changes,
}

/// What one size needs at hand.
pub(super) struct Run<'a> {
    pub inputs: &'a Inputs,
    pub sizes: &'a Sizes,
    pub ladder: &'a mut Ladder,
    pub tally: &'a mut Tally,
    /// The minimal sets of assumptions under which the output that was last found
    /// to differ would agree.
    pub equal_under: Vec<Assumptions>,
    /// The output of the path at hand that exceeds the tolerance most, if it does
    /// more than any before.
    pub worst: Option<Exceeding>,
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
        if let Some(recorder) = ladder.recorder() {
            recorder.version(&mut builder, Version::Reference);
        }
        let mut run = Run {
            inputs: &inputs,
            sizes,
            ladder,
            tally,
            equal_under: Vec::new(),
            worst: None,
        };

        let mut machine = Machine::new(
            self.reference.program,
            builder,
            self.settings.limits(&self.target),
        );
        let paths = self.run_reference(&mut machine, &mut run);
        self.count(&mut machine, verdict::Side::Reference, run.tally);
        clock.lap("execution");

        let mut builder = machine.into_builder();
        if let Some(recorder) = run.ladder.recorder() {
            recorder.version(&mut builder, Version::Port);
        }
        let mut machine = Machine::new(
            self.port.program,
            builder,
            self.settings.limits(&self.target),
        );
        for path in &paths {
            if run.tally.is_settled() || !self.go_on(run.tally) {
                break;
            }
            self.run_port(&mut machine, path, &mut run, clock);
        }
        self.count(&mut machine, verdict::Side::Port, run.tally);
        Ok(machine.into_builder())
    }

    /// Whether there is time left; says so in the tally when not.
    pub(super) fn go_on(&self, tally: &mut Tally) -> bool {
        match self.settings.stop() {
            Some(reason) => {
                tally.expired(reason);
                false
            }
            None => true,
        }
    }

    fn count(&self, machine: &mut Machine<'_>, side: verdict::Side, tally: &mut Tally) {
        let statistics = machine.statistics();
        tally.executed(&statistics);
        let index = usize::from(side == verdict::Side::Port);
        tally.coverage.vector_operations[index] += statistics.vector_operations;
        let read = machine.take_globals_read();
        let asked = read.iter().any(|name| name.starts_with("__cpu_"));
        if asked || statistics.processor_questions > 0 {
            tally.lean_on(&format!(
                "the processor that the code asks about is {} (--cpu)",
                self.target.cpu.name
            ));
        }
        if statistics.environment_changes > 0 {
            tally.lean_on(
                "no float operation moves across a change of MXCSR (-frounding-math sees to it)",
            );
        }
        if statistics.alignment_relied_on > 0 {
            let bytes = statistics.alignment_relied_on;
            tally.lean_on(&format!("buffers start at {bytes}-byte boundaries"));
        }
        tally.globals_read(read);
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
            if run.tally.is_settled() {
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
                if let Some(recorder) = run.ladder.recorder() {
                    let places = reference.outputs.iter().map(|output| output.place);
                    recorder.pair(places.map(|place| name(self.contract, place)));
                }
                let path = finished.state.path();
                let pairs: Vec<_> = reference.outputs.iter().zip(&outputs).collect();
                for (place, (left, right)) in pairs.iter().enumerate() {
                    if run.tally.judged.is_enough(run.ladder.judged()) {
                        run.tally.judged.pass_over(pairs.len() - place);
                        break;
                    }
                    self.compare(machine, path, left, right, run);
                    if run.tally.is_settled() {
                        self.consider_others(machine, path, &pairs[place + 1..], run);
                        break;
                    }
                    if !self.go_on(run.tally) {
                        break;
                    }
                }
                if !run.tally.is_settled() {
                    self.report_worst(machine, &pairs, run);
                }
            }
            clock.lap("equivalence");
            if run.tally.is_settled() || run.tally.has_expired() {
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
        run.tally.globals_read(machine.take_globals_read());
        match Call::prepare(
            machine,
            program,
            function,
            side.abi,
            self.contract,
            run.inputs,
        ) {
            Ok(call) => {
                // What the static constructors read, they have made.
                machine.take_globals_read();
                Some(call)
            }
            Err(reason) => {
                run.tally.undecided(Undecided {
                    kind: "preparation".to_owned(),
                    message: reason,
                    help: None,
                    location: side.location(),
                    count: 1,
                });
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
}
