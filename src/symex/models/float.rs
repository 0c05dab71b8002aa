//! Float intrinsics, and the functions of C's library that are one operation.
//!
//! Traps: `fmin` and `fmax` may return either operand if both are zeros, which is an
//! uninterpreted choice; `minimum` and `maximum` order zeros.

use term::{Format, Op, Outcomes, Rounding, Spec, TermId};

use super::model::Model::{Any, One, Three, Two};
use super::model::{Site, Table};
use crate::program::Scalar;
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("llvm.fabs", One(absolute)),
    ("fabs", One(absolute)),
    ("fabsf", One(absolute)),
    ("fabsl", One(absolute)),
    ("llvm.copysign", Two(copy_sign)),
    ("copysign", Two(copy_sign)),
    ("copysignf", Two(copy_sign)),
    ("copysignl", Two(copy_sign)),
    ("llvm.sqrt", One(square_root)),
    ("sqrt", One(square_root)),
    ("sqrtf", One(square_root)),
    ("sqrtl", One(square_root)),
    ("llvm.fma", Three(fused)),
    ("fma", Three(fused)),
    ("fmaf", Three(fused)),
    ("fmal", Three(fused)),
    ("fmod", Two(remainder)),
    ("fmodf", Two(remainder)),
    ("fmodl", Two(remainder)),
    (
        "llvm.floor",
        One(|e, t, x| round(e, t, x, Rounding::TowardNegative)),
    ),
    (
        "floor",
        One(|e, t, x| round(e, t, x, Rounding::TowardNegative)),
    ),
    (
        "floorf",
        One(|e, t, x| round(e, t, x, Rounding::TowardNegative)),
    ),
    (
        "floorl",
        One(|e, t, x| round(e, t, x, Rounding::TowardNegative)),
    ),
    (
        "llvm.ceil",
        One(|e, t, x| round(e, t, x, Rounding::TowardPositive)),
    ),
    (
        "ceil",
        One(|e, t, x| round(e, t, x, Rounding::TowardPositive)),
    ),
    (
        "ceilf",
        One(|e, t, x| round(e, t, x, Rounding::TowardPositive)),
    ),
    (
        "ceill",
        One(|e, t, x| round(e, t, x, Rounding::TowardPositive)),
    ),
    (
        "llvm.trunc",
        One(|e, t, x| round(e, t, x, Rounding::TowardZero)),
    ),
    ("trunc", One(|e, t, x| round(e, t, x, Rounding::TowardZero))),
    (
        "truncf",
        One(|e, t, x| round(e, t, x, Rounding::TowardZero)),
    ),
    (
        "truncl",
        One(|e, t, x| round(e, t, x, Rounding::TowardZero)),
    ),
    (
        "llvm.round",
        One(|e, t, x| round(e, t, x, Rounding::NearestAway)),
    ),
    (
        "round",
        One(|e, t, x| round(e, t, x, Rounding::NearestAway)),
    ),
    (
        "roundf",
        One(|e, t, x| round(e, t, x, Rounding::NearestAway)),
    ),
    (
        "roundl",
        One(|e, t, x| round(e, t, x, Rounding::NearestAway)),
    ),
    (
        "llvm.roundeven",
        One(|e, t, x| round(e, t, x, Rounding::NearestEven)),
    ),
    (
        "roundeven",
        One(|e, t, x| round(e, t, x, Rounding::NearestEven)),
    ),
    (
        "roundevenf",
        One(|e, t, x| round(e, t, x, Rounding::NearestEven)),
    ),
    (
        "roundevenl",
        One(|e, t, x| round(e, t, x, Rounding::NearestEven)),
    ),
    ("llvm.rint", One(current)),
    ("rint", One(current)),
    ("rintf", One(current)),
    ("rintl", One(current)),
    ("llvm.nearbyint", One(current)),
    ("nearbyint", One(current)),
    ("nearbyintf", One(current)),
    ("nearbyintl", One(current)),
    ("llvm.lrint", Any(|e, s| to_integer(e, s, e.rounding()))),
    ("llvm.llrint", Any(|e, s| to_integer(e, s, e.rounding()))),
    ("lrint", Any(|e, s| to_integer(e, s, e.rounding()))),
    ("lrintf", Any(|e, s| to_integer(e, s, e.rounding()))),
    ("llrint", Any(|e, s| to_integer(e, s, e.rounding()))),
    ("llrintf", Any(|e, s| to_integer(e, s, e.rounding()))),
    ("lrintl", Any(|e, s| to_integer(e, s, e.rounding()))),
    ("llrintl", Any(|e, s| to_integer(e, s, e.rounding()))),
    (
        "llvm.lround",
        Any(|e, s| to_integer(e, s, Rounding::NearestAway)),
    ),
    (
        "llvm.llround",
        Any(|e, s| to_integer(e, s, Rounding::NearestAway)),
    ),
    (
        "lround",
        Any(|e, s| to_integer(e, s, Rounding::NearestAway)),
    ),
    (
        "lroundf",
        Any(|e, s| to_integer(e, s, Rounding::NearestAway)),
    ),
    (
        "lroundl",
        Any(|e, s| to_integer(e, s, Rounding::NearestAway)),
    ),
    (
        "llround",
        Any(|e, s| to_integer(e, s, Rounding::NearestAway)),
    ),
    (
        "llroundf",
        Any(|e, s| to_integer(e, s, Rounding::NearestAway)),
    ),
    (
        "llroundl",
        Any(|e, s| to_integer(e, s, Rounding::NearestAway)),
    ),
    ("llvm.minnum", Two(|e, t, x, y| number(e, t, x, y, true))),
    ("fmin", Two(|e, t, x, y| number(e, t, x, y, true))),
    ("fminf", Two(|e, t, x, y| number(e, t, x, y, true))),
    ("fminl", Two(|e, t, x, y| number(e, t, x, y, true))),
    ("llvm.maxnum", Two(|e, t, x, y| number(e, t, x, y, false))),
    ("fmax", Two(|e, t, x, y| number(e, t, x, y, false))),
    ("fmaxf", Two(|e, t, x, y| number(e, t, x, y, false))),
    ("fmaxl", Two(|e, t, x, y| number(e, t, x, y, false))),
    ("fdim", Two(positive_difference)),
    ("fdimf", Two(positive_difference)),
    ("fdiml", Two(positive_difference)),
    ("llvm.minimum", Two(|e, t, x, y| extremum(e, t, x, y, true))),
    (
        "llvm.maximum",
        Two(|e, t, x, y| extremum(e, t, x, y, false)),
    ),
    ("llvm.is.fpclass", Any(is_class)),
];

fn absolute(e: &mut Executor<'_, '_>, scalar: Scalar, x: TermId) -> Lane {
    Some(e.b().fabs(scalar.format()?, x))
}

fn copy_sign(e: &mut Executor<'_, '_>, scalar: Scalar, x: TermId, y: TermId) -> Lane {
    Some(e.b().copysign(scalar.format()?, x, y))
}

fn square_root(e: &mut Executor<'_, '_>, scalar: Scalar, x: TermId) -> Lane {
    let spec = Spec::float(Op::FSqrt, scalar.format()?, Rounding::NearestEven);
    Some(e.arithmetic(spec, &[x]))
}

fn fused(e: &mut Executor<'_, '_>, scalar: Scalar, [x, y, z]: [TermId; 3]) -> Lane {
    let spec = Spec::float(Op::Fma, scalar.format()?, Rounding::NearestEven);
    Some(e.arithmetic(spec, &[x, y, z]))
}

fn remainder(e: &mut Executor<'_, '_>, scalar: Scalar, x: TermId, y: TermId) -> Lane {
    Some(e.b().frem(scalar.format()?, x, y))
}

fn round(e: &mut Executor<'_, '_>, scalar: Scalar, x: TermId, rounding: Rounding) -> Lane {
    Some(e.b().fround(scalar.format()?, rounding, x))
}

/// Rounds to an integral value in the direction of MXCSR.
fn current(e: &mut Executor<'_, '_>, scalar: Scalar, x: TermId) -> Lane {
    let rounding = e.rounding();
    let x = e.float_operand(scalar.format()?, x);
    round(e, scalar, x, rounding)
}

fn to_integer(e: &mut Executor<'_, '_>, site: &Site<'_>, rounding: Rounding) -> Exec<Value> {
    let lane = |ty| e.program.ty(ty).lanes().map(|(lane, _)| lane);
    let from = site
        .call
        .types
        .first()
        .and_then(|ty| lane(*ty))
        .and_then(Scalar::format);
    let (Some(from), Some(to)) = (from, lane(site.call.result)) else {
        return Err(e.unsupported(site, "operand types"));
    };
    let bits = to.bits();
    Ok(e.map([&site.arg(0)], |e, [x]| match rounding {
        // x86 has no such conversion: the library first rounds in the format.
        Rounding::NearestAway => {
            let rounded = e.b().fround(from, rounding, x);
            Some(e.b().ftosi(from, Rounding::TowardZero, rounded, bits))
        }
        _ => {
            let x = e.float_operand(from, x);
            Some(e.b().ftosi(from, rounding, x, bits))
        }
    }))
}

/// Computes C's `fdim`: `x - y`, and positive zero where `x` is not greater (C17 F.10.9.1).
fn positive_difference(e: &mut Executor<'_, '_>, scalar: Scalar, x: TermId, y: TermId) -> Lane {
    let format = scalar.format()?;
    let outcomes = Outcomes::LT.union(Outcomes::EQ);
    let subtract = Spec::float(Op::FSub, format, Rounding::NearestEven);
    let difference = e.b().build(subtract, &[x, y]);
    let at_most = e.b().fcmp(format, outcomes, x, y);
    let zero = e.b().constant(format.width(), 0);
    Some(e.b().select(at_most, zero, difference))
}

/// Computes C's `fmin` and `fmax`: of a NaN and another operand, the other one.
pub(super) fn number(
    e: &mut Executor<'_, '_>,
    scalar: Scalar,
    x: TermId,
    y: TermId,
    min: bool,
) -> Lane {
    let format = scalar.format()?;
    let name = if min {
        "fmin of zeros"
    } else {
        "fmax of zeros"
    };
    let b = e.b();
    let first = b.fcmp(format, if min { Outcomes::LT } else { Outcomes::GT }, x, y);
    let ordered = b.select(first, x, y);
    let tied = b.fcmp(format, Outcomes::EQ, x, y);
    let same = b.eq(x, y);
    let open = match (b.constant_value(tied), b.constant_value(same)) {
        (Some(0), _) | (_, Some(1)) => x,
        _ => {
            let either = b.apply(name, 1, &[x, y]);
            b.select(either, x, y)
        }
    };
    let number = b.select(tied, open, ordered);
    let (x_nan, y_nan) = (b.is_nan(format, x), b.is_nan(format, y));
    let number = b.select(y_nan, x, number);
    Some(b.select(x_nan, y, number))
}

/// Computes IEEE 754-2019 minimum and maximum: NaN if an operand is NaN, and −0 < +0.
fn extremum(e: &mut Executor<'_, '_>, scalar: Scalar, x: TermId, y: TermId, min: bool) -> Lane {
    let format = scalar.format()?;
    let b = e.b();
    let (before, after) = if min {
        (Outcomes::LT, Outcomes::GT)
    } else {
        (Outcomes::GT, Outcomes::LT)
    };
    // Equal operands have equal bits, except for zeros, whose signs are combined.
    let tied = if min { b.or(x, y) } else { b.and(x, y) };
    let second = b.fcmp(format, after, x, y);
    let result = b.select(second, y, tied);
    let first = b.fcmp(format, before, x, y);
    let result = b.select(first, x, result);
    let nan = b.constant(format.width(), format.canonical_nan());
    let unordered = b.fcmp(format, Outcomes::UNO, x, y);
    Some(b.select(unordered, nan, result))
}

/// `llvm.is.fpclass(x, mask)`: whether x is in one of the mask's classes.
fn is_class(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let mask = site.lane(1);
    let lane = site
        .call
        .types
        .first()
        .and_then(|ty| e.program.ty(*ty).lanes());
    let format = lane.and_then(|(lane, _)| lane.format());
    let (Some(mask), Some(format)) = (e.concrete_lane(mask), format) else {
        return Err(e.unsupported(site, "operand types"));
    };
    Ok(e.map([&site.arg(0)], |e, [x]| {
        Some(classify(e, format, x, mask as u32))
    }))
}

/// Returns whether x is in one of the mask's classes. The bits of magnitudes ascend in the
/// order zero, subnormal, normal, infinity, signalling NaN, quiet NaN.
fn classify(e: &mut Executor<'_, '_>, format: Format, x: TermId, mask: u32) -> TermId {
    let width = format.width();
    let (infinity, sign) = (format.infinity(), format.sign_mask());
    let quiet = format.canonical_nan();
    let smallest_normal = match format {
        Format::X87 => 0x1_8000_0000_0000_0000,
        _ => infinity & !(infinity << 1),
    };
    let b = e.b();
    let negative = b.extract(x, width - 1, 1);
    let magnitude = b.constant(width, sign - 1);
    let mut magnitude = b.and(x, magnitude);
    if format == Format::X87 {
        // An exponent without the integer bit is an invalid operand, taken as a NaN.
        let (exponent, integer) = (b.extract(magnitude, 64, 15), b.extract(x, 63, 1));
        let zero = b.constant(15, 0);
        let (subnormal, nan) = (b.eq(exponent, zero), b.constant(width, quiet));
        let valid = b.or(subnormal, integer);
        magnitude = b.select(valid, magnitude, nan);
    }
    // (bit of the negative class, bit of the positive class, first and last magnitude)
    let classes = [
        (0, 0, infinity + 1, quiet - 1),
        (1, 1, quiet, sign - 1),
        (2, 9, infinity, infinity),
        (3, 8, smallest_normal, infinity - 1),
        (4, 7, 1, smallest_normal - 1),
        (5, 6, 0, 0),
    ];
    let mut result = b.bool(false);
    for (minus, plus, first, last) in classes {
        let (minus, plus) = (mask >> minus & 1 == 1, mask >> plus & 1 == 1);
        if !minus && !plus {
            continue;
        }
        let (first, last) = (b.constant(width, first), b.constant(width, last));
        let (above, below) = (b.ule(first, magnitude), b.ule(magnitude, last));
        let mut hit = b.and(above, below);
        if minus != plus {
            let sign = if minus { negative } else { b.not(negative) };
            hit = b.and(hit, sign);
        }
        result = b.or(result, hit);
    }
    result
}
