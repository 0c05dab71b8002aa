//! Exact float arithmetic on integers.
//!
//! Invariant: an [`Exact`] value is the float's value for every input within the facts: an
//! integer over a power of two, which the format represents exactly.

use term::{Format, Op, Rounding, Spec, TermId};

use crate::integers::Integer;
use crate::made::{Made, node};

/// The value integer × 2^−shift.
#[derive(Clone)]
pub(crate) struct Exact {
    pub format: Format,
    pub integer: Made,
    pub shift: i32,
    /// The least value of the integer.
    pub low: i128,
    /// The greatest value of the integer.
    pub high: i128,
    /// Whether it may be −0.
    pub negative_zero: bool,
}

/// The width of the integers for floats of a format.
pub(crate) const fn word(format: Format) -> u8 {
    if format.precision() <= 24 { 32 } else { 64 }
}

/// An integer converted to another width.
pub(crate) fn resized(x: &Made, op: Op, from: u8, to: u8) -> Made {
    match from == to {
        true => x.clone(),
        false if from > to => Made::Node(Spec::extract(0, to), vec![x.clone()]),
        false => node(op, to, &[x]),
    }
}

impl Exact {
    /// A converted integer that the format represents exactly.
    pub(crate) fn converted(spec: Spec, x: TermId, bounds: Integer) -> Option<Exact> {
        let format = spec.format();
        let (low, high) = match spec.op {
            Op::SiToF => bounds.s,
            _ => (0, i128::try_from(bounds.u.1).ok()?),
        };
        let extension = match spec.op {
            Op::SiToF => Op::SExt,
            _ => Op::ZExt,
        };
        let integer = resized(&Made::Term(x), extension, bounds.width, word(format));
        Exact {
            format,
            integer,
            shift: 0,
            low,
            high,
            negative_zero: false,
        }
        .held()
    }

    /// A float constant as an exact value; `None` unless it is finite, and for x87 and quad.
    pub(crate) fn constant(format: Format, bits: u128) -> Option<Exact> {
        let magnitude = bits & (format.sign_mask() - 1);
        if matches!(format, Format::X87 | Format::Quad) || magnitude >= format.infinity() {
            return None;
        }
        let digits = format.precision() - 1;
        let (field, fraction) = (
            (magnitude >> digits) as i32,
            magnitude & ((1 << digits) - 1),
        );
        let significand = fraction | u128::from(field > 0) << digits;
        let zeros = significand.trailing_zeros().min(127);
        let negative = bits & format.sign_mask() != 0;
        let value = (significand >> zeros) as i128;
        let value = if negative { -value } else { value };
        let exponent = field.max(1) - format.max_exponent() - i32::from(digits) + zeros as i32;
        let zero = significand == 0;
        Some(Exact {
            format,
            integer: Made::Const(word(format), value as u128),
            shift: if zero { 0 } else { -exponent },
            low: value,
            high: value,
            negative_zero: zero && negative,
        })
    }

    /// The value, if the format represents every value within the bounds exactly and the integer
    /// fits its width with room to spare.
    pub(crate) fn held(self) -> Option<Exact> {
        if self.format.precision() > Format::Double.precision() {
            return None;
        }
        let digits = i32::from(self.format.precision());
        let limit = 1i128 << digits;
        let most = self.format.max_exponent();
        let exponents = digits - most..=most + digits - 2;
        let held = -limit <= self.low && self.high <= limit && exponents.contains(&self.shift);
        held.then_some(self)
    }

    fn may_be_zero(&self) -> bool {
        self.low <= 0 && self.high >= 0
    }

    pub(crate) fn negated(self) -> Exact {
        let width = word(self.format);
        Exact {
            negative_zero: self.may_be_zero(),
            integer: node(Op::Sub, width, &[&Made::Const(width, 0), &self.integer]),
            low: -self.high,
            high: -self.low,
            ..self
        }
    }

    /// The value over 2^`shift`, which must not be less than its own shift.
    fn over(self, shift: i32) -> Option<Exact> {
        let by = u32::try_from(shift - self.shift).ok()?;
        let width = word(self.format);
        if by == 0 {
            return Some(self);
        }
        if by >= u32::from(width) - 2 {
            return None;
        }
        let (low, high) = (self.low << by, self.high << by);
        let limit = 1i128 << (width - 2);
        let factor = Made::Const(width, 1 << by);
        (-limit <= low && high <= limit).then(|| Exact {
            integer: node(Op::Mul, width, &[&self.integer, &factor]),
            shift,
            low,
            high,
            ..self
        })
    }

    pub(crate) fn aligned(self, y: Exact) -> Option<(Exact, Exact)> {
        let shift = self.shift.max(y.shift);
        Some((self.over(shift)?, y.over(shift)?))
    }

    pub(crate) fn plus(self, y: Exact) -> Option<Exact> {
        let (x, y) = self.aligned(y)?;
        Exact {
            integer: node(Op::Add, word(x.format), &[&x.integer, &y.integer]),
            low: x.low + y.low,
            high: x.high + y.high,
            negative_zero: x.negative_zero && y.negative_zero,
            ..x
        }
        .held()
    }

    pub(crate) fn times(self, y: Exact) -> Option<Exact> {
        let corners = [
            self.low * y.low,
            self.low * y.high,
            self.high * y.low,
            self.high * y.high,
        ];
        let zero = self.negative_zero
            || y.negative_zero
            || self.may_be_zero() && y.low < 0
            || y.may_be_zero() && self.low < 0;
        Exact {
            integer: node(Op::Mul, word(self.format), &[&self.integer, &y.integer]),
            shift: self.shift + y.shift,
            low: corners.into_iter().min()?,
            high: corners.into_iter().max()?,
            negative_zero: zero,
            ..self
        }
        .held()
    }

    pub(crate) fn select(self, y: Exact, condition: TermId) -> Option<Exact> {
        let (x, y) = self.aligned(y)?;
        let choice = Made::Term(condition);
        Some(Exact {
            integer: node(
                Op::Select,
                word(x.format),
                &[&choice, &x.integer, &y.integer],
            ),
            low: x.low.min(y.low),
            high: x.high.max(y.high),
            negative_zero: x.negative_zero || y.negative_zero,
            ..x
        })
    }

    pub(crate) fn magnitude(self) -> Exact {
        let width = word(self.format);
        let zero = Made::Const(width, 0);
        let negative = node(Op::Slt, 1, &[&self.integer, &zero]);
        let negated = self.clone().negated();
        Exact {
            integer: node(
                Op::Select,
                width,
                &[&negative, &negated.integer, &self.integer],
            ),
            low: 0,
            high: self.high.max(-self.low),
            negative_zero: false,
            ..self
        }
    }

    pub(crate) fn in_format(self, format: Format) -> Option<Exact> {
        let (from, to) = (word(self.format), word(format));
        Exact {
            integer: resized(&self.integer, Op::SExt, from, to),
            format,
            ..self
        }
        .held()
    }

    /// The value rounded to an integer (shift 0).
    pub(crate) fn rounded(self, rounding: Rounding) -> Option<Exact> {
        if self.shift <= 0 {
            return self.over(0);
        }
        let width = word(self.format);
        let by = u32::try_from(self.shift).ok()?;
        if by >= u32::from(width) - 2 {
            return None;
        }
        let number = |value: i128| Made::Const(width, value as u128);
        let binary = |op, x: &Made, y: &Made| node(op, width, &[x, y]);
        let (last, half) = ((1i128 << by) - 1, 1i128 << (by - 1));
        let (m, amount) = (&self.integer, number(i128::from(by)));
        let positive = self.low >= 0;
        // The amount added before the fraction is dropped, and its maximum.
        let (added, most) = match rounding {
            Rounding::TowardNegative => (number(0), 0),
            Rounding::TowardZero if positive => (number(0), 0),
            Rounding::TowardZero => {
                let sign = binary(Op::AShr, m, &number(i128::from(width) - 1));
                (binary(Op::And, &sign, &number(last)), last)
            }
            Rounding::TowardPositive => (number(last), last),
            Rounding::NearestAway if positive => (number(half), half),
            Rounding::NearestAway => return None,
            Rounding::NearestEven => {
                let whole = binary(Op::AShr, m, &amount);
                let odd = binary(Op::And, &whole, &number(1));
                (binary(Op::Add, &number(half - 1), &odd), half)
            }
        };
        let sum = binary(Op::Add, m, &added);
        let shift = if positive { Op::LShr } else { Op::AShr };
        Some(Exact {
            integer: binary(shift, &sum, &amount),
            shift: 0,
            low: self.low >> by,
            high: (self.high + most) >> by,
            ..self
        })
    }
}
