//! The symbolic inputs of one run: a contract and concrete sizes become
//! buffers of symbols, the same for both versions.
//!
//! Every buffer starts with one symbol per scalar leaf, outputs included
//! (decision 1), and one symbol per padding byte, so that no byte is
//! uninitialised that a caller could have set.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Arena, Assignment, Buffer, SymbolId, TermId};

use super::starts::Starts;
use crate::contract::{
    Contract, Direction, Element, Enumeration, Global, Param, Range, Role, Scalar, Sizes,
};
use crate::start::Start;

/// Largest buffer in bytes; a size beyond it is a problem to report, not to try.
pub const MAX_BUFFER_BYTES: u64 = 1 << 28;

/// Largest global variable in bytes that can be an input.
pub const MAX_GLOBAL_BYTES: u64 = 1 << 22;

/// One scalar of an input buffer.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Offset in bytes in the buffer.
    pub offset: u64,
    /// Its type.
    pub scalar: Scalar,
    /// Its symbol.
    pub term: TermId,
    /// The element it belongs to.
    pub index: u64,
    /// The leaf of the element it is; `usize::MAX` for padding.
    pub leaf: usize,
}

/// What one parameter receives.
#[derive(Clone, Debug)]
pub enum Input {
    /// A pointer to memory of its own, or an aggregate passed by value.
    Memory {
        /// Length in bytes.
        bytes: u64,
        /// Where in it the pointer points, in bytes from its start.
        origin: u64,
        /// Contents by ascending offset.
        cells: Vec<Cell>,
        /// What lies beyond its length in the reference's run and in the port's:
        /// different symbols, so that no result may depend on them.
        spare: [Vec<Cell>; 2],
        /// How the functions may use it.
        direction: Direction,
        /// Where it starts.
        start: Start,
    },
    /// The pointer that another parameter receives.
    SameAs(usize),
    /// A symbolic scalar.
    Value {
        /// Its type.
        scalar: Scalar,
        /// Its symbol.
        term: TermId,
    },
    /// A fixed scalar: a constant or a size.
    Fixed {
        /// Its type.
        scalar: Scalar,
        /// Its bits.
        bits: u128,
    },
}

/// All inputs of one run: the contract's parameters, then its global variables.
pub struct Inputs {
    /// One entry per parameter, and one per global variable after these.
    pub args: Vec<Input>,
    /// The number of parameters.
    pub params: usize,
    /// The ranges of the contract, by symbol.
    pub ranges: FxHashMap<SymbolId, Range>,
    /// What else holds of them, one bit each.
    pub conditions: Vec<TermId>,
    /// Values of those that have no others between them, by symbol.
    pub listed: FxHashMap<SymbolId, Vec<u128>>,
}

/// Why inputs could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// A length has no value.
    #[error("the length `{length}` of `{param}` has no value at {sizes}")]
    Length {
        /// The parameter.
        param: String,
        /// Its length expression.
        length: String,
        /// The sizes of the run.
        sizes: String,
    },
    /// A buffer is too large.
    #[error("`{param}` would have {bytes} bytes; the most is {MAX_BUFFER_BYTES}")]
    TooLarge {
        /// The parameter.
        param: String,
        /// Its size.
        bytes: u64,
    },
    /// A pointer would be outside its buffer.
    #[error("`{param}` cannot point to element {origin} of {count}")]
    Origin {
        /// The parameter.
        param: String,
        /// The element.
        origin: u64,
        /// How many there are.
        count: u64,
    },
    /// A size does not fit its parameter's type.
    #[error("the size `{param}` = {value} does not fit {scalar}")]
    SizeType {
        /// The parameter.
        param: String,
        /// Its value.
        value: u64,
        /// Its type.
        scalar: Scalar,
    },
    /// A global variable is too large to be an input.
    #[error(
        "the global variable `{name}` has {bytes} bytes; inputs have at most {MAX_GLOBAL_BYTES}: --global '{name}=initial'"
    )]
    GlobalTooLarge {
        /// The variable.
        name: String,
        /// Its size.
        bytes: u64,
    },
    /// An alias names no buffer.
    #[error("`{param}` cannot share the memory of `{alias}`")]
    Alias {
        /// The parameter.
        param: String,
        /// What it should share.
        alias: String,
    },
}

impl Inputs {
    /// Makes the inputs of `contract` at `sizes`, in buffers that start there.
    ///
    /// # Errors
    /// When a length, an alias or a size has no meaning; see [`InputError`].
    pub fn new(
        builder: &mut Builder,
        contract: &Contract,
        sizes: &Sizes,
        starts: &Starts,
    ) -> Result<Inputs, InputError> {
        let mut inputs = Inputs {
            args: Vec::new(),
            params: contract.params.len(),
            ranges: FxHashMap::default(),
            conditions: Vec::new(),
            listed: FxHashMap::default(),
        };
        for (index, param) in contract.params.iter().enumerate() {
            let start = starts.of(contract, index);
            let input = inputs.input(builder, contract, param, sizes, start)?;
            inputs.args.push(input);
        }
        for global in &contract.globals {
            let input = inputs.global(builder, global)?;
            inputs.args.push(input);
        }
        Ok(inputs)
    }

    /// Every symbol with its type, padding included.
    pub fn scalars(&self) -> impl Iterator<Item = (TermId, Scalar)> {
        self.args.iter().flat_map(|arg| match arg {
            Input::Memory { cells, spare, .. } => {
                let all = cells.iter().chain(spare.iter().flatten());
                all.map(|cell| (cell.term, cell.scalar)).collect()
            }
            Input::Value { scalar, term } => vec![(*term, *scalar)],
            Input::SameAs(_) | Input::Fixed { .. } => Vec::new(),
        })
    }

    /// Where in its memory a parameter's pointer points, in bytes from the start.
    pub fn origin(&self, param: usize) -> u64 {
        match &self.args[param] {
            Input::Memory { origin, .. } => *origin,
            Input::SameAs(first) => self.origin(*first),
            Input::Value { .. } | Input::Fixed { .. } => 0,
        }
    }

    /// The same inputs with the values of a witness over `arena`, the one that
    /// their symbols are from, as constants of another builder.
    pub fn concrete(
        &self,
        arena: &Arena,
        witness: &dyn Assignment,
        builder: &mut Builder,
    ) -> Inputs {
        let mut constant = |term: TermId| {
            let value = arena
                .symbol_id(term)
                .map_or(0, |symbol| witness.symbol(symbol));
            builder.constant(arena.width(term), value)
        };
        let mut args = self.args.clone();
        for arg in &mut args {
            match arg {
                Input::Memory { cells, spare, .. } => {
                    let all = cells.iter_mut().chain(spare.iter_mut().flatten());
                    all.for_each(|cell| cell.term = constant(cell.term));
                }
                Input::Value { term, .. } => *term = constant(*term),
                Input::SameAs(_) | Input::Fixed { .. } => {}
            }
        }
        Inputs {
            args,
            params: self.params,
            ranges: FxHashMap::default(),
            conditions: Vec::new(),
            listed: FxHashMap::default(),
        }
    }

    fn input(
        &mut self,
        builder: &mut Builder,
        contract: &Contract,
        param: &Param,
        sizes: &Sizes,
        start: Start,
    ) -> Result<Input, InputError> {
        let value_of = |length: &crate::contract::Length| {
            length.evaluate(sizes).ok_or_else(|| InputError::Length {
                param: param.name.clone(),
                length: length.to_string(),
                sizes: format!("{sizes:?}"),
            })
        };
        if let Some(alias) = &param.alias {
            let error = || InputError::Alias {
                param: param.name.clone(),
                alias: alias.clone(),
            };
            let target = contract
                .params
                .iter()
                .position(|p| p.name == *alias)
                .ok_or_else(error)?;
            return match self.args.get(target) {
                Some(Input::Memory { .. }) => Ok(Input::SameAs(target)),
                Some(Input::SameAs(first)) => Ok(Input::SameAs(*first)),
                _ => Err(error()),
            };
        }
        Ok(match &param.role {
            Role::Buffer {
                direction,
                element,
                length,
                capacity,
                origin,
                range,
                ..
            } => {
                let count = value_of(length)?;
                let room = match capacity {
                    Some(capacity) => value_of(capacity)?.max(count),
                    None => count,
                };
                let bytes = room
                    .checked_mul(u64::from(element.size))
                    .filter(|bytes| *bytes <= MAX_BUFFER_BYTES)
                    .ok_or_else(|| InputError::TooLarge {
                        param: param.name.clone(),
                        bytes: room.saturating_mul(u64::from(element.size)),
                    })?;
                let before = value_of(origin)?;
                if before > count {
                    return Err(InputError::Origin {
                        param: param.name.clone(),
                        origin: before,
                        count,
                    });
                }
                let cells = memory(builder, &param.name, element, Some(count));
                self.limit(builder, &cells, range);
                let spare = ["reference", "port"].map(|side| {
                    let name = format!("{} beyond its length ({side})", param.name);
                    let mut spare = match room - count {
                        0 => Vec::new(),
                        more => memory(builder, &name, element, Some(more)),
                    };
                    for cell in &mut spare {
                        cell.offset += count * u64::from(element.size);
                        cell.index += count;
                    }
                    spare
                });
                Input::Memory {
                    spare,
                    bytes,
                    origin: before * u64::from(element.size),
                    cells,
                    direction: *direction,
                    start,
                }
            }
            Role::Scalar {
                scalar,
                range,
                enumeration,
            } => {
                let buffer =
                    builder
                        .arena_mut()
                        .add_buffer(description(&param.name, *scalar, true));
                let term = builder.arena_mut().add_symbol(buffer, 0, scalar.bits());
                if let Some(range) = range {
                    self.ranges
                        .extend(symbol(builder, term).map(|s| (s, *range)));
                }
                if let Some(enumeration) = enumeration.as_ref().filter(|e| !e.is_interval()) {
                    let among = among(builder, term, enumeration);
                    self.conditions.push(among);
                    let values = enumeration.enumerators.iter().map(|e| e.value as u128);
                    let values = values.collect();
                    self.listed
                        .extend(symbol(builder, term).map(|s| (s, values)));
                }
                Input::Value {
                    scalar: *scalar,
                    term,
                }
            }
            Role::Value { element, range } => {
                let cells = memory(builder, &param.name, element, Some(1));
                self.limit(builder, &cells, range);
                let bytes = u64::from(element.size);
                Input::Memory {
                    spare: Default::default(),
                    bytes,
                    origin: 0,
                    cells,
                    direction: Direction::In,
                    start,
                }
            }
            Role::Const { scalar, bits } => Input::Fixed {
                scalar: *scalar,
                bits: *bits,
            },
            Role::Size { scalar, value, .. } => {
                let value = value_of(value)?;
                if !scalar.holds(value) {
                    return Err(InputError::SizeType {
                        param: param.name.clone(),
                        value,
                        scalar: *scalar,
                    });
                }
                Input::Fixed {
                    scalar: *scalar,
                    bits: u128::from(value),
                }
            }
        })
    }

    /// What a global variable holds: padding keeps its initial value.
    fn global(&mut self, builder: &mut Builder, global: &Global) -> Result<Input, InputError> {
        let count = global.count.unwrap_or(1);
        let bytes = count.saturating_mul(u64::from(global.element.size));
        if bytes > MAX_GLOBAL_BYTES {
            return Err(InputError::GlobalTooLarge {
                name: global.name.clone(),
                bytes,
            });
        }
        let mut cells = memory(builder, &global.name, &global.element, global.count);
        cells.retain(|cell| cell.leaf != usize::MAX);
        self.limit(builder, &cells, &global.range);
        Ok(Input::Memory {
            spare: Default::default(),
            bytes,
            origin: 0,
            cells,
            direction: global.direction,
            start: Start::exactly(1),
        })
    }

    /// For each byte of an input in memory whether it is one, not padding.
    pub fn set(&self, index: usize) -> Vec<bool> {
        let Input::Memory { bytes, cells, .. } = &self.args[index] else {
            return Vec::new();
        };
        let mut set = vec![false; *bytes as usize];
        for cell in cells {
            let size = usize::from(cell.scalar.bits()).div_ceil(8);
            set[cell.offset as usize..][..size].fill(true);
        }
        set
    }

    fn limit(&mut self, builder: &Builder, cells: &[Cell], range: &Option<Range>) {
        let Some(range) = range else { return };
        for cell in cells.iter().filter(|c| c.leaf != usize::MAX) {
            self.ranges
                .extend(symbol(builder, cell.term).map(|s| (s, *range)));
        }
    }
}

/// That a term has a value of an enumeration.
fn among(builder: &mut Builder, term: TermId, enumeration: &Enumeration) -> TermId {
    let width = builder.width(term);
    let mut constant = |value: i128| builder.constant(width, value as u128);
    if enumeration.combined {
        let (others, zero) = (constant(!enumeration.mask()), constant(0));
        let set = builder.and(term, others);
        return builder.eq(set, zero);
    }
    let values: Vec<TermId> = enumeration
        .enumerators
        .iter()
        .map(|e| constant(e.value))
        .collect();
    let mut any = builder.bool(false);
    for value in values {
        let equal = builder.eq(term, value);
        any = builder.or(any, equal);
    }
    any
}

fn symbol(builder: &Builder, term: TermId) -> Option<SymbolId> {
    builder.arena().symbol_id(term)
}

fn description(name: &str, scalar: Scalar, is_scalar: bool) -> Buffer {
    let (format, signed) = match scalar {
        Scalar::Float { format } => (Some(format), true),
        Scalar::Int { signed, .. } => (None, signed),
    };
    Buffer {
        name: name.to_owned(),
        format,
        signed,
        scalar: is_scalar,
        undefined: false,
    }
}

fn memory(builder: &mut Builder, name: &str, element: &Element, count: Option<u64>) -> Vec<Cell> {
    // One scalar, not an array of one.
    let is_scalar = count.is_none() && element.leaves.len() == 1;
    let count = count.unwrap_or(1);
    let first = element.leaves.first().map_or(
        Scalar::Int {
            bits: 8,
            signed: false,
        },
        |l| l.scalar,
    );
    let buffer = builder
        .arena_mut()
        .add_buffer(description(name, first, is_scalar));
    let mut cells = Vec::with_capacity(count as usize * element.leaves.len());
    let byte = Scalar::Int {
        bits: 8,
        signed: false,
    };
    for index in 0..count {
        let base = index * u64::from(element.size);
        let mut at = 0;
        let mut push = |offset: u32, scalar: Scalar, leaf: usize| {
            let offset = base + u64::from(offset);
            let term = builder
                .arena_mut()
                .add_symbol(buffer, offset as u32, scalar.bits());
            cells.push(Cell {
                offset,
                scalar,
                term,
                index,
                leaf,
            });
        };
        for (i, leaf) in element.leaves.iter().enumerate() {
            for padding in at..leaf.offset {
                push(padding, byte, usize::MAX);
            }
            push(leaf.offset, leaf.scalar, i);
            at = leaf.offset + u32::from(leaf.scalar.bits()).div_ceil(8);
        }
        for padding in at..element.size {
            push(padding, byte, usize::MAX);
        }
    }
    cells
}
