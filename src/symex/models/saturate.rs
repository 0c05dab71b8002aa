//! Saturating and overflow-reporting arithmetic.
//!
//! Saturation widens, clamps and narrows, as scalar C code does (8 and 16 bits in `int`),
//! so that both versions have the same terms.

use term::{Op, Spec, TermId};

use super::model::Model::{Any, Two};
use super::model::{Site, Table};
use crate::program::Scalar;
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    (
        "llvm.uadd.sat",
        Two(|e, t, x, y| saturate(e, t, Op::Add, false, x, y)),
    ),
    (
        "llvm.usub.sat",
        Two(|e, t, x, y| saturate(e, t, Op::Sub, false, x, y)),
    ),
    (
        "llvm.sadd.sat",
        Two(|e, t, x, y| saturate(e, t, Op::Add, true, x, y)),
    ),
    (
        "llvm.ssub.sat",
        Two(|e, t, x, y| saturate(e, t, Op::Sub, true, x, y)),
    ),
    (
        "llvm.uadd.with.overflow",
        Any(|e, s| with_overflow(e, s, Op::Add, false)),
    ),
    (
        "llvm.usub.with.overflow",
        Any(|e, s| with_overflow(e, s, Op::Sub, false)),
    ),
    (
        "llvm.umul.with.overflow",
        Any(|e, s| with_overflow(e, s, Op::Mul, false)),
    ),
    (
        "llvm.sadd.with.overflow",
        Any(|e, s| with_overflow(e, s, Op::Add, true)),
    ),
    (
        "llvm.ssub.with.overflow",
        Any(|e, s| with_overflow(e, s, Op::Sub, true)),
    ),
    (
        "llvm.smul.with.overflow",
        Any(|e, s| with_overflow(e, s, Op::Mul, true)),
    ),
];

fn widen(e: &mut Executor<'_, '_>, x: TermId, width: u8, signed: bool) -> TermId {
    if signed {
        e.b().sext(x, width)
    } else {
        e.b().zext(x, width)
    }
}

/// Returns the exact result of an operation, in a width that holds it.
fn exactly(
    e: &mut Executor<'_, '_>,
    (op, signed): (Op, bool),
    wide: u8,
    [x, y]: [TermId; 2],
) -> TermId {
    let operands = [x, y].map(|operand| widen(e, operand, wide, signed));
    e.b().build(Spec::int(op, wide), &operands)
}

fn saturate(
    e: &mut Executor<'_, '_>,
    scalar: Scalar,
    op: Op,
    signed: bool,
    x: TermId,
    y: TermId,
) -> Lane {
    let width = scalar.bits();
    let wide = if width < 32 {
        32
    } else {
        width.saturating_mul(2).min(128)
    };
    if wide <= width {
        return None;
    }
    if let (..=64, Some(x), Some(y)) = (width, e.b().constant_value(x), e.b().constant_value(y)) {
        let result = saturated((op, signed), width, [x, y]);
        return Some(e.b().constant(width, result));
    }
    let exact = exactly(e, (op, signed), wide, [x, y]);
    let b = e.b();
    let (low, high) = match signed {
        true => (u128::MAX << (width - 1), (1 << (width - 1)) - 1),
        false => (0, (1 << width) - 1),
    };
    let (low, high) = (b.constant(wide, low), b.constant(wide, high));
    let mut result = exact;
    if signed || op == Op::Add {
        let above = b.slt(high, result);
        result = b.select(above, high, result);
    }
    if signed || op == Op::Sub {
        let below = b.slt(result, low);
        result = b.select(below, low, result);
    }
    Some(b.trunc(result, width))
}

/// The saturated result of constants of at most 64 bits.
fn saturated((op, signed): (Op, bool), width: u8, args: [u128; 2]) -> u128 {
    let [x, y] = args.map(|x| match signed {
        true => term::signed(x, width),
        false => x as i128,
    });
    let exact = if op == Op::Add { x + y } else { x - y };
    let (low, high) = match signed {
        true => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        false => (0, (1 << width) - 1),
    };
    let mask = u128::MAX >> (128 - u32::from(width));
    exact.clamp(low, high) as u128 & mask
}

fn with_overflow(e: &mut Executor<'_, '_>, site: &Site<'_>, op: Op, signed: bool) -> Exec<Value> {
    let (x, y) = (site.arg(0), site.arg(1));
    let lane = site
        .call
        .types
        .first()
        .and_then(|ty| e.program.ty(*ty).lanes());
    let width = lane.map_or(0, |(lane, _)| lane.bits());
    let value = e.map([&x, &y], |e, args| {
        Some(e.b().build(Spec::int(op, width), &args))
    });
    let overflow = e.map([&x, &y], |e, [x, y]| {
        Some(match width {
            ..=64 => differs_from_exact(e, op, signed, width, [x, y]),
            _ => overflows(e, op, signed, width, [x, y]),
        })
    });
    Ok(Value::Aggregate([value, overflow].into()))
}

/// Whether a result differs from the exact one, which is computed in twice the width.
fn differs_from_exact(
    e: &mut Executor<'_, '_>,
    op: Op,
    signed: bool,
    width: u8,
    [x, y]: [TermId; 2],
) -> TermId {
    let wide = width * 2;
    let exact = exactly(e, (op, signed), wide, [x, y]);
    let narrow = e.b().trunc(exact, width);
    let again = widen(e, narrow, wide, signed);
    e.b().ne(exact, again)
}

/// Whether an operation overflows, for operands whose double width exceeds that of terms.
fn overflows(
    e: &mut Executor<'_, '_>,
    op: Op,
    signed: bool,
    width: u8,
    [x, y]: [TermId; 2],
) -> TermId {
    let b = e.b();
    let zero = b.constant(width, 0);
    let result = b.build(Spec::int(op, width), &[x, y]);
    match (op, signed) {
        (Op::Add, false) => b.ult(result, x),
        (Op::Sub, false) => b.ult(x, y),
        // A sum overflows if its sign differs from those of both operands.
        (Op::Add, true) => {
            let (x, y) = (b.xor(x, result), b.xor(y, result));
            let both = b.and(x, y);
            b.slt(both, zero)
        }
        (Op::Sub, true) => {
            let (operands, result) = (b.xor(x, y), b.xor(x, result));
            let both = b.and(operands, result);
            b.slt(both, zero)
        }
        // A product overflows if dividing it by one factor does not give the other.
        // Exception: -1 times the least integer gives the factor back and overflows.
        _ => {
            let is_zero = b.eq(x, zero);
            let one = b.constant(width, 1);
            let divisor = b.select(is_zero, one, x);
            let (divide, minus_one) = match signed {
                true => (Op::SDiv, b.constant(width, u128::MAX)),
                false => (Op::UDiv, zero),
            };
            let by_minus_one = b.eq(x, minus_one);
            let quotient = b.build(Spec::int(divide, width), &[result, divisor]);
            let other = b.ne(quotient, y);
            let nonzero = b.not(is_zero);
            let inexact = b.and(nonzero, other);
            match signed {
                false => inexact,
                true => {
                    let smallest = b.constant(width, 1 << (width - 1));
                    let of_smallest = b.eq(y, smallest);
                    b.select(by_minus_one, of_smallest, inexact)
                }
            }
        }
    }
}
