//! Binds the inputs of a side to memory and registers, as its entry takes them.

use super::bits::{bits_of, shaped};
use super::entry::Entry;
use super::inputs::{Cell, Input};
use super::place::Place;
use super::round::Given;
use super::setup::start;
use super::starts::{Observed, own_align};
use super::version::Side;
use crate::contract::{Address, Contract, Direction, Global, IMAGE_HEADER_BYTES, Role};
use crate::frontend::AbiArg;
use crate::launch::NdRange;
use crate::program::{Program, Shape, TypeId};
use crate::start::Start;
use crate::symex::{Machine, ObjectId, ObjectSpec, Protection, State, Value, Watch};

const NO_MEMORY: &str = "the inputs do not fit into memory: check a smaller size";

/// Inputs in memory and registers, before the first instruction.
pub(super) struct Bound<'a> {
    pub given: Given<'a>,
    /// The version's index: 0 for the reference, 1 for the port.
    pub side: usize,
    /// The state before the call.
    pub state: State,
    /// One value per LLVM argument.
    pub args: Vec<Value>,
    /// The object of each input that is memory; parameters first, then global variables.
    pub objects: Vec<Option<ObjectId>>,
    /// The object of a result that is returned in memory.
    pub result: Option<ObjectId>,
    /// The index space of a kernel; one work-item for a call.
    pub range: NdRange,
    /// The local memory that a kernel's arguments point to.
    pub local: Vec<ObjectId>,
    /// Alignments in bytes that the element types of these require.
    local_aligns: Vec<u64>,
    /// Arguments that point to a copy of a value: position among the LLVM arguments, and
    /// copy.
    pub copies: Vec<(usize, ObjectId)>,
}

impl<'a> Bound<'a> {
    /// Runs the static constructors and the functions of `--setup`, and places the inputs.
    ///
    /// # Errors
    /// Why the inputs cannot be placed, as a sentence.
    pub fn new(
        machine: &mut Machine<'_>,
        side: &Side<'_, '_>,
        given: Given<'a>,
    ) -> Result<Bound<'a>, String> {
        let [_, mut state] = start(machine, side)?;
        for (symbol, bytes) in side.held.borrow().iter() {
            hold(machine, &mut state, side.program, (symbol, bytes));
        }
        let settled = given.inputs.with_fixed(&mut machine.builder);
        let inputs = settled.as_deref().unwrap_or(&given.inputs.args);
        let objects = place_inputs(machine, &mut state, side, (given, inputs)).ok_or(NO_MEMORY)?;
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
        state.keep_effects();
        let mut bound = Bound {
            given,
            side: side.index(),
            state,
            args: Vec::new(),
            objects,
            result: None,
            range,
            local: Vec::new(),
            local_aligns: Vec::new(),
            copies: Vec::new(),
        };
        let types = &side.program.function(side.entry.function()).params;
        for (arg, ty) in side.entry.args().iter().zip(types) {
            let value = bound.argument(machine, side, (arg, *ty), inputs);
            let value = value.ok_or(NO_MEMORY)?;
            bound.args.push(value);
        }
        Ok(bound)
    }

    fn argument(
        &mut self,
        machine: &mut Machine<'_>,
        side: &Side<'_, '_>,
        (arg, ty): (&AbiArg, TypeId),
        args: &[Input],
    ) -> Option<Value> {
        let Given { contract, inputs } = self.given;
        match *arg {
            AbiArg::Buffer { param } => Some(match (self.objects[param], &args[param]) {
                (Some(object), _) => {
                    let inside = object.0 + inputs.origin(param);
                    machine.builder.constant(64, u128::from(inside)).into()
                }
                (None, input) => Value::from(bits_of(&mut machine.builder, input, 0, 64)),
            }),
            AbiArg::Image { param } => {
                let (texels, Input::Memory { image, .. }) = (self.objects[param]?, &args[param])
                else {
                    return None;
                };
                let name = format!("{} (image)", contract.params[param].name);
                let size = IMAGE_HEADER_BYTES as u32;
                let header = placed(machine, &mut self.state, &name, size, 8)?;
                let address = machine.builder.constant(64, u128::from(texels.0));
                machine.write_scalar(&mut self.state, header, 0, address);
                for (offset, bits, value) in image {
                    let value = machine.builder.constant(*bits, u128::from(*value));
                    machine.write_scalar(&mut self.state, header, *offset, value);
                }
                Some(machine.pointer(header))
            }
            AbiArg::Value { param, offset, .. } => {
                let input = &args[param];
                let offset = u64::from(offset) * 8;
                let bits = |builder: &mut _, at, width| bits_of(builder, input, offset + at, width);
                let shape = &side.program.ty(ty).shape;
                Some(shaped(&mut machine.builder, shape, bits))
            }
            AbiArg::Copy { param, size, align } => {
                let name = &contract.params[param].name;
                let object = placed(machine, &mut self.state, name, size, align)?;
                if let Input::Memory { cells, .. } = &args[param] {
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
                self.local_aligns
                    .push(u64::from(element).next_power_of_two());
                Some(machine.pointer(object))
            }
            AbiArg::Result { size, align } => {
                let object = placed(machine, &mut self.state, "result", size, align)?;
                self.result = Some(object);
                Some(machine.pointer(object))
            }
        }
    }

    /// The machine's observations of the addresses of parameters' buffers since the last
    /// call of this method.
    pub fn observed(&self, machine: &mut Machine<'_>) -> Observed {
        let seen = machine.take_observed();
        let objects = self.objects.iter().enumerate();
        let param = |object: ObjectId| self.objects.iter().position(|own| *own == Some(object));
        let pair = |(x, y): (ObjectId, ObjectId)| {
            let (x, y) = (param(x)?, param(y)?);
            Some((x.min(y), x.max(y)))
        };
        let tested = machine.take_null_tests().into_iter().filter_map(param);
        let tested =
            tested.filter(|param| self.side == 0 && may_be_null(self.given.contract, *param));
        Observed {
            low: objects
                .filter_map(|(param, object)| Some((param, *seen.get(object.as_ref()?)?)))
                .collect(),
            order: machine
                .take_ordered()
                .into_iter()
                .filter_map(pair)
                .collect(),
            null: tested.collect(),
        }
    }

    /// A sentence about an object of a launch whose accesses rest on `align` bytes, if its
    /// type asks for a smaller alignment.
    pub fn better_aligned(
        &self,
        program: &Program,
        object: ObjectId,
        align: u32,
    ) -> Option<String> {
        let name = || Some(self.state.describe(program, object)?.name);
        let mut params = self.objects.iter();
        if let Some(param) = params.position(|known| *known == Some(object)) {
            let own = own_align(self.given.contract, param);
            return (u64::from(align) > own).then(|| {
                let name = name().unwrap_or_default();
                format!(
                    "`{name}` starts at a multiple of {align} bytes, as a device places \
                     buffers; its type asks for {own}"
                )
            });
        }
        let mut globals = program.globals().iter();
        let variable = globals.find(|g| g.address == object.0);
        let own = match variable {
            Some(variable) => natural_align(program, variable.ty),
            None if self.local.contains(&object) => self.local_align(object),
            None => return None,
        };
        (u64::from(align) > own).then(|| {
            let name = name().unwrap_or_default();
            format!("`{name}` starts at a multiple of {align} bytes; its type asks for {own}")
        })
    }

    /// The alignment that the element type of a local argument asks for, in bytes.
    fn local_align(&self, object: ObjectId) -> u64 {
        let position = self.local.iter().position(|known| *known == object);
        position.map_or(1, |at| self.local_aligns[at])
    }

    /// The watch by which the machine learns where an output is produced.
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

/// Whether a caller may pass null for a buffer: the user has not described the parameter,
/// and nothing else in the contract (alias, relation, place) refers to its memory.
fn may_be_null(contract: &Contract, param: usize) -> bool {
    let Some(own) = contract.params.get(param) else {
        return false;
    };
    let mut others = contract.params.iter();
    let mut relations = contract.relations.iter();
    contract.launch.is_none()
        && !own.given
        && own.alias.is_none()
        && matches!(own.role, Role::Buffer { .. })
        && !relations.any(|relation| relation.names(&own.name))
        && !others.any(|other| {
            other.alias.as_ref() == Some(&own.name) || matches!(other.role, Role::Place { .. })
        })
}

/// The alignment of a type on a device: that of its largest scalar or vector, in bytes.
fn natural_align(program: &Program, ty: TypeId) -> u64 {
    match &program.ty(ty).shape {
        Shape::Scalar(_) | Shape::Vector { .. } => program.ty(ty).store_size.next_power_of_two(),
        Shape::Array { element, .. } => natural_align(program, *element),
        Shape::Struct(fields) => {
            let fields = fields.iter().map(|(ty, _)| natural_align(program, *ty));
            fields.max().unwrap_or(1)
        }
        Shape::Void | Shape::Unsupported(_) => 1,
    }
}

/// Adds an object that the caller allocates for an argument or the result.
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

/// Writes these bytes to a global variable, if the program has it.
fn hold(
    machine: &mut Machine<'_>,
    state: &mut State,
    program: &Program,
    (symbol, bytes): (&str, &[u8]),
) {
    let Some(variable) = program.globals().iter().find(|g| *g.name == *symbol) else {
        return;
    };
    for (at, byte) in (0..).zip(bytes) {
        let byte = machine.builder.constant(8, u128::from(*byte));
        machine.write_scalar(state, ObjectId(variable.address), at, byte);
    }
}

/// Adds one object per parameter that is memory, filled with its symbols, and fills the
/// objects of global variables; `None` where memory does not suffice. `args` are the
/// inputs' arguments with what relations determine.
fn place_inputs(
    machine: &mut Machine<'_>,
    state: &mut State,
    side: &Side<'_, '_>,
    (given, args): (Given<'_>, &[Input]),
) -> Option<Vec<Option<ObjectId>>> {
    let Given { contract, inputs } = given;
    let count = inputs.params;
    let mut objects = vec![None; count];
    for &index in &inputs.order {
        let (input, param) = (&args[index], &contract.params[index]);
        objects[index] = match input {
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
                if !param.given {
                    state.share(object);
                }
                Some(object)
            }
            Input::SameAs(_) | Input::Value { .. } | Input::Fixed { .. } => None,
        };
    }
    for (index, input) in args[..count].iter().enumerate() {
        if let Input::SameAs(first) = input {
            objects[index] = objects[*first];
        }
    }
    let mut numbered: Vec<(ObjectId, u64)> = Vec::new();
    for (param, object) in objects.iter().enumerate() {
        if let Some(object) = object
            && numbered.iter().all(|(known, _)| known != object)
        {
            numbered.push((*object, Address::In { param, offset: 0 }.bits()));
        }
    }
    state.set_parameters(numbered);
    for (input, global) in args[inputs.params..].iter().zip(&contract.globals) {
        objects.push(place_global(machine, state, side, global, input));
    }
    Some(objects)
}

/// Fills the object of a global variable with its input; `None` where the side's program
/// has no such variable.
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
    if !global.given {
        state.share(object);
    }
    let pointer = |cell: &&Cell| global.has_pointer_at(cell.offset);
    for cell in cells.iter().filter(pointer) {
        if let Some(symbol) = machine.builder.arena().symbol_id(cell.term) {
            machine.unset.insert(symbol, global.name.as_str().into());
        }
    }
    Some(object)
}
