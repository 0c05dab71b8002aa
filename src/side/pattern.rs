//! Inputs that repeat a value, for what goes wrong only where enough is counted or added.

use term::{Arena, Format, Rounding, SymbolId};

use super::inputs::{Input, Inputs};
use super::ordinary::arbitrary;
use crate::contract::Scalar;
use crate::equiv::Witness;

/// A float that adds up exactly and is above, or below, where thresholds are.
const FLOAT: f64 = 3.0;

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
    /// Such an input. What has a range or a list of values is arbitrary.
    pub fn input(self, arena: &Arena, inputs: &Inputs) -> Witness {
        let mut witness = arbitrary(arena, inputs);
        let mut set = |symbol: Option<SymbolId>, value: Option<u128>| {
            let free =
                |s: &SymbolId| !inputs.ranges.contains_key(s) && !inputs.listed.contains_key(s);
            if let (Some(symbol), Some(value)) = (symbol.filter(free), value) {
                witness.values.insert(symbol, value);
            }
        };
        for (argument, input) in inputs.args.iter().enumerate() {
            match input {
                Input::Memory { cells, spare, .. } => {
                    for cell in cells.iter().chain(spare.iter().flatten()) {
                        let value = self.value(cell.scalar, argument, cell.index);
                        set(arena.symbol_id(cell.term), value);
                    }
                }
                Input::Value { scalar, term } => {
                    set(arena.symbol_id(*term), self.value(*scalar, argument, 0));
                }
                Input::SameAs(_) | Input::Fixed { .. } => {}
            }
        }
        witness
    }

    /// The value of a scalar in an argument, as an element of a buffer; `None` for an
    /// arbitrary one.
    fn value(self, scalar: Scalar, argument: usize, element: u64) -> Option<u128> {
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
                Some(extreme(scalar, element.is_multiple_of(2) == greatest))
            }
            Pattern::Compared { value, format } => match scalar {
                Scalar::Int { .. } => format.is_none().then_some(value & all),
                Scalar::Float { format: own } => (format == Some(own)).then_some(value),
            },
        }
    }
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
