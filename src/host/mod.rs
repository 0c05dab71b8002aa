//! A host program of OpenCL: its main thread, the commands that it enqueues, and what
//! orders them (OpenCL 3.0, 3.2.1 and 5.11 to 5.15).
//!
//! The host library (`opencl-runtime/host`) carries commands out, each as soon as what it
//! waits for is complete, and says by its primitives which command does what, which waits
//! for which, and when the host waits. That one order stands for all where nothing meets
//! that nothing orders: whatever a command touches is compared with what the commands do
//! that are not ordered with it, and with what the host does before it has waited for
//! the command (`docs/decisions/0084`).
//!
//! Invariant: a path that returned without a defect or a check was free of such meetings.

mod adopted;
mod build;
mod bytes;
mod call;
mod commands;
mod given;
mod launching;
mod meet;
mod primitive;
mod refused;
mod region;
mod serve;
mod watch;

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::launch::{Launch, Notes};
use crate::program::{AddressSpace, Program};
use crate::symex::{BranchOracle, Finished, Machine, Stops};
use primitive::Primitive;

pub use refused::Ignored;

/// A program of OpenCL C that the host builds and that was not compiled yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// Its source.
    pub source: Vec<u8>,
    /// The build options.
    pub options: String,
}

/// A host program, ready to run.
pub struct Host<'p> {
    program: &'p Program,
    stops: Stops,
    launch: Launch,
    /// What has to be compiled before the host can be run to its end.
    build: RefCell<Option<Build>>,
    /// Errors that the program does not look at, on any path.
    ignored: RefCell<BTreeSet<Ignored>>,
}

impl<'p> Host<'p> {
    /// A program that calls the host library; `None` for others.
    pub fn of(program: &'p Program) -> Option<Host<'p>> {
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
            launch: Launch::by_host(local.map(|g| g.name.to_string()).collect()),
            build: RefCell::default(),
            ignored: RefCell::default(),
        })
    }

    /// Runs the host with these arguments of `main` on every path to its end. `None` if
    /// the arguments do not fit into memory.
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

    /// The program that was asked for, if one was: the run went no further.
    pub fn take_build(&self) -> Option<Build> {
        self.build.take()
    }

    /// The errors that the program does not look at, on any path so far.
    pub fn ignored(&self) -> BTreeSet<Ignored> {
        self.ignored.borrow().clone()
    }

    /// What is left open of the order of work-items.
    pub fn notes(&self) -> Notes {
        self.launch.notes()
    }
}
