//! The inputs of a side bound to memory and registers, as its entry takes them.

use super::bits::{bits_of, shaped};
use super::entry::Entry;
use super::execution::start;
use super::inputs::{Cell, Input};
use super::place::Place;
use super::round::Given;
use super::starts::Observed;
use super::version::Side;
use crate::contract::{Direction, Global};
use crate::frontend::AbiArg;
use crate::launch::NdRange;
use crate::program::TypeId;
use crate::start::Start;
use crate::symex::{Machine, ObjectId, ObjectSpec, Protection, State, Value, Watch};

const NO_MEMORY: &str = "the inputs do not fit into memory: check a smaller size";

/// Inputs in place, before the first instruction.
pub(super) struct Bound<'a> {
    pub given: Given<'a>,
    /// The state before the call.
    pub state: State,
    /// One value per LLVM argument.
    pub args: Vec<Value>,
    /// The object of each input that is memory.
    pub objects: Vec<Option<ObjectId>>,
    /// Where a result too large for registers is written.
    pub result: Option<ObjectId>,
    /// The index space of a kernel; of one item otherwise.
    pub range: NdRange,
    /// The local memory that arguments of a kernel point to.
    pub local: Vec<ObjectId>,
    /// Arguments that point to a copy of what is passed by value: position and copy.
    pub copies: Vec<(usize, ObjectId)>,
}

impl<'a> Bound<'a> {
    /// Runs the static constructors and what was asked to run before, and places the
    /// inputs.
    ///
    /// # Errors
    /// Why that cannot be done, as a sentence.
    pub fn new(
        machine: &mut Machine<'_>,
        side: &Side<'_, '_>,
        given: Given<'a>,
    ) -> Result<Bound<'a>, String> {
        let [_, mut state] = start(machine, side)?;
        let objects = place_inputs(machine, &mut state, side, given).ok_or(NO_MEMORY)?;
        for condition in &given.inputs.conditions {
            state.assume(*condition);
        }
        let range = match side.entry {
            Entry::Launch { launch, .. } => {
                let range = launch.geometry.at(&given.inputs.sizes);
                range.map_err(|e| e.to_string())?
            }
            Entry::Call { .. } => NdRange::ONE,
        };
        let mut bound = Bound {
            given,
            state,
            args: Vec::new(),
            objects,
            result: None,
            range,
            local: Vec::new(),
            copies: Vec::new(),
        };
        let types = &side.program.function(side.entry.function()).params;
        for (arg, ty) in side.entry.args().iter().zip(types) {
            let value = bound.argument(machine, side, arg, *ty).ok_or(NO_MEMORY)?;
            bound.args.push(value);
        }
        Ok(bound)
    }

    fn argument(
        &mut self,
        machine: &mut Machine<'_>,
        side: &Side<'_, '_>,
        arg: &AbiArg,
        ty: TypeId,
    ) -> Option<Value> {
        let Given { contract, inputs } = self.given;
        match *arg {
            AbiArg::Buffer { param } => Some(match (self.objects[param], &inputs.args[param]) {
                (Some(object), _) => {
                    let inside = object.0 + inputs.origin(param);
                    machine.builder.constant(64, u128::from(inside)).into()
                }
                (None, input) => Value::from(bits_of(&mut machine.builder, input, 0, 64)),
            }),
            AbiArg::Value { param, offset, .. } => {
                let input = &inputs.args[param];
                let offset = u64::from(offset) * 8;
                let bits = |builder: &mut _, at, width| bits_of(builder, input, offset + at, width);
                let shape = &side.program.ty(ty).shape;
                Some(shaped(&mut machine.builder, shape, bits))
            }
            AbiArg::Copy { param, size, align } => {
                let name = &contract.params[param].name;
                let object = placed(machine, &mut self.state, name, size, align)?;
                if let Input::Memory { cells, .. } = &inputs.args[param] {
                    write(machine, &mut self.state, object, cells);
                }
                self.copies.push((self.args.len(), object));
                Some(machine.pointer(object))
            }
            AbiArg::Local {
                ref name,
                ref length,
                element,
            } => {
                let count = length.evaluate(&inputs.sizes)?;
                let size = count.checked_mul(u64::from(element))?;
                let spec = ObjectSpec::buffer(name, size);
                let object = machine.add_object(&mut self.state, spec)?;
                self.local.push(object);
                Some(machine.pointer(object))
            }
            AbiArg::Result { size, align } => {
                let object = placed(machine, &mut self.state, "result", size, align)?;
                self.result = Some(object);
                Some(machine.pointer(object))
            }
        }
    }

    /// The parameters whose buffers' addresses the machine has looked at since it was
    /// asked last.
    pub fn observed(&self, machine: &mut Machine<'_>) -> Observed {
        let seen = machine.take_observed();
        let objects = self.objects.iter().enumerate();
        objects
            .filter_map(|(param, object)| Some((param, *seen.get(object.as_ref()?)?)))
            .collect()
    }

    /// What to watch to learn where an output is produced.
    pub fn watch(&self, place: Place) -> Option<Watch> {
        match (place, self.result) {
            (Place::Memory { param, offset, .. }, _) => {
                Some(Watch::Memory(self.objects[param]?, offset))
            }
            (Place::Result { .. }, Some(object)) => Some(Watch::Memory(object, 0)),
            (Place::Result { .. }, None) => Some(Watch::Result),
        }
    }
}

/// An object that the caller makes for an argument or the result.
fn placed(
    machine: &mut Machine<'_>,
    state: &mut State,
    name: &str,
    size: u32,
    align: u32,
) -> Option<ObjectId> {
    let mut spec = ObjectSpec::buffer(name, u64::from(size));
    spec.start = Start::placed(u64::from(align));
    machine.add_object(state, spec)
}

fn write<'c>(
    machine: &mut Machine<'_>,
    state: &mut State,
    object: ObjectId,
    cells: impl IntoIterator<Item = &'c Cell>,
) {
    for cell in cells {
        machine.write_scalar(state, object, cell.offset, cell.term);
    }
}

/// One object per parameter and global variable that is memory, filled with its
/// symbols.
fn place_inputs(
    machine: &mut Machine<'_>,
    state: &mut State,
    side: &Side<'_, '_>,
    given: Given<'_>,
) -> Option<Vec<Option<ObjectId>>> {
    let Given { contract, inputs } = given;
    let mut objects = Vec::with_capacity(inputs.args.len());
    for (input, param) in inputs.args.iter().zip(&contract.params) {
        let object = match input {
            Input::Memory {
                bytes,
                cells,
                spare,
                direction,
                start,
                ..
            } => {
                let mut spec = ObjectSpec::buffer(&param.name, *bytes);
                spec.start = *start;
                if *direction == Direction::In {
                    spec.protection = Protection::Input;
                }
                let object = machine.add_object(state, spec)?;
                let cells = cells.iter().chain(&spare[side.index()]);
                write(machine, state, object, cells);
                Some(object)
            }
            Input::SameAs(first) => objects[*first],
            Input::Value { .. } | Input::Fixed { .. } => None,
        };
        objects.push(object);
    }
    for (input, global) in inputs.args[inputs.params..].iter().zip(&contract.globals) {
        objects.push(place_global(machine, state, side, global, input));
    }
    Some(objects)
}

/// The object of a global variable, which holds the input from now on; `None` where the
/// side's program has no such variable.
fn place_global(
    machine: &mut Machine<'_>,
    state: &mut State,
    side: &Side<'_, '_>,
    global: &Global,
    input: &Input,
) -> Option<ObjectId> {
    let symbol = &*global.symbols[side.index()];
    let mut all = side.program.globals().iter();
    let object = ObjectId(all.find(|g| &*g.name == symbol)?.address);
    let Input::Memory { cells, .. } = input else {
        return Some(object);
    };
    write(machine, state, object, cells);
    let pointer = |cell: &&Cell| {
        let mut pointers = global.pointers.iter();
        pointers.any(|at| u64::from(*at) == cell.offset)
    };
    for cell in cells.iter().filter(pointer) {
        if let Some(symbol) = machine.builder.arena().symbol_id(cell.term) {
            machine.unset.insert(symbol, global.name.as_str().into());
        }
    }
    Some(object)
}
