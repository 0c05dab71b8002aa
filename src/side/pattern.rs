//! Inputs that repeat a value, for errors that show only when many elements are counted or
//! added.

use fastrand::Rng;
use term::{Arena, Format, Rounding, SymbolId};

use super::inputs::{Input, Inputs};
use super::ordinary::ordinary;
use crate::contract::{Range, Scalar};
use crate::equiv::Witness;

/// A float whose sums are exact, and which lies beyond the thresholds that code compares
/// with.
const FLOAT: f64 = 3.0;

/// Distance of the lone element from the end of its buffer, in elements.
const FROM_END: u64 = 3;

/// The largest number of values that recur in turns.
pub const CYCLE: usize = 4;

/// The values that the scalars of an input take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Integers are all ones, the greatest unsigned value; floats are ordinary.
    Greatest,
    /// Integers are the greatest signed value; floats are ordinary.
    GreatestSigned,
    /// Integers are the least signed value; floats are ordinary.
    Least,
    /// All scalars are ordinary.
    Any,
    /// One parameter, or global variable, has the greatest value of its type, or the least;
    /// all others have the opposite.
    Apart {
        /// The index of that parameter or global variable.
        argument: usize,
        /// Whether it has the greatest value.
        greatest: bool,
    },
    /// The greatest and the least value alternate in every buffer.
    Turns {
        /// Whether the greatest comes first.
        greatest: bool,
    },
    /// One element near the end of a buffer has a value that all scalar parameters have
    /// too, and all other elements have another. It is the element that a search finds, or
    /// the one at which two buffers differ.
    Lone {
        /// The index of the buffer.
        argument: usize,
        /// The bits of the value, sign-extended to 128 bits; for floats it is fixed.
        value: u128,
    },
    /// Every integer, or every float of the format, is a value that the code compares with,
    /// or next to one.
    Compared {
        /// The bits of the value; of an integer, sign-extended to 128 bits.
        value: u128,
        /// The format of a float; `None` for integers.
        format: Option<Format>,
    },
    /// A few integers that the code compares with recur in turns in every buffer, like the
    /// characters of line ends and the bytes of a marker.
    Cycle {
        /// Their bits, sign-extended to 128 bits; scalar parameters have the first.
        values: [u128; CYCLE],
        /// The number of these that recur, from 1 on.
        length: usize,
    },
    /// Every element is its index: one more than the one before it.
    Ramp,
    /// Every argument has a value of its own, in all elements.
    Drawn {
        /// What the values are drawn from.
        seed: u32,
    },
}

/// Drawn floats lie between minus this value and this value.
const DRAWN: f64 = 100.0;

impl Pattern {
    /// Whether the pattern chooses the value of every scalar.
    pub const fn has_no_ordinary_values(self) -> bool {
        use Pattern::{Apart, Drawn, Ramp, Turns};
        matches!(self, Apart { .. } | Turns { .. } | Ramp | Drawn { .. })
    }

    /// The input of this pattern, if it is admitted. A scalar with a range or a list of
    /// values takes the nearest of them.
    pub fn input(self, arena: &Arena, inputs: &Inputs) -> Option<Witness> {
        self.applied(&ordinary(arena, inputs), arena, inputs)
    }

    /// The input of this pattern that keeps an ordinary input where the pattern says
    /// nothing; `None` if it is not admitted.
    pub fn applied(self, ordinary: &Witness, arena: &Arena, inputs: &Inputs) -> Option<Witness> {
        let mut witness = ordinary.clone();
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

    /// The value of a scalar in an argument; `element` is its index in a buffer and the
    /// number of elements there. `None` for an ordinary value.
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
            Pattern::Cycle { values, length } => {
                let (index, _) = element.unwrap_or_default();
                is_integer.then_some(values[(index % length as u64) as usize] & all)
            }
            Pattern::Ramp => {
                let (index, _) = element?;
                Some(match scalar {
                    Scalar::Int { .. } => u128::from(index) & all,
                    Scalar::Float { format } => {
                        format.from_f64(index as f64, Rounding::NearestEven)
                    }
                })
            }
            Pattern::Drawn { seed } => {
                let seed = (u64::from(seed) << 32) + argument as u64 + 1;
                let mut random = Rng::with_seed(seed);
                Some(match scalar {
                    Scalar::Int { .. } => all & u128::from(random.u64(..) >> 7),
                    Scalar::Float { format } => {
                        let value = (2.0 * random.f64() - 1.0) * DRAWN;
                        format.from_f64(value.round(), Rounding::NearestEven)
                    }
                })
            }
        }
    }
}

/// The value of an integer's bits; an unsigned value is clamped to `i128`.
fn number(bits: u8, signed: bool, value: u128) -> i128 {
    match signed {
        true => term::signed(value, bits),
        false => i128::try_from(value).unwrap_or(i128::MAX),
    }
}

/// The value of a range that is nearest to a value.
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

/// The value of a list that is nearest to a value; for floats, any one unless it is listed.
fn nearest(scalar: Scalar, listed: &[u128], value: u128) -> u128 {
    let distance = |other: &&u128| match scalar {
        Scalar::Int { bits, signed } => {
            number(bits, signed, **other).abs_diff(number(bits, signed, value))
        }
        Scalar::Float { .. } => u128::from(**other != value),
    };
    listed.iter().min_by_key(distance).copied().unwrap_or(value)
}

/// The greatest or least value of an integer type; for floats, an ordinary value.
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
