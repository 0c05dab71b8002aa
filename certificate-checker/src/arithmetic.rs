//! Bounds of the results of float operations.
//!
//! Invariant: the result contains the value for all operands within the bounds.

use term::{Format, Op, Rounding, Spec, apply};

use crate::floats::{Float, rank};

impl Float {
    /// A result bounded by `corners`; if a corner is a NaN, it has no bounds.
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

    /// The bounds of an arithmetic operation on operands of its format.
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

    /// `self` converted to another format.
    pub(crate) fn convert(self, spec: Spec) -> Float {
        let to = spec.format();
        let Some((low, high)) = self.span else {
            return Float { format: to, ..self };
        };
        let convert = |bits| apply(spec, &[self.format.width()], &[bits]);
        let zeros = [self.negative(), self.positive()];
        Float::from_corners(to, &[convert(low), convert(high)], self.nan, zeros)
    }
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
