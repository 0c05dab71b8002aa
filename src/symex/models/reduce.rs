//! Reductions of vectors.

use term::{Format, Op, Rounding, Spec, TermId};

use super::integer::{maximum, minimum};
use super::model::Model::Any;
use super::model::{Site, Table};
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    (
        "llvm.vector.reduce.add",
        Any(|e, s| integers(e, s, |e, x, y| e.b().add(x, y))),
    ),
    (
        "llvm.vector.reduce.mul",
        Any(|e, s| integers(e, s, |e, x, y| e.b().mul(x, y))),
    ),
    (
        "llvm.vector.reduce.and",
        Any(|e, s| integers(e, s, |e, x, y| e.b().and(x, y))),
    ),
    (
        "llvm.vector.reduce.or",
        Any(|e, s| integers(e, s, |e, x, y| e.b().or(x, y))),
    ),
    (
        "llvm.vector.reduce.xor",
        Any(|e, s| integers(e, s, |e, x, y| e.b().xor(x, y))),
    ),
    (
        "llvm.vector.reduce.umin",
        Any(|e, s| integers(e, s, |e, x, y| minimum(e, Op::Ult, x, y))),
    ),
    (
        "llvm.vector.reduce.umax",
        Any(|e, s| integers(e, s, |e, x, y| maximum(e, Op::Ult, x, y))),
    ),
    (
        "llvm.vector.reduce.smin",
        Any(|e, s| integers(e, s, |e, x, y| minimum(e, Op::Slt, x, y))),
    ),
    (
        "llvm.vector.reduce.smax",
        Any(|e, s| integers(e, s, |e, x, y| maximum(e, Op::Slt, x, y))),
    ),
    (
        "llvm.vector.reduce.fadd",
        Any(|e, s| floats(e, s, Op::FAdd)),
    ),
    (
        "llvm.vector.reduce.fmul",
        Any(|e, s| floats(e, s, Op::FMul)),
    ),
];

type Combine = fn(&mut Executor<'_, '_>, TermId, TermId) -> TermId;

fn integers(e: &mut Executor<'_, '_>, site: &Site<'_>, combine: Combine) -> Exec<Value> {
    let vector = site.arg(0);
    let mut lanes = vector.lanes().iter();
    let mut result: Lane = lanes.next().copied().flatten();
    for lane in lanes {
        result = match (result, *lane) {
            (Some(x), Some(y)) => Some(combine(e, x, y)),
            _ => None,
        };
    }
    Ok(Value::Scalar(result))
}

/// Combines the lanes in order, beginning with the start value, as is required without
/// `reassoc`.
fn floats(e: &mut Executor<'_, '_>, site: &Site<'_>, op: Op) -> Exec<Value> {
    let vector = site.arg(1);
    let format = e
        .program
        .ty(site.call.result)
        .lanes()
        .and_then(|(lane, _)| lane.format());
    let spec = Spec::float(op, format.unwrap_or(Format::Single), Rounding::NearestEven);
    let mut result = site.lane(0);
    for lane in vector.lanes() {
        result = match (result, *lane) {
            (Some(x), Some(y)) => Some(e.arithmetic(spec, &[x, y])),
            _ => None,
        };
    }
    Ok(Value::Scalar(result))
}
