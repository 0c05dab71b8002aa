//! Executes both versions on the same inputs, at one size.
//!
//! The port runs once for each path of the reference, under that path's condition. Every
//! pair of outputs, and every condition that execution had to assume, is an obligation for
//! the ladder; whatever it refutes is replayed.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rewrite_rules::{Builder, DirectedRules};
use term::{Table, TermId};

use super::differing::Differing;
use super::globals::Changes;
use super::hunt::Met;
use super::kept::{Holding, Kept};
use super::measured::Measurements;
use super::refused::refused;
use super::run::{PathPair, Run};
use super::trials::drawings::Drawings;
use crate::certificate::Version;
use crate::contract::{Contract, Role, Sizes};
use crate::cpu::Target;
use crate::equiv::{Ladder, Witness};
use crate::frontend::sizes::SizeRange;
use crate::pipeline::{Clock, Tally};
use crate::problem::Problem;
use crate::settings::Settings;
use crate::side::{
    AccessLogFile, Environment, Execution, Given, Inputs, Launched, Observed, Output, Pattern,
    Ready, Round, Side, Starts, go_on, name,
};
use crate::symex::{Defect, Effect, End, Finished, Limits, Machine};
use crate::verdict::{self, Undecided, UndecidedKind};

/// Two versions under one contract.
pub struct Pair<'m, 'c> {
    /// The contract: the meaning of the parameters.
    pub contract: &'m Contract,
    /// The version that is right by definition.
    pub reference: Side<'m, 'c>,
    /// The version under test.
    pub port: Side<'m, 'c>,
    /// The versions as in their sources, where these are optimised.
    pub source: Option<Rc<Pair<'m, 'c>>>,
    /// The settings: bounds and assumptions.
    pub settings: &'m Settings,
    /// The directed rules of the settings, indexed once for all builders of trials.
    pub directed: Arc<DirectedRules>,
    /// The target that both versions run on.
    pub target: Target,
    /// The symbols of global variables that nothing changes any more.
    pub settled: Vec<String>,
    /// The size ranges that the user gives.
    pub given_sizes: Vec<SizeRange>,
    /// The file that receives all accesses of work-items.
    pub access_log: Option<&'m AccessLogFile>,
    /// The last difference found between the versions.
    pub differing: RefCell<Option<Differing>>,
    /// The sizes and the input pattern on which a concrete trial showed a difference.
    pub tried: Cell<Option<(Sizes, Pattern)>>,
    /// Sizes of a few elements for trials.
    pub few: OnceCell<Option<Sizes>>,
    /// The inputs of concrete trials, and their work.
    pub drawings: Drawings,
    /// The parameters that are null pointers in a finding.
    pub null: RefCell<BTreeSet<usize>>,
    /// The static variables that start with their initial values.
    pub kept: Kept,
    /// How far the versions reached into the buffers.
    pub measurements: Measurements,
}

/// A path of the reference that returned or threw.
struct ReferencePath {
    path: Vec<TermId>,
    outputs: Vec<Output>,
    globals: Changes,
    /// The contents of static variables before and after the path.
    held: [Holding; 2],
    effects: Vec<Effect>,
    /// The exception that ended the path, if it did not return.
    throws: Option<Defect>,
}

impl Pair<'_, '_> {
    /// An empty term builder for one trial.
    pub(super) fn builder(&self) -> Builder {
        Builder::applying(Arc::clone(&self.directed))
    }

    /// Whether the versions take or return a container that may be reallocated.
    pub(super) fn has_growing_container(&self) -> bool {
        let mut params = self.contract.params.iter();
        params.any(
            |param| matches!(&param.role, Role::Buffer { element, .. } if element.is_container()),
        )
    }

    /// The constant arrays of both versions.
    pub(super) fn tables(&self) -> Vec<Table> {
        let mut tables = self.reference.program.tables();
        for table in self.port.program.tables() {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        tables
    }

    /// The range that the user gives for a size.
    pub(super) fn given_size(&self, name: &str) -> Option<&SizeRange> {
        self.given_sizes
            .iter()
            .find(|range| range.name.part() == name)
    }

    /// Whether the user leaves some size open: more sizes are then tried if they reach code
    /// that has not run.
    pub(super) fn has_open_sizes(&self) -> bool {
        let mut names = self.contract.size_variables.iter();
        self.given_sizes.is_empty() || names.any(|name| self.given_size(name).is_none())
    }

    /// Whether sizes lie in the ranges that the user gives.
    pub(super) fn allows(&self, sizes: &Sizes) -> bool {
        sizes.iter().all(|(name, value)| {
            self.given_size(name)
                .is_none_or(|range| range.nearest(*value) == *value)
        })
    }
}

impl<'m, 'c> Pair<'m, 'c> {
    /// Executes both versions with buffers placed at `starts`, and decides every
    /// obligation. Returns which properties of the placement the code observed.
    pub(super) fn run_at(
        &self,
        mut builder: Builder,
        ladder: &mut Ladder,
        (sizes, starts): (&Sizes, &Starts),
        tally: &mut Tally,
        clock: &mut Clock,
    ) -> Result<(Builder, Observed), Problem> {
        let inputs = Inputs::new(&mut builder, self.contract, sizes, starts).map_err(refused)?;
        ladder
            .ranges_mut()
            .extend(inputs.ranges.iter().map(|(s, r)| (*s, *r)));
        let tried = self.tried.take();
        let known = tried.iter().filter(|(at, _)| at == sizes);
        let known = known.filter_map(|(_, pattern)| pattern.input(builder.arena(), &inputs));
        let known: Vec<Witness> = known.collect();
        ladder.suggest(known.clone());
        self.tried.set(tried);
        if let Some(recorder) = ladder.recorder() {
            recorder.version(&mut builder, Version::Reference);
        }
        let mut run = Run::new((&inputs, starts, sizes), ladder, tally);
        for witness in known {
            builder = self.shown(builder, witness, &mut run);
            if run.tally.is_settled() {
                return Ok((builder, run.observed));
            }
        }
        let (mut builder, paths, met) = self.execute_reference(builder, &mut run);
        clock.lap("execution");
        if let Some(recorder) = run.ladder.recorder() {
            recorder.version(&mut builder, Version::Port);
        }
        let limits = self.environment().limits();
        let mut machine = Machine::new(self.port.program, builder, limits);
        for path in &paths {
            if run.tally.is_settled() || !self.go_on(run.tally) {
                break;
            }
            self.run_port(&mut machine, path, &mut run, clock);
        }
        self.count(&mut machine, &self.port, run.tally);
        let decided = run.tally.is_settled() || run.tally.has_expired();
        if !decided && starts.null.is_empty() {
            self.measure(&mut machine.builder, &mut run);
            self.hunt(&mut machine, met, &mut run);
            clock.lap("undefined behaviour");
        }
        Ok((machine.into_builder(), run.observed))
    }

    /// Executes the reference. Returns its finished paths, and the places where its
    /// behaviour may be undefined.
    fn execute_reference(
        &self,
        builder: Builder,
        run: &mut Run<'_>,
    ) -> (Builder, Vec<ReferencePath>, Met) {
        let limits = Limits {
            past_failures: true,
            ..self.environment().limits()
        };
        let mut machine = Machine::new(self.reference.program, builder, limits);
        let paths = self.run_reference(&mut machine, run);
        self.count(&mut machine, &self.reference, run.tally);
        let met = Met {
            places: machine.take_hazards(),
            shifts: machine.take_shifts(),
        };
        (machine.into_builder(), paths, met)
    }

    /// The settings of every execution.
    pub(super) fn environment(&self) -> Environment<'_> {
        Environment {
            contract: self.contract,
            settings: self.settings,
            target: &self.target,
        }
    }

    /// These inputs under the contract.
    pub(super) fn given<'i>(&'i self, inputs: &'i Inputs) -> Given<'i> {
        self.environment().given(inputs)
    }

    /// The state of a run that concerns one version by itself.
    pub(super) fn round<'r>(
        &'r self,
        side: &'r Side<'m, 'c>,
        run: &'r mut Run<'_>,
    ) -> Round<'r, 'm, 'c> {
        Round {
            side,
            other: Some(self.side(match side.which {
                verdict::Side::Reference => verdict::Side::Port,
                _ => verdict::Side::Reference,
            })),
            environment: self.environment(),
            inputs: run.inputs,
            sizes: run.sizes,
            ladder: run.ladder,
            tally: run.tally,
        }
    }

    /// Whether there is time left; if not, the tally records it.
    pub(super) fn go_on(&self, tally: &mut Tally) -> bool {
        go_on(self.settings, tally)
    }

    /// Writes the accesses of work-items to the access log, if one is requested.
    fn log(
        &self,
        side: &Side<'_, '_>,
        execution: &Execution<'_>,
        machine: &Machine<'_>,
        sizes: &Sizes,
    ) {
        if let (Some(log), Some(kernel)) = (self.access_log, side.entry.kernel(side.program)) {
            let program = side.program;
            let launched = Launched {
                kernel,
                sizes,
                program,
            };
            log.add(&launched, execution, machine);
        }
    }

    fn run_reference(&self, machine: &mut Machine<'_>, run: &mut Run<'_>) -> Vec<ReferencePath> {
        let side = &self.reference;
        let Some(ready) = self.prepare(machine, side, run.inputs, run.tally) else {
            return Vec::new();
        };
        let execution = ready.execute(machine, run.ladder);
        run.computes_undefined = machine.statistics().undefined_operations > 0;
        self.log(side, &execution, machine, run.sizes);
        run.looked_at(&execution.observed);
        let mut paths = Vec::new();
        for path in &execution.paths {
            // Nothing is claimed of null pointers on which the reference fails.
            if !run.starts.null.is_empty() && matches!(path.end, End::Defect(_)) {
                continue;
            }
            let mut round = self.round(side, run);
            let outputs = round.settle(machine, &execution, path);
            let throws = round.throws(path);
            self.look_at_guards(machine, side, &path.state, run.tally);
            if let Some(outputs) = outputs.or_else(|| throws.as_ref().map(|_| Vec::new())) {
                paths.push(ReferencePath {
                    throws,
                    path: path.state.path().to_vec(),
                    outputs,
                    globals: self.changes(machine, side, execution.before(), &path.state),
                    held: [execution.before(), &path.state]
                        .map(|state| self.held(machine, side, state)),
                    effects: path.state.effects().to_vec(),
                });
            }
            if run.tally.is_settled() {
                return Vec::new();
            }
        }
        run.reach[0].push(execution.into_ends(self.measurements.buffers()));
        paths
    }

    fn run_port(
        &self,
        machine: &mut Machine<'_>,
        reference: &ReferencePath,
        run: &mut Run<'_>,
        clock: &mut Clock,
    ) {
        let Some(mut ready) = self.prepare(machine, &self.port, run.inputs, run.tally) else {
            return;
        };
        for condition in &reference.path {
            ready.assume(*condition);
        }
        let execution = ready.execute(machine, run.ladder);
        self.log(&self.port, &execution, machine, run.sizes);
        run.looked_at(&execution.observed);
        clock.lap("execution");
        for path in &execution.paths {
            self.meet(machine, reference, (&execution, path), run);
            let natives = [&self.reference, &self.port];
            let replaying = natives.map(|side| side.native().take_spent());
            clock.lap_but_for("equivalence", "replay", replaying.into_iter().sum());
            if run.tally.is_settled() || run.tally.has_expired() {
                return;
            }
        }
        run.reach[1].push(execution.into_ends(self.measurements.buffers()));
    }

    /// Compares a path of the reference with a path of the port that some inputs share.
    fn meet(
        &self,
        machine: &mut Machine<'_>,
        reference: &ReferencePath,
        (execution, path): (&Execution<'_>, &Finished),
        run: &mut Run<'_>,
    ) {
        let side = &self.port;
        if let Some(thrown) = &reference.throws {
            return self.meet_thrown(machine, thrown, path, run);
        }
        let outputs = self.round(side, run).settle(machine, execution, path);
        let Some(outputs) = outputs else {
            return;
        };
        self.look_at_guards(machine, side, &path.state, run.tally);
        let globals = self.changes(machine, side, execution.before(), &path.state);
        self.compare_globals(&reference.globals, &globals, run.tally);
        let effects = (&*reference.effects, path.state.effects());
        self.compare_effects(machine, path.state.path(), effects, run);
        if !self.kept.is_empty() {
            let held = [execution.before(), &path.state];
            let held = held.map(|state| self.held(machine, side, state));
            self.keep(&reference.held, held, run.tally);
        }
        if let Some(recorder) = run.ladder.recorder() {
            let places = reference.outputs.iter().map(|output| output.place);
            recorder.pair(places.map(|place| name(self.contract, place)));
        }
        let path = path.state.path();
        let mut pairs: Vec<_> = reference.outputs.iter().zip(&outputs).collect();
        // Where values differ, what a version leaves unset beside them is a consequence.
        pairs.sort_by_key(|(left, right)| left.term.is_none() || right.term.is_none());
        run.pairs.push(PathPair {
            path: path.to_vec(),
            outputs: pairs.iter().map(|(x, y)| (**x, **y)).collect(),
        });
        if self.contract.launch.is_some() && run.ladder.recorder().is_none() {
            // Work-items share memory that nothing has written: where a result rests on it, its
            // equality is hard to decide, and besides the point.
            let written: Vec<Output> = outputs
                .iter()
                .filter(|o| o.term.is_some())
                .copied()
                .collect();
            self.round(side, run)
                .look_for_undefined(machine, path, &written);
            if run.tally.is_settled() {
                return;
            }
        }
        self.compare_all(machine, path, &pairs, run);
        if !run.tally.is_settled() {
            self.report_worst(machine, &pairs, run);
        }
    }

    /// Compares the outputs of two paths, up to the first confirmed finding.
    fn compare_all(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        pairs: &[(&Output, &Output)],
        run: &mut Run<'_>,
    ) {
        for (place, (left, right)) in pairs.iter().enumerate() {
            if run.tally.judged.is_enough(run.ladder.judged()) {
                run.tally.judged.pass_over(pairs.len() - place);
                return;
            }
            self.compare(machine, path, left, right, run);
            if run.tally.is_settled() {
                self.consider_others(machine, path, &pairs[place + 1..], run);
                return;
            }
            if !self.go_on(run.tally) {
                return;
            }
        }
    }

    fn prepare<'a>(
        &'a self,
        machine: &mut Machine<'_>,
        side: &'a Side<'_, '_>,
        inputs: &'a Inputs,
        tally: &mut Tally,
    ) -> Option<Ready<'a>> {
        tally.globals_read(self.unexplained(side, machine.take_globals_read()));
        match side.prepare(machine, self.given(inputs)) {
            Ok(ready) => {
                // Static constructors wrote what they read, so it is no input.
                self.note_questions(&machine.take_globals_read(), tally);
                Some(ready)
            }
            Err(reason) => {
                tally.undecided(
                    Undecided::new(UndecidedKind::Preparation, reason).at(side.location()),
                );
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
