//! The machine: a program, the term builder, and what outlives a call.

use std::collections::VecDeque;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BufferId, SymbolId, TermId};

use super::chunk::Byte;
use super::hazard::{Hazard, Hazards, Place};
use super::limits::{Limits, Statistics};
use super::object_spec::{ObjectId, ObjectSpec, Protection, Storage};
use super::origin::{Cause, Origins};
use super::pause::Pause;
use super::reached::{self, Reached};
use super::slot::Slot;
use super::spare::Spare;
use super::state::State;
use super::thread::{Activation, Frame, Thread, ThreadId};
use super::trace::Trace;
use super::value::{Lane, Value};
use crate::program::{Constant, FunctionId, Program, SpanId};
use crate::start::Start;
use crate::verdict::Location;

/// An output whose origin in the source a run records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// What the outermost function returns.
    Result,
    /// The byte at an offset of an object.
    Memory(ObjectId, u64),
}

/// One of the models of functions that have no code, by its position among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ModelId(pub u16);

/// Executes one program on terms.
pub struct Machine<'p> {
    /// Makes all terms; inputs are declared in its arena.
    pub builder: Builder,
    /// Bounds of every call.
    pub limits: Limits,
    /// The output to record the origin of, see [`State::output_at`].
    pub watch: Option<Watch>,
    /// What is computed, where that is asked for.
    pub trace: Option<Trace>,
    pub(super) program: &'p Program,
    pub(super) constants: Vec<Slot>,
    pub(super) models: Vec<Option<ModelId>>,
    pub(super) statistics: Statistics,
    /// For each global variable whether it was read, see [`Machine::take_globals_read`].
    pub(super) globals_read: Vec<bool>,
    /// For objects on the heap whose address the program looks at, how many of its low
    /// bits, see [`Machine::take_observed`].
    pub(super) observed: FxHashMap<ObjectId, u8>,
    /// Pairs of buffers whose order was looked at, see [`Machine::take_ordered`].
    pub(super) ordered: FxHashSet<(ObjectId, ObjectId)>,
    /// Buffers whose address was compared with null, see [`Machine::take_null_tests`].
    pub(super) null_tests: FxHashSet<ObjectId>,
    /// For observed objects the greatest alignment that an access has insisted on, see
    /// [`Machine::take_insisted`].
    pub(super) insisted: FxHashMap<ObjectId, u32>,
    /// A state of nothing, for an executor to keep while its own is elsewhere.
    pub(super) blank: State,
    /// Objects in local memory of the launch under way.
    pub local: FxHashSet<ObjectId>,
    /// What was executed so far.
    pub reached: Reached,
    pub(super) origins: Origins,
    pub(super) hazards: Hazards,
    /// Addresses of which only the name of the variable that holds them is known.
    pub unset: FxHashMap<SymbolId, Box<str>>,
    /// The bytes of the inputs that a harness asks for next, where it runs on a
    /// concrete input.
    pub(super) inputs: Option<VecDeque<Vec<u8>>>,
    pub(super) undefined: FxHashMap<(Cause, SpanId), (BufferId, u32)>,
    /// What the resolvers of `ifunc`s have chosen, by address.
    pub(super) resolved: FxHashMap<u64, FunctionId>,
    pub(super) spare: Spare,
    /// How often the branch before a position could go either way, in a row.
    open_branches: FxHashMap<(FunctionId, u32), u32>,
}

/// Whether a variable of the compiler's run-time library says what the processor is.
fn is_processor(name: &str) -> bool {
    matches!(name, "__cpu_model" | "__cpu_features2")
}

impl<'p> Machine<'p> {
    /// A machine for `program` with models of its functions, by position.
    pub(super) fn with_models(
        program: &'p Program,
        builder: Builder,
        limits: Limits,
        models: Vec<Option<ModelId>>,
    ) -> Machine<'p> {
        let mut machine = Machine {
            builder,
            limits,
            watch: None,
            trace: None,
            program,
            constants: Vec::new(),
            models,
            statistics: Statistics::default(),
            globals_read: vec![false; program.globals().len()],
            observed: FxHashMap::default(),
            ordered: FxHashSet::default(),
            null_tests: FxHashSet::default(),
            insisted: FxHashMap::default(),
            blank: State::new(),
            local: FxHashSet::default(),
            reached: Reached::nothing(program),
            origins: Origins::default(),
            hazards: Hazards::default(),
            unset: FxHashMap::default(),
            inputs: None,
            undefined: FxHashMap::default(),
            resolved: FxHashMap::default(),
            spare: Spare::default(),
            open_branches: FxHashMap::default(),
        };
        machine.constants = program
            .constants()
            .iter()
            .map(|c| {
                let value = machine.constant(c);
                Slot::new(&machine.builder, value)
            })
            .collect();
        machine
    }

    /// Whether a store of `size` bytes writes the watched byte.
    pub(super) fn watches(&self, object: ObjectId, offset: u64, size: u64) -> bool {
        match self.watch {
            Some(Watch::Memory(watched, at)) => {
                watched == object && (offset..offset + size).contains(&at)
            }
            _ => false,
        }
    }

    /// Remembers whether a branch could go either way.
    pub(super) fn note_branch(&mut self, site: (FunctionId, u32), open: bool) {
        let count = self.open_branches.entry(site).or_default();
        *count = if open { *count + 1 } else { 0 };
    }

    /// Whether a branch could go either way every time that was asked, and that
    /// often enough.
    pub(super) fn is_usually_open(&self, site: (FunctionId, u32)) -> bool {
        const ENOUGH: u32 = 16;
        self.open_branches
            .get(&site)
            .is_some_and(|count| *count >= ENOUGH)
    }

    /// Has a harness run on these inputs, the bytes of each in the order in which it
    /// asks for them, instead of on symbols.
    pub fn run_on(&mut self, inputs: Vec<Vec<u8>>) {
        self.inputs = Some(inputs.into());
    }

    /// The next of the inputs that [`Machine::run_on`] was given.
    pub(super) fn next_input(&mut self) -> Option<Vec<u8>> {
        Some(self.inputs.as_mut()?.pop_front().unwrap_or_default())
    }

    /// Gives the builder back.
    pub fn into_builder(self) -> Builder {
        self.builder
    }

    /// What was executed so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The operations executed so far that the source leaves undefined for some
    /// operands, by place.
    pub fn take_hazards(&mut self) -> Vec<Place> {
        self.hazards.take()
    }

    /// The left shifts executed so far that would lose bits of a signed operand for some
    /// inputs; none where there are too many.
    pub fn take_shifts(&mut self) -> Vec<Hazard> {
        self.hazards.take_shifts()
    }

    /// The global variables, constants apart, that were read since this was asked
    /// last: what was executed depends on what they held before.
    pub fn take_globals_read(&mut self) -> Vec<&'p str> {
        let globals = self.program.globals().iter().zip(&mut self.globals_read);
        globals
            .filter_map(|(global, read)| std::mem::take(read).then_some(&*global.name))
            .collect()
    }

    /// The objects on the heap whose addresses the program has looked at since this was
    /// asked last, and how many of the low bits.
    pub fn take_observed(&mut self) -> FxHashMap<ObjectId, u8> {
        std::mem::take(&mut self.observed)
    }

    /// The pairs of buffers of which the program has looked, since this was asked last, at
    /// which comes first.
    pub fn take_ordered(&mut self) -> FxHashSet<(ObjectId, ObjectId)> {
        std::mem::take(&mut self.ordered)
    }

    /// The buffers whose address the program has compared with null since this was asked last.
    pub fn take_null_tests(&mut self) -> FxHashSet<ObjectId> {
        std::mem::take(&mut self.null_tests)
    }

    /// The greatest alignment that an access has insisted on since this was asked last,
    /// where it is more than four, of each object that was observed meanwhile.
    pub fn take_insisted(&mut self) -> FxHashMap<ObjectId, u32> {
        std::mem::take(&mut self.insisted)
    }

    fn constant(&mut self, constant: &Constant) -> Value {
        let mut lane = |bits: u8, value: &Option<u128>| -> Lane {
            Some(self.builder.constant(bits, (*value)?))
        };
        match constant {
            Constant::Scalar { bits, value } => Value::Scalar(lane(*bits, value)),
            Constant::Vector { bits, lanes } => {
                Value::Vector(lanes.iter().map(|v| lane(*bits, v)).collect())
            }
            Constant::Aggregate(members) => {
                Value::Aggregate(members.iter().map(|m| self.constant(m)).collect())
            }
        }
    }

    /// A state with all globals in place and nothing executed.
    pub fn initial_state(&mut self) -> State {
        let mut state = State::new();
        for global in self.program.globals() {
            let spec = ObjectSpec {
                name: (&*global.name).into(),
                size: global.size,
                start: Start::placed(16),
                storage: Storage::Global,
                protection: match (&global.initial, global.constant) {
                    (None, _) if !is_processor(&global.name) => Protection::Foreign,
                    (_, true) => Protection::Constant,
                    (_, false) => Protection::Writable,
                },
                zeroed: global.initial.is_some(),
                allocation: SpanId::NONE,
                element: Some(global.ty),
                space: global.space,
            };
            let id = state.memory.allocate_at(global.address, spec);
            let Some(object) = state.memory.object_mut(id) else {
                continue;
            };
            let cpu = &self.limits.cpu;
            let answers: &[u32] = match &*global.name {
                "__cpu_model" => &cpu.model(),
                "__cpu_features2" => &cpu.features2(),
                _ => &[],
            };
            let words = answers.iter().take(global.size as usize / 4);
            for (at, word) in words.enumerate().filter(|_| global.initial.is_none()) {
                object.store_constant(4 * at as u64, 4, u128::from(*word));
            }
            for cell in global.initial.iter().flatten() {
                let size = u64::from(cell.bits / 8);
                match cell.value {
                    Some(value) => object.store_constant(cell.offset, size as usize, value),
                    None => (0..size).for_each(|i| object.set(cell.offset + i, Byte::Undefined)),
                }
            }
        }
        state
    }

    /// Places an object in `state`; `None` when the memory limit forbids it.
    pub fn add_object(&mut self, state: &mut State, spec: ObjectSpec) -> Option<ObjectId> {
        match state.memory.exceeds(self.limits.max_memory) {
            true => None,
            false => state.allocate(spec),
        }
    }

    /// Adds an object like another one, with what that holds; `None` if there is no room.
    pub fn duplicate(&mut self, state: &mut State, id: ObjectId) -> Option<ObjectId> {
        let spec = state.memory.object(id)?.spec.clone();
        let copy = self.add_object(state, spec)?;
        let original = state.memory.object(id)?;
        let bytes: Vec<Byte> = (0..original.spec.size)
            .map(|at| original.byte(at))
            .collect();
        let object = state.memory.object_mut(copy)?;
        for (at, byte) in bytes.into_iter().enumerate() {
            object.set(at as u64, byte);
        }
        Some(copy)
    }

    /// The pointer to an object's start, as an argument.
    pub fn pointer(&mut self, object: ObjectId) -> Value {
        self.builder.constant(64, u128::from(object.0)).into()
    }

    /// Stores a term, a whole number of bytes wide, at `offset` of an object.
    /// Returns whether it fits.
    pub fn write_scalar(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: u64,
        term: TermId,
    ) -> bool {
        let size = u64::from(self.builder.arena().width(term)).div_ceil(8);
        match state.memory.object_mut(object) {
            Some(o) if o.is_live() && offset.saturating_add(size) <= o.spec.size => {
                match self.builder.constant_value(term) {
                    Some(value) => o.store_constant(offset, size as usize, value),
                    None => o.store(offset, size as usize, term),
                }
                true
            }
            _ => false,
        }
    }

    /// Has an object hold nothing: its bytes are as those of fresh memory.
    pub fn forget(&mut self, state: &mut State, object: ObjectId) {
        let zeroed = self.limits.zeroed_memory;
        if let Some(object) = state.memory.object_mut(object) {
            for offset in 0..object.spec.size {
                match zeroed {
                    true => object.store_constant(offset, 1, 0),
                    false => object.set(offset, Byte::Undefined),
                }
            }
        }
    }

    /// The `bits` (a multiple of 8, at most 128) at `offset` of an object, as
    /// one term; `None` if some of them are undefined or outside.
    pub fn read_scalar(
        &mut self,
        state: &State,
        object: ObjectId,
        offset: u64,
        bits: u8,
    ) -> Option<TermId> {
        let size = u64::from(bits / 8);
        let object = state.memory.object(object)?;
        if !object.is_live() || offset.saturating_add(size) > object.spec.size {
            return None;
        }
        let defined = (0..size).all(|i| object.byte(offset + i) != Byte::Undefined);
        if !defined {
            return None;
        }
        self.load_bits(object, offset, bits, SpanId::NONE)
    }

    /// The constant that is in `bits` of memory at an address; `None` if it depends on
    /// inputs, is undefined in part, or is in no live object.
    pub fn read_constant(&mut self, state: &State, address: u64, bits: u8) -> Option<u128> {
        let base = state.memory.nearest(address)?.base;
        let term = self.read_scalar(state, ObjectId(base), address - base, bits)?;
        self.builder.constant_value(term)
    }

    /// Adds a thread, which runs `function` once it is [selected](State::select) and
    /// [advanced](Machine::advance). `None` if the function has no body, or there are
    /// as many threads as there can be.
    ///
    /// Too few arguments are filled up with undefined values.
    pub fn add_thread(
        &mut self,
        state: &mut State,
        function: FunctionId,
        args: &[Value],
    ) -> Option<ThreadId> {
        let decoded = self.program.function(function);
        if !decoded.is_defined() {
            return None;
        }
        let args = args.iter().map(|arg| Slot::new(&self.builder, arg.clone()));
        let args = args.collect();
        state.activations += 1;
        let frame = Frame::entering(function, decoded, args, state.activations);
        reached::enter(self.reached.marks(self.program, function), 0);
        state.add_thread(Thread::starting(frame))
    }

    /// Has the current thread, which must run nothing, run a function with a body once it
    /// is [advanced](Machine::advance), in the floating-point environment that was left.
    pub(super) fn enter(&mut self, state: &mut State, function: FunctionId, args: &[Value]) {
        let decoded = self.program.function(function);
        let args = args.iter().map(|arg| Slot::new(&self.builder, arg.clone()));
        let args = args.collect();
        state.activations += 1;
        let mut frame = Frame::entering(function, decoded, args, state.activations);
        frame.height = state.memory.stack_height();
        reached::enter(self.reached.marks(self.program, function), 0);
        state.thread = Thread {
            mxcsr: state.thread.mxcsr,
            ..Thread::starting(frame)
        };
    }

    /// Says what the call has returned that the current thread has paused at. Without
    /// it, the result is undefined.
    pub fn answer(&mut self, state: &mut State, value: Value) {
        let frame = &state.thread.frame;
        let code = &self.program.function(frame.function).code;
        let call = (frame.pc as usize).checked_sub(1);
        let result = call.and_then(|at| code.get(at)?.result);
        if let (Some(Pause::Call { .. }), Some(register)) = (state.thread.paused(), result) {
            state.thread.frame.registers[register.0 as usize] = Slot::new(&self.builder, value);
        }
    }

    /// The functions that are active in a thread, innermost first.
    pub fn activations(&self, state: &State, thread: ThreadId) -> Vec<Activation> {
        let frames = state.thread(thread).into_iter().flat_map(Thread::frames);
        let active = frames.rev().filter(|frame| frame.number > 0);
        let activation = |frame: &Frame| Activation {
            number: frame.number,
            function: frame.function,
            next: frame.pc,
        };
        active.map(activation).collect()
    }

    /// Where a thread is and where the calls are that led there, innermost first, as
    /// far as debug info says. Empty if it has ended.
    pub fn call_chain(&self, state: &State, thread: ThreadId) -> Vec<Location> {
        let frames = state.thread(thread).into_iter().flat_map(Thread::frames);
        let spans = frames.rev().filter_map(|frame| {
            let code = &self.program.function(frame.function).code;
            let at = (frame.pc as usize).saturating_sub(1);
            (frame.number > 0).then(|| code.get(at)).flatten()
        });
        let locations = spans.filter_map(|at| self.program.location(at.span));
        locations.cloned().collect()
    }
}
