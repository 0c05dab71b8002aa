//! The executions of one kernel, and what is decided of them.

use std::collections::BTreeSet;

use rewrite_rules::Builder;

use super::Request;
use super::extents::{self, Reach};
use super::locals;
use super::reach::Reach as Ways;
use super::subject::Subject;
use crate::contract::{Contract, Length, Sizes};
use crate::cpu::Target;
use crate::equiv::Ladder;
use crate::frontend::sizes::{self, SizeRange};
use crate::launch::{Geometry, Launch, NdRange, Races};
use crate::pipeline::{Clock, Module, Native, Preparation, Tally, describe, note_models, show};
use crate::problem::Problem;
use crate::program::Program;
use crate::progress::Progress;
use crate::replay::{LocalMemory, Surroundings};
use crate::side::{
    Entry, Environment, Inputs, Launched, Observed, Round, Side, Starts, go_on, note_order,
    range_problem,
};
use crate::symex::{Machine, Reached, Stop};
use crate::verdict::{self, Outcome, Undecided};

/// What all kernels of a run have in common.
pub(super) struct Examination<'a, 'c> {
    pub request: &'a Request,
    pub progress: &'a Progress<'a>,
    pub preparation: &'a Preparation<'c>,
    pub module: &'a Module<'c>,
    pub program: &'a Program,
    /// Branches that were folded.
    pub folds: usize,
}

/// What executions of one kernel lead to.
struct Found {
    ladder: Ladder,
    tally: Tally,
    /// Kept from one execution to the next.
    builder: Option<Builder>,
    /// What was executed.
    reached: Reached,
}

/// One launch of a kernel.
struct Trial<'a> {
    contract: &'a Contract,
    sizes: &'a Sizes,
    target: &'a Target,
}

impl<'a, 'c> Examination<'a, 'c> {
    /// Executes a kernel at all sizes and in all groupings, up to the first confirmed
    /// finding.
    ///
    /// # Errors
    /// When it cannot be launched so.
    pub fn outcome(
        &self,
        subject: &'a Subject,
        ranges: &'a [SizeRange],
        mut clock: Clock,
    ) -> Result<Outcome, Problem> {
        let settings = &self.request.settings;
        let name = &subject.function.name;
        let target = self
            .preparation
            .target((self.module, &subject.function.symbol), self.module)?;
        let mut sweep = sizes::sweep(&subject.contract, ranges)?;
        let mut found = Found {
            ladder: settings.ladder(),
            tally: Tally::of_kernel(self.located(subject)),
            builder: Some(settings.builder()),
            reached: Reached::nothing(self.program),
        };
        found.tally.coverage.phi_folds = self.folds;
        let mut ways = self.ways(subject, ranges)?;
        let mut shown = Contract {
            launch: Some(subject.geometry.to_string()),
            ..subject.contract.clone()
        };
        let mut tried = Vec::new();
        let mut at = 0;
        'sweep: loop {
            if at == sweep.len() {
                let more = ways.more(&found.reached, &sweep);
                sweep.extend(more);
                if at == sweep.len() {
                    sweep.extend(ways.larger(&sweep, |sizes| items(subject, sizes)));
                }
            }
            found.tally.coverage.sizes_requested = sweep.len();
            let Some(sizes) = &sweep.get(at).cloned() else {
                let accepted = self.request.allow_unreached;
                ways.conclude(&found.reached, &sweep, accepted, &mut found.tally);
                break;
            };
            at += 1;
            let groupings = self.groupings(subject, sizes)?;
            for geometry in groupings {
                if !go_on(settings, &mut found.tally) {
                    break 'sweep;
                }
                let at = show(sizes);
                self.progress.message(format!("{name}  {geometry}  {at}"));
                let contract = match self.contract(subject, &geometry, (sizes, &target))? {
                    Ok(contract) => contract,
                    // A buffer of an unknown length would be too short.
                    Err(stop) => {
                        found.tally.stopped(&stop, verdict::Side::Kernel);
                        continue;
                    }
                };
                shown = contract.clone();
                clock.lap("lengths");
                let trial = Trial {
                    contract: &contract,
                    sizes,
                    target: &target,
                };
                self.launch(subject, &geometry, &trial, &mut found)?;
                clock.lap("execution");
                if found.tally.is_settled() || found.tally.has_expired() {
                    break 'sweep;
                }
                if subject.is_grouped_by_anybody()
                    && let Some(local) = &geometry.local
                {
                    let local = spelled(local);
                    if !tried.contains(&local) {
                        tried.push(local);
                    }
                }
                self.so_far(&shown, &sweep, &found.tally, &clock);
            }
            found.tally.coverage.sizes_decided += 1;
        }
        if !tried.is_empty() && !found.tally.is_settled() {
            found.tally.lean_on(&format!(
                "of the sizes of work-groups that an implementation may choose, those \
                 executed: {} (--local gives another)",
                tried.join(", ")
            ));
            shown.launch = Some(subject.geometry.to_string());
        }
        let Found {
            ladder,
            mut tally,
            builder,
            ..
        } = found;
        clock.steps(ladder.statistics());
        if let Some(builder) = &builder {
            tally.coverage.terms = builder.arena().len();
            note_models(builder.arena(), &mut tally);
        }
        Ok(tally.outcome(Some(shown), describe(&sweep), settings, clock))
    }

    /// The ways through a kernel.
    ///
    /// # Errors
    /// When the program lacks it.
    fn ways(&self, subject: &'a Subject, ranges: &'a [SizeRange]) -> Result<Ways<'a>, Problem> {
        let symbol = &subject.function.symbol;
        let function = self.program.find_function(symbol);
        let lost = || Problem::new(format!("`{symbol}` is lost in the decoded program"));
        let function = function.ok_or_else(lost)?;
        let own = Native::new(self.module, symbol, self.preparation.clang()).defined();
        let settings = &self.request.settings;
        Ok(Ways::new(
            (self.program, function),
            &own,
            subject,
            (settings, ranges),
        ))
    }

    /// What reports say of a kernel, with its place.
    fn located(&self, subject: &Subject) -> verdict::Function {
        let mut function = subject.function.clone();
        if let Some(id) = self.program.find_function(&function.symbol) {
            let span = self.program.function(id).span;
            function.location = self.program.location(span).cloned();
        }
        function
    }

    fn so_far(&self, contract: &Contract, sweep: &[Sizes], tally: &Tally, clock: &Clock) {
        self.progress.so_far(|| {
            let (contract, sizes) = (Some(contract.clone()), describe(sweep));
            let (tally, clock) = (tally.clone(), clock.clone());
            let mut outcome = tally.outcome(contract, sizes, &self.request.settings, clock);
            outcome.verdict = outcome.verdict.unfinished();
            outcome
        });
    }

    /// The index spaces to launch: as the user groups the items, or as an implementation
    /// may.
    fn groupings(&self, subject: &Subject, sizes: &Sizes) -> Result<Vec<Geometry>, Problem> {
        let range = subject.geometry.at(sizes).map_err(range_problem)?;
        if !subject.is_grouped_by_anybody() {
            return Ok(vec![subject.geometry.clone()]);
        }
        let grouped = |local: [u64; 3]| Geometry {
            local: Some(
                local[..range.dimensions as usize]
                    .iter()
                    .map(|size| Length::Const(*size))
                    .collect(),
            ),
            ..subject.geometry.clone()
        };
        Ok(locals::choices(&range).into_iter().map(grouped).collect())
    }

    /// The contract of one launch.
    fn contract(
        &self,
        subject: &Subject,
        geometry: &Geometry,
        (sizes, target): (&Sizes, &Target),
    ) -> Result<Result<Contract, Stop>, Problem> {
        let range: NdRange = geometry.at(sizes).map_err(range_problem)?;
        let contract = extents::found(subject, (&range, sizes), |contract| {
            let mut contract = contract.clone();
            contract.launch = Some(geometry.to_string());
            let trial = Trial {
                contract: &contract,
                sizes,
                target,
            };
            self.reach(subject, geometry, &trial)
        })?;
        Ok(contract.map(|contract| Contract {
            launch: Some(geometry.to_string()),
            ..contract
        }))
    }

    /// How far a kernel reaches into its buffers.
    fn reach(
        &self,
        subject: &Subject,
        geometry: &Geometry,
        trial: &Trial<'_>,
    ) -> Result<Reach, Problem> {
        // Whether items race is looked at in buffers of the right length.
        let launch = Launch::new(
            geometry.clone(),
            subject.kernel.local_variables.clone(),
            Races {
                unasked: true,
                ..Races::default()
            },
        );
        let side = self.side(subject, &launch)?;
        let environment = self.environment(trial);
        let mut builder = self.request.settings.builder();
        let inputs = inputs(&mut builder, trial, &Starts::least(trial.contract))?;
        // What a ladder remembers is about the terms of one builder.
        let mut ladder = self.request.settings.ladder();
        let ranges = inputs
            .ranges
            .iter()
            .map(|(symbol, range)| (*symbol, *range));
        ladder.ranges_mut().extend(ranges);
        let mut machine = Machine::new(self.program, builder, environment.limits());
        let Ok(ready) = side.prepare(&mut machine, environment.given(&inputs)) else {
            return Ok(Reach::default());
        };
        let execution = ready.execute(&mut machine, &mut ladder);
        Ok(Reach::of(&execution))
    }

    /// One launch, with buffers wherever the kernel tells places apart.
    fn launch(
        &self,
        subject: &Subject,
        geometry: &Geometry,
        trial: &Trial<'_>,
        found: &mut Found,
    ) -> Result<(), Problem> {
        let races = self.request.races;
        let launch = Launch::new(
            geometry.clone(),
            subject.kernel.local_variables.clone(),
            races,
        )
        .recording(self.request.access_log.is_some());
        let side = self.side(subject, &launch)?;
        side.fits(trial.sizes, self.request.local_memory)?;
        let (mut done, mut observed) = (BTreeSet::new(), Observed::new());
        let mut open = BTreeSet::from([Starts::least(trial.contract)]);
        while let Some(starts) = open.pop_first() {
            let seen = self.execute(&side, trial, &starts, found)?;
            if found.tally.is_settled() || found.tally.has_expired() {
                break;
            }
            done.insert(starts);
            for (param, bits) in seen {
                let known = observed.entry(param).or_default();
                *known = bits.max(*known);
            }
            let (all, complete) = Starts::all(trial.contract, &observed);
            open = all.difference(&done).cloned().collect();
            if open.is_empty() && !complete {
                found.tally.undecided(Undecided {
                    kind: "addresses".to_owned(),
                    message: "the kernel looks at addresses of buffers, and not every \
                              combination of places was executed"
                        .to_owned(),
                    help: Some("promise an alignment: --arg 'NAME=… align:64'".to_owned()),
                    location: None,
                    count: 1,
                });
            }
        }
        note_order(races, &launch, &mut found.tally);
        Ok(())
    }

    /// One execution and all that it leaves to decide.
    fn execute(
        &self,
        side: &Side<'_, '_>,
        trial: &Trial<'_>,
        starts: &Starts,
        found: &mut Found,
    ) -> Result<Observed, Problem> {
        let environment = self.environment(trial);
        let Found {
            ladder,
            tally,
            builder,
            reached,
        } = found;
        let settings = &self.request.settings;
        let mut builder = builder.take().unwrap_or_else(|| settings.builder());
        let inputs = inputs(&mut builder, trial, starts)?;
        let ranges = inputs
            .ranges
            .iter()
            .map(|(symbol, range)| (*symbol, *range));
        ladder.ranges_mut().extend(ranges);
        let mut machine = Machine::new(self.program, builder, environment.limits());
        let (mut observed, mut paths) = (Observed::new(), 0);
        match side.prepare(&mut machine, environment.given(&inputs)) {
            Ok(ready) => {
                machine.take_globals_read();
                let execution = ready.execute(&mut machine, ladder);
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
                for path in &execution.paths {
                    tally.coverage.outputs += path.state.checks().iter().count() as u64;
                    let mut round = Round {
                        side,
                        other: None,
                        environment,
                        inputs: &inputs,
                        sizes: trial.sizes,
                        ladder,
                        tally,
                    };
                    if let Some(outputs) = round.settle(&mut machine, &execution, path) {
                        round.look_for_undefined(&mut machine, path.state.path(), &outputs);
                    }
                    if tally.is_settled() || !go_on(settings, tally) {
                        break;
                    }
                }
            }
            Err(reason) => tally.undecided(Undecided {
                kind: "preparation".to_owned(),
                message: reason,
                help: None,
                location: side.location(),
                count: 1,
            }),
        }
        reached.extend(&machine.reached);
        let statistics = machine.statistics();
        tally.executed(&statistics);
        // Those of the launch, not of its items.
        tally.coverage.paths = tally.coverage.paths - statistics.paths + paths;
        for place in machine.take_hazards() {
            if tally.is_settled() || tally.has_expired() {
                break;
            }
            let mut round = Round {
                side,
                other: None,
                environment,
                inputs: &inputs,
                sizes: trial.sizes,
                ladder,
                tally,
            };
            round.look(&mut machine.builder, place, &[]);
        }
        found.builder = Some(machine.into_builder());
        Ok(observed)
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

/// How many work-items a launch has.
fn items(subject: &Subject, sizes: &Sizes) -> Option<u64> {
    let range = subject.geometry.at(sizes).ok()?;
    Some(range.global.iter().product())
}

/// Symbolic inputs for one launch.
fn inputs(builder: &mut Builder, trial: &Trial<'_>, starts: &Starts) -> Result<Inputs, Problem> {
    Inputs::new(builder, trial.contract, trial.sizes, starts).map_err(|e| {
        Problem::new(e.to_string())
            .help("give other sizes with --size, or another length with --arg")
    })
}

/// `16 x 4`.
fn spelled(local: &[Length]) -> String {
    let sizes = local.iter().map(Length::to_string);
    sizes.collect::<Vec<_>>().join(" x ")
}
