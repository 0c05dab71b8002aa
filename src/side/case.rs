//! A witness as native calls: the bytes of every argument, and where in what
//! comes back each output lies.

use term::{Arena, Assignment};

use super::call::Place;
use super::inputs::{Input, Inputs};
use crate::contract::{Contract, Direction, Scalar};
use crate::frontend::{Abi, AbiArg, AbiResult};
use crate::replay::{Arg, Case, Outcome, Placement, Probe};
use crate::start::Start;

/// Size of an address.
const POINTER_BYTES: usize = 8;

/// The call that a version makes of `inputs` under `witness`: how it takes them, and
/// whether it is the reference (0) or the port.
pub fn case(
    arena: &Arena,
    (abi, side): (&Abi, usize),
    inputs: &Inputs,
    witness: &dyn Assignment,
    placement: Placement,
) -> Case {
    let bytes: Vec<Vec<u8>> = inputs
        .args
        .iter()
        .map(|input| bytes_of(arena, (inputs, side), input, witness))
        .collect();
    let mut first_argument: Vec<Option<usize>> = vec![None; inputs.args.len()];
    let mut args = Vec::with_capacity(abi.args.len());
    let mut origins = vec![0; abi.args.len()];
    let mut starts = vec![Start::exactly(64); abi.args.len()];
    for (position, arg) in abi.args.iter().enumerate() {
        args.push(match *arg {
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
            AbiArg::Result { size, .. } => Arg::Buffer(vec![0; size as usize]),
            AbiArg::Buffer { param } => {
                let owner = match &inputs.args[param] {
                    Input::SameAs(first) => *first,
                    _ => param,
                };
                match (&inputs.args[owner], first_argument[owner]) {
                    (_, Some(earlier)) => Arg::Alias(earlier),
                    (
                        Input::Memory {
                            direction, start, ..
                        },
                        None,
                    ) => {
                        first_argument[owner] = Some(position);
                        origins[position] = inputs.origin(owner);
                        starts[position] = *start;
                        match direction {
                            Direction::In => Arg::ReadOnly(bytes[owner].clone()),
                            _ => Arg::Buffer(bytes[owner].clone()),
                        }
                    }
                    // A pointer that the user fixed (`const:0`).
                    _ => Arg::Scalar(bytes[owner][..POINTER_BYTES].to_vec()),
                }
            }
        });
    }
    args.extend((inputs.params..inputs.args.len()).map(|global| {
        let (bytes, set) = (bytes[global].clone(), inputs.set(global));
        let number = (global - inputs.params) as u32;
        Arg::Global { number, bytes, set }
    }));
    Case {
        args,
        origins,
        starts,
        placement,
        ..Case::default()
    }
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

/// Where a native call leaves an output; `None` where it has no place in memory.
pub fn probe(
    abi: &Abi,
    contract: &Contract,
    inputs: &Inputs,
    (place, scalar): (Place, Scalar),
) -> Option<Probe> {
    let (arg, offset) = position(abi, contract, inputs, place)?;
    Some(Probe {
        arg,
        offset: offset as u64,
        length: u64::from(scalar.bits().div_ceil(8)),
    })
}

/// The bits of an output in what a native call gave back.
pub fn output(
    abi: &Abi,
    contract: &Contract,
    inputs: &Inputs,
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
    match position(abi, contract, inputs, place)? {
        (Some(arg), offset) => read(buffers.get(arg)?, offset),
        // The LLVM result in memory has the layout of the source type.
        (None, offset) => read(result, offset),
    }
}

/// The argument whose buffer an output is in, `None` for the result, and where.
fn position(
    abi: &Abi,
    contract: &Contract,
    inputs: &Inputs,
    place: Place,
) -> Option<(Option<usize>, usize)> {
    match place {
        Place::Memory { param, offset, .. } if param >= inputs.params => {
            let global = param - inputs.params;
            Some((Some(abi.args.len() + global), offset as usize))
        }
        Place::Memory { param, offset, .. } => {
            let position = abi.args.iter().position(|arg| match *arg {
                AbiArg::Buffer { param: p } => {
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
