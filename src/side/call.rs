//! Calling one version on the symbolic inputs, and reading back its outputs.
//!
//! Arguments and results follow the [`Abi`] plan; outputs come in a fixed order
//! that depends on the contract alone, so that those of two versions pair up by
//! position.

use rewrite_rules::Builder;
use term::{Buffer, TermId};

use super::Side;
use super::inputs::{Input, Inputs};
use super::starts::Observed;
use crate::contract::{Contract, Direction, Element, Scalar};
use crate::frontend::{Abi, AbiArg, AbiResult};
use crate::program::{Program, Shape, TypeId};
use crate::start::Start;
use crate::symex::{
    End, Finished, Ignorant, Machine, ObjectId, ObjectSpec, Protection, State, Value, Watch,
};

/// A state with the inputs in place, and the arguments to call with.
pub struct Call {
    /// The state before the call.
    pub state: State,
    /// One value per LLVM argument.
    pub args: Vec<Value>,
    /// The object of each input that is memory.
    objects: Vec<Option<ObjectId>>,
    /// Where a result too large for registers is written.
    result: Option<ObjectId>,
}

/// Where an output is found, natively as well as symbolically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At a byte offset of a parameter's memory.
    Memory {
        /// The contract's parameter or, after all of these, its global variable.
        param: usize,
        /// Offset in bytes.
        offset: u64,
        /// Index of the element.
        index: u64,
        /// Leaf of the element.
        leaf: usize,
    },
    /// A leaf of the result.
    Result {
        /// Leaf of the result's element.
        leaf: usize,
    },
}

/// One scalar that a version leaves behind.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// Where it is.
    pub place: Place,
    /// Its type.
    pub scalar: Scalar,
    /// Its value; `None` when it is undefined (uninitialised or poison).
    pub term: Option<TermId>,
}

impl Call {
    /// Runs the static constructors and what was asked to run before, and places the
    /// inputs.
    ///
    /// # Errors
    /// Why that cannot be done, as a sentence.
    pub fn prepare(
        machine: &mut Machine<'_>,
        side: &Side<'_, '_>,
        contract: &Contract,
        inputs: &Inputs,
    ) -> Result<Call, String> {
        let (program, function, abi) = (side.program, side.function, side.abi);
        let [_, mut state] = start(machine, side)?;
        let objects = place_inputs(machine, &mut state, side, contract, inputs).ok_or(NO_MEMORY)?;
        for condition in &inputs.conditions {
            state.assume(*condition);
        }
        let mut call = Call {
            state,
            args: Vec::new(),
            objects,
            result: None,
        };
        for (arg, ty) in abi.args.iter().zip(&program.function(function).params) {
            let value = call
                .argument(machine, program, arg, *ty, contract, inputs)
                .ok_or(NO_MEMORY)?;
            call.args.push(value);
        }
        Ok(call)
    }

    fn argument(
        &mut self,
        machine: &mut Machine<'_>,
        program: &Program,
        arg: &AbiArg,
        ty: TypeId,
        contract: &Contract,
        inputs: &Inputs,
    ) -> Option<Value> {
        match *arg {
            AbiArg::Buffer { param } => Some(match (self.objects[param], &inputs.args[param]) {
                (Some(object), _) => {
                    let inside = object.0 + inputs.origin(param);
                    machine.builder.constant(64, u128::from(inside)).into()
                }
                (None, input) => {
                    let bits = bits_of(&mut machine.builder, input, 0, 64);
                    Value::from(bits)
                }
            }),
            AbiArg::Value { param, offset, .. } => {
                let input = &inputs.args[param];
                let offset = u64::from(offset) * 8;
                Some(shaped(
                    &mut machine.builder,
                    &program.ty(ty).shape,
                    |builder, at, width| bits_of(builder, input, offset + at, width),
                ))
            }
            AbiArg::Copy { param, size, align } => {
                let mut spec = ObjectSpec::buffer(&contract.params[param].name, u64::from(size));
                spec.start = Start::placed(u64::from(align));
                let object = machine.add_object(&mut self.state, spec)?;
                if let Input::Memory { cells, .. } = &inputs.args[param] {
                    for cell in cells {
                        machine.write_scalar(&mut self.state, object, cell.offset, cell.term);
                    }
                }
                Some(machine.pointer(object))
            }
            AbiArg::Result { size, align } => {
                let mut spec = ObjectSpec::buffer("result", u64::from(size));
                spec.start = Start::placed(u64::from(align));
                let object = machine.add_object(&mut self.state, spec)?;
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

    /// The outputs in `state`, a state that this call's led to, given what the
    /// function returned.
    pub fn outputs(
        &self,
        machine: &mut Machine<'_>,
        state: &State,
        returned: Option<&Value>,
        abi: &Abi,
        contract: &Contract,
        inputs: &Inputs,
    ) -> Vec<Output> {
        let mut outputs = Vec::new();
        if let Some(element) = &contract.result {
            for (leaf, l) in element.leaves.iter().enumerate() {
                let term = match &abi.result {
                    AbiResult::Void => None,
                    AbiResult::Memory => self.result.and_then(|object| {
                        machine.read_scalar(state, object, u64::from(l.offset), l.scalar.bits())
                    }),
                    AbiResult::Direct(_) => {
                        returned.and_then(|v| leaf_of_result(machine, abi, v, element, leaf))
                    }
                };
                outputs.push(Output {
                    place: Place::Result { leaf },
                    scalar: l.scalar,
                    term,
                });
            }
        }
        for (param, input) in inputs.args.iter().enumerate() {
            let Input::Memory {
                cells, direction, ..
            } = input
            else {
                continue;
            };
            if *direction == Direction::In || param < inputs.params && self.objects[param].is_none()
            {
                continue;
            }
            for cell in cells.iter().filter(|c| c.leaf != usize::MAX) {
                let term = match self.objects[param] {
                    Some(object) => {
                        machine.read_scalar(state, object, cell.offset, cell.scalar.bits())
                    }
                    // A variable that this version's program does not have.
                    None => Some(cell.term),
                };
                let place = Place::Memory {
                    param,
                    offset: cell.offset,
                    index: cell.index,
                    leaf: cell.leaf,
                };
                outputs.push(Output {
                    place,
                    scalar: cell.scalar,
                    term,
                });
            }
        }
        outputs
    }
}

/// The states before and after the functions that run before a version, the static
/// constructors having run before both.
///
/// # Errors
/// Why they cannot be executed, as a sentence.
pub fn start(machine: &mut Machine<'_>, side: &Side<'_, '_>) -> Result<[State; 2], String> {
    let state = machine.initial_state();
    let constructed = machine.run_constructors(state, &mut Ignorant);
    let constructed = only(
        constructed,
        "the static constructors of the program could not be executed",
    )?;
    let set_up = machine.run_all(constructed.clone(), &side.setup, &mut Ignorant);
    let set_up = only(set_up, "what --setup names could not be executed")?;
    Ok([constructed, set_up])
}

/// The state of the one path that returned.
fn only(mut paths: Vec<Finished>, failure: &str) -> Result<State, String> {
    let last = paths.pop();
    match (last.map(|path| (path.state, path.end)), paths.is_empty()) {
        (Some((state, End::Returned(_))), true) => Ok(state),
        (Some((_, End::Stopped(stop))), _) => Err(format!("{failure}: {}", stop.reason)),
        (Some((_, End::Defect(defect))), _) => Err(format!("{failure}: {}", defect.message())),
        _ => Err(failure.to_owned()),
    }
}

const NO_MEMORY: &str = "the inputs do not fit into memory: check a smaller size";

/// One object per parameter and global variable that is memory, filled with its
/// symbols.
fn place_inputs(
    machine: &mut Machine<'_>,
    state: &mut State,
    side: &Side<'_, '_>,
    contract: &Contract,
    inputs: &Inputs,
) -> Option<Vec<Option<ObjectId>>> {
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
                for cell in cells.iter().chain(&spare[side.index]) {
                    machine.write_scalar(state, object, cell.offset, cell.term);
                }
                Some(object)
            }
            Input::SameAs(first) => objects[*first],
            Input::Value { .. } | Input::Fixed { .. } => None,
        };
        objects.push(object);
    }
    for (input, global) in inputs.args[inputs.params..].iter().zip(&contract.globals) {
        let symbol = &*global.symbols[side.index];
        let mut all = side.program.globals().iter();
        let object = all
            .find(|g| &*g.name == symbol)
            .map(|g| ObjectId(g.address));
        if let (Some(object), Input::Memory { cells, .. }) = (object, input) {
            for cell in cells {
                machine.write_scalar(state, object, cell.offset, cell.term);
                if global
                    .pointers
                    .iter()
                    .any(|at| u64::from(*at) == cell.offset)
                    && let Some(symbol) = machine.builder.arena().symbol_id(cell.term)
                {
                    machine.unset.insert(symbol, global.name.as_str().into());
                }
            }
        }
        objects.push(object);
    }
    Some(objects)
}

/// `src[3].re`, `return value`: the name of an output or input.
pub fn name(contract: &Contract, place: Place) -> String {
    match place {
        Place::Result { leaf } => {
            let path = contract
                .result
                .as_ref()
                .map_or("", |e| &e.leaves[leaf].path);
            format!("return value{path}")
        }
        Place::Memory {
            param, index, leaf, ..
        } => {
            let Some(param) = contract.params.get(param) else {
                let global = &contract.globals[param - contract.params.len()];
                let path = &global.element.leaves[leaf].path;
                return match global.count {
                    Some(_) => format!("{}[{index}]{path}", global.name),
                    None => format!("{}{path}", global.name),
                };
            };
            match &param.role {
                crate::contract::Role::Buffer { element, .. } => {
                    format!("{}[{index}]{}", param.name, element.leaves[leaf].path)
                }
                crate::contract::Role::Value { element, .. } => {
                    format!("{}{}", param.name, element.leaves[leaf].path)
                }
                _ => param.name.clone(),
            }
        }
    }
}

/// A value of the given shape, made of the bits that `bits(offset, width)` gives.
fn shaped(
    builder: &mut Builder,
    shape: &Shape,
    mut bits: impl FnMut(&mut Builder, u64, u8) -> TermId,
) -> Value {
    match shape {
        Shape::Scalar(scalar) => Value::Scalar(Some(bits(builder, 0, scalar.bits()))),
        Shape::Vector { lane, count } => Value::Vector(
            (0..u64::from(*count))
                .map(|i| Some(bits(builder, i * u64::from(lane.bits()), lane.bits())))
                .collect(),
        ),
        _ => Value::Scalar(None),
    }
}

/// `width` bits from bit `at` of an input's bytes. Bits past its end are
/// unspecified: fresh undefined symbols.
fn bits_of(builder: &mut Builder, input: &Input, at: u64, width: u8) -> TermId {
    match input {
        Input::Fixed { scalar, bits } => {
            let signed = matches!(scalar, Scalar::Int { signed: true, .. });
            let wide = match signed {
                true => term::signed(*bits, scalar.bits()) as u128,
                false => *bits,
            };
            builder.constant(width, if at < 128 { wide >> at } else { 0 })
        }
        Input::Value { term, .. } => piece(builder, *term, at, width),
        Input::Memory { cells, .. } => {
            if let Some(cell) = cells
                .iter()
                .find(|c| c.offset * 8 == at && c.scalar.bits() == width)
            {
                return cell.term;
            }
            let mut whole: Option<TermId> = None;
            for step in 0..u64::from(width.div_ceil(8)) {
                let bit = at + step * 8;
                let covering = cells.iter().find(|c| {
                    (c.offset * 8..c.offset * 8 + u64::from(c.scalar.bits())).contains(&bit)
                });
                let byte = match covering {
                    Some(cell) => builder.extract(cell.term, (bit - cell.offset * 8) as u8, 8),
                    None => unspecified(builder, 8),
                };
                whole = Some(match whole {
                    Some(low) => builder.concat(byte, low),
                    None => byte,
                });
            }
            match whole {
                Some(term) => piece(builder, term, 0, width),
                None => unspecified(builder, width),
            }
        }
        Input::SameAs(_) => unspecified(builder, width),
    }
}

fn piece(builder: &mut Builder, term: TermId, at: u64, width: u8) -> TermId {
    let have = u64::from(builder.arena().width(term));
    if at == 0 && have == u64::from(width) {
        term
    } else if at + u64::from(width) <= have {
        builder.extract(term, at as u8, width)
    } else {
        unspecified(builder, width)
    }
}

fn unspecified(builder: &mut Builder, width: u8) -> TermId {
    let buffer = Buffer {
        name: "bits past the end of an argument".to_owned(),
        format: None,
        signed: false,
        scalar: true,
        undefined: true,
    };
    let buffer = builder.arena_mut().add_buffer(buffer);
    builder.arena_mut().add_symbol(buffer, 0, width)
}

/// One leaf of a result returned in registers.
fn leaf_of_result(
    machine: &mut Machine<'_>,
    abi: &Abi,
    returned: &Value,
    element: &Element,
    leaf: usize,
) -> Option<TermId> {
    let AbiResult::Direct(pieces) = &abi.result else {
        return None;
    };
    let leaf = &element.leaves[leaf];
    let members: Vec<&Value> = match returned {
        Value::Aggregate(members) => members.iter().collect(),
        value => vec![value],
    };
    for (piece, member) in pieces.iter().zip(members) {
        if leaf.offset < piece.offset || leaf.offset >= piece.offset + piece.size {
            continue;
        }
        let mut at = u64::from(leaf.offset - piece.offset) * 8;
        for lane in member.lanes() {
            // An undefined lane has the width of its neighbours.
            let widths = member
                .lanes()
                .iter()
                .flatten()
                .map(|t| machine.builder.arena().width(*t));
            let width = u64::from(widths.max().unwrap_or(0));
            if at < width || width == 1 {
                let term = (*lane)?;
                if width == 1 {
                    return Some(machine.builder.zext(term, leaf.scalar.bits()));
                }
                return Some(piece_of_lane(machine, term, at, leaf.scalar.bits()));
            }
            at -= width;
        }
    }
    None
}

fn piece_of_lane(machine: &mut Machine<'_>, term: TermId, at: u64, bits: u8) -> TermId {
    piece(&mut machine.builder, term, at, bits)
}
