//! Bounds and categories of floats, computed in the format's own arithmetic: rounding is
//! monotone, so the rounded bounds bound the rounded results.
//!
//! Invariant: the result of every operation contains the value for all operands within the given
//! bounds. x87 has encodings that are not numbers, so nothing is known about its values.

use rewrite_rules::Assumptions;
use rewrite_rules::category::FloatFacts;
use term::{Format, Outcomes, Rounding, Spec, apply};

use crate::integers::ones;

/// Facts about a float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Float {
    pub format: Format,
    /// Whether it may be a NaN.
    pub nan: bool,
    /// Whether it may be −0, and whether it may be +0.
    pub zeros: [bool; 2],
    /// The least and greatest numbers, in which the sign of a zero has no meaning; `None` when
    /// it is always a NaN.
    pub span: Option<(u128, u128)>,
}

/// The rank of a number in ascending order; both zeros have the same rank.
pub(crate) fn rank(format: Format, bits: u128) -> i128 {
    let magnitude = (bits & !format.sign_mask()) as i128;
    if bits & format.sign_mask() != 0 {
        -magnitude
    } else {
        magnitude
    }
}

impl Float {
    pub(crate) fn any(format: Format) -> Float {
        let infinity = format.infinity();
        Float {
            format,
            nan: true,
            zeros: [true; 2],
            span: Some((infinity | format.sign_mask(), infinity)),
        }
    }
    pub(crate) fn constant(format: Format, bits: u128) -> Float {
        if format == Format::X87 {
            return Float::any(format);
        }
        if format.is_nan(bits) {
            return Float {
                format,
                nan: true,
                zeros: [false; 2],
                span: None,
            };
        }
        let zeros = [bits == format.sign_mask(), bits == 0];
        Float {
            format,
            nan: false,
            zeros,
            span: Some((bits, bits)),
        }
    }
    /// Numbers within bounds, zeros of either sign included.
    pub(crate) fn between(format: Format, low: u128, high: u128) -> Float {
        Float {
            nan: false,
            span: Some((low, high)),
            ..Float::any(format)
        }
        .tidy()
    }

    pub(crate) fn rank(&self, bits: u128) -> i128 {
        rank(self.format, bits)
    }
    /// Removes zeros outside the span, and a span without values.
    pub(crate) fn tidy(mut self) -> Float {
        let Some((low, high)) = self.span else {
            self.zeros = [false; 2];
            return self;
        };
        let (low, high) = (self.rank(low), self.rank(high));
        if low > 0 || high < 0 {
            self.zeros = [false; 2];
        }
        if low > high {
            self.span = None;
            self.zeros = [false; 2];
        }
        self
    }
    pub(crate) fn numbers(&self) -> Option<(i128, i128)> {
        self.span
            .map(|(low, high)| (self.rank(low), self.rank(high)))
    }
    pub(crate) fn negative(&self) -> bool {
        self.zeros[0] || self.numbers().is_some_and(|(low, _)| low < 0)
    }
    pub(crate) fn positive(&self) -> bool {
        self.zeros[1] || self.numbers().is_some_and(|(_, high)| high > 0)
    }
    pub(crate) fn zero(&self) -> bool {
        self.zeros[0] || self.zeros[1]
    }
    pub(crate) fn infinite(&self, negative: bool) -> bool {
        let infinity = self.format.infinity() as i128;
        let reaches = |(low, high)| {
            if negative {
                low == -infinity
            } else {
                high == infinity
            }
        };
        self.numbers().is_some_and(reaches)
    }
    pub(crate) fn any_infinity(&self) -> bool {
        self.infinite(false) || self.infinite(true)
    }

    /// The facts in the form that the rule language's functions take.
    pub(crate) fn facts(&self) -> FloatFacts {
        let infinity = self.format.infinity() as i128;
        let mut categories = if self.nan { FloatFacts::NAN } else { 0 };
        let mut bound = (f64::INFINITY, f64::NEG_INFINITY);
        if let (Some((low, high)), Some(span)) = (self.numbers(), self.span) {
            let mut add = |holds: bool, category| categories |= if holds { category } else { 0 };
            add(low == -infinity, FloatFacts::NEG_INF);
            add(low < 0 && high > -infinity, FloatFacts::NEG);
            add(self.zeros[0], FloatFacts::NEG_ZERO);
            add(self.zeros[1], FloatFacts::POS_ZERO);
            add(high > 0 && low < infinity, FloatFacts::POS);
            add(high == infinity, FloatFacts::POS_INF);
            bound = (
                in_double(self.format, span.0, Rounding::TowardNegative),
                in_double(self.format, span.1, Rounding::TowardPositive),
            );
        }
        if self.format == Format::X87 {
            return FloatFacts::UNKNOWN;
        }
        FloatFacts {
            categories,
            lo: bound.0,
            hi: bound.1,
        }
    }

    pub(crate) fn or(self, other: Float) -> Float {
        let span = match (self.span, other.span) {
            (Some((a, b)), Some((c, d))) => Some((
                if self.rank(a) <= self.rank(c) { a } else { c },
                if self.rank(b) >= self.rank(d) { b } else { d },
            )),
            (a, b) => a.or(b),
        };
        let either = |i: usize| self.zeros[i] || other.zeros[i];
        let zeros = [either(0), either(1)];
        Float {
            format: self.format,
            nan: self.nan || other.nan,
            zeros,
            span,
        }
    }

    /// The facts, given that comparing the value with `other` had one of these outcomes.
    pub(crate) fn given(self, outcomes: Outcomes, other: &Float) -> Float {
        let mut known = self;
        if outcomes.contains(Outcomes::UNO) {
            if other.nan {
                return self;
            }
        } else {
            known.nan = false;
        }
        if let (Some((mut low, mut high)), Some(bound)) = (self.span, other.span) {
            if !outcomes.contains(Outcomes::GT) && self.rank(bound.1) < self.rank(high) {
                high = bound.1;
            }
            if !outcomes.contains(Outcomes::LT) && self.rank(bound.0) > self.rank(low) {
                low = bound.0;
            }
            known.span = Some((low, high));
        }
        known = known.tidy();
        // An unreachable case needs no facts.
        if known.span.is_none() && !known.nan {
            self
        } else {
            known
        }
    }

    pub(crate) fn negate(self) -> Float {
        let flip = |x: u128| x ^ self.format.sign_mask();
        Float {
            zeros: [self.zeros[1], self.zeros[0]],
            span: self.span.map(|(low, high)| (flip(high), flip(low))),
            ..self
        }
    }
    pub(crate) fn magnitude(self) -> Float {
        let drop = |x: u128| x & !self.format.sign_mask();
        let span = self
            .span
            .map(|(low, high)| match (self.rank(low), self.rank(high)) {
                (l, _) if l >= 0 => (drop(low), drop(high)),
                (_, h) if h <= 0 => (drop(high), drop(low)),
                _ => (0, drop(low).max(drop(high))),
            });
        Float {
            zeros: [false, self.zero()],
            span,
            ..self
        }
        .tidy()
    }

    /// The facts without the values that assumptions exclude.
    pub(crate) fn assuming(self, assumptions: Assumptions) -> Float {
        let finite = assumptions.contains(Assumptions::FINITE);
        let mut known = self;
        known.nan &= !assumptions.exclude_nans();
        if let Some((low, high)) = self.span.filter(|_| finite) {
            let (most, sign) = (self.format.infinity() - 1, self.format.sign_mask());
            let low = if low == self.format.infinity() | sign {
                most | sign
            } else {
                low
            };
            known.span = Some((
                low,
                if high == self.format.infinity() {
                    most
                } else {
                    high
                },
            ));
            known = known.tidy();
        }
        if known.span.is_none() && !known.nan {
            self
        } else {
            known
        }
    }
}

/// A float rounded to a double in the given direction.
fn in_double(format: Format, bits: u128, side: Rounding) -> f64 {
    let spec = Spec::fconvert(format, Format::Double, side);
    let bits = match format {
        Format::Double => bits,
        _ => apply(spec, &[format.width()], &[bits]),
    };
    f64::from_bits(bits as u64)
}

/// A double rounded to a format in the given direction, as bits.
pub(crate) fn from_double(format: Format, value: f64, side: Rounding) -> u128 {
    let bits = u128::from(value.to_bits());
    match format {
        Format::Double => bits,
        _ => apply(Spec::fconvert(Format::Double, format, side), &[64], &[bits]),
    }
}

/// The bit patterns, in ascending order, at which values enter or leave bounds.
pub(crate) fn ends(format: Format, low: f64, high: f64) -> Vec<u128> {
    let low = from_double(format, low, Rounding::TowardPositive);
    let high = from_double(format, high, Rounding::TowardNegative);
    let (sign, infinity) = (format.sign_mask(), format.infinity());
    let ends = [low, high, 0, sign, infinity, sign | infinity];
    let mask = ones(format.width());
    let next = ends.iter().map(|end| end.wrapping_add(1) & mask);
    ends.iter().copied().chain(next).collect()
}

/// Whether the bits are a number within bounds.
pub(crate) fn within(format: Format, bits: u128, low: f64, high: f64) -> bool {
    let low = from_double(format, low, Rounding::TowardPositive);
    let high = from_double(format, high, Rounding::TowardNegative);
    let at = rank(format, bits);
    !format.is_nan(bits) && rank(format, low) <= at && at <= rank(format, high)
}
