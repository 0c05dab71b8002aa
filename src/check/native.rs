//! A witness as native calls: the bytes of every argument, and where in what
//! comes back each output lies.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use term::{Arena, Assignment};

use super::call::Place;
use super::inputs::{Input, Inputs};
use super::module::Module;
use crate::contract::{Contract, Direction, Scalar};
use crate::frontend::{Abi, AbiArg, AbiResult};
use crate::replay::{
    Arg, Case, Complaint, NativeSide, Outcome, Placement, Probe, ReplayError, Sanitizer,
    Surroundings,
};
use crate::start::Start;

/// Size of an address.
const POINTER_BYTES: usize = 8;

/// One version, compiled for this machine when first needed, with and without each
/// sanitizer.
pub struct Native<'m, 'c> {
    module: &'m Module<'c>,
    symbol: &'m str,
    clang: &'m Path,
    zeroed_memory: bool,
    surroundings: Surroundings,
    built: Option<Result<NativeSide, String>>,
    sanitized: BTreeMap<Sanitizer, Result<NativeSide, String>>,
    /// Spent on building and running.
    spent: Duration,
}

impl<'m, 'c> Native<'m, 'c> {
    /// Function `symbol` of `module`, as clang made it. Nothing is built yet.
    pub fn new(module: &'m Module<'c>, symbol: &'m str, clang: &'m Path) -> Native<'m, 'c> {
        Native {
            module,
            symbol,
            clang,
            zeroed_memory: false,
            surroundings: Surroundings::default(),
            built: None,
            sanitized: BTreeMap::new(),
            spent: Duration::ZERO,
        }
    }

    /// The functions that the user's files define.
    pub fn defined(&self) -> FxHashSet<String> {
        let functions = self.module.native().get_functions();
        let defined = functions.filter(|f| f.count_basic_blocks() > 0);
        defined
            .map(|f| f.get_name().to_string_lossy().into_owned())
            .collect()
    }

    /// The same, with heap blocks that start as zeros if `zeroed`.
    #[must_use]
    pub fn with_zeroed_memory(self, zeroed: bool) -> Native<'m, 'c> {
        Native {
            zeroed_memory: zeroed,
            ..self
        }
    }

    /// Says what its calls rest on besides arguments, before any is built.
    pub fn surround(&mut self, surroundings: Surroundings) {
        self.surroundings = surroundings;
    }

    /// What a sanitizer says of one case.
    ///
    /// # Errors
    /// Why it cannot be asked, as a sentence.
    pub fn complaint(
        &mut self,
        sanitizer: Sanitizer,
        case: &Case,
    ) -> Result<Option<Complaint>, String> {
        let start = Instant::now();
        let complaint = self.ask(sanitizer, case);
        self.spent += start.elapsed();
        complaint
    }

    /// The time spent on native code since this was asked last.
    pub fn take_spent(&mut self) -> Duration {
        std::mem::take(&mut self.spent)
    }

    fn ask(&mut self, sanitizer: Sanitizer, case: &Case) -> Result<Option<Complaint>, String> {
        let (module, symbol, clang) = (self.module, self.symbol, self.clang);
        let surroundings = &self.surroundings;
        let build = || {
            let build = |module| {
                NativeSide::surrounded(module, symbol, clang, Some(sanitizer), surroundings)
            };
            let side = match sanitizer.generated() {
                Some(flags) => build(&module.checked(flags)?),
                None => build(module.native()),
            };
            side.map_err(sentence)
        };
        let side = self.sanitized.entry(sanitizer).or_insert_with(build);
        let side = side.as_ref().map_err(Clone::clone)?;
        side.complaint(case).map_err(sentence)
    }

    /// Bytes of each parameter of `main` or another function, as
    /// [`NativeSide::parameters`] has them.
    ///
    /// # Errors
    /// Why it cannot be built, as a sentence.
    pub fn parameters(&mut self) -> Result<&[Option<usize>], String> {
        Ok(self.side()?.parameters())
    }

    fn side(&mut self) -> Result<&NativeSide, String> {
        let (module, symbol, clang) = (self.module, self.symbol, self.clang);
        let (zeroed, surroundings) = (self.zeroed_memory, &self.surroundings);
        self.built
            .get_or_insert_with(|| {
                let mut side =
                    NativeSide::surrounded(module.native(), symbol, clang, None, surroundings)
                        .map_err(sentence)?;
                if zeroed {
                    side.set_zeroed_memory();
                }
                Ok(side)
            })
            .as_ref()
            .map_err(|reason| reason.clone())
    }

    /// Runs one case.
    ///
    /// # Errors
    /// Why it cannot be run, as a sentence.
    pub fn run(&mut self, case: Case) -> Result<Outcome, String> {
        let mut outcomes = self.run_all(&[case])?;
        outcomes
            .pop()
            .ok_or_else(|| "no outcome came back".to_owned())
    }

    /// Runs many cases; one outcome each.
    ///
    /// # Errors
    /// Why they cannot be run, as a sentence.
    pub fn run_all(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String> {
        let start = Instant::now();
        let outcomes = self
            .side()
            .and_then(|side| side.run(cases).map_err(sentence));
        self.spent += start.elapsed();
        outcomes
    }
}

fn sentence(error: ReplayError) -> String {
    error.to_string()
}

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
