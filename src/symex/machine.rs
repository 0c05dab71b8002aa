//! The machine: a program, the term builder, and data that outlives a call.

use std::collections::VecDeque;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BufferId, SymbolId, TermId};

use super::chunk::Byte;
use super::end::Defect;
use super::errno::Errno;
use super::extents::Extents;
use super::hazard::{Hazard, Hazards, Place};
use super::limits::{Limits, Statistics};
use super::object_spec::{ObjectId, ObjectSpec, Protection, Storage};
use super::origin::{Cause, Origins};
use super::reached::Reached;
use super::slot::Slot;
use super::spare::Spare;
use super::state::State;
use super::trace::Trace;
use super::value::{Lane, Value};
use crate::program::{Constant, FunctionId, Program, SpanId};
use crate::start::Start;

/// An output whose origin in the source a run records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// The result of the outermost function.
    Result,
    /// The byte at an offset of an object.
    Memory(ObjectId, u64),
}

/// Index of a model of a function without code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ModelId(pub u16);

/// Executes one program on terms. Each `take_` method returns what was recorded since its
/// last call.
pub struct Machine<'p> {
    /// Makes all terms; inputs are declared in its arena.
    pub builder: Builder,
    /// Limits of every call.
    pub limits: Limits,
    /// The output whose origin is recorded in [`State::output_at`].
    pub watch: Option<Watch>,
    /// The trace of the values computed, if one is requested.
    pub trace: Option<Trace>,
    pub(super) program: &'p Program,
    pub(super) constants: Vec<Slot>,
    pub(super) models: Vec<Option<ModelId>>,
    pub(super) statistics: Statistics,
    /// Whether each global variable was read, see [`Machine::take_globals_read`].
    pub(super) globals_read: Vec<bool>,
    /// For heap objects whose address the program inspects, the number of low bits
    /// inspected, see [`Machine::take_observed`].
    pub(super) observed: FxHashMap<ObjectId, u8>,
    /// How far accesses reach into buffers, see [`Machine::take_extents`].
    pub(super) extents: Extents,
    /// The addresses of accesses that depend on inputs.
    pub(super) addresses: FxHashSet<TermId>,
    /// Pairs of buffers whose order the program observed, see [`Machine::take_ordered`].
    pub(super) ordered: FxHashSet<(ObjectId, ObjectId)>,
    /// Buffers whose addresses were compared with null, see [`Machine::take_null_tests`].
    pub(super) null_tests: FxHashSet<ObjectId>,
    /// For observed objects, the greatest alignment that an access required, see
    /// [`Machine::take_insisted`].
    pub(super) insisted: FxHashMap<ObjectId, u32>,
    /// An empty state that takes the place of an executor's state while that is elsewhere.
    pub(super) blank: State,
    /// Objects in local memory of the current launch.
    pub local: FxHashSet<ObjectId>,
    /// Copies of arguments, which are in the private memory of work-items.
    pub(super) private: FxHashSet<ObjectId>,
    /// What was executed so far.
    pub reached: Reached,
    /// The number of conditions on the inputs with which the last call started.
    pub(super) given: usize,
    pub(super) origins: Origins,
    pub(super) hazards: Hazards,
    /// Unknown pointers, with the name of the variable that holds each.
    pub unset: FxHashMap<SymbolId, Box<str>>,
    /// For a harness run on a concrete input: the bytes of the inputs that it has yet to
    /// read.
    pub(super) inputs: Option<VecDeque<Vec<u8>>>,
    pub(super) undefined: FxHashMap<(Cause, SpanId), (BufferId, u32)>,
    /// Results of divisions that are not specified: where each is not needed, and the defect if
    /// it is.
    pub(super) quotients: FxHashMap<TermId, (TermId, Defect)>,
    /// The functions that `ifunc` resolvers have chosen, by the address of the `ifunc`.
    pub(super) resolved: FxHashMap<u64, FunctionId>,
    /// Where bytes are output that are taken for padding, see [`Machine::take_padding`].
    pub(super) padding: FxHashSet<SpanId>,
    pub(super) spare: Spare,
    pub(super) errno: Errno,
    /// For each branch, before this position, the number of queries since one found an edge
    /// infeasible.
    open_branches: FxHashMap<(FunctionId, u32), u32>,
}

/// Whether this variable of the compiler's run-time library describes the processor.
fn is_processor(name: &str) -> bool {
    matches!(name, "__cpu_model" | "__cpu_features2")
}

impl<'p> Machine<'p> {
    /// Makes a machine for `program` with the models of its functions, by function index.
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
            extents: Extents::default(),
            addresses: FxHashSet::default(),
            ordered: FxHashSet::default(),
            null_tests: FxHashSet::default(),
            insisted: FxHashMap::default(),
            blank: State::new(),
            local: FxHashSet::default(),
            private: FxHashSet::default(),
            reached: Reached::nothing(program),
            given: 0,
            origins: Origins::default(),
            hazards: Hazards::default(),
            unset: FxHashMap::default(),
            inputs: None,
            undefined: FxHashMap::default(),
            quotients: FxHashMap::default(),
            resolved: FxHashMap::default(),
            errno: Errno::default(),
            padding: FxHashSet::default(),
            spare: Spare::default(),
            open_branches: FxHashMap::default(),
        };
        machine.constants = program
            .constants()
            .iter()
            .map(|c| match Slot::of_constant(c) {
                Some(slot) => slot,
                None => Slot::Value(machine.constant(c)),
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

    /// Records whether a query found both edges of a branch feasible.
    pub(super) fn note_branch(&mut self, site: (FunctionId, u32), open: bool) {
        let count = self.open_branches.entry(site).or_default();
        *count = if open { *count + 1 } else { 0 };
    }

    /// Whether enough queries in a row have found both edges of a branch feasible.
    pub(super) fn is_usually_open(&self, site: (FunctionId, u32)) -> bool {
        const ENOUGH: u32 = 16;
        self.open_branches
            .get(&site)
            .is_some_and(|count| *count >= ENOUGH)
    }

    /// Makes a harness run on these inputs instead of on symbols; each is given as bytes,
    /// in the order in which the harness reads them.
    pub fn run_on(&mut self, inputs: Vec<Vec<u8>>) {
        self.inputs = Some(inputs.into());
    }

    /// Removes and returns the next input given to [`Machine::run_on`]; empty if there is
    /// none left.
    pub(super) fn next_input(&mut self) -> Option<Vec<u8>> {
        Some(self.inputs.as_mut()?.pop_front().unwrap_or_default())
    }

    /// Returns the builder.
    pub fn into_builder(self) -> Builder {
        self.builder
    }

    /// Returns the statistics so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Takes the hazards met so far, by place.
    pub fn take_hazards(&mut self) -> Vec<Place> {
        self.hazards.take()
    }

    /// Takes the left shifts executed so far that lose bits of a signed operand for some
    /// inputs; none if there are too many.
    pub fn take_shifts(&mut self) -> Vec<Hazard> {
        self.hazards.take_shifts()
    }

    /// Takes the names of non-constant global variables that were read: execution depends
    /// on their previous contents.
    pub fn take_globals_read(&mut self) -> Vec<&'p str> {
        let globals = self.program.globals().iter().zip(&mut self.globals_read);
        globals
            .filter_map(|(global, read)| std::mem::take(read).then_some(&*global.name))
            .collect()
    }

    /// Takes the heap objects whose addresses the program inspected, with the number of low
    /// bits inspected.
    pub fn take_observed(&mut self) -> FxHashMap<ObjectId, u8> {
        std::mem::take(&mut self.observed)
    }

    /// Takes the ends of the accesses to objects on the heap.
    pub fn take_extents(&mut self) -> Extents {
        std::mem::take(&mut self.extents)
    }

    /// Takes the pairs of buffers whose addresses the program compared by size or subtracted.
    pub fn take_ordered(&mut self) -> FxHashSet<(ObjectId, ObjectId)> {
        std::mem::take(&mut self.ordered)
    }

    /// Takes the buffers whose addresses the program compared with null.
    pub fn take_null_tests(&mut self) -> FxHashSet<ObjectId> {
        std::mem::take(&mut self.null_tests)
    }

    /// Takes, for each inspected object, the greatest alignment above four bytes that an
    /// access required of it.
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

    /// Returns a state with all globals placed and nothing executed.
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

    /// Places an object in `state`; `None` if the memory limit forbids it.
    pub fn add_object(&mut self, state: &mut State, spec: ObjectSpec) -> Option<ObjectId> {
        match state.memory.exceeds(self.limits.max_memory) {
            true => None,
            false => state.allocate(spec),
        }
    }

    /// Adds a copy of an object with its contents; `None` if there is no room.
    pub fn duplicate(&mut self, state: &mut State, id: ObjectId) -> Option<ObjectId> {
        let spec = state.memory.object(id)?.spec.clone();
        let copy = self.add_object(state, spec)?;
        self.private.insert(copy);
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

    /// Returns the pointer to an object's start, as an argument.
    pub fn pointer(&mut self, object: ObjectId) -> Value {
        self.builder.constant(64, u128::from(object.0)).into()
    }

    /// Stores a term of a whole number of bytes at `offset` of an object. Returns whether
    /// it fits.
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

    /// Resets the contents of an object to those of fresh memory.
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

    /// Returns the `bits` (a multiple of 8, at most 128) at `offset` of an object as one
    /// term; `None` if some are undefined or outside the object.
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

    /// Returns the constant of `bits` at an address; `None` if it depends on inputs, is
    /// partly undefined, or is in no live object.
    pub fn read_constant(&mut self, state: &State, address: u64, bits: u8) -> Option<u128> {
        let base = state.memory.nearest(address)?.base;
        let term = self.read_scalar(state, ObjectId(base), address - base, bits)?;
        self.builder.constant_value(term)
    }
}
