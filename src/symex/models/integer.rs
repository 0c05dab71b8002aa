//! Integer and control intrinsics.

use term::{Op, Spec, TermId};

use super::model::Model::{Any, One, Three, Two};
use super::model::{Site, Table};
use crate::program::{ALL_BITS, Scalar};
use crate::symex::end::DefectKind;
use crate::symex::executor::{Exec, Executor};
use crate::symex::hazard::What;
use crate::symex::origin::Cause;
use crate::symex::value::{Lane, Value};
use crate::verdict::Undefined;

/// Models by name.
pub(super) const TABLE: &Table = &[
    (
        "llvm.umin",
        Two(|e, _, x, y| Some(minimum(e, Op::Ult, x, y))),
    ),
    (
        "llvm.umax",
        Two(|e, _, x, y| Some(maximum(e, Op::Ult, x, y))),
    ),
    (
        "llvm.smin",
        Two(|e, _, x, y| Some(minimum(e, Op::Slt, x, y))),
    ),
    (
        "llvm.smax",
        Two(|e, _, x, y| Some(maximum(e, Op::Slt, x, y))),
    ),
    (
        "llvm.abs",
        Any(|e, s| {
            let x = s.arg(0);
            let flag = s.lane(1);
            if e.concrete_lane(flag) == Some(1) {
                for x in x.lanes().iter().flatten() {
                    e.hazard(Undefined::Overflow, What::Absolute(*x));
                }
            }
            Ok(e.map([&x], |e, [x]| Some(absolute(e, x))))
        }),
    ),
    ("abs", One(|e, _, x| Some(absolute(e, x)))),
    ("labs", One(|e, _, x| Some(absolute(e, x)))),
    ("llabs", One(|e, _, x| Some(absolute(e, x)))),
    ("llvm.ctpop", One(population)),
    ("llvm.ctlz", Any(|e, s| first_one(e, s, true))),
    ("llvm.cttz", Any(|e, s| first_one(e, s, false))),
    ("llvm.bswap", One(|e, t, x| reverse(e, t, x, 8))),
    ("llvm.bitreverse", One(|e, t, x| reverse(e, t, x, 1))),
    ("llvm.fshl", Three(|e, t, args| funnel(e, t, args, true))),
    ("llvm.fshr", Three(|e, t, args| funnel(e, t, args, false))),
    (
        "llvm.ptrmask",
        Two(|e, _, x, y| {
            e.observe(x, ALL_BITS);
            Some(e.b().and(x, y))
        }),
    ),
    ("llvm.expect", Any(|_, s| Ok(s.arg(0)))),
    ("llvm.expect.with.probability", Any(|_, s| Ok(s.arg(0)))),
    ("llvm.ssa.copy", Any(|_, s| Ok(s.arg(0)))),
    ("llvm.annotation", Any(|_, s| Ok(s.arg(0)))),
    ("llvm.ptr.annotation", Any(|_, s| Ok(s.arg(0)))),
    ("llvm.launder.invariant.group", Any(|_, s| Ok(s.arg(0)))),
    ("llvm.strip.invariant.group", Any(|_, s| Ok(s.arg(0)))),
    ("llvm.threadlocal.address", Any(|_, s| Ok(s.arg(0)))),
    ("llvm.is.constant", Any(|e, s| Ok(e.result(s, 0)))),
    ("llvm.objectsize", Any(object_size)),
    ("llvm.assume", Any(nothing)),
    ("simdiff.assume", Any(promise)),
    ("simdiff.bit.scan", Any(bit_scan)),
    ("simdiff.array.length", Any(array_length)),
    ("simdiff.array.index", Any(array_index)),
    (
        "simdiff.unreachable",
        Any(|e, _| Err(e.defect(DefectKind::UnreachableReached))),
    ),
    ("simdiff.arm.begin", Any(enter_arm)),
    ("simdiff.arm.end", Any(leave_arm)),
    ("llvm.invariant.start", Any(|e, s| Ok(e.result(s, 0)))),
    ("llvm.invariant.end", Any(nothing)),
    ("llvm.dbg", Any(nothing)),
    ("llvm.donothing", Any(nothing)),
    ("llvm.sideeffect", Any(nothing)),
    ("llvm.prefetch", Any(nothing)),
    ("llvm.var.annotation", Any(nothing)),
    ("llvm.experimental.noalias.scope.decl", Any(nothing)),
    ("llvm.trap", Any(trap)),
    ("llvm.debugtrap", Any(trap)),
    ("llvm.ubsantrap", Any(trap)),
];

/// A function without effect or result.
pub(super) fn nothing(_: &mut Executor<'_, '_>, _: &Site<'_>) -> Exec<Value> {
    Ok(Value::Scalar(None))
}

/// `simdiff.assume`: records the hazard that a promise of the program is false. The front
/// end replaces `llvm.assume` by it.
fn promise(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    if let Some(condition) = site.lane(0) {
        e.hazard(Undefined::Assume, What::Promise(condition));
    }
    Ok(Value::Scalar(None))
}

/// `simdiff.bit.scan`: records the hazard that the scanned integer is zero.
fn bit_scan(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    for x in site.arg(0).lanes().iter().flatten() {
        e.hazard(Undefined::BitScan, What::BitScan(*x));
    }
    Ok(Value::Scalar(None))
}

/// `simdiff.array.length`: records the hazard that the length of an array is not positive.
fn array_length(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    if let Some(length) = site.lane(0) {
        let width = e.b().width(length);
        let zero = e.b().constant(width, 0);
        let some = e.b().slt(zero, length);
        e.hazard(Undefined::ArrayLength, What::Promise(some));
    }
    Ok(Value::Scalar(None))
}

/// `simdiff.array.index`: records the hazard that the index of an array element is not
/// below its end.
fn array_index(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    if let (Some(index), Some(end)) = (site.lane(0), site.lane(1)) {
        let inside = e.b().ult(index, end);
        e.hazard(Undefined::ArrayIndex, What::Promise(inside));
    }
    Ok(Value::Scalar(None))
}

/// Marks the start of a folded branch arm.
fn enter_arm(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let taken = site.lane(0);
    let taken = taken.unwrap_or_else(|| e.b().bool(true));
    e.state.enter_arm(taken);
    Ok(Value::Scalar(None))
}

fn leave_arm(e: &mut Executor<'_, '_>, _: &Site<'_>) -> Exec<Value> {
    e.state.leave_arm();
    Ok(Value::Scalar(None))
}

fn trap(e: &mut Executor<'_, '_>, _: &Site<'_>) -> Exec<Value> {
    Err(e.defect(DefectKind::Aborted))
}

/// Returns the smaller operand.
pub(super) fn minimum(e: &mut Executor<'_, '_>, less: Op, x: TermId, y: TermId) -> TermId {
    let b = e.b();
    let first = b.build(Spec::int(less, 1), &[x, y]);
    b.select(first, x, y)
}

/// Returns the larger operand.
pub(super) fn maximum(e: &mut Executor<'_, '_>, less: Op, x: TermId, y: TermId) -> TermId {
    let b = e.b();
    let first = b.build(Spec::int(less, 1), &[y, x]);
    b.select(first, x, y)
}

fn absolute(e: &mut Executor<'_, '_>, x: TermId) -> TermId {
    let b = e.b();
    let width = b.width(x);
    let zero = b.constant(width, 0);
    let negative = b.slt(x, zero);
    let opposite = b.sub(zero, x);
    b.select(negative, opposite, x)
}

fn population(e: &mut Executor<'_, '_>, scalar: Scalar, x: TermId) -> Lane {
    let b = e.b();
    let width = scalar.bits();
    let mut sum = b.constant(width, 0);
    for i in 0..width {
        let bit = b.extract(x, i, 1);
        let bit = b.zext(bit, width);
        sum = b.add(sum, bit);
    }
    Some(sum)
}

/// Counts leading or trailing zeros; the second argument makes the result for zero poison.
fn first_one(e: &mut Executor<'_, '_>, site: &Site<'_>, leading: bool) -> Exec<Value> {
    let flag = site.lane(1);
    let poison = e.concrete_lane(flag) == Some(1);
    Ok(e.map([&site.arg(0)], |e, [x]| {
        let width = e.b().width(x);
        let mut result = match poison && e.concrete(x).is_none_or(|x| x == 0) {
            true => e.undefined(width, Cause::Undefined),
            false => e.b().constant(width, u128::from(width)),
        };
        let b = e.b();
        for i in 0..width {
            // The bit nearest the end where counting starts is tested last and takes
            // precedence.
            let position = if leading { i } else { width - 1 - i };
            let zeros = if leading { width - 1 - i } else { position };
            let bit = b.extract(x, position, 1);
            let zeros = b.constant(width, u128::from(zeros));
            result = b.select(bit, zeros, result);
        }
        Some(result)
    }))
}

fn reverse(e: &mut Executor<'_, '_>, scalar: Scalar, x: TermId, unit: u8) -> Lane {
    let b = e.b();
    let mut result = b.extract(x, 0, unit);
    for i in 1..scalar.bits() / unit {
        let part = b.extract(x, i * unit, unit);
        result = b.concat(result, part);
    }
    Some(result)
}

/// Executes a funnel shift; the amount is taken modulo the width.
fn funnel(e: &mut Executor<'_, '_>, scalar: Scalar, args: [TermId; 3], left: bool) -> Lane {
    let [x, y, amount] = args;
    let width = scalar.bits();
    let b = e.b();
    if let Some(amount) = b.constant_value(amount) {
        let amount = (amount % u128::from(width)) as u8;
        let low = match (left, amount) {
            (true, 0) => return Some(x),
            (false, 0) => return Some(y),
            (true, amount) => width - amount,
            (false, amount) => amount,
        };
        let (high, low) = (b.extract(x, 0, low), b.extract(y, low, width - low));
        return Some(b.concat(high, low));
    }
    let modulus = b.constant(width, u128::from(width));
    let one = b.constant(width, 1);
    // A shift by the whole width is split into two, so that neither reaches the width.
    let amount = if width == 1 {
        b.constant(1, 0)
    } else {
        b.urem(amount, modulus)
    };
    let last = b.constant(width, u128::from(width) - 1);
    let rest = b.sub(last, amount);
    let (high, low) = if left {
        let half = b.lshr(y, one);
        (b.shl(x, amount), b.lshr(half, rest))
    } else {
        let half = b.shl(x, one);
        (b.shl(half, rest), b.lshr(y, amount))
    };
    Some(b.or(high, low))
}

/// `llvm.objectsize`: returns the result for an unknown size.
fn object_size(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let minimum = site.lane(1);
    let unknown = if e.concrete_lane(minimum) == Some(1) {
        0
    } else {
        u128::MAX
    };
    Ok(e.result(site, unknown))
}
