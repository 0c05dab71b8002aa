//! Execution of one operation on whole columns: a loop for each operator, simple enough for the
//! compiler to vectorise.

use super::{Column, LANES, mask};
use crate::eval::apply;
use crate::float::{integral32, integral64, power_of_two};
use crate::format::{Format, Rounding};
use crate::op::{Op, Outcomes, Spec};

/// Computes `out[lane] = spec(args[0][lane], …)`, with AVX2 and FMA if the machine has them.
pub(super) fn execute(spec: Spec, widths: &[u8; 3], args: [&Column; 3], out: &mut Column) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,fma")]
        fn with_avx2(spec: Spec, widths: &[u8; 3], args: [&Column; 3], out: &mut Column) {
            generic(spec, widths, args, out);
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the features were detected.
            return unsafe { with_avx2(spec, widths, args, out) };
        }
    }
    generic(spec, widths, args, out);
}

#[inline(always)]
fn generic(spec: Spec, widths: &[u8; 3], args: [&Column; 3], out: &mut Column) {
    let [x, y, z] = args;
    if spec.op.is_float() {
        return float(spec, widths, args, out);
    }
    let m = mask(spec.width);
    let w = u64::from(widths[0]);
    // Left-aligned values compare and shift as signed values.
    let align = 64 - u32::from(widths[0].clamp(1, 64));
    let signed = |x: u64| ((x << align) as i64) >> align;
    match spec.op {
        Op::Add => map2(out, x, y, |x, y| x.wrapping_add(y) & m),
        Op::Sub => map2(out, x, y, |x, y| x.wrapping_sub(y) & m),
        Op::Mul => map2(out, x, y, |x, y| x.wrapping_mul(y) & m),
        Op::And => map2(out, x, y, |x, y| x & y),
        Op::Or => map2(out, x, y, |x, y| x | y),
        Op::Xor => map2(out, x, y, |x, y| x ^ y),
        Op::Shl => map2(out, x, y, |x, y| if y < w { x << (y & 63) & m } else { 0 }),
        Op::LShr => map2(out, x, y, |x, y| if y < w { x >> (y & 63) } else { 0 }),
        Op::AShr => map2(out, x, y, |x, y| (signed(x) >> y.min(63)) as u64 & m),
        Op::Eq => map2(out, x, y, |x, y| u64::from(x == y)),
        Op::Ult => map2(out, x, y, |x, y| u64::from(x < y)),
        Op::Slt => map2(out, x, y, |x, y| {
            u64::from(((x << align) as i64) < ((y << align) as i64))
        }),
        Op::Select => {
            for i in 0..LANES {
                out[i] = if x[i] != 0 { y[i] } else { z[i] };
            }
        }
        Op::Concat => {
            let shift = u32::from(widths[1]);
            map2(out, x, y, |x, y| x << shift | y);
        }
        Op::Extract => {
            let shift = u32::from(spec.offset());
            map1(out, x, |x| x >> shift & m);
        }
        Op::ZExt => *out = *x,
        Op::SExt => map1(out, x, |x| signed(x) as u64 & m),
        Op::UDiv => map2(out, x, y, |x, y| x.checked_div(y).unwrap_or(m)),
        Op::URem => map2(out, x, y, |x, y| x.checked_rem(y).unwrap_or(x)),
        _ => lanes(spec, widths, args, out),
    }
}

/// Executes an operation without a loop of its own, lane by lane.
#[inline(never)]
fn lanes(spec: Spec, widths: &[u8; 3], args: [&Column; 3], out: &mut Column) {
    for i in 0..LANES {
        out[i] = apply(spec, widths, &args.map(|column| u128::from(column[i]))) as u64;
    }
}

#[inline(always)]
fn map1(out: &mut Column, x: &Column, f: impl Fn(u64) -> u64) {
    for i in 0..LANES {
        out[i] = f(x[i]);
    }
}

#[inline(always)]
fn map2(out: &mut Column, x: &Column, y: &Column, f: impl Fn(u64, u64) -> u64) {
    for i in 0..LANES {
        out[i] = f(x[i], y[i]);
    }
}

#[inline(always)]
fn map3(out: &mut Column, [x, y, z]: [&Column; 3], f: impl Fn(u64, u64, u64) -> u64) {
    for i in 0..LANES {
        out[i] = f(x[i], y[i], z[i]);
    }
}

#[inline(always)]
fn single(x: u64) -> f32 {
    f32::from_bits(x as u32)
}

#[inline(always)]
fn double(x: u64) -> f64 {
    f64::from_bits(x)
}

#[inline(always)]
fn from_single(x: f32) -> u64 {
    if x.is_nan() {
        Format::Single.canonical_nan() as u64
    } else {
        u64::from(x.to_bits())
    }
}

#[inline(always)]
fn from_double(x: f64) -> u64 {
    if x.is_nan() {
        Format::Double.canonical_nan() as u64
    } else {
        x.to_bits()
    }
}

#[inline(always)]
fn float(spec: Spec, widths: &[u8; 3], args: [&Column; 3], out: &mut Column) {
    let [x, y, _] = args;
    let (s, d) = (single, double);
    let align = 64 - u32::from(widths[0].clamp(1, 64));
    let signed = |x: u64| ((x << align) as i64) >> align;
    let format = spec.format();
    match (spec.op, format) {
        (Op::FCmp, Format::Single) => compare(spec, out, x, y, s),
        (Op::FCmp, Format::Double) => compare(spec, out, x, y, d),
        (Op::FRound, Format::Single) => round_single(spec.rounding(), out, x),
        (Op::FRound, Format::Double) => round_double(spec.rounding(), out, x),
        (Op::FToSi | Op::FToUi, Format::Single | Format::Double)
            if spec.rounding() == Rounding::TowardZero =>
        {
            truncate(spec, out, x);
        }
        (Op::FCmp | Op::FToSi | Op::FToUi | Op::FRound, _) => lanes(spec, widths, args, out),
        _ if spec.rounding() != Rounding::NearestEven => lanes(spec, widths, args, out),
        (Op::FAdd, Format::Single) => map2(out, x, y, |x, y| from_single(s(x) + s(y))),
        (Op::FSub, Format::Single) => map2(out, x, y, |x, y| from_single(s(x) - s(y))),
        (Op::FMul, Format::Single) => map2(out, x, y, |x, y| from_single(s(x) * s(y))),
        (Op::FDiv, Format::Single) => map2(out, x, y, |x, y| from_single(s(x) / s(y))),
        (Op::FSqrt, Format::Single) => map1(out, x, |x| from_single(s(x).sqrt())),
        (Op::Fma, Format::Single) => {
            map3(out, args, |x, y, z| from_single(s(x).mul_add(s(y), s(z))));
        }
        (Op::FAdd, Format::Double) => map2(out, x, y, |x, y| from_double(d(x) + d(y))),
        (Op::FSub, Format::Double) => map2(out, x, y, |x, y| from_double(d(x) - d(y))),
        (Op::FMul, Format::Double) => map2(out, x, y, |x, y| from_double(d(x) * d(y))),
        (Op::FDiv, Format::Double) => map2(out, x, y, |x, y| from_double(d(x) / d(y))),
        (Op::FSqrt, Format::Double) => map1(out, x, |x| from_double(d(x).sqrt())),
        (Op::Fma, Format::Double) => {
            map3(out, args, |x, y, z| from_double(d(x).mul_add(d(y), d(z))));
        }
        (Op::FConvert, Format::Double) if spec.source_format() == Format::Single => {
            map1(out, x, |x| from_double(f64::from(s(x))));
        }
        (Op::FConvert, Format::Single) if spec.source_format() == Format::Double => {
            map1(out, x, |x| from_single(d(x) as f32));
        }
        (Op::SiToF, Format::Single) => map1(out, x, |x| from_single(signed(x) as f32)),
        (Op::SiToF, Format::Double) => map1(out, x, |x| from_double(signed(x) as f64)),
        (Op::UiToF, Format::Single) => map1(out, x, |x| from_single(x as f32)),
        (Op::UiToF, Format::Double) => map1(out, x, |x| from_double(x as f64)),
        _ => lanes(spec, widths, args, out),
    }
}

#[inline(always)]
fn compare<F: PartialOrd>(
    spec: Spec,
    out: &mut Column,
    x: &Column,
    y: &Column,
    read: impl Fn(u64) -> F,
) {
    let set = spec.outcomes();
    let [lt, eq, gt] = [Outcomes::LT, Outcomes::EQ, Outcomes::GT].map(|o| set.contains(o));
    let unordered = set.contains(Outcomes::UNO);
    map2(out, x, y, |x, y| {
        let (x, y) = (read(x), read(y));
        let (less, equal, greater) = (x < y, x == y, x > y);
        let uno = !(less | equal | greater);
        u64::from(lt & less | eq & equal | gt & greater | unordered & uno)
    });
}

#[inline(always)]
fn round_single(rounding: Rounding, out: &mut Column, x: &Column) {
    let s = single;
    match rounding {
        Rounding::NearestEven => map1(out, x, |x| from_single(s(x).round_ties_even())),
        Rounding::TowardZero => map1(out, x, |x| from_single(s(x).trunc())),
        Rounding::TowardPositive => map1(out, x, |x| from_single(s(x).ceil())),
        Rounding::TowardNegative => map1(out, x, |x| from_single(s(x).floor())),
        away => map1(out, x, |x| from_single(integral32(away, s(x)))),
    }
}

#[inline(always)]
fn round_double(rounding: Rounding, out: &mut Column, x: &Column) {
    let d = double;
    match rounding {
        Rounding::NearestEven => map1(out, x, |x| from_double(d(x).round_ties_even())),
        Rounding::TowardZero => map1(out, x, |x| from_double(d(x).trunc())),
        Rounding::TowardPositive => map1(out, x, |x| from_double(d(x).ceil())),
        Rounding::TowardNegative => map1(out, x, |x| from_double(d(x).floor())),
        away => map1(out, x, |x| from_double(integral64(away, d(x)))),
    }
}

/// C's conversion to integer; out of range as in [`crate::float`].
#[inline(always)]
fn truncate(spec: Spec, out: &mut Column, x: &Column) {
    let m = mask(spec.width);
    let wide = |x: u64| match spec.format() {
        Format::Single => f64::from(single(x)),
        _ => double(x),
    };
    if spec.op == Op::FToUi {
        let limit = power_of_two(spec.width);
        map1(out, x, |x| {
            let x = wide(x).trunc();
            if x >= 0.0 && x < limit { x as u64 } else { m }
        });
    } else {
        let limit = power_of_two(spec.width - 1);
        map1(out, x, |x| {
            let x = wide(x).trunc();
            let value = if x >= -limit && x < limit {
                x as i64
            } else {
                -limit as i64
            };
            value as u64 & m
        });
    }
}
