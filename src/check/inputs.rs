//! The symbolic inputs of one run: a contract and concrete sizes become
//! buffers of symbols, the same for both versions.
//!
//! Every buffer starts with one symbol per scalar leaf, outputs included
//! (decision 1), and one symbol per padding byte, so that no byte is
//! uninitialised that a caller could have set.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Arena, Assignment, Buffer, SymbolId, TermId};

use crate::contract::{Contract, Direction, Element, Param, Range, Role, Scalar, Sizes};

/// Largest buffer in bytes; a size beyond it is a problem to report, not to try.
pub const MAX_BUFFER_BYTES: u64 = 1 << 28;

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
        /// How the functions may use it.
        direction: Direction,
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

/// All inputs of one run, one per contract parameter, and what is known of them.
pub struct Inputs {
    /// One entry per contract parameter.
    pub args: Vec<Input>,
    /// The ranges that the user gave, by symbol.
    pub ranges: FxHashMap<SymbolId, Range>,
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
    /// Makes the inputs of `contract` at `sizes`.
    ///
    /// # Errors
    /// When a length, an alias or a size has no meaning; see [`InputError`].
    pub fn new(
        builder: &mut Builder,
        contract: &Contract,
        sizes: &Sizes,
    ) -> Result<Inputs, InputError> {
        let mut inputs = Inputs {
            args: Vec::new(),
            ranges: FxHashMap::default(),
        };
        for param in &contract.params {
            let input = inputs.input(builder, contract, param, sizes)?;
            inputs.args.push(input);
        }
        Ok(inputs)
    }

    /// Every symbol with its type, padding included.
    pub fn scalars(&self) -> impl Iterator<Item = (TermId, Scalar)> {
        self.args.iter().flat_map(|arg| match arg {
            Input::Memory { cells, .. } => {
                cells.iter().map(|cell| (cell.term, cell.scalar)).collect()
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
                Input::Memory { cells, .. } => {
                    cells
                        .iter_mut()
                        .for_each(|cell| cell.term = constant(cell.term));
                }
                Input::Value { term, .. } => *term = constant(*term),
                Input::SameAs(_) | Input::Fixed { .. } => {}
            }
        }
        Inputs {
            args,
            ranges: FxHashMap::default(),
        }
    }

    fn input(
        &mut self,
        builder: &mut Builder,
        contract: &Contract,
        param: &Param,
        sizes: &Sizes,
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
                origin,
                range,
            } => {
                let count = value_of(length)?;
                let bytes = count
                    .checked_mul(u64::from(element.size))
                    .filter(|bytes| *bytes <= MAX_BUFFER_BYTES)
                    .ok_or_else(|| InputError::TooLarge {
                        param: param.name.clone(),
                        bytes: count.saturating_mul(u64::from(element.size)),
                    })?;
                let before = value_of(origin)?;
                if before > count {
                    return Err(InputError::Origin {
                        param: param.name.clone(),
                        origin: before,
                        count,
                    });
                }
                let cells = memory(builder, &param.name, element, count);
                self.limit(builder, &cells, range);
                Input::Memory {
                    bytes,
                    origin: before * u64::from(element.size),
                    cells,
                    direction: *direction,
                }
            }
            Role::Scalar { scalar, range } => {
                let buffer =
                    builder
                        .arena_mut()
                        .add_buffer(description(&param.name, *scalar, true));
                let term = builder.arena_mut().add_symbol(buffer, 0, scalar.bits());
                if let Some(range) = range {
                    self.ranges
                        .extend(symbol(builder, term).map(|s| (s, *range)));
                }
                Input::Value {
                    scalar: *scalar,
                    term,
                }
            }
            Role::Value { element, range } => {
                let cells = memory(builder, &param.name, element, 1);
                self.limit(builder, &cells, range);
                let bytes = u64::from(element.size);
                Input::Memory {
                    bytes,
                    origin: 0,
                    cells,
                    direction: Direction::In,
                }
            }
            Role::Const { scalar, bits } => Input::Fixed {
                scalar: *scalar,
                bits: *bits,
            },
            Role::Size { scalar, value } => {
                let value = value_of(value)?;
                let signed = matches!(scalar, Scalar::Int { signed: true, .. });
                let usable = u32::from(scalar.bits()) - u32::from(signed);
                if usable < 64 && value >> usable != 0 {
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

    fn limit(&mut self, builder: &Builder, cells: &[Cell], range: &Option<Range>) {
        let Some(range) = range else { return };
        for cell in cells.iter().filter(|c| c.leaf != usize::MAX) {
            self.ranges
                .extend(symbol(builder, cell.term).map(|s| (s, *range)));
        }
    }
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

fn memory(builder: &mut Builder, name: &str, element: &Element, count: u64) -> Vec<Cell> {
    let first = element.leaves.first().map_or(
        Scalar::Int {
            bits: 8,
            signed: false,
        },
        |l| l.scalar,
    );
    let buffer = builder
        .arena_mut()
        .add_buffer(description(name, first, false));
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
