//! Float operations: single and double by native arithmetic when rounding to nearest even,
//! everything else by [`crate::soft`].
//!
//! Invariant: bitwise equal to `soft` (tests/eval.rs compares them).

use crate::bits::{mask, signed};
use crate::format::{Format, Rounding};
use crate::op::{Op, Outcomes, Spec};
use crate::soft;

/// The bits of `x`, with the canonical NaN for a NaN.
pub(crate) fn bits32(x: f32) -> u128 {
    if x.is_nan() {
        Format::Single.canonical_nan()
    } else {
        u128::from(x.to_bits())
    }
}

/// The bits of `x`, with the canonical NaN for a NaN.
pub(crate) fn bits64(x: f64) -> u128 {
    if x.is_nan() {
        Format::Double.canonical_nan()
    } else {
        u128::from(x.to_bits())
    }
}

fn f32(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

fn f64(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

/// The value of an operation for which [`Op::is_float`] holds.
pub(crate) fn apply(spec: Spec, widths: &[u8], args: &[u128]) -> u128 {
    match spec.op {
        Op::FCmp => {
            let outcome = compare(spec.format(), args[0], args[1]);
            u128::from(spec.outcomes().contains(outcome))
        }
        Op::FToSi | Op::FToUi => to_int(spec, args[0]),
        _ => {
            native(spec, widths, args).unwrap_or_else(|| soft::compute(spec, widths[0], args).bits)
        }
    }
}

fn native(spec: Spec, widths: &[u8], args: &[u128]) -> Option<u128> {
    let x = args[0];
    let y = || args[1];
    if spec.op == Op::FRound {
        return match spec.format() {
            Format::Single => Some(bits32(integral32(spec.rounding(), f32(x)))),
            Format::Double => Some(bits64(integral64(spec.rounding(), f64(x)))),
            _ => None,
        };
    }
    if spec.rounding() != Rounding::NearestEven {
        return None;
    }
    Some(match (spec.format(), spec.op) {
        (Format::Single, Op::FAdd) => bits32(f32(x) + f32(y())),
        (Format::Single, Op::FSub) => bits32(f32(x) - f32(y())),
        (Format::Single, Op::FMul) => bits32(f32(x) * f32(y())),
        (Format::Single, Op::FDiv) => bits32(f32(x) / f32(y())),
        (Format::Single, Op::FRem) => bits32(f32(x) % f32(y())),
        (Format::Single, Op::FSqrt) => bits32(f32(x).sqrt()),
        (Format::Single, Op::Fma) => bits32(f32(x).mul_add(f32(y()), f32(args[2]))),
        (Format::Single, Op::FConvert) if spec.source_format() == Format::Double => {
            bits32(f64(x) as f32)
        }
        (Format::Single, Op::SiToF) if widths[0] <= 64 => {
            bits32(signed(x, widths[0]) as i64 as f32)
        }
        (Format::Single, Op::UiToF) if widths[0] <= 64 => bits32(x as u64 as f32),
        (Format::Double, Op::FAdd) => bits64(f64(x) + f64(y())),
        (Format::Double, Op::FSub) => bits64(f64(x) - f64(y())),
        (Format::Double, Op::FMul) => bits64(f64(x) * f64(y())),
        (Format::Double, Op::FDiv) => bits64(f64(x) / f64(y())),
        (Format::Double, Op::FRem) => bits64(f64(x) % f64(y())),
        (Format::Double, Op::FSqrt) => bits64(f64(x).sqrt()),
        (Format::Double, Op::Fma) => bits64(f64(x).mul_add(f64(y()), f64(args[2]))),
        (Format::Double, Op::FConvert) if spec.source_format() == Format::Single => {
            bits64(f64::from(f32(x)))
        }
        (Format::Double, Op::SiToF) if widths[0] <= 64 => {
            bits64(signed(x, widths[0]) as i64 as f64)
        }
        (Format::Double, Op::UiToF) if widths[0] <= 64 => bits64(x as u64 as f64),
        _ => return None,
    })
}

/// `x` rounded to an integral value.
pub(crate) fn integral32(rounding: Rounding, x: f32) -> f32 {
    match rounding {
        Rounding::NearestEven => x.round_ties_even(),
        Rounding::TowardZero => x.trunc(),
        Rounding::TowardPositive => x.ceil(),
        Rounding::TowardNegative => x.floor(),
        Rounding::NearestAway => x.round(),
    }
}

/// `x` rounded to an integral value.
pub(crate) fn integral64(rounding: Rounding, x: f64) -> f64 {
    match rounding {
        Rounding::NearestEven => x.round_ties_even(),
        Rounding::TowardZero => x.trunc(),
        Rounding::TowardPositive => x.ceil(),
        Rounding::TowardNegative => x.floor(),
        Rounding::NearestAway => x.round(),
    }
}

fn to_int(spec: Spec, x: u128) -> u128 {
    let wide = match spec.format() {
        Format::Single => f64::from(f32(x)),
        Format::Double => f64(x),
        _ => return soft::to_int(spec, x),
    };
    if spec.width > 64 {
        return soft::to_int(spec, x);
    }
    let whole = integral64(spec.rounding(), wide);
    if spec.op == Op::FToUi {
        // −0.0 counts as zero; a NaN fails the comparison.
        if whole >= 0.0 && whole < power_of_two(spec.width) {
            u128::from(whole as u64)
        } else {
            mask(spec.width)
        }
    } else {
        let limit = power_of_two(spec.width - 1);
        if whole >= -limit && whole < limit {
            whole as i64 as u128
        } else {
            1 << (spec.width - 1)
        }
    }
}

/// 2^`exponent`, `exponent` at most 64.
pub(crate) fn power_of_two(exponent: u8) -> f64 {
    (1u128 << exponent) as f64
}

/// The outcome of comparing `x` and `y`.
pub(crate) fn compare(format: Format, x: u128, y: u128) -> Outcomes {
    use std::cmp::Ordering;
    let order = match format {
        Format::Single => f32(x).partial_cmp(&f32(y)),
        Format::Double => f64(x).partial_cmp(&f64(y)),
        _ => return soft::compare(format, x, y),
    };
    match order {
        Some(Ordering::Less) => Outcomes::LT,
        Some(Ordering::Equal) => Outcomes::EQ,
        Some(Ordering::Greater) => Outcomes::GT,
        None => Outcomes::UNO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECIAL32: [u32; 20] = [
        0,
        1,
        2,
        0x7f_ffff,
        0x80_0000,
        0x80_0001,
        0x3f80_0000,
        0x3f80_0001,
        0x3f7f_ffff,
        0x3f00_0000,
        0x4b00_0000,
        0x4b80_0001,
        0x4f00_0000,
        0x5f00_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7f80_0001,
        0x7fc0_0000,
        0x7fff_ffff,
        0x3fc0_0000,
    ];

    fn value(random: &mut fastrand::Rng, format: Format) -> u128 {
        let bits = match random.u8(..6) {
            0 | 1 => random.u64(..),
            2 => {
                let x = f32::from_bits(*random.choice(&SPECIAL32).expect("not empty"));
                let x = if random.bool() { -x } else { x };
                return match format {
                    Format::Single => u128::from(x.to_bits()),
                    _ => u128::from(f64::from(x).to_bits().wrapping_add(random.u64(..3))),
                };
            }
            // Comparable magnitudes, where sums cancel and round.
            3 => {
                let x = random.i32(-1000..1000) as f64 / 8.0;
                return match format {
                    Format::Single => u128::from((x as f32).to_bits()),
                    _ => u128::from(x.to_bits()),
                };
            }
            _ => {
                let x = (random.f64() - 0.5) * 4.0 * power_of_two(random.u8(..66));
                return match format {
                    Format::Single => u128::from((x as f32).to_bits()),
                    _ => u128::from(x.to_bits()),
                };
            }
        };
        u128::from(bits) & mask(format.width())
    }

    const FORMATS: [Format; 2] = [Format::Single, Format::Double];

    #[test]
    fn native_arithmetic_equals_software_arithmetic() {
        let mut random = fastrand::Rng::with_seed(1);
        for format in FORMATS {
            for op in [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FSqrt, Op::Fma] {
                let spec = Spec::float(op, format, Rounding::NearestEven);
                for _ in 0..20_000 {
                    let args = [(); 3].map(|()| value(&mut random, format));
                    let native = native(spec, &[format.width(); 3], &args);
                    let soft = soft::compute(spec, 0, &args).bits;
                    assert_eq!(native, Some(soft), "{} {args:#x?}", op.name());
                }
            }
        }
    }

    #[test]
    fn native_remainder_equals_software_remainder() {
        let mut random = fastrand::Rng::with_seed(2);
        for format in FORMATS {
            let spec = Spec::float(Op::FRem, format, Rounding::NearestEven);
            for _ in 0..3_000 {
                let args = [(); 2].map(|()| value(&mut random, format));
                let native = native(spec, &[format.width(); 2], &args);
                let soft = soft::compute(spec, 0, &args).bits;
                assert_eq!(native, Some(soft), "fmod {args:#x?}");
            }
        }
    }

    #[test]
    fn native_conversions_equal_software_conversions() {
        let mut random = fastrand::Rng::with_seed(3);
        for (from, to) in [
            (Format::Single, Format::Double),
            (Format::Double, Format::Single),
        ] {
            let spec = Spec::fconvert(from, to, Rounding::NearestEven);
            for _ in 0..20_000 {
                let x = value(&mut random, from);
                assert_eq!(
                    native(spec, &[from.width()], &[x]),
                    Some(soft::compute(spec, 0, &[x]).bits),
                    "{x:#x}"
                );
            }
        }
    }

    #[test]
    fn rounding_to_integral_equals_software() {
        let mut random = fastrand::Rng::with_seed(4);
        for format in FORMATS {
            for rounding in Rounding::ALL {
                let spec = Spec::float(Op::FRound, format, rounding);
                for _ in 0..5_000 {
                    let x = value(&mut random, format);
                    assert_eq!(
                        native(spec, &[format.width()], &[x]),
                        Some(soft::compute(spec, 0, &[x]).bits),
                        "{x:#x} {}",
                        rounding.name()
                    );
                }
            }
        }
    }

    #[test]
    fn conversion_to_integer_equals_software() {
        let mut random = fastrand::Rng::with_seed(5);
        for format in FORMATS {
            for op in [Op::FToSi, Op::FToUi] {
                for rounding in Rounding::ALL {
                    for width in [1, 8, 16, 31, 32, 63, 64] {
                        let spec = Spec::to_int(op, format, rounding, width);
                        for _ in 0..1_000 {
                            let x = value(&mut random, format);
                            let all = mask(width);
                            assert_eq!(
                                to_int(spec, x) & all,
                                soft::to_int(spec, x) & all,
                                "{x:#x} {spec:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn conversion_from_integer_equals_software() {
        let mut random = fastrand::Rng::with_seed(6);
        for format in FORMATS {
            for op in [Op::SiToF, Op::UiToF] {
                for width in [1, 8, 31, 32, 63, 64] {
                    let spec = Spec::from_int(op, format, Rounding::NearestEven);
                    for _ in 0..2_000 {
                        let x = u128::from(random.u64(..)) >> random.u8(..64) & mask(width);
                        assert_eq!(
                            native(spec, &[width], &[x]),
                            Some(soft::compute(spec, width, &[x]).bits),
                            "{x:#x}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn native_comparison_equals_software() {
        let mut random = fastrand::Rng::with_seed(7);
        for format in FORMATS {
            for _ in 0..20_000 {
                let [x, y] = [(); 2].map(|()| value(&mut random, format));
                assert_eq!(
                    compare(format, x, y),
                    soft::compare(format, x, y),
                    "{x:#x} {y:#x}"
                );
            }
        }
    }
}
