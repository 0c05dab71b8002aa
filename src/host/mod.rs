//! Host programs of OpenCL: the main thread, the commands that it enqueues, and the order
//! between them (OpenCL 3.0, 3.2.1 and 5.11 to 5.15).
//!
//! The host library (`opencl-runtime/host`) runs each command as soon as the commands that
//! it waits for are complete. Its primitives report which command is running, which one
//! waits for which, and when the host waits. This one order stands for all orders if there
//! are no unordered conflicts: the accesses of a command are compared with those of the
//! commands that are unordered with it, and with those that the host makes before it has
//! waited for the command (`docs/decisions/0084`).
//!
//! Invariant: a path that returned without a defect or a check is free of such conflicts.

mod adopted;
mod build;
mod bytes;
mod call;
mod commands;
mod faults;
mod given;
mod launching;
mod meet;
mod overlap;
mod primitive;
mod refused;
mod region;
mod serve;
mod watch;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use crate::launch::{Launch, Notes, Races};
use crate::program::{AddressSpace, Program};
use crate::symex::{BranchOracle, Finished, Machine, Stops};
pub use primitive::Choice;
use primitive::Primitive;

pub use refused::{FailedCall, GivenUp};

/// An OpenCL C program that the host builds at run time and that is not yet compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// The source text.
    pub source: Vec<u8>,
    /// The build options.
    pub options: String,
}

/// A host program, ready to run.
pub struct Host<'p> {
    program: &'p Program,
    stops: Stops,
    launch: Launch,
    /// The program that must be compiled before the host can run to its end.
    build: RefCell<Option<Build>>,
    /// Errors that the program does not check, or that have a reason, on any path.
    ignored: RefCell<BTreeSet<FailedCall>>,
    /// Sentences on commands that use buffers which share bytes.
    overlaps: RefCell<BTreeSet<String>>,
    /// What the library chose in place of an implementation on any path.
    choices: RefCell<BTreeSet<Choice>>,
    /// The items of the largest work-group on any path.
    largest_group: Cell<u64>,
}

impl<'p> Host<'p> {
    /// The host program, if the program calls the host library.
    pub fn of(program: &'p Program, races: Races) -> Option<Host<'p>> {
        let primitives = Primitive::ALL.iter();
        let calls: Vec<_> = primitives
            .filter_map(|p| program.find_function(p.name()))
            .collect();
        let is_local = |space: AddressSpace| space == AddressSpace::LOCAL;
        let local = program.globals().iter().filter(|g| is_local(g.space));
        (!calls.is_empty()).then(|| Host {
            program,
            stops: Stops {
                calls,
                ..Stops::default()
            },
            launch: Launch::by_host(local.map(|g| g.name.to_string()).collect(), races),
            build: RefCell::default(),
            ignored: RefCell::default(),
            overlaps: RefCell::default(),
            choices: RefCell::default(),
            largest_group: Cell::default(),
        })
    }

    /// Runs `main` with these arguments, each path to its end. `None` if the arguments do
    /// not fit into memory.
    pub fn run(
        &self,
        machine: &mut Machine<'_>,
        args: &[String],
        oracle: &mut dyn BranchOracle,
    ) -> Option<Vec<Finished>> {
        machine.run_main_by(args, oracle, |machine, state, oracle| {
            self.serve(machine, state, oracle)
        })
    }

    /// The program that stopped the run because it is not compiled yet, if any.
    pub fn take_build(&self) -> Option<Build> {
        self.build.take()
    }

    /// The errors that the program does not check, on any path so far.
    pub fn ignored(&self) -> BTreeSet<FailedCall> {
        self.ignored.borrow().clone()
    }

    /// Sentences on commands that use buffers which share bytes, on any path so far.
    pub fn overlaps(&self) -> BTreeSet<String> {
        self.overlaps.borrow().clone()
    }

    /// What the library chose in place of an implementation on any path so far.
    pub fn choices(&self) -> BTreeSet<Choice> {
        self.choices.borrow().clone()
    }

    /// The number of items of the largest work-group of any launch so far.
    pub fn largest_group(&self) -> u64 {
        self.largest_group.get()
    }

    /// Open questions on the order of work-items, and notes, from all launches.
    pub fn notes(&self) -> Notes {
        self.launch.notes()
    }
}
