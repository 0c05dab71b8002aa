//! The entry points of execution that drivers call.

use rewrite_rules::Builder;

use super::executor::Executor;
use super::limits::Limits;
use super::machine::Machine;
use super::models;
use super::oracle::BranchOracle;
use super::pause::Stops;
use super::state::{Finished, Paused, State};
use super::value::Value;
use crate::program::{FunctionId, Program};

impl<'p> Machine<'p> {
    /// Makes a machine that executes `program`.
    pub fn new(program: &'p Program, builder: Builder, limits: Limits) -> Machine<'p> {
        let resolved = models::resolve(program);
        let mut machine = Machine::with_models(program, builder, limits, resolved);
        machine.errno.setters = models::errno_setters(program);
        machine
    }

    /// Runs the current thread of a state on every path, until its function returns, the
    /// path ends or the thread reaches a stop. The order is fixed: paths on which a
    /// condition holds come before those on which it fails. A thread that has ended is not
    /// run again.
    pub fn advance(
        &mut self,
        state: State,
        stops: &Stops,
        oracle: &mut dyn BranchOracle,
    ) -> Vec<Paused> {
        Executor::advance(self, oracle, state, stops)
    }

    /// Calls `function` in the current thread, which must be idle, and runs every path to
    /// its end, in the order of [`Machine::advance`].
    ///
    /// Missing arguments are undefined values.
    pub fn call(
        &mut self,
        state: State,
        function: FunctionId,
        args: &[Value],
        oracle: &mut dyn BranchOracle,
    ) -> Vec<Finished> {
        self.given = state.path().len();
        Executor::explore(self, oracle, state, function, args)
    }
}
