//! The interpreter loop: explores paths in depth-first order, one instruction at a time.
//!
//! Invariants: calls of the program do not recurse in Rust; every path is put away exactly
//! once, at its end or at a stop; a path is explored after all earlier ones are put away.
//! Merging arms recurses, but keeps no data that belongs to a state: an arm that reaches a
//! stop or its end leaves the merge and is handled alone.
//!
//! This file and `region` call each other: the loop asks for arms to be merged, and merging
//! runs each arm with the loop.

use super::end::{DefectKind, End, StopReason};
use super::executor::{Exec, Executor, Request};
use super::machine::Machine;
use super::oracle::BranchOracle;
use super::pause::{Pause, Stops};
use super::slot::Slot;
use super::state::{Finished, Paused, State};
use super::thread::Progress;
use super::value::Value;
use crate::budgets::execution::ASKED_DEFECTS;
use crate::budgets::waiting;
use crate::program::{FunctionId, Instruction};

/// Why [`Executor::run`] returned.
pub(super) enum Ran {
    /// The state has reached the innermost join.
    Joined,
    /// The state has ended.
    Ended(Box<End>),
    /// The current thread of the state is at a stop.
    Paused(Box<Pause>),
    /// All paths of the state are already finished.
    Gone,
}

impl<'m, 'p> Executor<'m, 'p> {
    /// Implements [`Machine::call`].
    pub fn explore(
        machine: &'m mut Machine<'p>,
        oracle: &'m mut dyn BranchOracle,
        state: State,
        function: FunctionId,
        args: &[Value],
    ) -> Vec<Finished> {
        let mut executor = Executor::new(machine, oracle, state, Stops::NONE);
        executor.span = executor.program.function(function).span;
        executor.state.thread.steps = 0;
        executor.state.thread.progress = Progress::Running;
        let builder = &executor.machine.builder;
        let args = args.iter().map(|arg| Slot::new(builder, arg.clone()));
        let args = args.collect();
        match executor.enter(function, args, None) {
            Ok(()) => {
                executor.promise_first();
                executor.drain();
            }
            Err(end) => executor.finish(*end),
        }
        let stopped = executor.stopped.into_iter();
        stopped.filter_map(Paused::finished).collect()
    }

    /// Implements [`Machine::advance`].
    pub fn advance(
        machine: &'m mut Machine<'p>,
        oracle: &'m mut dyn BranchOracle,
        mut state: State,
        stops: &'m Stops,
    ) -> Vec<Paused> {
        if let Some(at @ Pause::Ended(_)) = state.thread.paused().cloned() {
            return vec![Paused { state, at }];
        }
        state.thread.progress = Progress::Running;
        let mut executor = Executor::new(machine, oracle, state, stops);
        executor.drain();
        executor.stopped
    }

    /// Runs the current path and the waiting ones until each has stopped.
    fn drain(&mut self) {
        let mut ran = self.run();
        loop {
            match ran {
                Ran::Ended(end) => self.finish(*end),
                Ran::Paused(at) => self.put_away(*at),
                Ran::Joined | Ran::Gone => {}
            }
            if self.has_refuted() {
                self.leave_the_rest();
            }
            match self.next_waiting() {
                Some(next) => self.state = next,
                None => return,
            }
            // Thousands of paths may wait when time is up.
            ran = match self.check_limits() {
                Ok(()) => self.run(),
                Err(end) => Ran::Ended(end),
            };
        }
    }

    /// Whether paths are waiting although an assertion is known to fail on the path just
    /// finished.
    fn has_refuted(&mut self) -> bool {
        let path = self.stopped.last().filter(|_| !self.waiting.is_empty());
        let path = path.filter(|_| !self.machine.limits.past_failures);
        let Some((path, Pause::Ended(end))) = path.map(|path| (path, &path.at)) else {
            return false;
        };
        let builder = &mut self.machine.builder;
        let mut asserted = path.state.checks().iter();
        let fails = asserted.any(|check| {
            check.defect.kind == DefectKind::AssertionFailed
                && self
                    .oracle
                    .has_refuted(builder, &check.path.to_vec(), check.condition)
        });
        let failed = match end {
            End::Defect(defect) => {
                matches!(
                    defect.kind,
                    DefectKind::AssertionFailed | DefectKind::Aborted
                )
            }
            _ => false,
        };
        if fails || !failed {
            return fails;
        }
        let (never, conditions) = (builder.bool(false), path.state.path());
        if self.oracle.has_refuted(builder, conditions, never) {
            return true;
        }
        // A query about a condition makes the oracle look for an input.
        match conditions.split_last() {
            Some((last, before)) if self.asked < ASKED_DEFECTS => {
                self.asked += 1;
                self.oracle.decide(builder, before, *last);
                self.oracle.has_refuted(builder, conditions, never)
            }
            _ => false,
        }
    }

    /// Ends the waiting paths unexplored.
    fn leave_the_rest(&mut self) {
        for state in std::mem::take(&mut self.waiting) {
            self.state = state;
            let end = self.stop(StopReason::Left);
            self.finish(*end);
        }
    }

    /// Puts the current state away: its path has ended or, by a return, its thread has.
    pub fn finish(&mut self, end: End) {
        let returned = matches!(end, End::Returned(_));
        if !(returned && self.state.has_others()) {
            self.machine.statistics.paths += 1;
            self.machine.statistics.ended.count(&end);
        }
        match end {
            // Locals were freed with their activations.
            End::Returned(_) => {}
            // Functions run at exit may still use the locals of open activations.
            End::Exited(_) => self.state.hold_registers(&mut self.machine.builder),
            // Locals of abandoned activations must not outlive the path.
            _ => {
                let base = self.state.thread.base();
                self.state.memory.unwind(base);
            }
        }
        self.state.thread.abandon();
        self.put_away(Pause::Ended(end));
    }

    /// Puts the current state away to be continued later. If it is an arm of a merge, the
    /// merge continues without it.
    pub fn put_away(&mut self, at: Pause) {
        let mut state = self.take_state();
        state.thread.pause(at.clone());
        self.stopped.push(Paused { state, at });
    }

    /// Runs the current state until it ends, stops or reaches the innermost join.
    pub fn run(&mut self) -> Ran {
        loop {
            if self.dissolving && self.join.is_some() {
                return Ran::Joined;
            }
            self.run_constants(
                waiting::CLOCK_MASK - (self.machine.statistics.instructions & waiting::CLOCK_MASK),
            );
            if let Some(join) = self.join
                && self.state.thread.frame.pc == join.pc
                && self.state.thread.callers.len() == join.depth
            {
                return Ran::Joined;
            }
            if let Some(at) = self.state.thread.take_pause() {
                return Ran::Paused(Box::new(at));
            }
            let code = &self.program.function(self.state.thread.frame.function).code;
            let Some(instruction) = code.get(self.state.thread.frame.pc as usize) else {
                let what = "a block without end".to_owned();
                return Ran::Ended(self.stop(StopReason::UnsupportedInstruction(what)));
            };
            self.begin(instruction);
            let rewritings = self.machine.builder.rewritings();
            let time_to_look = self.places > waiting::PLACES_A_LOOK
                || rewritings - self.rewritings_seen > waiting::REWRITINGS_A_LOOK
                || self.machine.statistics.instructions & waiting::CLOCK_MASK == 0;
            if time_to_look {
                self.places = 0;
                self.rewritings_seen = rewritings;
            }
            if time_to_look && let Err(end) = self.check_limits() {
                return Ran::Ended(end);
            }
            if self.state.is_promised() {
                self.note_promised(instruction);
            }
            let traced = self.trace_before(instruction);
            let done = match self.step(instruction) {
                Ok(None) => Ok(()),
                Ok(Some(request)) => match *request {
                    Request::Ways(ways) => self.diverge(ways),
                    Request::Resolver(address, resolver) => self.resolve(address, resolver),
                },
                Err(end) => Err(end),
            };
            if let Some(before) = traced {
                self.trace_after(instruction, before);
            }
            if let Err(end) = done {
                return Ran::Ended(end);
            }
            if std::mem::take(&mut self.gone) {
                return Ran::Gone;
            }
        }
    }

    /// Counts an instruction that is about to be executed, and goes on to the next one.
    pub(super) fn begin(&mut self, instruction: &Instruction) {
        self.state.thread.frame.pc += 1;
        self.state.thread.steps += 1;
        self.machine.statistics.instructions += 1;
        self.span = instruction.span;
    }

    /// Runs the resolver of an `ifunc` and stores its choice. It runs once, in the initial
    /// state, as the dynamic linker runs it.
    fn resolve(&mut self, address: u64, resolver: FunctionId) -> Exec<()> {
        let state = self.machine.initial_state();
        // What a resolver computes is no step of the call that is traced.
        let trace = self.machine.trace.take();
        let mut paths = Executor::explore(self.machine, self.oracle, state, resolver, &[]);
        self.machine.trace = trace;
        let end = match (paths.pop(), paths.is_empty()) {
            (Some(path), true) => path.end,
            _ => return Err(self.stop(StopReason::SymbolicCall)),
        };
        let chosen = match end {
            End::Returned(value) => value.and_then(|v| self.concrete_lane(v.lane())),
            end => return Err(Box::new(end)),
        };
        match chosen.and_then(|address| self.program.function_at(address as u64)) {
            Some(chosen) => {
                self.machine.resolved.insert(address, chosen);
                self.state.thread.frame.pc -= 1;
                Ok(())
            }
            None => Err(self.stop(StopReason::SymbolicCall)),
        }
    }
}
