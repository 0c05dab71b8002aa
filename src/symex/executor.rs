//! What executes an instruction works on: the running path, those that wait, and
//! the machine.

use term::TermId;

use super::end::{End, StopReason};
use super::machine::Machine;
use super::oracle::BranchOracle;
use super::pause::Stops;
use super::search::Searcher;
use super::slot::Slot;
use super::state::{Paused, State};
use crate::deadline::Expired;
use crate::program::{Edge, FunctionId, Program, SpanId};

/// A result, or the end of the path.
pub(super) type Exec<T> = Result<T, Box<End>>;

/// What a step leaves to whoever runs the state; `None` if it is at its next
/// instruction.
pub(super) type Next<'p> = Option<Box<Request<'p>>>;

/// What a step cannot do itself.
pub(super) enum Request<'p> {
    /// To go on along each of these ways.
    Ways(Vec<Way<'p>>),
    /// To find out what the resolver of an `ifunc` chooses, whose address this is, and
    /// to execute the instruction again.
    Resolver(u64, FunctionId),
}

/// Where the arms of the innermost region meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Join {
    /// Number of callers of the function that branches.
    pub depth: usize,
    /// The first instruction of the block where they meet.
    pub pc: u32,
}

/// One way out of a branch.
pub(super) struct Way<'p> {
    /// When it is taken; exactly one arm's condition holds.
    pub condition: TermId,
    pub edge: &'p Edge,
}

/// One running path and those that wait.
pub(super) struct Executor<'m, 'p> {
    pub machine: &'m mut Machine<'p>,
    pub oracle: &'m mut dyn BranchOracle,
    pub program: &'p Program,
    pub state: State,
    /// Where threads pause.
    pub stops: &'m Stops,
    /// Position of the current instruction.
    pub span: SpanId,
    pub waiting: Vec<State>,
    /// Paths finished and waiting, bounded by the limit.
    pub paths: usize,
    /// Where the innermost region's arms meet.
    pub join: Option<Join>,
    /// Regions that contain the current instruction.
    pub nesting: u32,
    /// No state is left to go on with.
    pub gone: bool,
    /// States that exceptions took out of the functions whose branches are merged.
    pub escaped: Vec<State>,
    pub(super) searcher: Searcher,
    /// Splits inside the outermost region that states could not be merged after.
    pub(super) inner_splits: u32,
    /// All regions are being left, their states going on as separate paths.
    pub(super) dissolving: bool,
    /// Paths with defects that the oracle was asked for inputs of.
    pub(super) asked: u32,
    /// Places that accesses chose among since the last look at the clock.
    pub(super) places: usize,
    pub(super) stopped: Vec<Paused>,
    pub(super) scratch: Vec<Slot>,
}

impl<'m, 'p> Executor<'m, 'p> {
    /// For a state whose current thread is about to run.
    pub fn new(
        machine: &'m mut Machine<'p>,
        oracle: &'m mut dyn BranchOracle,
        state: State,
        stops: &'m Stops,
    ) -> Executor<'m, 'p> {
        let program = machine.program;
        let searcher = Searcher::new(machine.limits.search);
        Executor {
            machine,
            oracle,
            program,
            span: program.function(state.thread.frame.function).span,
            state,
            stops,
            waiting: Vec::new(),
            paths: 1,
            join: None,
            nesting: 0,
            gone: false,
            escaped: Vec::new(),
            searcher,
            inner_splits: 0,
            dissolving: false,
            asked: 0,
            places: 0,
            stopped: Vec::with_capacity(1),
            scratch: Vec::new(),
        }
    }

    /// Takes the current state; another has to take its place before a step.
    pub fn take_state(&mut self) -> State {
        std::mem::replace(&mut self.state, self.machine.blank.clone())
    }

    /// Takes out the path to go on with.
    pub fn next_waiting(&mut self) -> Option<State> {
        self.searcher.next(self.program, &mut self.waiting)
    }

    /// Accounts for one more path.
    pub fn count_path(&mut self) -> Exec<()> {
        let limit = self.machine.limits.max_paths;
        if self.paths >= limit {
            return Err(self.stop(StopReason::PathLimit(limit)));
        }
        self.paths += 1;
        self.machine.statistics.forks += 1;
        Ok(())
    }

    /// Ends the path that has come to one of its bounds.
    pub fn check_limits(&mut self) -> Exec<()> {
        let limits = &self.machine.limits;
        if self.state.thread.steps > limits.max_steps {
            return Err(self.stop(StopReason::StepLimit(limits.max_steps)));
        }
        if self.state.memory.exceeds(limits.max_memory) {
            return Err(self.stop(StopReason::MemoryLimit(limits.max_memory)));
        }
        match limits.deadline.expired() {
            None => Ok(()),
            Some(Expired::Time) => Err(self.stop(StopReason::TimeLimit)),
            Some(Expired::Interrupted) => Err(self.stop(StopReason::Interrupted)),
            Some(Expired::Memory) => Err(self.stop(StopReason::MemoryFull)),
        }
    }
}
