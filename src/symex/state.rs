//! The state of one path: the data that its threads share, and the threads.
//!
//! Invariant: cloning costs time proportional to the registers of the current thread's
//! function and the number of pages of objects; everything else is shared until written.

use std::rc::Rc;

use rewrite_rules::Builder;
use term::TermId;

use super::effect::Effect;
use super::end::{Check, Defect, End, ObjectInfo};
use super::memory::Memory;
use super::object::Object;
use super::object_spec::{ObjectId, Storage};
use super::observer::Observer;
use super::path::{KeptPath, PathCondition};
use super::pause::Pause;
use super::promises::Promises;
use super::thread::{Thread, ThreadId};
use super::value::Value;
use super::volatile::Volatile;
use crate::program::{FunctionId, Program, SpanId};

/// The state of one path: memory, path condition and threads, one of which is current.
#[derive(Clone)]
pub struct State {
    pub(super) memory: Memory,
    /// The current thread.
    pub(super) thread: Thread,
    pub(super) current: ThreadId,
    /// The other threads, with a gap for the current one.
    pub(super) threads: Rc<Vec<Option<Rc<Thread>>>>,
    /// Number of activations so far.
    pub(super) activations: u64,
    /// Number of splits of the path.
    pub(super) splits: u32,
    /// Position at which the watched output was last produced.
    pub(super) output_at: SpanId,
    path: PathCondition,
    checks: Rc<Vec<Check>>,
    exit_handlers: Rc<Vec<(u64, Value)>>,
    ends_at_once: bool,
    /// Values of the registers of open activations when the program called `exit`.
    held: Rc<Vec<Value>>,
    /// Terms restricted to one value on this path by a split.
    pinned: Rc<Vec<(TermId, u128)>>,
    /// Addresses restricted to one object on this path by a split.
    within: Rc<Vec<(TermId, ObjectId)>>,
    /// The objects of parameters, and the number that stands for the first byte of each.
    parameters: Rc<Vec<(ObjectId, u64)>>,
    /// The observer that is told of accesses.
    pub(super) observer: Option<Rc<dyn Observer>>,
    /// Functions whose calls are redirected, with the functions called instead.
    aliases: Rc<Vec<(FunctionId, FunctionId)>>,
    /// The promises of `restrict` by active calls, if any can be broken.
    pub(super) promises: Option<Rc<Promises>>,
    /// The volatile objects that others may change, and the accesses to them.
    pub(super) volatile: Rc<Volatile>,
    /// The observable effects of the path, if they are kept.
    pub(super) effects: Option<Rc<Vec<Effect>>>,
}

impl State {
    pub(super) fn new() -> State {
        State {
            memory: Memory::new(),
            thread: Thread::idle(),
            current: ThreadId(0),
            threads: Rc::default(),
            activations: 0,
            splits: 0,
            output_at: SpanId::NONE,
            path: PathCondition::default(),
            checks: Rc::default(),
            exit_handlers: Rc::default(),
            ends_at_once: false,
            held: Rc::default(),
            pinned: Rc::default(),
            within: Rc::default(),
            parameters: Rc::default(),
            observer: None,
            aliases: Rc::default(),
            promises: None,
            volatile: Rc::default(),
            effects: None,
        }
    }

    /// Sets the objects of parameters, and the number that stands for the first byte of each.
    pub fn set_parameters(&mut self, objects: Vec<(ObjectId, u64)>) {
        self.parameters = Rc::new(objects);
    }

    /// The objects of parameters, and the number that stands for the first byte of each.
    pub(super) fn parameters(&self) -> &[(ObjectId, u64)] {
        &self.parameters
    }

    /// Redirects later calls of `from` to `to`.
    pub(super) fn alias(&mut self, from: FunctionId, to: FunctionId) {
        let aliases = Rc::make_mut(&mut self.aliases);
        aliases.retain(|(aliased, _)| *aliased != from);
        if from != to {
            aliases.push((from, to));
        }
    }

    /// Returns the function that a call of `function` calls.
    pub(super) fn aliased(&self, function: FunctionId) -> FunctionId {
        let alias = self.aliases.iter().find(|(from, _)| *from == function);
        alias.map_or(function, |(_, to)| *to)
    }

    /// Whether both states redirect calls alike.
    pub(super) fn aliased_like(&self, other: &State) -> bool {
        Rc::ptr_eq(&self.aliases, &other.aliases) || self.aliases == other.aliases
    }

    /// Returns the one-bit terms that are all true on this path, oldest first.
    pub fn path(&self) -> &[TermId] {
        self.path.conditions()
    }

    /// Returns a snapshot of the path condition.
    pub fn kept_path(&self) -> KeptPath {
        self.path.keep()
    }

    /// Whether an object is certainly equal in another state: it was written in neither
    /// since they split.
    pub fn shares(&self, other: &State, object: ObjectId) -> bool {
        match (self.memory.object(object), other.memory.object(object)) {
            (Some(x), Some(y)) => x.shares(y),
            (x, y) => x.is_none() && y.is_none(),
        }
    }

    /// Returns the current thread's MXCSR without its sticky exception flags.
    pub fn mxcsr(&self) -> u32 {
        self.thread.mxcsr.0
    }

    /// Returns the position at which the output of [`Watch`](super::Watch) was last
    /// produced.
    pub fn output_at(&self) -> SpanId {
        self.output_at
    }

    /// Adds a condition to the path condition.
    pub fn assume(&mut self, condition: TermId) {
        self.path.push(condition);
    }

    /// Returns the obligations of this path, oldest first.
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// Returns the value that a split of the path fixed for a term.
    pub(super) fn pinned(&self, term: TermId) -> Option<u128> {
        let pin = self.pinned.iter().find(|(pinned, _)| *pinned == term);
        pin.map(|(_, value)| *value)
    }

    /// Restricts the path to one value of a term; `equal` is the condition that the term
    /// has it.
    pub(super) fn pin(&mut self, term: TermId, value: u128, equal: TermId) {
        Rc::make_mut(&mut self.pinned).push((term, value));
        self.assume(equal);
    }

    /// Returns the object that a split of the path fixed for an address.
    pub(super) fn within(&self, address: TermId) -> Option<ObjectId> {
        let found = self.within.iter().find(|(term, _)| *term == address);
        found.map(|(_, object)| *object)
    }

    /// Restricts the path to an address in one object; `inside` is the condition that it
    /// is.
    pub(super) fn enter(&mut self, address: TermId, object: ObjectId, inside: TermId) {
        Rc::make_mut(&mut self.within).push((address, object));
        self.assume(inside);
    }

    /// Enters the code of a folded branch arm, which is taken where the condition holds.
    pub(super) fn enter_arm(&mut self, taken: TermId) {
        Rc::make_mut(&mut self.thread.arms).push(taken);
    }

    /// Leaves the innermost folded branch arm.
    pub(super) fn leave_arm(&mut self) {
        Rc::make_mut(&mut self.thread.arms).pop();
    }

    /// Whether the source may execute the current instruction: no folded branch arm around it is
    /// known not to be taken.
    pub(super) fn is_executed_by_source(&self, builder: &Builder) -> bool {
        let mut arms = self.thread.arms.iter();
        !arms.any(|taken| builder.constant_value(*taken) == Some(0))
    }

    /// Whether inputs decided that the current instruction is executed: the path has conditions
    /// beyond the `given` ones that it started with, or a folded branch arm around the
    /// instruction has a symbolic condition.
    pub(super) fn is_guarded(&self, builder: &Builder, given: usize) -> bool {
        let mut arms = self.thread.arms.iter();
        self.path().len() > given || arms.any(|taken| builder.constant_value(*taken).is_none())
    }

    /// Returns the conditions of the folded branch arms that contain the current
    /// instruction.
    pub(super) fn within_arms(&self) -> &[TermId] {
        &self.thread.arms
    }

    /// Registers a function, by its address, to be called with an argument at exit.
    pub(super) fn at_exit(&mut self, function: u64, argument: Value) {
        Rc::make_mut(&mut self.exit_handlers).push((function, argument));
    }

    /// Keeps the values of the registers of all activations of all threads beyond their
    /// end.
    pub(super) fn hold_registers(&mut self, builder: &mut Builder) {
        let others = self.threads.iter().flatten().map(|thread| &**thread);
        let frames = others.chain([&self.thread]).flat_map(Thread::frames);
        let registers = frames.flat_map(|frame| frame.registers.iter());
        self.held = Rc::new(registers.map(|slot| slot.value(builder)).collect());
    }

    /// Returns the register values kept by [`State::hold_registers`].
    pub(super) fn held(&self) -> &[Value] {
        &self.held
    }

    /// Makes the program end without running exit handlers.
    pub(super) fn end_at_once(&mut self) {
        self.ends_at_once = true;
    }

    /// Whether the program ends without running exit handlers.
    pub(super) fn ends_at_once(&self) -> bool {
        self.ends_at_once
    }

    /// Removes and returns the next exit handler and its argument.
    pub(super) fn next_exit_handler(&mut self) -> Option<(u64, Value)> {
        match self.exit_handlers.is_empty() {
            true => None,
            false => Rc::make_mut(&mut self.exit_handlers).pop(),
        }
    }

    /// Whether both states have the same exit handlers.
    pub(super) fn ends_like(&self, other: &State) -> bool {
        Rc::ptr_eq(&self.exit_handlers, &other.exit_handlers)
            || self.exit_handlers == other.exit_handlers
    }

    /// Whether splits fixed the same values and objects in both states.
    pub(super) fn pinned_like(&self, other: &State) -> bool {
        let pinned = Rc::ptr_eq(&self.pinned, &other.pinned) || self.pinned == other.pinned;
        pinned && (Rc::ptr_eq(&self.within, &other.within) || self.within == other.within)
    }

    /// Replaces path condition and checks by those of another state.
    pub(super) fn take_conditions(&mut self, other: State) {
        self.path = other.path;
        self.checks = other.checks;
    }

    /// Returns the current path condition.
    pub(super) fn conditions(&self) -> Conditions {
        Conditions {
            path: self.path.clone(),
            pinned: Rc::clone(&self.pinned),
            within: Rc::clone(&self.within),
        }
    }

    /// Restores an earlier path condition; the checks are kept.
    pub(super) fn restore_path(&mut self, earlier: Conditions) {
        self.path = earlier.path;
        self.pinned = earlier.pinned;
        self.within = earlier.within;
    }

    /// Whether an object is live.
    pub fn is_live(&self, id: ObjectId) -> bool {
        self.memory.object(id).is_some_and(Object::is_live)
    }

    /// Returns the description of an object for reports.
    pub fn describe(&self, program: &Program, id: ObjectId) -> Option<ObjectInfo> {
        let spec = &self.memory.object(id)?.spec;
        Some(ObjectInfo {
            name: spec.name.to_string(),
            size: spec.size,
            allocation: program.location(spec.allocation).cloned(),
            release: None,
        })
    }

    /// Where an object lies; `None` if there is none.
    pub fn storage(&self, id: ObjectId) -> Option<Storage> {
        Some(self.memory.object(id)?.spec.storage)
    }

    /// Changes the defects of the obligations from a position on.
    pub fn describe_checks(&mut self, from: usize, change: impl FnMut(&mut Defect)) {
        if from < self.checks.len() {
            let checks = Rc::make_mut(&mut self.checks).iter_mut().skip(from);
            checks.map(|check| &mut check.defect).for_each(change);
        }
    }

    /// Adds an obligation for the driver to decide.
    pub fn add_check(&mut self, check: Check) {
        Rc::make_mut(&mut self.checks).push(check);
    }
}

/// A path condition with the values and objects that splits fixed.
pub(super) struct Conditions {
    path: PathCondition,
    pinned: Rc<Vec<(TermId, u128)>>,
    within: Rc<Vec<(TermId, ObjectId)>>,
}

/// A path that has ended.
#[derive(Clone)]
pub struct Finished {
    /// The state at its end.
    pub state: State,
    /// How it ended.
    pub end: End,
}

/// A path that an advance has brought to a stop.
#[derive(Clone)]
pub struct Paused {
    /// The state of the path, which can be continued unless the path has ended.
    pub state: State,
    /// The position of the current thread.
    pub at: Pause,
}

impl Paused {
    /// Returns the path, if it or its current thread has ended.
    pub fn finished(self) -> Option<Finished> {
        match self.at {
            Pause::Ended(end) => Some(Finished {
                state: self.state,
                end,
            }),
            Pause::Call { .. } | Pause::Block { .. } => None,
        }
    }
}
