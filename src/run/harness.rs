//! A harness, ready to run symbolically and natively.

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;

use term::{Arena, Assignment};

use super::found::has_undefined;
use super::{Request, native};
use crate::cpu::Target;
use crate::frontend::DeviceNotes;
use crate::host::Host;
use crate::pipeline::{Module, Native, Preparation, value};
use crate::problem::Problem;
use crate::program::Program;
use crate::replay::Surroundings;
use crate::settings::Settings;
use crate::symex::{
    BranchOracle, Defect, DefectKind, End, Files, Finished, Ignorant, Limits, Machine, STATUS,
};
use crate::verdict::Replay;

/// A defect, perhaps traced to its origin, and the result of a native run.
pub(super) type Replayed = (Defect, crate::pipeline::Replayed);

/// A program with a `main`.
pub(super) struct Harness<'a, 'c> {
    pub settings: &'a Settings,
    pub program: &'a Program,
    target: Target,
    files: Files,
    /// The arguments of `main`, the program's name first.
    pub arguments: Vec<String>,
    main: RefCell<Native<'a, 'c>>,
    /// The OpenCL host, if the program is one.
    pub host: Option<Host<'a>>,
    /// What the programs that the host builds show.
    pub device: DeviceNotes,
}

impl<'a, 'c> Harness<'a, 'c> {
    /// The `main` of a module that is decoded as `program`.
    ///
    /// # Errors
    /// If there is no `main`, or a directory that the user names does not exist.
    pub fn new(
        request: &'a Request,
        preparation: &Preparation<'a>,
        (module, program): (&'a Module<'c>, &'a Program),
    ) -> Result<Harness<'a, 'c>, Problem> {
        let settings = &request.settings;
        let main = program.find_function("main");
        if !main.is_some_and(|f| program.function(f).is_defined()) {
            return Err(Problem::new("the harness has no function `main`").help(
                "give the file that defines main, or compare two functions with simdiff check",
            ));
        }
        let target = preparation.target((module, "main"), module)?;
        let files = Files::below(&request.allow_read).map_err(|directory| {
            let directory = directory.display();
            Problem::new(format!(
                "--allow-read {directory}: there is no such directory"
            ))
        })?;
        let mut arguments = vec![request.name()];
        arguments.extend(request.args.iter().cloned());
        let mut main = Native::new(module, "main", preparation.clang())
            .with_zeroed_memory(settings.zeroed_memory);
        let real = |directory: &PathBuf| std::fs::canonicalize(directory).ok();
        let host = Host::of(program, request.races);
        main.surround(Surroundings {
            host: host.is_some(),
            readable: request.allow_read.iter().filter_map(real).collect(),
            ..Surroundings::default()
        });
        Ok(Harness {
            settings,
            program,
            target,
            files,
            arguments,
            main: main.into(),
            host,
            device: module.compiled().device.clone(),
        })
    }

    /// The executor's limits.
    pub fn limits(&self) -> Limits {
        Limits {
            files: self.files.clone(),
            as_written: true,
            defined_output: true,
            trap_shifts: true,
            ..self.settings.limits(&self.target)
        }
    }

    /// Executes every path of the program to its end.
    ///
    /// # Errors
    /// If the arguments do not fit into memory.
    pub fn execute(
        &self,
        machine: &mut Machine<'_>,
        oracle: &mut dyn BranchOracle,
    ) -> Result<Vec<Finished>, Problem> {
        let finished = match &self.host {
            Some(host) => host.run(machine, &self.arguments, oracle),
            None => machine.run_main(&self.arguments, oracle),
        };
        finished.ok_or_else(|| Problem::new("the arguments of main do not fit into memory"))
    }

    /// The end of the program on symbolic objects with these bytes, in the order in which
    /// it makes them, and the number of instructions. If `traced`, a branch on an undefined
    /// value is traced to the value's origin.
    pub fn run_on(&self, objects: Vec<Vec<u8>>, traced: bool) -> Option<(End, u64)> {
        let mut machine = Machine::new(self.program, self.settings.builder(), self.limits());
        if traced {
            machine.trace_undefined();
        }
        machine.run_on(objects);
        let paths = match &self.host {
            Some(host) => host.run(&mut machine, &self.arguments, &mut Ignorant)?,
            None => machine.run_main(&self.arguments, &mut Ignorant)?,
        };
        let instructions = machine.statistics().instructions;
        let end = paths.into_iter().next()?.end;
        let status = match &end {
            End::Returned(Some(value)) => value.lanes().first().copied().flatten(),
            _ => None,
        };
        let end = match status.and_then(|status| machine.origin(status)) {
            Some(origin) => End::Defect(Defect {
                text: STATUS.to_owned(),
                ..origin
            }),
            None => end,
        };
        Some((end, instructions))
    }

    /// The defect of an exit status that rests on an undefined value.
    pub fn undefined_status(&self) -> Defect {
        let main = self.program.find_function("main");
        let span = main.map(|main| self.program.function(main).span);
        let location = span.and_then(|span| self.program.location(span));
        Defect {
            text: STATUS.to_owned(),
            ..Defect::at(DefectKind::Uninitialised, location.cloned())
        }
    }

    /// Runs the program natively on a witness of a defect. Returns the defect, traced to an
    /// undefined value if it depends on one, and the result.
    pub fn replay(
        &self,
        machine: &Machine<'_>,
        defect: &Defect,
        witness: &dyn Assignment,
    ) -> Replayed {
        let arena = machine.builder.arena();
        let objects = native::objects(arena, witness);
        let traced = || match self.run_on(objects.clone(), true)?.0 {
            End::Defect(defect) if defect.kind.is_of_undefined() => Some(defect),
            _ => None,
        };
        let native = |defect: &Defect| {
            let main = &mut self.main.borrow_mut();
            native::replay(
                main,
                (defect, racing(arena, defect, witness)),
                (&self.arguments, self.host.is_some()),
                objects.clone(),
            )
        };
        // A failure that depends on an undefined value is a defect of its own.
        let rests = match defect.kind {
            kind if kind.is_of_undefined() => true,
            DefectKind::AssertionFailed => has_undefined(arena),
            _ => false,
        };
        if let Some(traced) = rests.then(traced).flatten() {
            let replayed = native(&traced);
            if replayed.0 == Replay::Confirmed || traced.kind == defect.kind {
                return (traced, replayed);
            }
        }
        (defect.clone(), native(defect))
    }

    /// The time spent on native runs since the last call of this method.
    pub fn take_spent(&self) -> Duration {
        self.main.borrow_mut().take_spent()
    }
}

/// The work-items of a race that a witness shows, by their indices in the launch.
fn racing(arena: &Arena, defect: &Defect, witness: &dyn Assignment) -> Option<[u64; 2]> {
    let mut meetings = defect.meetings.iter();
    let met = meetings.find(|meeting| value(arena, meeting.condition, witness) == 1)?;
    let is_race = defect.kind == DefectKind::Race;
    is_race.then(|| met.accesses.each_ref().map(|touch| touch.thread))
}
