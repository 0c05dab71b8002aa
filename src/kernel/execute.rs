//! The executions of a kernel under one launch.

use std::collections::BTreeSet;

use rewrite_rules::Builder;

use super::Request;
use super::extents::{Reach, Rooms};
use super::subject::Subject;
use crate::contract::{Contract, Sizes};
use crate::cpu::Target;
use crate::equiv::Ladder;
use crate::launch::{Geometry, Launch, Races};
use crate::pipeline::{Clock, Module, Native, Preparation, Tally};
use crate::problem::Problem;
use crate::program::Program;
use crate::progress::Progress;
use crate::replay::{LocalMemory, Surroundings};
use crate::side::{
    Assumed, Entry, Environment, Execution, Inputs, Launched, Observed, Round, Side, Starts, go_on,
    note_images, note_order,
};
use crate::symex::{Limits, Machine, Reached};
use crate::verdict::{self, Undecided, UndecidedKind};

/// Data that all kernels of a run share.
pub(super) struct Examination<'a, 'c> {
    pub request: &'a Request,
    pub progress: &'a Progress<'a>,
    pub preparation: &'a Preparation<'c>,
    pub module: &'a Module<'c>,
    pub program: &'a Program,
    /// Number of branches that phi folding replaced.
    pub folds: usize,
}

/// The findings of the executions of one kernel so far.
pub(super) struct Found {
    pub ladder: Ladder,
    pub tally: Tally,
    /// The builder, kept from one execution to the next.
    pub builder: Option<Builder>,
    /// The code that was executed.
    pub reached: Reached,
    /// The sizes of the sweep so far.
    pub sweep: Vec<Sizes>,
    /// The lengths of buffers at the last size, if the user gives none; in elements.
    pub rooms: Rooms,
    /// The contract of the last launch.
    pub shown: Contract,
    /// The sizes at which a buffer is longer than all lengths tried, each with its error.
    pub too_far: Vec<(Sizes, Problem)>,
    /// The group sizes that were tried in place of the implementation's choice.
    pub tried: Vec<String>,
    pub clock: Clock,
}

/// One launch of a kernel.
pub(super) struct Trial<'a> {
    pub contract: &'a Contract,
    pub sizes: &'a Sizes,
    pub target: &'a Target,
}

impl<'a, 'c> Examination<'a, 'c> {
    /// Executes the kernel to find the ends of its accesses to buffers.
    pub(super) fn reach(
        &self,
        subject: &Subject,
        geometry: &Geometry,
        trial: &Trial<'_>,
    ) -> Result<Reach, Problem> {
        // Races are searched for later, in buffers of the right length.
        let unasked = Races {
            unasked: true,
            ..Races::default()
        };
        let launch = self.launch_of(subject, geometry, unasked);
        let side = self.side(subject, &launch)?;
        let least = Starts::least(trial.contract);
        let mut reach = Reach::default();
        let observed = Observed {
            order: self.reach_at(&side, trial, &least, &mut reach)?,
            ..Observed::default()
        };
        let (starts, _) = Starts::all(trial.contract, &observed);
        for starts in starts.iter().filter(|starts| **starts != least) {
            self.reach_at(&side, trial, starts, &mut reach)?;
        }
        Ok(reach)
    }

    /// Executes the kernel with these starts of buffers, and adds the ends of its accesses
    /// to `reach`. Returns the pairs of buffers whose order in memory it compares.
    fn reach_at(
        &self,
        side: &Side<'_, '_>,
        trial: &Trial<'_>,
        starts: &Starts,
        reach: &mut Reach,
    ) -> Result<BTreeSet<(usize, usize)>, Problem> {
        let environment = self.environment(trial);
        let mut builder = self.request.settings.builder();
        let inputs = inputs(&mut builder, trial, starts)?;
        // A ladder remembers terms of one builder.
        let mut ladder = self.request.settings.ladder();
        let ranges = inputs
            .ranges
            .iter()
            .map(|(symbol, range)| (*symbol, *range));
        ladder.ranges_mut().extend(ranges);
        let mut machine = Machine::new(self.program, builder, environment.limits());
        let Ok(ready) = side.prepare(&mut machine, environment.given(&inputs)) else {
            return Ok(BTreeSet::new());
        };
        let execution = ready.execute(&mut machine, &mut ladder);
        reach.include(&execution);
        Ok(execution.observed.order)
    }

    /// Executes a launch in full, in buffers that may be too long. If nothing goes wrong,
    /// returns how far the kernel reaches; otherwise lengths may matter: returns `None`,
    /// and keeps nothing.
    pub(super) fn attempt(
        &self,
        subject: &Subject,
        geometry: &Geometry,
        trial: &Trial<'_>,
        found: &mut Found,
    ) -> Result<Option<Reach>, Problem> {
        if self.request.access_log.is_some() || found.tally.has_findings() {
            return Ok(None);
        }
        let launch = self.launch_of(subject, geometry, self.request.races);
        let side = self.side(subject, &launch)?;
        side.fits(trial.sizes, self.request.local_memory)?;
        let before = (found.tally.clone(), found.reached.clone());
        let (mut reach, mut returned) = (Reach::default(), false);
        let seen = self.execute(&side, trial, &Starts::least(trial.contract), found, |e| {
            reach = Reach::of(e);
            returned = e.has_returned();
            returned
        })?;
        let (starts, complete) = Starts::all(trial.contract, &seen);
        let is_whole = returned && complete && starts.len() == 1;
        reach.is_clean = is_whole && !found.tally.has_findings();
        if !reach.is_clean {
            (found.tally, found.reached) = before;
            return Ok(None);
        }
        note_order(&launch, &mut found.tally);
        note_images(trial.contract, &mut found.tally);
        Ok(Some(reach))
    }

    /// Executes one launch, with buffers at all starts that the kernel distinguishes.
    pub(super) fn launch(
        &self,
        subject: &Subject,
        geometry: &Geometry,
        trial: &Trial<'_>,
        found: &mut Found,
    ) -> Result<(), Problem> {
        let races = self.request.races;
        let launch = self
            .launch_of(subject, geometry, races)
            .recording(self.request.access_log.is_some());
        let side = self.side(subject, &launch)?;
        side.fits(trial.sizes, self.request.local_memory)?;
        let (mut done, mut observed) = (BTreeSet::new(), Observed::default());
        let mut open = BTreeSet::from([Starts::least(trial.contract)]);
        while let Some(starts) = open.pop_first() {
            let seen = self.execute(&side, trial, &starts, found, |_| true)?;
            if found.tally.is_settled() || found.tally.has_expired() {
                break;
            }
            done.insert(starts);
            observed.add(&seen);
            let (all, complete) = Starts::all(trial.contract, &observed);
            open = all.difference(&done).cloned().collect();
            if open.is_empty() && !complete {
                found.tally.undecided(
                    Undecided::new(
                        UndecidedKind::Addresses,
                        "the kernel looks at addresses of buffers, and not every \
                              combination of places was executed",
                    )
                    .with_help("promise an alignment: --arg 'NAME=… align:64'".to_owned()),
                );
            }
        }
        note_order(&launch, &mut found.tally);
        note_images(trial.contract, &mut found.tally);
        Ok(())
    }

    /// Executes a kernel once and, if `is_wanted`, decides the obligations that it leaves.
    fn execute(
        &self,
        side: &Side<'_, '_>,
        trial: &Trial<'_>,
        starts: &Starts,
        found: &mut Found,
        is_wanted: impl FnOnce(&Execution<'_>) -> bool,
    ) -> Result<Observed, Problem> {
        let environment = self.environment(trial);
        let Found {
            ladder,
            tally,
            builder,
            reached,
            ..
        } = found;
        let settings = &self.request.settings;
        let mut builder = builder.take().unwrap_or_else(|| settings.builder());
        let inputs = inputs(&mut builder, trial, starts)?;
        let ranges = inputs
            .ranges
            .iter()
            .map(|(symbol, range)| (*symbol, *range));
        ladder.ranges_mut().extend(ranges);
        let limits = Limits {
            defined_output: true,
            ..environment.limits()
        };
        let mut machine = Machine::new(self.program, builder, limits);
        let (mut observed, mut paths, mut wanted) = (Observed::default(), 0, true);
        let mut round = Round {
            side,
            other: None,
            environment,
            inputs: &inputs,
            sizes: trial.sizes,
            ladder,
            tally,
        };
        match side.prepare(&mut machine, environment.given(&inputs)) {
            Ok(ready) => {
                machine.take_globals_read();
                let execution = ready.execute(&mut machine, round.ladder);
                if let Some(log) = &self.request.access_log {
                    let launched = Launched {
                        kernel: side.entry.kernel(self.program).unwrap_or_default(),
                        sizes: trial.sizes,
                        program: self.program,
                    };
                    log.add(&launched, &execution, &machine);
                }
                observed = execution.observed.clone();
                paths = execution.paths.len() as u64;
                wanted = is_wanted(&execution);
                if wanted {
                    settle(&mut round, &mut machine, &execution);
                }
            }
            Err(reason) => round
                .tally
                .undecided(Undecided::new(UndecidedKind::Preparation, reason).at(side.location())),
        }
        reached.extend(&machine.reached);
        let statistics = machine.statistics();
        round.tally.executed(&statistics);
        // The paths of the launch count, not those of its items.
        let coverage = &mut round.tally.coverage;
        coverage.paths = coverage.paths - statistics.paths + paths;
        for place in machine.take_marked_hazards() {
            if !wanted || round.tally.is_settled() || round.tally.has_expired() {
                break;
            }
            round.look(&mut machine.builder, place, Assumed::default());
        }
        found.builder = Some(machine.into_builder());
        Ok(observed)
    }

    fn launch_of(&self, subject: &Subject, geometry: &Geometry, races: Races) -> Launch {
        let variables = subject.kernel.local_variables.clone();
        Launch::new(geometry.clone(), variables, races)
    }

    fn environment<'e>(&'e self, trial: &'e Trial<'_>) -> Environment<'e> {
        Environment {
            contract: trial.contract,
            settings: &self.request.settings,
            target: trial.target,
        }
    }

    /// The kernel under a launch, symbolically and natively.
    fn side<'s>(&'s self, subject: &'s Subject, launch: &'s Launch) -> Result<Side<'s, 'c>, Problem>
    where
        'a: 's,
    {
        let symbol = &subject.function.symbol;
        let entry = Entry::launch(self.program, symbol, &subject.abi, launch)?;
        let native = Native::new(self.module, symbol, self.preparation.clang())
            .with_zeroed_memory(self.request.settings.zeroed_memory);
        let side = Side::new(self.program, verdict::Side::Kernel, entry, &[], native)?;
        let variables = subject.contract.globals.iter();
        let surroundings = Surroundings {
            kernel: Some(LocalMemory {
                arguments: side.entry.local_arguments(),
                variables: subject.kernel.local_variables.clone(),
            }),
            variables: variables.map(|g| g.symbols[0].clone()).collect(),
            ..Surroundings::default()
        };
        side.native().surround(surroundings);
        Ok(side)
    }
}

/// Decides the obligations of an execution's paths.
fn settle(round: &mut Round<'_, '_, '_>, machine: &mut Machine<'_>, execution: &Execution) {
    for path in &execution.paths {
        round.tally.coverage.outputs += path.state.checks().iter().count() as u64;
        if let Some(outputs) = round.settle(machine, execution, path) {
            round.look_for_undefined(machine, path.state.path(), &outputs);
        }
        if round.tally.is_settled() || !go_on(round.environment.settings, round.tally) {
            break;
        }
    }
}

/// Symbolic inputs for one launch.
fn inputs(builder: &mut Builder, trial: &Trial<'_>, starts: &Starts) -> Result<Inputs, Problem> {
    Inputs::new(builder, trial.contract, trial.sizes, starts).map_err(|e| {
        Problem::new(e.to_string())
            .help("give other sizes with --size, or another length with --arg")
    })
}
