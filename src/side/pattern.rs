//! Inputs that repeat a value, for what goes wrong only where enough is counted or added.

use term::{Arena, Format, Rounding, SymbolId};

use super::inputs::{Input, Inputs};
use super::ordinary::drawn;
use crate::contract::{Range, Scalar};
use crate::equiv::Witness;

/// A float that adds up exactly and is above, or below, where thresholds are.
const FLOAT: f64 = 3.0;

/// Elements from one that stands alone to the end of its buffer.
const FROM_END: u64 = 3;

/// What the scalars of an input are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Integers are the greatest without a sign, all bits set; floats are ordinary.
    Greatest,
    /// Integers are the greatest with a sign; floats are ordinary.
    GreatestSigned,
    /// Integers are the least with a sign; floats are ordinary.
    Least,
    /// All are arbitrary.
    Any,
    /// One parameter, or global variable, is the greatest of its type, or the least, and
    /// all others are the opposite.
    Apart {
        /// Its index.
        argument: usize,
        /// Whether it is the greatest.
        greatest: bool,
    },
    /// The greatest and the least take turns in every buffer.
    Turns {
        /// Whether the greatest comes first.
        greatest: bool,
    },
    /// One element near the end of a buffer is a value, as all scalars are that are
    /// passed; all other elements are another one. It is what is searched for, or where two
    /// buffers part.
    Lone {
        /// The index of the buffer.
        argument: usize,
        /// The bits of the value, with its sign in 128, where it is an integer.
        value: u128,
    },
    /// Every integer, or float of the format, is a value that the code compares with, or
    /// is next to one.
    Compared {
        /// Its bits, with its sign in 128 if it is an integer.
        value: u128,
        /// Of a float.
        format: Option<Format>,
    },
}

impl Pattern {
    /// Such an input, if it is admitted. What has a range or a list of values is the nearest
    /// of them.
    pub fn input(self, arena: &Arena, inputs: &Inputs) -> Option<Witness> {
        let mut witness = drawn(arena, inputs);
        let mut set = |symbol: Option<SymbolId>, scalar: Scalar, value: Option<u128>| {
            if let (Some(symbol), Some(value)) = (symbol, value) {
                let value = match (inputs.ranges.get(&symbol), inputs.listed.get(&symbol)) {
                    (_, Some(listed)) => nearest(scalar, listed, value),
                    (Some(range), None) => within(scalar, *range, value),
                    (None, None) => value,
                };
                witness.values.insert(symbol, value);
            }
        };
        for (argument, input) in inputs.args.iter().enumerate() {
            match input {
                Input::Memory { cells, spare, .. } => {
                    let count = cells.last().map_or(0, |cell| cell.index + 1);
                    for cell in cells.iter().chain(spare.iter().flatten()) {
                        let element = Some((cell.index, count));
                        let value = self.value(cell.scalar, argument, element);
                        set(arena.symbol_id(cell.term), cell.scalar, value);
                    }
                }
                Input::Value { scalar, term } => {
                    let value = self.value(*scalar, argument, None);
                    set(arena.symbol_id(*term), *scalar, value);
                }
                Input::SameAs(_) | Input::Fixed { .. } => {}
            }
        }
        inputs.arrange(&mut witness);
        inputs.admits(arena, &witness).then_some(witness)
    }

    /// The value of a scalar in an argument, as an element of a buffer of so many; `None`
    /// for an arbitrary one.
    fn value(self, scalar: Scalar, argument: usize, element: Option<(u64, u64)>) -> Option<u128> {
        let all = u128::MAX >> (128 - u32::from(scalar.bits()));
        let is_integer = matches!(scalar, Scalar::Int { .. });
        match self {
            Pattern::Any => None,
            Pattern::Greatest => is_integer.then_some(all),
            Pattern::GreatestSigned => is_integer.then_some(all >> 1),
            Pattern::Least => is_integer.then_some(all - (all >> 1)),
            Pattern::Apart {
                argument: apart,
                greatest,
            } => Some(extreme(scalar, (argument == apart) == greatest)),
            Pattern::Turns { greatest } => {
                let index = element.map_or(0, |(index, _)| index);
                Some(extreme(scalar, index.is_multiple_of(2) == greatest))
            }
            Pattern::Lone {
                argument: own,
                value,
            } => {
                let is_far = |(index, count)| argument == own && index + FROM_END == count;
                let is_value = element.is_none_or(is_far);
                let other = u128::from(value == 0);
                Some(match scalar {
                    Scalar::Int { .. } => all & if is_value { value } else { other },
                    Scalar::Float { format } => {
                        let value = if is_value { FLOAT } else { 0.0 };
                        format.from_f64(value, Rounding::NearestEven)
                    }
                })
            }
            Pattern::Compared { value, format } => match scalar {
                Scalar::Int { .. } => format.is_none().then_some(value & all),
                Scalar::Float { format: own } => (format == Some(own)).then_some(value),
            },
        }
    }
}

/// The bits of an integer as a number.
fn number(bits: u8, signed: bool, value: u128) -> i128 {
    match signed {
        true => term::signed(value, bits),
        false => i128::try_from(value).unwrap_or(i128::MAX),
    }
}

/// The nearest value of a range.
fn within(scalar: Scalar, range: Range, value: u128) -> u128 {
    match scalar {
        Scalar::Int { bits, signed } => {
            let all = u128::MAX >> (128 - u32::from(bits));
            let (low, high) = (range.low.ceil() as i128, range.high.floor() as i128);
            (number(bits, signed, value).min(high).max(low)) as u128 & all
        }
        Scalar::Float { format } => {
            let nearest = format.to_f64(value).max(range.low).min(range.high);
            format.from_f64(nearest, Rounding::NearestEven)
        }
    }
}

/// The nearest value of a list.
fn nearest(scalar: Scalar, listed: &[u128], value: u128) -> u128 {
    let distance = |other: &&u128| match scalar {
        Scalar::Int { bits, signed } => {
            number(bits, signed, **other).abs_diff(number(bits, signed, value))
        }
        Scalar::Float { .. } => u128::from(**other != value),
    };
    listed.iter().min_by_key(distance).copied().unwrap_or(value)
}

/// The greatest or least value of a type; of a float type, one that is ordinary.
fn extreme(scalar: Scalar, greatest: bool) -> u128 {
    match scalar {
        Scalar::Int { bits, signed } => {
            let all = u128::MAX >> (128 - u32::from(bits));
            match (greatest, signed) {
                (true, false) => all,
                (true, true) => all >> 1,
                (false, false) => 0,
                (false, true) => all - (all >> 1),
            }
        }
        Scalar::Float { format } => {
            format.from_f64(if greatest { FLOAT } else { -FLOAT }, Rounding::NearestEven)
        }
    }
}
