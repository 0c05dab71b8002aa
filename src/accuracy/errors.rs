//! Errors of computed values against their ideal values, operation by operation.
//!
//! Invariant: every function bounds the error of an operation on computed operands against the
//! same operation on their ideal values, before the result is rounded (Higham, *Accuracy and
//! Stability of Numerical Algorithms*, ch. 2 and 3; the mixed bounds are those of FPTaylor and
//! Gappa).

use super::interval::{Interval, over, plus, times};
use super::rounding::Mixed;

/// Two bounds of |computed − ideal|; both hold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Error {
    /// The absolute bound.
    pub(super) absolute: f64,
    /// The bound in terms of the ideal value.
    pub(super) mixed: Mixed,
}

/// A value with its error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    /// The computed value.
    pub(super) value: Interval,
    /// The ideal value.
    pub(super) ideal: Interval,
    pub(super) error: Error,
}

impl Error {
    /// An error from a mixed bound, with the absolute bound that follows for this ideal value.
    fn mixed(relative: f64, absolute: f64, ideal: Interval) -> Error {
        let mixed = Mixed { relative, absolute };
        Error {
            absolute: mixed.at(ideal.mag()),
            mixed,
        }
    }

    /// A bound that covers both errors.
    pub(super) fn either(self, other: Error) -> Error {
        Error {
            absolute: self.absolute.max(other.absolute),
            mixed: self.mixed.max(other.mixed),
        }
    }

    /// The error increased by an absolute amount.
    pub(super) fn and(self, more: f64) -> Error {
        Error {
            absolute: plus(self.absolute, more),
            mixed: Mixed {
                absolute: plus(self.mixed.absolute, more),
                ..self.mixed
            },
        }
    }
}

impl Operand {
    pub(super) fn negated(self) -> Operand {
        Operand {
            value: self.value.neg(),
            ideal: self.ideal.neg(),
            error: self.error,
        }
    }
}

/// Error of x + y, whose ideal value is in `sum`.
pub(super) fn add(x: &Operand, y: &Operand, sum: Interval) -> Error {
    let absolute = plus(x.error.absolute, y.error.absolute);
    let (rx, ry) = (x.error.mixed.relative, y.error.mixed.relative);
    let tiny = plus(x.error.mixed.absolute, y.error.mixed.absolute);
    // Relative errors of a sum grow only by cancellation.
    let one_sign = x.ideal.lo >= 0.0 && y.ideal.lo >= 0.0 || x.ideal.hi <= 0.0 && y.ideal.hi <= 0.0;
    let parts = plus(times(rx, x.ideal.mag()), times(ry, y.ideal.mag()));
    let grown = over(parts, sum.mig());
    let relative = match one_sign {
        true => rx.max(ry).min(grown),
        false => grown,
    };
    let mixed = match relative < 1.0 {
        true => Mixed {
            relative,
            absolute: tiny,
        },
        false => Mixed {
            relative: 0.0,
            absolute,
        },
    };
    Error { absolute, mixed }
}

/// Error of x × y.
pub(super) fn mul(x: &Operand, y: &Operand) -> Error {
    let (ex, ey) = (x.error.absolute, y.error.absolute);
    let (mx, my) = (x.error.mixed, y.error.mixed);
    let (size_x, size_y) = (x.ideal.mag(), y.ideal.mag());
    let absolute = plus(plus(times(size_x, ey), times(size_y, ex)), times(ex, ey));
    let relative = plus(
        plus(mx.relative, my.relative),
        times(mx.relative, my.relative),
    );
    let left = times(times(size_x, my.absolute), plus(1.0, mx.relative));
    let right = times(times(size_y, mx.absolute), plus(1.0, my.relative));
    let tiny = plus(plus(left, right), times(mx.absolute, my.absolute));
    let size = x.ideal.mul(y.ideal);
    let mut error = Error::mixed(relative, tiny, size);
    error.absolute = error.absolute.min(absolute);
    error
}

/// Error of x ÷ y, whose ideal value is in `quotient`; y and its ideal value are
/// not zero.
pub(super) fn div(x: &Operand, y: &Operand, quotient: Interval) -> Error {
    let (ex, ey) = (x.error.absolute, y.error.absolute);
    let absolute = over(plus(ex, times(quotient.mag(), ey)), y.value.mig());
    let Some(inverse) = inverted(y) else {
        let mixed = Mixed {
            relative: 0.0,
            absolute,
        };
        return Error { absolute, mixed };
    };
    let mx = x.error.mixed;
    let relative = plus(plus(mx.relative, inverse), times(mx.relative, inverse));
    let tiny = over(times(mx.absolute, plus(1.0, inverse)), y.ideal.mig());
    let mut error = Error::mixed(relative, tiny, quotient);
    error.absolute = error.absolute.min(absolute);
    error
}

/// A bound of the relative error of 1 ÷ y, which also bounds that of 1 ÷ √y; `None` when the
/// relative error of y may reach 1.
pub(super) fn inverted(y: &Operand) -> Option<f64> {
    let mixed = y.error.mixed;
    let relative = plus(mixed.relative, over(mixed.absolute, y.ideal.mig()));
    let left = (1.0 - relative).next_down();
    (left > 0.0).then(|| over(relative, left))
}

/// Error of √x against √max(X, 0); x is not negative.
pub(super) fn sqrt(x: &Operand) -> Error {
    let root = |square: f64| Interval::point(square).sqrt();
    let (e, mixed) = (x.error.absolute, x.error.mixed);
    let both = x.value.lo.max(0.0).min(x.ideal.lo.max(0.0));
    let mut absolute = root(e).hi;
    if both > 0.0 {
        absolute = absolute.min(over(e, times(2.0, root(both).lo).next_down()));
    }
    let mut tiny = root(mixed.absolute).hi;
    if x.value.lo > 0.0 {
        tiny = tiny.min(over(mixed.absolute, root(x.value.lo).lo));
    }
    if mixed.relative >= 1.0 {
        let mixed = Mixed {
            relative: 0.0,
            absolute,
        };
        return Error { absolute, mixed };
    }
    let rest = root((1.0 - mixed.relative).next_down().max(0.0)).lo;
    let relative = over(mixed.relative, (1.0 + rest).next_down());
    let mut error = Error::mixed(relative, tiny, x.ideal.sqrt());
    error.absolute = error.absolute.min(absolute);
    error
}

/// Error of the minimum or maximum of x and y.
pub(super) fn extremum(x: &Operand, y: &Operand) -> Error {
    let error = x.error.either(y.error);
    match error.mixed.relative < 1.0 {
        true => error,
        false => Error {
            absolute: error.absolute,
            mixed: Mixed {
                relative: 0.0,
                absolute: error.absolute,
            },
        },
    }
}
