//! Software arithmetic for every float operation in every format and rounding.
//!
//! It is the reference for the native path in [`crate::float`], and the only source of the
//! *inexact* flag. NaN results are canonical.

use rustc_apfloat::ieee::{
    BFloat, Double, Float8E5M2, Half, IeeeFloat, Quad, Semantics, Single, X87DoubleExtended,
};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};
use std::cmp::Ordering;

use crate::bits::{mask, signed};
use crate::format::{Format, Rounding};
use crate::op::{Op, Outcomes, Spec};

/// The semantics of [`Format::E4M3`]; the library's format of that name lacks infinities.
struct E4M3;

impl Semantics for E4M3 {
    const BITS: usize = 8;
    const EXP_BITS: usize = 4;
}

/// The bits of a float result, and whether rounding changed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rounded {
    pub bits: u128,
    pub inexact: bool,
}

/// Evaluates `$body` with `$F` bound to the arithmetic type of a format.
macro_rules! with_format {
    ($format:expr, $F:ident => $body:expr) => {
        match $format {
            Format::Half => {
                type $F = Half;
                $body
            }
            Format::BFloat => {
                type $F = BFloat;
                $body
            }
            Format::Single => {
                type $F = Single;
                $body
            }
            Format::Double => {
                type $F = Double;
                $body
            }
            Format::X87 => {
                type $F = X87DoubleExtended;
                $body
            }
            Format::Quad => {
                type $F = Quad;
                $body
            }
            Format::E4M3 => {
                type $F = IeeeFloat<E4M3>;
                $body
            }
            Format::E5M2 => {
                type $F = Float8E5M2;
                $body
            }
        }
    };
}

fn round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::TowardZero => Round::TowardZero,
        Rounding::TowardPositive => Round::TowardPositive,
        Rounding::TowardNegative => Round::TowardNegative,
        Rounding::NearestAway => Round::NearestTiesToAway,
    }
}

fn rounded<F: Float>(format: Format, result: StatusAnd<F>) -> Rounded {
    if result.value.is_nan() {
        return Rounded {
            bits: format.canonical_nan(),
            inexact: false,
        };
    }
    Rounded {
        bits: result.value.to_bits(),
        inexact: result.status.intersects(Status::INEXACT),
    }
}

/// The value of a float-valued operation. `from_width` is the width of an integer operand
/// (`SiToF`, `UiToF`).
pub(crate) fn compute(spec: Spec, from_width: u8, args: &[u128]) -> Rounded {
    let format = spec.format();
    let r = round(spec.rounding());
    match spec.op {
        Op::FConvert => convert(spec.source_format(), format, r, args[0]),
        Op::SiToF => {
            let value = signed(args[0], from_width);
            with_format!(format, F => rounded(format, F::from_i128_r(value, r)))
        }
        Op::UiToF => with_format!(format, F => rounded(format, F::from_u128_r(args[0], r))),
        _ => with_format!(format, F => {
            let x = F::from_bits(args[0]);
            let y = || F::from_bits(args[1]);
            rounded(format, match spec.op {
                Op::FAdd => x.add_r(y(), r),
                Op::FSub => x.sub_r(y(), r),
                Op::FMul => x.mul_r(y(), r),
                Op::FDiv => x.div_r(y(), r),
                Op::FRem => x.c_fmod(y()),
                Op::FSqrt => sqrt(x, format.precision(), r),
                Op::Fma => x.mul_add_r(y(), F::from_bits(args[2]), r),
                Op::FRound => {
                    // Rounding to integral is the purpose of the operation, not an error.
                    let value = x.round_to_integral(r).value;
                    Status::OK.and(value)
                }
                op => unreachable!("{} does not yield a float", op.name()),
            })
        }),
    }
}

fn convert(from: Format, to: Format, r: Round, bits: u128) -> Rounded {
    with_format!(from, F => {
        let x = F::from_bits(bits);
        with_format!(to, T => {
            if x.is_nan() {
                return Rounded { bits: to.canonical_nan(), inexact: false };
            }
            let mut loses_info = false;
            rounded(to, FloatConvert::<T>::convert_r(x, r, &mut loses_info))
        })
    })
}

/// The correctly rounded square root, by restoring digit recurrence: two digits beyond the
/// precision, and a sticky bit for the rest.
fn sqrt<F: Float>(x: F, precision: u8, r: Round) -> StatusAnd<F> {
    if x.is_nan() || x.is_zero() || x.is_pos_infinity() {
        return Status::OK.and(x);
    }
    if x.is_negative() {
        return Status::INVALID_OP.and(F::NAN);
    }
    let digits = u32::from(precision);
    let mut exponent = x.ilogb() - (digits as i32 - 1);
    let mut exact = true;
    let mut radicand = x
        .scalbn(-exponent)
        .to_u128_r(128, Round::TowardZero, &mut exact)
        .value;
    if exponent & 1 != 0 {
        radicand <<= 1;
        exponent -= 1;
    }
    // x = radicand × 2^exponent with an even exponent. Bring down two bits at a
    // time, from an even position above the leading bit; then zeros.
    let mut position = (digits + 2) & !1;
    let (mut root, mut remainder) = (0u128, 0u128);
    while root >> (digits + 1) == 0 {
        let pair = if position >= 2 {
            position -= 2;
            radicand >> position & 3
        } else {
            exponent -= 2;
            0
        };
        remainder = remainder << 2 | pair;
        let trial = root << 2 | 1;
        root <<= 1;
        if remainder >= trial {
            remainder -= trial;
            root |= 1;
        }
    }
    let rounded = F::from_u128_r(root << 1 | u128::from(remainder != 0), r);
    rounded.map(|root| root.scalbn(exponent / 2 - 1))
}

/// `FToSi` and `FToUi`.
pub(crate) fn to_int(spec: Spec, bits: u128) -> u128 {
    let r = round(spec.rounding());
    let range = mask(spec.width);
    let mut exact = true;
    // Converted at full width, then checked: the library cannot convert to a
    // one-bit signed integer.
    with_format!(spec.format(), F => {
        let x = F::from_bits(bits);
        if spec.op == Op::FToUi {
            let result = x.to_u128_r(128, r, &mut exact);
            let valid = !x.is_nan() && !result.status.intersects(Status::INVALID_OP);
            if valid && result.value <= range { result.value } else { range }
        } else {
            let result = x.to_i128_r(128, r, &mut exact);
            let valid = !x.is_nan() && !result.status.intersects(Status::INVALID_OP);
            let value = result.value as u128 & range;
            if valid && signed(value, spec.width) == result.value {
                value
            } else {
                1 << (spec.width - 1)
            }
        }
    })
}

/// The outcome of comparing `x` and `y`.
pub(crate) fn compare(format: Format, x: u128, y: u128) -> Outcomes {
    with_format!(format, F => match F::from_bits(x).partial_cmp(&F::from_bits(y)) {
        Some(Ordering::Less) => Outcomes::LT,
        Some(Ordering::Equal) => Outcomes::EQ,
        Some(Ordering::Greater) => Outcomes::GT,
        None => Outcomes::UNO,
    })
}

/// The shortest decimal that reads back as the same finite float.
pub(crate) fn shortest(format: Format, bits: u128) -> String {
    // 36 digits distinguish all quads.
    with_format!(format, F => {
        let x = F::from_bits(bits);
        let text = (1..=36)
            .map(|digits| format!("{x:.digits$}"))
            .find(|text| text.parse::<F>().is_ok_and(|read| read.bitwise_eq(x)))
            .unwrap_or_else(|| x.to_string());
        let text = text.replace("E+", "e").replace('E', "e");
        if text.contains(['.', 'e']) { text } else { text + ".0" }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exhaustively against `f64`, whose root of a half is exact enough to be
    /// rounded a second time (53 ≥ 2 × 11 + 2).
    #[test]
    fn square_root_of_every_half() {
        for bits in 0..=0xffff_u128 {
            let spec = Spec::float(Op::FSqrt, Format::Half, Rounding::NearestEven);
            let widened = convert(Format::Half, Format::Double, Round::TowardZero, bits);
            let root = crate::float::bits64(f64::from_bits(widened.bits as u64).sqrt());
            let expected = convert(Format::Double, Format::Half, Round::NearestTiesToEven, root);
            assert_eq!(compute(spec, 0, &[bits]).bits, expected.bits, "√{bits:#x}");
        }
    }

    #[test]
    fn square_root_of_wide_formats_squares_back() {
        for format in [Format::X87, Format::Quad] {
            for n in [0u128, 1, 2, 3, 7, 0xffff_ffff, 0xf_ffff_ffff_ffff] {
                for square in [n * n, n * n + 1] {
                    let from = |value, to| {
                        compute(
                            Spec::from_int(Op::UiToF, to, Rounding::NearestEven),
                            128,
                            &[value],
                        )
                    };
                    let x = from(square, format);
                    let spec = |r| Spec::float(Op::FSqrt, format, r);
                    let down = compute(spec(Rounding::TowardNegative), 0, &[x.bits]);
                    let up = compute(spec(Rounding::TowardPositive), 0, &[x.bits]);
                    let perfect = square == n * n && !x.inexact || square == 1;
                    assert_eq!(down.inexact, !perfect, "√{square} in {format}");
                    assert_eq!(up.bits - down.bits, u128::from(!perfect));
                    if perfect {
                        assert_eq!(down, from(if square == 1 { 1 } else { n }, format));
                    }
                }
            }
        }
    }
}
