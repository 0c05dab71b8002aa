//! The interpreter loop: paths in depth-first order, one instruction at a time.
//!
//! Invariants: program calls never recurse in Rust; every path is put away exactly
//! once, at its end or at a stop; a path is explored after all earlier ones are put
//! away. Merging arms recurses, but keeps nothing that belongs to a state: an arm that
//! comes to a stop leaves the merge, as one does that ends, and goes on by itself.

use super::end::{Access, DefectKind, End, StopReason};
use super::machine::Machine;
use super::oracle::BranchOracle;
use super::pause::{Pause, Paused, Stops};
use super::region::Join;
use super::search::Searcher;
use super::slot::Slot;
use super::state::{Finished, State};
use super::value::Value;
use crate::deadline::Expired;
use crate::program::{FunctionId, Instruction, Kind, Program, SpanId};

/// A result, or the end of the path.
pub(super) type Exec<T> = Result<T, Box<End>>;

/// Why [`Executor::run`] came back.
pub(super) enum Ran {
    /// The state is at the innermost join.
    Joined,
    /// The state has ended.
    Ended(Box<End>),
    /// The current thread of the state is at a stop.
    Paused(Pause),
    /// All of the state's paths are finished already.
    Gone,
}

/// Steps between two looks at the clock, less one; a power of two less one.
const CLOCK_MASK: u64 = 0xfff;

/// Places chosen among between two looks at the clock: one instruction may read a table
/// of thousands, and make no term that was not there before.
const PLACES_A_LOOK: usize = 0x1000;

/// Paths with defects that the oracle is asked for inputs of, at most.
const MOST_ASKED: u32 = 16;

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
    asked: u32,
    /// Places that accesses chose among since the last look at the clock.
    pub(super) places: usize,
    stopped: Vec<Paused>,
    pub(super) scratch: Vec<Slot>,
}

impl<'m, 'p> Executor<'m, 'p> {
    fn new(
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
            stopped: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// See [`Machine::call`].
    pub fn explore(
        machine: &'m mut Machine<'p>,
        oracle: &'m mut dyn BranchOracle,
        state: State,
        function: FunctionId,
        args: &[Value],
    ) -> Vec<Finished> {
        let mut executor = Executor::new(machine, oracle, state, Stops::NONE);
        executor.span = executor.program.function(function).span;
        (executor.state.thread.steps, executor.state.thread.pause) = (0, None);
        let builder = &executor.machine.builder;
        let args = args.iter().map(|arg| Slot::new(builder, arg.clone()));
        let args = args.collect();
        match executor.enter(function, args, None) {
            Ok(()) => executor.drain(),
            Err(end) => executor.finish(*end),
        }
        let stopped = executor.stopped.into_iter();
        stopped.filter_map(Paused::finished).collect()
    }

    /// See [`Machine::advance`].
    pub fn advance(
        machine: &'m mut Machine<'p>,
        oracle: &'m mut dyn BranchOracle,
        mut state: State,
        stops: &'m Stops,
    ) -> Vec<Paused> {
        if let Some(at @ Pause::Ended(_)) = state.thread.pause.clone() {
            return vec![Paused { state, at }];
        }
        state.thread.pause = None;
        let mut executor = Executor::new(machine, oracle, state, stops);
        executor.drain();
        executor.stopped
    }

    /// Runs the current path, and those that wait, until each has stopped.
    fn drain(&mut self) {
        let mut ran = self.run();
        loop {
            match ran {
                Ran::Ended(end) => self.finish(*end),
                Ran::Paused(at) => self.put_away(at),
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

    /// Whether other paths wait although an assertion fails on the one just finished.
    fn has_refuted(&mut self) -> bool {
        let path = self.stopped.last().filter(|_| !self.waiting.is_empty());
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
        // Asking about a condition has the oracle look for an input.
        match conditions.split_last() {
            Some((last, before)) if self.asked < MOST_ASKED => {
                self.asked += 1;
                self.oracle.decide(builder, before, *last);
                self.oracle.has_refuted(builder, conditions, never)
            }
            _ => false,
        }
    }

    /// Finishes the waiting paths as they are.
    fn leave_the_rest(&mut self) {
        for state in std::mem::take(&mut self.waiting) {
            self.state = state;
            let end = self.stop(StopReason::Left);
            self.finish(*end);
        }
    }

    /// Takes out the path to go on with.
    pub fn next_waiting(&mut self) -> Option<State> {
        self.searcher.next(self.program, &mut self.waiting)
    }

    /// Puts the current state away: its path or, by returning, its thread has ended.
    pub fn finish(&mut self, end: End) {
        let returned = matches!(end, End::Returned(_));
        if !(returned && self.state.has_others()) {
            self.machine.statistics.paths += 1;
            self.machine.statistics.ended.count(&end);
        }
        match end {
            // Locals went with their activations.
            End::Returned(_) => {}
            // What runs at exit may still use the locals of open activations.
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

    /// Puts the current state away to go on with it later. Arms of a merge that this
    /// happens in are merged without it.
    pub fn put_away(&mut self, at: Pause) {
        let mut state = std::mem::replace(&mut self.state, State::new());
        state.thread.pause = Some(at.clone());
        self.stopped.push(Paused { state, at });
    }

    /// Runs the current state to its end, to a stop or to the innermost join.
    pub fn run(&mut self) -> Ran {
        loop {
            if self.dissolving && self.join.is_some() {
                return Ran::Joined;
            }
            self.run_constants(CLOCK_MASK - (self.machine.statistics.instructions & CLOCK_MASK));
            if let Some(join) = self.join
                && self.state.thread.frame.pc == join.pc
                && self.state.thread.callers.len() == join.depth
            {
                return Ran::Joined;
            }
            if let Some(at) = self.state.thread.pause.take() {
                return Ran::Paused(at);
            }
            let code = &self.program.function(self.state.thread.frame.function).code;
            let Some(instruction) = code.get(self.state.thread.frame.pc as usize) else {
                let what = "a block without end".to_owned();
                return Ran::Ended(self.stop(StopReason::UnsupportedInstruction(what)));
            };
            self.state.thread.frame.pc += 1;
            self.state.thread.steps += 1;
            self.machine.statistics.instructions += 1;
            self.span = instruction.span;
            let time_to_look = self.places > PLACES_A_LOOK
                || self.machine.statistics.instructions & CLOCK_MASK == 0;
            if time_to_look {
                self.places = 0;
            }
            if time_to_look && let Err(end) = self.check_limits() {
                return Ran::Ended(end);
            }
            if let Err(end) = self.step(instruction) {
                return Ran::Ended(end);
            }
            if std::mem::take(&mut self.gone) {
                return Ran::Gone;
            }
        }
    }

    pub(super) fn check_limits(&mut self) -> Exec<()> {
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

    fn step(&mut self, instruction: &'p Instruction) -> Exec<()> {
        let value = match &instruction.kind {
            Kind::Integer {
                op,
                bits,
                checked,
                args,
            } => self.integer(*op, *bits, *checked, args)?,
            Kind::Compare {
                predicate, args, ..
            } => self.compare(*predicate, args),
            Kind::Float {
                op,
                format,
                fast,
                args,
            } => self.float(*op, *format, *fast, args)?,
            Kind::Negate { format, fast, arg } => self.negate(*format, *fast, *arg)?,
            Kind::FloatCompare {
                format,
                outcomes,
                fast,
                args,
            } => self.float_compare(*format, *outcomes, *fast, args)?,
            Kind::Cast {
                cast,
                from,
                to,
                checked,
                arg,
            } => self.cast(*cast, (*from, *to), *checked, *arg)?,
            Kind::Bitcast { from, to, arg } => self.bitcast(*from, *to, *arg),
            Kind::Select { ty, fast, args } => self.select(*ty, *fast, args)?,
            Kind::Freeze { ty, arg } => self.freeze(*ty, *arg),
            Kind::ExtractElement {
                vector,
                index_bits,
                args,
            } => self.extract_element(*vector, *index_bits, args),
            Kind::InsertElement {
                vector,
                index_bits,
                args,
            } => self.insert_element(*vector, *index_bits, args),
            Kind::Shuffle { mask, args, .. } => self.shuffle(mask, args),
            Kind::ExtractValue { path, arg } => self.extract_value(path, *arg),
            Kind::InsertValue { path, args } => self.insert_value(path, args),
            Kind::Address {
                base,
                offset,
                indices,
                lanes,
            } => self.address(*base, *offset, indices, *lanes),
            Kind::Load {
                ty,
                speculative,
                masked,
                align,
                qualifiers,
                address,
            } => {
                let address = self.operand(*address).lane();
                if !speculative {
                    self.check_alignment(address, *align, Access::Read)?;
                }
                self.machine.statistics.memory_accesses += 1;
                let value = self.load(address, *ty, *speculative, *qualifiers)?;
                match masked {
                    true => self.freeze_value(*ty, &value),
                    false => value,
                }
            }
            Kind::Store {
                ty,
                align,
                qualifiers,
                address,
                value,
            } => {
                let address = self.operand(*address).lane();
                self.check_alignment(address, *align, Access::Write)?;
                let value = self.operand(*value);
                self.machine.statistics.memory_accesses += 1;
                self.machine.statistics.vector_operations +=
                    u64::from(matches!(value, Value::Vector(_)));
                return self.store(address, *ty, &value, None, *qualifiers);
            }
            Kind::Alloca {
                ty,
                count,
                align,
                name,
            } => {
                let address = self.alloca(*ty, *count, *align, name)?;
                self.set_slot(instruction.result, address);
                return Ok(());
            }
            Kind::CompareExchange {
                ty,
                qualifiers,
                args,
            } => self.compare_exchange(*ty, *qualifiers, args)?,
            Kind::ReadModifyWrite {
                update,
                ty,
                qualifiers,
                args,
            } => self.read_modify_write(*update, *ty, *qualifiers, args)?,
            Kind::Identify {
                leaf,
                index,
                outputs,
            } => self.identify(*leaf, *index, outputs)?,
            Kind::Values(values) => {
                let mut value = |operand: &Option<_>| match operand {
                    Some(operand) => self.operand(*operand),
                    None => Value::Scalar(None),
                };
                match &**values {
                    [only] => value(only),
                    several => Value::Aggregate(several.iter().map(value).collect()),
                }
            }
            Kind::Call(call) => return self.call(call, instruction.result),
            Kind::Nothing | Kind::LandingPad { .. } => return Ok(()),
            Kind::Resume(pair) => return self.resume(*pair),
            Kind::Jump(edge) => {
                self.follow(edge);
                return Ok(());
            }
            Kind::Branch { condition, edges } => return self.branch(*condition, edges),
            Kind::Switch {
                bits,
                value,
                cases,
                default,
            } => {
                return self.switch(*bits, *value, cases, default);
            }
            Kind::IndirectBranch { address, targets } => {
                return self.indirect_branch(*address, targets);
            }
            Kind::Return(value) => return self.ret(*value),
            Kind::Unreachable => return Err(self.defect(DefectKind::UnreachableReached)),
            Kind::Unsupported(what) => {
                return Err(self.stop(StopReason::UnsupportedInstruction(what.to_string())));
            }
        };
        if matches!(value, Value::Vector(_)) && !matches!(instruction.kind, Kind::Bitcast { .. }) {
            self.machine.statistics.vector_operations += 1;
        }
        if let Some(register) = instruction.result {
            self.set(register, value);
        }
        Ok(())
    }
}
