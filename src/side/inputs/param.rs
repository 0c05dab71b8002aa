//! The input that one parameter, or one global variable, receives.

use rewrite_rules::Builder;
use term::TermId;

use super::cells::{Cell, description, memory};
use super::error::{InputError, MAX_BUFFER_BYTES, MAX_GLOBAL_BYTES};
use super::{Input, Inputs};
use crate::contract::{
    Contract, Direction, Element, Enumeration, Global, Length, Param, Range, Role, Scalar, Sizes,
};
use crate::start::Start;

impl Inputs {
    pub(super) fn param(
        &mut self,
        builder: &mut Builder,
        contract: &Contract,
        param: &Param,
        (sizes, start): (&Sizes, Start),
    ) -> Result<Input, InputError> {
        if let Some(alias) = &param.alias {
            return self.shared(contract, param, alias);
        }
        Ok(match &param.role {
            Role::Buffer {
                direction,
                element,
                length,
                terminated,
                capacity,
                origin,
                range,
                image,
                ..
            } => {
                let extent = Extent::of(param, element, (length, capacity, origin), sizes)?;
                let cells = memory(builder, &param.name, element, Some(extent.count));
                self.limit(builder, &cells, (element, range));
                if let Some(end) = cells.last().filter(|_| *terminated) {
                    let zero = Range {
                        low: 0.0,
                        high: 0.0,
                    };
                    self.limit(builder, &[*end], (element, &Some(zero)));
                }
                Input::Memory {
                    spare: spare(builder, &param.name, element, (extent.count, extent.room)),
                    bytes: extent.bytes,
                    origin: extent.origin,
                    cells,
                    direction: *direction,
                    start,
                    image: match image {
                        Some(image) => image
                            .header(sizes)
                            .ok_or_else(|| no_value(param, length, sizes))?,
                        None => Vec::new(),
                    },
                }
            }
            Role::Scalar {
                scalar,
                range,
                enumeration,
            } => self.scalar(builder, &param.name, *scalar, (range, enumeration)),
            Role::Value { element, range } => {
                let cells = memory(builder, &param.name, element, Some(1));
                self.limit(builder, &cells, (element, range));
                Input::Memory {
                    spare: Default::default(),
                    bytes: u64::from(element.size),
                    origin: 0,
                    cells,
                    direction: Direction::In,
                    start,
                    image: Vec::new(),
                }
            }
            Role::Const { scalar, bits } => Input::Fixed {
                scalar: *scalar,
                bits: *bits,
            },
            // No argument carries it; the value is not used.
            Role::Function { .. } | Role::Place { .. } => Input::Fixed {
                scalar: Scalar::Int {
                    bits: 64,
                    signed: false,
                },
                bits: 0,
            },
            Role::Size { scalar, value, .. } => {
                let value = value
                    .value(sizes)
                    .ok_or_else(|| no_value(param, value, sizes))?;
                if !scalar.holds(value) {
                    return Err(InputError::SizeType {
                        param: param.name.clone(),
                        value,
                        scalar: *scalar,
                    });
                }
                Input::Fixed {
                    scalar: *scalar,
                    bits: scalar.bits_of(value),
                }
            }
        })
    }

    /// The memory of the parameter that `alias` names.
    fn shared(&self, contract: &Contract, param: &Param, alias: &str) -> Result<Input, InputError> {
        let error = || InputError::Alias {
            param: param.name.clone(),
            alias: alias.to_owned(),
        };
        let mut params = contract.params.iter();
        let target = params.position(|p| p.name == alias).ok_or_else(error)?;
        match self.args.get(target) {
            Some(Input::Memory { .. }) => Ok(Input::SameAs(target)),
            Some(Input::SameAs(first)) => Ok(Input::SameAs(*first)),
            _ => Err(error()),
        }
    }

    fn scalar(
        &mut self,
        builder: &mut Builder,
        name: &str,
        scalar: Scalar,
        (range, enumeration): (&Option<Range>, &Option<Enumeration>),
    ) -> Input {
        let description = description(name, scalar, true);
        let buffer = builder.arena_mut().add_buffer(description);
        let term = builder.arena_mut().add_symbol(buffer, 0, scalar.bits());
        let symbol = builder.arena().symbol_id(term);
        if let Some(enumeration) = enumeration {
            self.among(builder, term, enumeration);
        }
        if let Some(range) = range {
            self.ranges.extend(symbol.map(|s| (s, *range)));
        }
        Input::Value { scalar, term }
    }

    /// The input of a global variable. Its padding keeps its initial value.
    pub(super) fn global(
        &mut self,
        builder: &mut Builder,
        global: &Global,
    ) -> Result<Input, InputError> {
        let count = global.count.unwrap_or(1);
        let bytes = count.saturating_mul(u64::from(global.element.size));
        if bytes > MAX_GLOBAL_BYTES {
            return Err(InputError::GlobalTooLarge {
                name: global.name.clone(),
                bytes,
            });
        }
        let mut cells = memory(builder, &global.name, &global.element, global.count);
        cells.retain(|cell| !cell.is_padding());
        self.limit(builder, &cells, (&global.element, &global.range));
        Ok(Input::Memory {
            spare: Default::default(),
            bytes,
            origin: 0,
            cells,
            direction: global.direction,
            start: Start::exactly(1),
            image: Vec::new(),
        })
    }

    /// Restricts the scalars of memory to a range or, without one, to the values of their
    /// enumerations.
    fn limit(
        &mut self,
        builder: &mut Builder,
        cells: &[Cell],
        (element, range): (&Element, &Option<Range>),
    ) {
        for cell in cells.iter().filter(|c| !c.is_padding()) {
            match (range, &element.leaves[cell.leaf].values) {
                (Some(range), _) => {
                    let symbol = builder.arena().symbol_id(cell.term);
                    self.ranges.extend(symbol.map(|s| (s, *range)));
                }
                (None, Some(values)) => self.among(builder, cell.term, values),
                (None, None) => {}
            }
        }
    }

    /// Restricts a symbol to the values of an enumeration.
    fn among(&mut self, builder: &mut Builder, term: TermId, enumeration: &Enumeration) {
        let symbol = builder.arena().symbol_id(term);
        let range = enumeration.range();
        self.ranges.extend(symbol.zip(range));
        if !enumeration.is_interval() {
            let among = among(builder, term, enumeration);
            self.conditions.push(among);
            let values = enumeration.enumerators.iter().map(|e| e.value as u128);
            self.listed.extend(symbol.map(|s| (s, values.collect())));
        }
    }
}

/// The value of a length at these sizes.
fn value_of(param: &Param, length: &Length, sizes: &Sizes) -> Result<u64, InputError> {
    length
        .evaluate(sizes)
        .ok_or_else(|| no_value(param, length, sizes))
}

fn no_value(param: &Param, length: &Length, sizes: &Sizes) -> InputError {
    InputError::Length {
        param: param.name.clone(),
        length: length.to_string(),
        sizes: format!("{sizes:?}"),
    }
}

/// The extent of a buffer, and where in it its pointer points.
struct Extent {
    /// Number of elements.
    count: u64,
    /// Number of elements that the memory has room for.
    room: u64,
    /// Size of that room in bytes.
    bytes: u64,
    /// Where the pointer points, in bytes from the start.
    origin: u64,
}

impl Extent {
    fn of(
        param: &Param,
        element: &Element,
        (length, capacity, origin): (&Length, &Option<Length>, &Length),
        sizes: &Sizes,
    ) -> Result<Extent, InputError> {
        let size = u64::from(element.size);
        let count = value_of(param, length, sizes)?;
        let room = match capacity {
            Some(capacity) => value_of(param, capacity, sizes)?.max(count),
            None => count,
        };
        let bytes = room
            .checked_mul(size)
            .filter(|bytes| *bytes <= MAX_BUFFER_BYTES)
            .ok_or_else(|| InputError::TooLarge {
                param: param.name.clone(),
                bytes: room.saturating_mul(size),
            })?;
        let before = value_of(param, origin, sizes)?;
        if before > count {
            return Err(InputError::Origin {
                param: param.name.clone(),
                origin: before,
                count,
            });
        }
        Ok(Extent {
            count,
            room,
            bytes,
            origin: before * size,
        })
    }
}

/// The scalars between a buffer's length and the end of its memory, in the reference's run
/// and in the port's.
fn spare(
    builder: &mut Builder,
    name: &str,
    element: &Element,
    (count, room): (u64, u64),
) -> [Vec<Cell>; 2] {
    ["reference", "port"].map(|side| {
        let name = format!("{name} beyond its length ({side})");
        let mut spare = match room - count {
            0 => Vec::new(),
            more => memory(builder, &name, element, Some(more)),
        };
        for cell in &mut spare {
            cell.offset += count * u64::from(element.size);
            cell.index += count;
        }
        spare
    })
}

/// The condition that a term has a value of an enumeration.
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
