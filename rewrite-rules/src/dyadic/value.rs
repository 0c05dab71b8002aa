//! Dyadic values, integers over powers of two within bounds, and their arithmetic as terms.
//!
//! Invariant: an operation gives `None` where its result may be inexact or exceed the integer's
//! width.

use term::{Format, Rounding, TermId};

use crate::Builder;

/// The value integer × 2^−shift, with bounds of the integer.
#[derive(Clone, Copy)]
pub(super) struct Dyadic {
    /// A signed term of [`integer_width`] bits.
    pub integer: TermId,
    pub shift: i32,
    pub lo: i128,
    pub hi: i128,
    /// Whether the float may be −0.
    pub negative_zero: bool,
}

/// The width of the integers for floats of a format, with room for every exact value and for
/// adding and shifting it. Single precision gets the width of C's `int`.
pub(super) const fn integer_width(format: Format) -> u8 {
    if format.precision() <= 24 { 32 } else { 64 }
}

impl Dyadic {
    /// Whether the format represents every value exactly and the integer fits its width with
    /// room to spare. Formats wider than double are excluded: their significands fill the width.
    pub(super) fn is_exact(&self, format: Format) -> bool {
        let digits = i32::from(format.precision());
        if format.precision() > Format::Double.precision() {
            return false;
        }
        let limit = 1i128 << digits;
        let exponents = -(format.max_exponent() - digits)..=format.max_exponent() + digits - 2;
        self.lo >= -limit && self.hi <= limit && exponents.contains(&self.shift)
    }

    pub(super) fn may_be_zero(&self) -> bool {
        self.lo <= 0 && self.hi >= 0
    }

    pub(super) fn negated(self, b: &mut Builder) -> Dyadic {
        Dyadic {
            integer: b.neg(self.integer),
            lo: -self.hi,
            hi: -self.lo,
            negative_zero: self.may_be_zero(),
            ..self
        }
    }

    /// The value over 2^`shift`, which must not be less than its own shift.
    pub(super) fn over(self, b: &mut Builder, shift: i32) -> Option<Dyadic> {
        let by = u32::try_from(shift - self.shift).ok()?;
        let width = b.width(self.integer);
        if by == 0 {
            return Some(self);
        }
        if by >= u32::from(width) - 2 {
            return None;
        }
        let (lo, hi) = (self.lo << by, self.hi << by);
        let limit = 1i128 << (width - 2);
        if lo < -limit || hi > limit {
            return None;
        }
        let factor = b.constant(width, 1 << by);
        Some(Dyadic {
            integer: b.mul(self.integer, factor),
            shift,
            lo,
            hi,
            ..self
        })
    }

    /// Both values over the same power of two.
    pub(super) fn aligned(self, b: &mut Builder, y: Dyadic) -> Option<(Dyadic, Dyadic)> {
        let shift = self.shift.max(y.shift);
        Some((self.over(b, shift)?, y.over(b, shift)?))
    }

    pub(super) fn plus(self, b: &mut Builder, format: Format, y: Dyadic) -> Option<Dyadic> {
        let (x, y) = self.aligned(b, y)?;
        let sum = Dyadic {
            lo: x.lo + y.lo,
            hi: x.hi + y.hi,
            // When rounding to nearest, only −0 + −0 is −0.
            negative_zero: x.negative_zero && y.negative_zero,
            ..x
        };
        sum.is_exact(format).then(|| Dyadic {
            integer: b.add(x.integer, y.integer),
            ..sum
        })
    }

    pub(super) fn times(self, b: &mut Builder, format: Format, y: Dyadic) -> Option<Dyadic> {
        let corners = [
            self.lo * y.lo,
            self.lo * y.hi,
            self.hi * y.lo,
            self.hi * y.hi,
        ];
        let product = Dyadic {
            shift: self.shift + y.shift,
            lo: corners.into_iter().min()?,
            hi: corners.into_iter().max()?,
            // −0 results from zero times a negative number, or from a factor −0.
            negative_zero: self.negative_zero
                || y.negative_zero
                || self.may_be_zero() && y.lo < 0
                || y.may_be_zero() && self.lo < 0,
            ..self
        };
        product.is_exact(format).then(|| Dyadic {
            integer: b.mul(self.integer, y.integer),
            ..product
        })
    }

    pub(super) fn in_format(
        self,
        b: &mut Builder,
        source: Format,
        format: Format,
    ) -> Option<Dyadic> {
        if !self.is_exact(format) {
            return None;
        }
        let (from, to) = (integer_width(source), integer_width(format));
        let integer = match from.cmp(&to) {
            std::cmp::Ordering::Less => b.sext(self.integer, to),
            _ => b.trunc(self.integer, to),
        };
        Some(Dyadic { integer, ..self })
    }

    /// The value rounded to an integer (shift 0).
    pub(super) fn rounded(self, b: &mut Builder, rounding: Rounding) -> Option<Dyadic> {
        if self.shift <= 0 {
            return self.over(b, 0);
        }
        let width = b.width(self.integer);
        let by = u32::try_from(self.shift).ok()?;
        if by >= u32::from(width) - 2 {
            return None;
        }
        let last = (1i128 << by) - 1;
        let half = 1i128 << (by - 1);
        let m = self.integer;
        let amount = b.constant(width, u128::from(by));
        let number = |b: &mut Builder, value: i128| b.constant(width, value as u128);
        // The amount added before the fraction is dropped, and its maximum.
        let (added, most) = match rounding {
            Rounding::TowardNegative => (number(b, 0), 0),
            Rounding::TowardZero if self.lo >= 0 => (number(b, 0), 0),
            Rounding::TowardZero => {
                let sign = b.constant(width, u128::from(width) - 1);
                let sign = b.ashr(m, sign);
                let last_bits = number(b, last);
                (b.and(sign, last_bits), last)
            }
            Rounding::TowardPositive => (number(b, last), last),
            Rounding::NearestAway if self.lo >= 0 => (number(b, half), half),
            Rounding::NearestAway => return None,
            Rounding::NearestEven => {
                let whole = b.ashr(m, amount);
                let one = number(b, 1);
                let odd = b.and(whole, one);
                let below_half = number(b, half - 1);
                (b.add(below_half, odd), half)
            }
        };
        let sum = b.add(m, added);
        let integer = match self.lo >= 0 {
            true => b.lshr(sum, amount),
            false => b.ashr(sum, amount),
        };
        Some(Dyadic {
            integer,
            shift: 0,
            lo: self.lo >> by,
            hi: (self.hi + most) >> by,
            ..self
        })
    }
}

/// A finite constant as a dyadic value.
pub(super) fn constant(b: &mut Builder, format: Format, bits: u128) -> Option<Dyadic> {
    let (digits, mask) = (format.precision(), format.sign_mask());
    let magnitude = bits & (mask - 1);
    if format == Format::X87 || format == Format::Quad || magnitude >= format.infinity() {
        return None;
    }
    let field = (magnitude >> (digits - 1)) as i32;
    let fraction = magnitude & ((1 << (digits - 1)) - 1);
    let significand = match field {
        0 => fraction,
        _ => fraction | 1 << (digits - 1),
    };
    if significand == 0 {
        return Some(Dyadic {
            integer: b.constant(integer_width(format), 0),
            shift: 0,
            lo: 0,
            hi: 0,
            negative_zero: bits != 0,
        });
    }
    let zeros = significand.trailing_zeros();
    let value = (significand >> zeros) as i128;
    let value = if bits & mask != 0 { -value } else { value };
    let exponent = field.max(1) - format.max_exponent() - i32::from(digits - 1) + zeros as i32;
    Some(Dyadic {
        integer: b.constant(integer_width(format), value as u128),
        shift: -exponent,
        lo: value,
        hi: value,
        negative_zero: false,
    })
}
