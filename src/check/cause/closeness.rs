//! How close the outputs of versions have to be to count as alike in trials.

use super::super::pair::Pair;
use super::results::Results;
use crate::contract::Scalar;
use crate::equiv::Assumptions;

/// The largest relative error that another order of sums or a contraction leaves in a float.
const RELATIVE: f64 = 1e-4;

/// The largest error as a part of the largest output: what cancels leaves more.
const OF_LARGEST: f64 = 1e-6;

/// How close outputs have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closeness {
    /// Equal, any two NaNs included.
    Equal,
    /// Floats up to rounding errors.
    Rounded,
}

impl Closeness {
    /// What the assumptions of a check ask for: those under which floats are computed otherwise
    /// leave rounding errors.
    pub fn of(pair: &Pair<'_, '_>) -> Closeness {
        match pair.settings.assumptions.intersects(Assumptions::ALGEBRAIC) {
            true => Closeness::Rounded,
            false => Closeness::Equal,
        }
    }

    /// Whether all outputs are as the reference has them. What the reference leaves undefined may
    /// be anything.
    pub fn alike(self, expected: &Results, actual: &Results) -> bool {
        let largest = || {
            let all = expected.iter().filter_map(|(_, scalar, value)| {
                let number = number(*scalar, (*value)?)?;
                number.is_finite().then_some(number.abs())
            });
            all.fold(0.0, f64::max)
        };
        let scale = match self {
            Closeness::Equal => None,
            Closeness::Rounded => Some(largest()),
        };
        let near = |scalar, left: Option<u128>, right: Option<u128>| {
            let numbers = || Some([number(scalar, left?)?, number(scalar, right?)?]);
            match (scale, numbers()) {
                (Some(scale), Some([left, right])) => {
                    let most = left.abs().max(right.abs());
                    (left - right).abs() <= (RELATIVE * most).max(OF_LARGEST * scale)
                }
                _ => false,
            }
        };
        let mut both = expected.iter().zip(actual);
        expected.len() == actual.len()
            && both.all(|(l, r)| l.2.is_none() || same(l.1, l.2, r.2) || near(l.1, l.2, r.2))
    }
}

/// The number that the bits of a float denote.
fn number(scalar: Scalar, bits: u128) -> Option<f64> {
    match scalar {
        Scalar::Float { format } => Some(format.to_f64(bits)),
        Scalar::Int { .. } => None,
    }
}

/// Whether two values of one output are equal, any two NaNs included; an undefined value
/// equals none.
pub(super) fn same(scalar: Scalar, left: Option<u128>, right: Option<u128>) -> bool {
    let (Some(left), Some(right)) = (left, right) else {
        return false;
    };
    let nan = match scalar {
        Scalar::Float { format } => format.is_nan(left) && format.is_nan(right),
        Scalar::Int { .. } => false,
    };
    nan || left == right
}
