//! How close the outputs of versions have to be to count as alike in trials.

use super::super::pair::Pair;
use super::results::Results;
use crate::contract::Scalar;
use crate::equiv::Assumptions;

/// The largest relative error that another order of sums or a contraction leaves in a float.
const RELATIVE: f64 = 1e-4;

/// The largest error as a part of the largest output: what cancels leaves more.
const OF_LARGEST: f64 = 1e-6;

/// How close outputs have to be: equal, any two NaNs included, but for what assumptions permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closeness {
    assumptions: Assumptions,
}

impl Closeness {
    /// What the assumptions of a check ask for: those under which floats are computed otherwise
    /// leave rounding errors, others exclude results.
    pub fn of(pair: &Pair<'_, '_>) -> Closeness {
        Closeness {
            assumptions: pair.settings.assumptions,
        }
    }

    /// The same where rounding errors are the difference.
    pub fn without_errors(self) -> Closeness {
        Closeness {
            assumptions: self.assumptions - Assumptions::ALGEBRAIC,
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
        let rounded = self.assumptions.intersects(Assumptions::ALGEBRAIC);
        let scale = rounded.then(largest);
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
        let excluded =
            |scalar, value: Option<u128>| value.is_some_and(|value| self.excludes(scalar, value));
        let mut both = expected.iter().zip(actual);
        expected.len() == actual.len()
            && both.all(|(l, r)| {
                l.2.is_none()
                    || same(l.1, l.2, r.2)
                    || excluded(l.1, l.2)
                    || self.are_zeros(l.1, [l.2, r.2])
                    || near(l.1, l.2, r.2)
            })
    }

    /// Whether the assumptions exclude a value, but for zeros of one sign, which are alike.
    fn excludes(self, scalar: Scalar, value: u128) -> bool {
        let has = |assumption| self.assumptions.contains(assumption);
        number(scalar, value).is_some_and(|number| {
            number.is_nan() && (has(Assumptions::ORDERED) || has(Assumptions::FINITE))
                || number.is_infinite() && has(Assumptions::FINITE)
        })
    }

    /// Whether the assumptions admit an input.
    pub fn admits(self, scalar: Scalar, value: u128) -> bool {
        let negative = || number(scalar, value).is_some_and(|n| n == 0.0 && n.is_sign_negative());
        let zero = self.assumptions.contains(Assumptions::POSITIVE_ZERO) && negative();
        !zero && !self.excludes(scalar, value)
    }

    fn are_zeros(self, scalar: Scalar, both: [Option<u128>; 2]) -> bool {
        let zero = |value: Option<u128>| {
            let number = value.and_then(|value| number(scalar, value));
            number == Some(0.0)
        };
        self.assumptions.contains(Assumptions::POSITIVE_ZERO) && both.into_iter().all(zero)
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
