//! What drivers call to have a program executed.

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
    /// A machine for `program`.
    pub fn new(program: &'p Program, builder: Builder, limits: Limits) -> Machine<'p> {
        Machine::with_models(program, builder, limits, models::resolve(program))
    }

    /// Runs the current thread of a state on every path to the end of its function, to
    /// the end of the path or to a stop, in a fixed order: the paths where a condition
    /// holds before those where it does not. A thread that has ended stays where it is.
    pub fn advance(
        &mut self,
        state: State,
        stops: &Stops,
        oracle: &mut dyn BranchOracle,
    ) -> Vec<Paused> {
        Executor::advance(self, oracle, state, stops)
    }

    /// Calls `function` in the current thread, which must run nothing yet, on every
    /// path to its end, in the order of [`Machine::advance`].
    ///
    /// Too few arguments are filled up with undefined values.
    pub fn call(
        &mut self,
        state: State,
        function: FunctionId,
        args: &[Value],
        oracle: &mut dyn BranchOracle,
    ) -> Vec<Finished> {
        Executor::explore(self, oracle, state, function, args)
    }
}
