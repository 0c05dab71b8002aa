//! A witness as a native call: the bytes of every argument, and where each output lies in
//! what the call returns.

use term::{Arena, Assignment};

use super::inputs::{Input, Inputs, MAX_BUFFER_BYTES};
use super::place::Place;
use super::round::Given;
use super::version::Side;
use crate::contract::{Address, Direction, IMAGE_HEADER_BYTES, Scalar};
use crate::frontend::{Abi, AbiArg, AbiResult};
use crate::replay::{Arg, Case, Outcome, Placement, Probe};
use crate::start::Start;

/// Size of an address in bytes.
const POINTER_BYTES: usize = 8;

impl Side<'_, '_> {
    /// The native call of this version on the inputs of `witness`.
    pub fn case(
        &self,
        arena: &Arena,
        inputs: &Inputs,
        witness: &dyn Assignment,
        placement: Placement,
    ) -> Case {
        let value = |input| bytes_of(arena, (inputs, self.index()), input, witness);
        let bytes: Vec<Vec<u8>> = inputs.args.iter().map(value).collect();
        let mut call = NativeCall::new(self.entry.args().len(), inputs.args.len());
        for arg in self.entry.args() {
            call.push(arg, inputs, &bytes);
        }
        let globals = bytes.into_iter().enumerate().skip(inputs.params);
        call.args.extend(globals.map(|(input, bytes)| {
            let number = input - inputs.params;
            Arg::Global {
                number: number as u32,
                bytes,
                set: inputs.set(input),
                pointers: inputs.pointers[number].clone(),
            }
        }));
        Case {
            args: call.args,
            origins: call.origins,
            starts: call.starts,
            images: call.images,
            placement,
            ranks: call.ranks,
            launch: self.entry.items(&inputs.sizes),
            ..Case::default()
        }
    }

    /// The bytes of a native call's arguments that hold an output; `None` where no memory
    /// does.
    pub fn probe(&self, given: Given<'_>, (place, scalar): (Place, Scalar)) -> Option<Probe> {
        let (arg, offset) = position(self.entry.abi(), given, place)?;
        Some(Probe {
            arg,
            offset: offset as u64,
            length: u64::from(scalar.bits().div_ceil(8)),
            fresh: matches!(place, Place::Result { .. }),
        })
    }

    /// The bits of an output in the outcome of a native call; `None` unless it returned.
    pub fn output(
        &self,
        given: Given<'_>,
        (place, scalar): (Place, Scalar),
        outcome: &Outcome,
    ) -> Option<u128> {
        let Outcome::Returned { result, buffers } = outcome else {
            return None;
        };
        let size = usize::from(scalar.bits()).div_ceil(8);
        let read = |bytes: &[u8], at: usize| {
            let mut value = [0; 16];
            value[..size].copy_from_slice(bytes.get(at..at + size)?);
            Some(u128::from_le_bytes(value))
        };
        match position(self.entry.abi(), given, place)? {
            (Some(arg), offset) => read(buffers.get(arg)?, offset),
            (None, _) if given.contract.returns_address => {
                let bits = read(result, 0)?;
                Some(match Address::of(bits as u64) {
                    // The driver tells constants apart by their texts.
                    Address::Elsewhere => bits,
                    address => u128::from(self.of_param(given, address).bits()),
                })
            }
            // The LLVM result in memory has the layout of the source type.
            (None, offset) => read(result, offset),
        }
    }
}

impl Side<'_, '_> {
    /// Translates an address relative to an argument's buffer, as the driver reports it, to
    /// one relative to the parameter's.
    fn of_param(&self, given: Given<'_>, address: Address) -> Address {
        let Address::In { param, offset } = address else {
            return address;
        };
        match self.entry.args().get(param) {
            Some(AbiArg::Buffer { param }) => Address::In {
                param: match given.inputs.args[*param] {
                    Input::SameAs(first) => first,
                    _ => *param,
                },
                offset,
            },
            _ => Address::Elsewhere,
        }
    }
}

/// The arguments of a native call under construction.
struct NativeCall {
    args: Vec<Arg>,
    origins: Vec<u64>,
    starts: Vec<Start>,
    ranks: Vec<u32>,
    images: Vec<Vec<u8>>,
    /// The first argument that points to each input.
    first: Vec<Option<usize>>,
}

impl NativeCall {
    fn new(arguments: usize, inputs: usize) -> NativeCall {
        NativeCall {
            args: Vec::with_capacity(arguments),
            origins: vec![0; arguments],
            starts: vec![Start::exactly(64); arguments],
            // Arguments that have no input's buffer rank behind all inputs.
            ranks: (inputs..inputs + arguments)
                .map(|rank| rank as u32)
                .collect(),
            images: vec![Vec::new(); arguments],
            first: vec![None; inputs],
        }
    }

    /// Adds an argument, given the bytes of each input.
    fn push(&mut self, arg: &AbiArg, inputs: &Inputs, bytes: &[Vec<u8>]) {
        let arg = match *arg {
            AbiArg::Value {
                param,
                offset,
                size,
            } => {
                let have = bytes.get(param).map_or(&[][..], |b| b.as_slice());
                let mut value: Vec<u8> = have.iter().skip(offset as usize).copied().collect();
                value.resize(size as usize, 0);
                Arg::Scalar(value)
            }
            AbiArg::Copy { param, size, .. } => {
                let mut value = bytes[param].clone();
                value.resize(size as usize, 0);
                Arg::Buffer(value)
            }
            AbiArg::Local {
                ref length,
                element,
                ..
            } => {
                let count = length.evaluate(&inputs.sizes).unwrap_or(0);
                let bytes = count.saturating_mul(u64::from(element));
                Arg::Buffer(vec![0; bytes.min(MAX_BUFFER_BYTES) as usize])
            }
            AbiArg::Result { size, .. } => Arg::Buffer(vec![0; size as usize]),
            AbiArg::Buffer { param } => self.pointer(param, inputs, bytes),
            AbiArg::Image { param } => {
                if let Input::Memory { image, .. } = &inputs.args[param] {
                    self.images[self.args.len()] = packed(image);
                }
                self.pointer(param, inputs, bytes)
            }
        };
        self.args.push(arg);
    }

    /// The next argument, a pointer to a parameter's memory.
    fn pointer(&mut self, param: usize, inputs: &Inputs, bytes: &[Vec<u8>]) -> Arg {
        let position = self.args.len();
        let owner = match &inputs.args[param] {
            Input::SameAs(first) => *first,
            _ => param,
        };
        match (&inputs.args[owner], self.first[owner]) {
            (_, Some(earlier)) => Arg::Alias(earlier),
            (
                Input::Memory {
                    direction, start, ..
                },
                None,
            ) => {
                self.first[owner] = Some(position);
                self.origins[position] = inputs.origin(owner);
                self.starts[position] = *start;
                let rank = inputs.order.iter().position(|param| *param == owner);
                self.ranks[position] = rank.unwrap_or(position) as u32;
                match direction {
                    Direction::In => Arg::ReadOnly(bytes[owner].clone()),
                    _ => Arg::Buffer(bytes[owner].clone()),
                }
            }
            // A pointer that the user gave as a constant (`const:0`).
            _ => Arg::Scalar(bytes[owner][..POINTER_BYTES].to_vec()),
        }
    }
}

/// The header of an image, with a null address of its texels.
fn packed(members: &[(u64, u8, u64)]) -> Vec<u8> {
    let mut header = vec![0; IMAGE_HEADER_BYTES as usize];
    for (offset, bits, value) in members {
        let (at, size) = (*offset as usize, usize::from(bits / 8));
        header[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
    }
    header
}

fn bytes_of(
    arena: &Arena,
    (inputs, side): (&Inputs, usize),
    input: &Input,
    witness: &dyn Assignment,
) -> Vec<u8> {
    let value = |term| {
        arena
            .symbol_id(term)
            .map_or(0, |symbol| witness.symbol(symbol))
    };
    match input {
        Input::SameAs(first) => bytes_of(arena, (inputs, side), &inputs.args[*first], witness),
        Input::Fixed { scalar, bits } => {
            let signed = matches!(scalar, Scalar::Int { signed: true, .. });
            let wide = match signed {
                true => term::signed(*bits, scalar.bits()) as u128,
                false => *bits,
            };
            wide.to_le_bytes().to_vec()
        }
        Input::Value { scalar, term } => {
            value(*term).to_le_bytes()[..usize::from(scalar.bits()).div_ceil(8)].to_vec()
        }
        Input::Memory {
            bytes,
            cells,
            spare,
            ..
        } => {
            let mut all = vec![0; *bytes as usize];
            for cell in cells.iter().chain(&spare[side]) {
                let size = usize::from(cell.scalar.bits()).div_ceil(8);
                let at = cell.offset as usize;
                all[at..at + size].copy_from_slice(&value(cell.term).to_le_bytes()[..size]);
            }
            all
        }
    }
}

/// The argument whose buffer holds an output, `None` for the result, and the output's
/// offset in bytes; `None` where the output has no place.
fn position(
    abi: &Abi,
    Given { contract, inputs }: Given<'_>,
    place: Place,
) -> Option<(Option<usize>, usize)> {
    match place {
        Place::Memory { param, offset, .. } if param >= inputs.params => {
            let global = param - inputs.params;
            Some((Some(abi.args.len() + global), offset as usize))
        }
        Place::Memory { param, offset, .. } => {
            let position = abi.args.iter().position(|arg| match *arg {
                AbiArg::Buffer { param: p } | AbiArg::Image { param: p } => {
                    p == param || matches!(inputs.args[p], Input::SameAs(first) if first == param)
                }
                _ => false,
            })?;
            Some((Some(position), offset as usize))
        }
        Place::Result { leaf } => {
            let at = contract.result.as_ref()?.leaves.get(leaf)?.offset as usize;
            match &abi.result {
                AbiResult::Void => None,
                AbiResult::Direct(_) => Some((None, at)),
                AbiResult::Memory => {
                    let is_result = |arg: &AbiArg| matches!(arg, AbiArg::Result { .. });
                    Some((Some(abi.args.iter().position(is_result)?), at))
                }
            }
        }
    }
}
