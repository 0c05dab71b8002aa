//! The context in which instructions execute: the running path, the waiting paths, and the
//! machine.

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

/// A result, or the end of the current path.
pub(super) type Exec<T> = Result<T, Box<End>>;

/// What a step leaves to the interpreter loop; `None` if the state is ready for its next
/// instruction.
pub(super) type Next<'p> = Option<Box<Request<'p>>>;

/// A request that a step makes to the interpreter loop.
pub(super) enum Request<'p> {
    /// Continue along each of these edges.
    Ways(Vec<Way<'p>>),
    /// Run the resolver of the `ifunc` at this address, then execute the instruction again.
    Resolver(u64, FunctionId),
}

/// The join of the innermost region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Join {
    /// Number of callers of the function that branches.
    pub depth: usize,
    /// The first instruction of the join's block.
    pub pc: u32,
}

/// One edge out of a branch.
pub(super) struct Way<'p> {
    /// The condition under which it is taken; exactly one of a branch's conditions holds.
    pub condition: TermId,
    pub edge: &'p Edge,
}

/// A running path and the waiting ones.
pub(super) struct Executor<'m, 'p> {
    pub machine: &'m mut Machine<'p>,
    pub oracle: &'m mut dyn BranchOracle,
    pub program: &'p Program,
    pub state: State,
    /// The stops at which threads pause.
    pub stops: &'m Stops,
    /// Position of the current instruction.
    pub span: SpanId,
    pub waiting: Vec<State>,
    /// Number of finished and waiting paths, bounded by the limit.
    pub paths: usize,
    /// The join of the innermost region.
    pub join: Option<Join>,
    /// Number of regions that contain the current instruction.
    pub nesting: u32,
    /// Set when no state is left to continue with.
    pub gone: bool,
    /// States that left a function with merged branches by an exception.
    pub escaped: Vec<State>,
    pub(super) searcher: Searcher,
    /// Splits inside the outermost region after which the states could not be merged.
    pub(super) inner_splits: u32,
    /// Set while all regions are being left and their states become separate paths.
    pub(super) dissolving: bool,
    /// Number of paths with defects for which the oracle was asked for an input.
    pub(super) asked: u32,
    /// Number of candidate places of accesses since the clock was last checked.
    pub(super) places: usize,
    /// Number of rewritings of terms before the call.
    rewritings: u64,
    /// Number of rewritings of terms when the clock was last checked.
    pub(super) rewritings_seen: u64,
    pub(super) stopped: Vec<Paused>,
    pub(super) scratch: Vec<Slot>,
}

impl<'m, 'p> Executor<'m, 'p> {
    /// Makes an executor for a state whose current thread is about to run.
    pub fn new(
        machine: &'m mut Machine<'p>,
        oracle: &'m mut dyn BranchOracle,
        state: State,
        stops: &'m Stops,
    ) -> Executor<'m, 'p> {
        let program = machine.program;
        let searcher = Searcher::new(machine.limits.search);
        let rewritings = machine.builder.rewritings();
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
            rewritings,
            rewritings_seen: rewritings,
            stopped: Vec::with_capacity(1),
            scratch: Vec::new(),
        }
    }

    /// Takes the current state. Trap: another state must be put in its place before the
    /// next step.
    pub fn take_state(&mut self) -> State {
        std::mem::replace(&mut self.state, self.machine.blank.clone())
    }

    /// Removes and returns the waiting path to continue with.
    pub fn next_waiting(&mut self) -> Option<State> {
        self.searcher.next(self.program, &mut self.waiting)
    }

    /// Counts one more path; errors if the limit is reached.
    pub fn count_path(&mut self) -> Exec<()> {
        let limit = self.machine.limits.max_paths;
        if self.paths >= limit {
            return Err(self.stop(StopReason::PathLimit(limit)));
        }
        self.paths += 1;
        self.machine.statistics.forks += 1;
        Ok(())
    }

    /// Errors if the path has reached one of its limits.
    pub fn check_limits(&mut self) -> Exec<()> {
        let limits = &self.machine.limits;
        if self.state.thread.steps > limits.max_steps {
            return Err(self.stop(StopReason::StepLimit(limits.max_steps)));
        }
        if self.machine.builder.rewritings() - self.rewritings > limits.max_rewritings {
            return Err(self.stop(StopReason::RewritingLimit(limits.max_rewritings)));
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
