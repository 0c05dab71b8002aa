//! The state of one path: what its threads share, and the threads.
//!
//! Invariant: cloning costs as much as the registers of the current thread's function
//! and the number of pages of objects; everything else is shared until written.

use std::rc::Rc;

use rewrite_rules::Builder;
use term::TermId;

use super::effect::Effect;
use super::end::{Check, End, ObjectInfo};
use super::memory::Memory;
use super::object::Object;
use super::object_spec::ObjectId;
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
    /// All threads, with a gap where the current one belongs.
    pub(super) threads: Rc<Vec<Option<Rc<Thread>>>>,
    /// Activations so far.
    pub(super) activations: u64,
    /// How often the path has split.
    pub(super) splits: u32,
    /// Where the watched output was produced last.
    pub(super) output_at: SpanId,
    path: PathCondition,
    checks: Rc<Vec<Check>>,
    exit_handlers: Rc<Vec<(u64, Value)>>,
    ends_at_once: bool,
    /// What was in the registers of open activations when the program called `exit`.
    held: Rc<Vec<Value>>,
    /// Terms that have one value on this path, which the path was split for.
    pinned: Rc<Vec<(TermId, u128)>>,
    /// Addresses that are inside one object on this path, which the path was split
    /// for.
    within: Rc<Vec<(TermId, ObjectId)>>,
    /// Who is told of accesses.
    pub(super) observer: Option<Rc<dyn Observer>>,
    /// Functions whose calls are calls of others.
    aliases: Rc<Vec<(FunctionId, FunctionId)>>,
    /// What `restrict` promises of calls that are active, where that can be broken.
    pub(super) promises: Option<Rc<Promises>>,
    /// What volatile accesses were made to, of what others may change.
    pub(super) volatile: Rc<Volatile>,
    /// What others have seen of the path, where that is kept.
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
            observer: None,
            aliases: Rc::default(),
            promises: None,
            volatile: Rc::default(),
            effects: None,
        }
    }

    /// From here on, calls of `from` are calls of `to`.
    pub(super) fn alias(&mut self, from: FunctionId, to: FunctionId) {
        let aliases = Rc::make_mut(&mut self.aliases);
        aliases.retain(|(aliased, _)| *aliased != from);
        if from != to {
            aliases.push((from, to));
        }
    }

    /// What a call of a function calls.
    pub(super) fn aliased(&self, function: FunctionId) -> FunctionId {
        let alias = self.aliases.iter().find(|(from, _)| *from == function);
        alias.map_or(function, |(_, to)| *to)
    }

    /// Whether calls mean the same in both.
    pub(super) fn aliased_like(&self, other: &State) -> bool {
        Rc::ptr_eq(&self.aliases, &other.aliases) || self.aliases == other.aliases
    }

    /// The one-bit terms that are all true on this path, oldest first.
    pub fn path(&self) -> &[TermId] {
        self.path.conditions()
    }

    /// The path condition as it is now, to keep.
    pub fn kept_path(&self) -> KeptPath {
        self.path.keep()
    }

    /// Whether an object is certainly the same in another state: written in neither since
    /// both were one.
    pub fn shares(&self, other: &State, object: ObjectId) -> bool {
        match (self.memory.object(object), other.memory.object(object)) {
            (Some(x), Some(y)) => x.shares(y),
            (x, y) => x.is_none() && y.is_none(),
        }
    }

    /// The current thread's MXCSR without its sticky exception flags.
    pub fn mxcsr(&self) -> u32 {
        self.thread.mxcsr.0
    }

    /// Where the machine's [`Watch`](super::Watch) was last produced.
    pub fn output_at(&self) -> SpanId {
        self.output_at
    }

    /// Adds a condition that holds from here on.
    pub fn assume(&mut self, condition: TermId) {
        self.path.push(condition);
    }

    /// What must hold for this path to be free of defects, oldest first.
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// The one value that a term has on this path, if the path was split for it.
    pub(super) fn pinned(&self, term: TermId) -> Option<u128> {
        let pin = self.pinned.iter().find(|(pinned, _)| *pinned == term);
        pin.map(|(_, value)| *value)
    }

    /// Restricts the path to where a term has a value; `equal` says so.
    pub(super) fn pin(&mut self, term: TermId, value: u128, equal: TermId) {
        Rc::make_mut(&mut self.pinned).push((term, value));
        self.assume(equal);
    }

    /// The object that an address is in, if the path was split for it.
    pub(super) fn within(&self, address: TermId) -> Option<ObjectId> {
        let found = self.within.iter().find(|(term, _)| *term == address);
        found.map(|(_, object)| *object)
    }

    /// Restricts the path to where an address is in an object; `inside` says so.
    pub(super) fn enter(&mut self, address: TermId, object: ObjectId, inside: TermId) {
        Rc::make_mut(&mut self.within).push((address, object));
        self.assume(inside);
    }

    /// Enters the code of a folded branch arm, taken where the condition holds.
    pub(super) fn enter_arm(&mut self, taken: TermId) {
        Rc::make_mut(&mut self.thread.arms).push(taken);
    }

    /// Leaves the innermost of these.
    pub(super) fn leave_arm(&mut self) {
        Rc::make_mut(&mut self.thread.arms).pop();
    }

    /// When what is executed now would have been executed before branches were folded.
    pub(super) fn within_arms(&self) -> &[TermId] {
        &self.thread.arms
    }

    /// Has the function at an address called with an argument when the program ends.
    pub(super) fn at_exit(&mut self, function: u64, argument: Value) {
        Rc::make_mut(&mut self.exit_handlers).push((function, argument));
    }

    /// Keeps what is in the registers of all activations of all threads, beyond their end.
    pub(super) fn hold_registers(&mut self, builder: &mut Builder) {
        let others = self.threads.iter().flatten().map(|thread| &**thread);
        let frames = others.chain([&self.thread]).flat_map(Thread::frames);
        let registers = frames.flat_map(|frame| frame.registers.iter());
        self.held = Rc::new(registers.map(|slot| slot.value(builder)).collect());
    }

    /// What was kept of the registers.
    pub(super) fn held(&self) -> &[Value] {
        &self.held
    }

    /// From now on, nothing more is done when the program ends.
    pub(super) fn end_at_once(&mut self) {
        self.ends_at_once = true;
    }

    /// Whether nothing is done when the program ends.
    pub(super) fn ends_at_once(&self) -> bool {
        self.ends_at_once
    }

    /// What is to be called next now that the program ends.
    pub(super) fn next_exit_handler(&mut self) -> Option<(u64, Value)> {
        match self.exit_handlers.is_empty() {
            true => None,
            false => Rc::make_mut(&mut self.exit_handlers).pop(),
        }
    }

    /// Whether both have the same left to do when the program ends.
    pub(super) fn ends_like(&self, other: &State) -> bool {
        Rc::ptr_eq(&self.exit_handlers, &other.exit_handlers)
            || self.exit_handlers == other.exit_handlers
    }

    /// Whether both were split for the same values.
    pub(super) fn pinned_like(&self, other: &State) -> bool {
        let pinned = Rc::ptr_eq(&self.pinned, &other.pinned) || self.pinned == other.pinned;
        pinned && (Rc::ptr_eq(&self.within, &other.within) || self.within == other.within)
    }

    /// Takes over path condition and checks of another state.
    pub(super) fn take_conditions(&mut self, other: State) {
        self.path = other.path;
        self.checks = other.checks;
    }

    /// The path condition as it is now.
    pub(super) fn conditions(&self) -> Conditions {
        Conditions {
            path: self.path.clone(),
            pinned: Rc::clone(&self.pinned),
            within: Rc::clone(&self.within),
        }
    }

    /// Goes back to an earlier path condition; the checks stay.
    pub(super) fn restore_path(&mut self, earlier: Conditions) {
        self.path = earlier.path;
        self.pinned = earlier.pinned;
        self.within = earlier.within;
    }

    /// Whether an object is still there.
    pub fn is_live(&self, id: ObjectId) -> bool {
        self.memory.object(id).is_some_and(Object::is_live)
    }

    /// What reports say of an object.
    pub fn describe(&self, program: &Program, id: ObjectId) -> Option<ObjectInfo> {
        let spec = &self.memory.object(id)?.spec;
        Some(ObjectInfo {
            name: spec.name.to_string(),
            size: spec.size,
            allocation: program.location(spec.allocation).cloned(),
            release: None,
        })
    }

    /// Has the driver decide whether a condition holds on this path.
    pub fn add_check(&mut self, check: Check) {
        Rc::make_mut(&mut self.checks).push(check);
    }
}

/// Path condition, with what follows from it, of a state at some point.
pub(super) struct Conditions {
    path: PathCondition,
    pinned: Rc<Vec<(TermId, u128)>>,
    within: Rc<Vec<(TermId, ObjectId)>>,
}

/// A path that has ended.
#[derive(Clone)]
pub struct Finished {
    /// Memory and path condition at its end.
    pub state: State,
    /// How it ended.
    pub end: End,
}

/// A path that an advance has brought to a stop.
#[derive(Clone)]
pub struct Paused {
    /// All of the path, to go on with unless it has ended.
    pub state: State,
    /// Where the current thread is.
    pub at: Pause,
}

impl Paused {
    /// The path, if it or its current thread has ended.
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
