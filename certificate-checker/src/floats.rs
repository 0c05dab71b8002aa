//! Bounds and categories of floats, in the format's own arithmetic: rounding
//! is monotone, so the rounded bounds bound the rounded results.
//!
//! Invariant: the result of every operation contains the value for all
//! operands within the given bounds. x87 has encodings that are no numbers:
//! nothing is known of its values.

use rewrite_rules::category::FloatFacts;
use term::{Format, Op, Outcomes, Rounding, Spec, apply};

/// What is known of a float.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Float {
    pub format: Format,
    /// Whether it may be a NaN.
    pub nan: bool,
    /// Whether it may be −0, and +0.
    pub zeros: [bool; 2],
    /// Least and greatest number, the sign of a zero without meaning; `None`
    /// when it is no number.
    pub span: Option<(u128, u128)>,
}

/// Numbers in order; zeros of either sign are one.
fn rank(format: Format, bits: u128) -> i128 {
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
    /// Numbers within bounds, zeros of either sign among them.
    pub(crate) fn between(format: Format, low: u128, high: u128) -> Float {
        Float {
            nan: false,
            span: Some((low, high)),
            ..Float::any(format)
        }
        .tidy()
    }

    fn rank(&self, bits: u128) -> i128 {
        rank(self.format, bits)
    }
    /// No zeros outside the span, no span without values.
    fn tidy(mut self) -> Float {
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
    fn numbers(&self) -> Option<(i128, i128)> {
        self.span
            .map(|(low, high)| (self.rank(low), self.rank(high)))
    }
    pub(crate) fn negative(&self) -> bool {
        self.zeros[0] || self.numbers().is_some_and(|(low, _)| low < 0)
    }
    fn positive(&self) -> bool {
        self.zeros[1] || self.numbers().is_some_and(|(_, high)| high > 0)
    }
    fn zero(&self) -> bool {
        self.zeros[0] || self.zeros[1]
    }
    fn infinite(&self, negative: bool) -> bool {
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
    fn any_infinity(&self) -> bool {
        self.infinite(false) || self.infinite(true)
    }

    /// What the rule language's functions are told.
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

    /// The value if comparing it with `other` had one of these outcomes.
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
        // A case that nothing reaches needs no facts.
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

    /// A result whose bounds are those of `corners`; corners that are NaNs
    /// have no bound.
    fn from_corners(format: Format, corners: &[u128], nan: bool, zeros: [bool; 2]) -> Float {
        let any = Float::any(format);
        let span = match corners.iter().any(|&c| format.is_nan(c)) {
            true => any.span,
            false => {
                let ranked = |&c: &u128| rank(format, c);
                let least = corners.iter().copied().min_by_key(|c| ranked(c));
                least.zip(corners.iter().copied().max_by_key(|c| ranked(c)))
            }
        };
        Float {
            format,
            nan,
            zeros,
            span,
        }
        .tidy()
    }

    /// The result of an arithmetic operation of `spec` on operands of its
    /// format.
    pub(crate) fn arithmetic(spec: Spec, x: &[Float]) -> Float {
        let format = spec.format();
        let w = format.width();
        let nan = x.iter().any(|x| x.nan);
        let spans: Option<Vec<(u128, u128)>> = x.iter().map(|x| x.span).collect();
        let Some(spans) = spans else {
            return Float {
                nan: true,
                zeros: [false; 2],
                span: None,
                format,
            };
        };
        let run = |args: &[u128]| apply(spec, &[w; 3][..args.len()], args);
        let ends = |i: usize| [spans[i].0, spans[i].1];
        match spec.op {
            Op::FAdd | Op::FSub => {
                let y = if spec.op == Op::FSub {
                    x[1].negate()
                } else {
                    x[1]
                };
                let (a, b) = (spans[0], y.span.unwrap_or(spans[1]));
                let sum = Spec {
                    op: Op::FAdd,
                    ..spec
                };
                let add = |a, b| apply(sum, &[w, w], &[a, b]);
                let clash = |n: bool| x[0].infinite(n) && y.infinite(!n);
                let nearest = spec.rounding() == Rounding::NearestEven;
                let negative_zero = !nearest || x[0].zeros[0] && y.zeros[0];
                let corners = [add(a.0, b.0), add(a.1, b.1)];
                let nan = nan || clash(false) || clash(true);
                Float::from_corners(format, &corners, nan, [negative_zero, true])
            }
            Op::FMul | Op::FDiv => {
                let multiplies = spec.op == Op::FMul;
                let invalid = if multiplies {
                    x[0].any_infinity() && x[1].zero() || x[0].zero() && x[1].any_infinity()
                } else {
                    x[0].any_infinity() && x[1].any_infinity() || x[0].zero() && x[1].zero()
                };
                let unlike =
                    x[0].negative() && x[1].positive() || x[0].positive() && x[1].negative();
                let like = x[0].negative() && x[1].negative() || x[0].positive() && x[1].positive();
                let apart = x[1]
                    .numbers()
                    .is_some_and(|(low, high)| low > 0 || high < 0);
                if !multiplies && (!apart || x[0].any_infinity() || x[1].any_infinity()) {
                    let all = Float {
                        nan: nan || invalid,
                        ..Float::any(format)
                    };
                    return Float {
                        zeros: [unlike, like],
                        ..all
                    };
                }
                let mut corners = Vec::new();
                for a in ends(0) {
                    for b in ends(1) {
                        let by_zero = rank(format, a) == 0 || rank(format, b) == 0;
                        corners.push(if multiplies && by_zero {
                            0
                        } else {
                            run(&[a, b])
                        });
                    }
                }
                Float::from_corners(format, &corners, nan || invalid, [unlike, like])
            }
            Op::FSqrt => {
                let low = x[0].numbers().is_some_and(|(low, _)| low < 0);
                let root = |bits: u128| {
                    if rank(format, bits) < 0 {
                        0
                    } else {
                        run(&[bits])
                    }
                };
                let corners = [root(spans[0].0), root(spans[0].1)];
                let zeros = [x[0].zeros[0], true];
                Float::from_corners(format, &corners, nan || low, zeros)
            }
            Op::FRound => {
                let corners = [run(&[spans[0].0]), run(&[spans[0].1])];
                let zeros = [x[0].negative(), x[0].positive()];
                Float::from_corners(format, &corners, nan, zeros)
            }
            Op::Fma => {
                let infinite = x.iter().filter(|x| x.any_infinity()).count();
                let invalid =
                    x[0].any_infinity() && x[1].zero() || x[0].zero() && x[1].any_infinity();
                let clash = infinite > 0 && x[2].any_infinity();
                let mut corners = Vec::new();
                for z in ends(2) {
                    for a in ends(0) {
                        for b in ends(1) {
                            corners.push(run(&[a, b, z]));
                        }
                    }
                }
                let nan = nan || invalid || clash;
                Float::from_corners(format, &corners, nan, [true, true])
            }
            Op::FRem => {
                let most = format.infinity() - 1;
                let sign = format.sign_mask();
                let low = if rank(format, spans[0].0) < 0 {
                    spans[0].0
                } else {
                    0
                };
                let high = if rank(format, spans[0].1) > 0 {
                    spans[0].1
                } else {
                    0
                };
                let low = if low == format.infinity() | sign {
                    most | sign
                } else {
                    low
                };
                let high = high.min(most);
                let invalid = x[0].any_infinity() || x[1].zero();
                let zeros = [x[0].negative(), x[0].positive()];
                Float {
                    format,
                    nan: nan || invalid,
                    zeros,
                    span: Some((low, high)),
                }
                .tidy()
            }
            _ => Float::any(format),
        }
    }

    /// `self` in another format.
    pub(crate) fn convert(self, spec: Spec) -> Float {
        let to = spec.format();
        let Some((low, high)) = self.span else {
            return Float { format: to, ..self };
        };
        let convert = |bits| apply(spec, &[self.format.width()], &[bits]);
        let zeros = [self.negative(), self.positive()];
        Float::from_corners(to, &[convert(low), convert(high)], self.nan, zeros)
    }

    /// Without what an assumption excludes.
    pub(crate) fn assuming(self, no_nan: bool, finite: bool) -> Float {
        let mut known = self;
        known.nan &= !no_nan && !finite;
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

/// A double on the given side of a float.
fn in_double(format: Format, bits: u128, side: Rounding) -> f64 {
    let spec = Spec::fconvert(format, Format::Double, side);
    let bits = match format {
        Format::Double => bits,
        _ => apply(spec, &[format.width()], &[bits]),
    };
    f64::from_bits(bits as u64)
}

/// The bits of the double nearest to `value` on the given side in a format.
pub(crate) fn from_double(format: Format, value: f64, side: Rounding) -> u128 {
    let bits = u128::from(value.to_bits());
    match format {
        Format::Double => bits,
        _ => apply(Spec::fconvert(Format::Double, format, side), &[64], &[bits]),
    }
}

/// Whether some bits are a number within bounds.
pub(crate) fn within(format: Format, bits: u128, low: f64, high: f64) -> bool {
    let low = from_double(format, low, Rounding::TowardPositive);
    let high = from_double(format, high, Rounding::TowardNegative);
    let at = rank(format, bits);
    !format.is_nan(bits) && rank(format, low) <= at && at <= rank(format, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(f: &Float, bits: u128) -> bool {
        if f.format.is_nan(bits) {
            return f.nan;
        }
        if bits == 0 || bits == f.format.sign_mask() {
            return f.zeros[usize::from(bits == 0)];
        }
        let r = rank(f.format, bits);
        f.numbers().is_some_and(|(low, high)| low <= r && r <= high)
    }

    /// Random spans of a small format and random members of them.
    #[test]
    fn bounds_hold_for_random_members() {
        let mut seed = 7u64;
        let mut next = move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            u128::from(seed >> 20)
        };
        let format = Format::BFloat;
        let specials = [
            0, 0x8000, 0x7f80, 0xff80, 0x3f80, 0xbf80, 1, 0x8001, 0x7f7f, 0xff7f,
        ];
        let roundings = [
            Rounding::NearestEven,
            Rounding::TowardNegative,
            Rounding::TowardPositive,
            Rounding::TowardZero,
        ];
        let operations = [
            Op::FAdd,
            Op::FSub,
            Op::FMul,
            Op::FDiv,
            Op::FSqrt,
            Op::Fma,
            Op::FRound,
            Op::FRem,
        ];
        let mut number = || loop {
            let bits = match next() % 3 {
                0 => specials[(next() % 10) as usize],
                _ => next() & 0xffff,
            };
            if !format.is_nan(bits) {
                return (bits, next());
            }
        };
        for _ in 0..60_000 {
            let mut floats = Vec::new();
            let mut values = Vec::new();
            for _ in 0..3 {
                let ((a, noise), (b, _), (c, _)) = (number(), number(), number());
                let (low, high) = if rank(format, a) <= rank(format, b) {
                    (a, b)
                } else {
                    (b, a)
                };
                let mut float = Float::between(format, low, high);
                float.zeros = [
                    float.zeros[0] && noise & 1 == 0,
                    float.zeros[1] && noise & 2 == 0,
                ];
                let member = if noise & 12 == 0 {
                    low
                } else if noise & 12 == 4 {
                    high
                } else {
                    c
                };
                floats.push(float);
                values.push(member);
            }
            if !floats.iter().zip(&values).all(|(f, &v)| holds(f, v)) {
                continue;
            }
            for op in operations {
                for rounding in roundings {
                    let spec = Spec::float(op, format, rounding);
                    let n = op.arity();
                    let result = apply(spec, &[16; 3][..n], &values[..n]);
                    let bounds = Float::arithmetic(spec, &floats[..n]);
                    assert!(
                        holds(&bounds, result),
                        "{} {:?} {values:x?} {result:x} {bounds:?}",
                        op.name(),
                        &floats[..n]
                    );
                }
            }
            assert!(holds(&floats[0].magnitude(), values[0] & 0x7fff));
            assert!(holds(&floats[0].negate(), values[0] ^ 0x8000));
            assert!(holds(&floats[0].or(floats[1]), values[0]));
        }
    }
}
