//! Reductions of vectors.

use term::{Format, Op, Rounding, Spec, TermId};

use super::float::number;
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
    ("llvm.vector.reduce.fmin", Any(|e, s| extremum(e, s, true))),
    ("llvm.vector.reduce.fmax", Any(|e, s| extremum(e, s, false))),
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

/// Combines the halves of the vector, then of what comes of them, as instructions for x86 do:
/// of zeros of unlike sign the order of operations chooses.
fn extremum(e: &mut Executor<'_, '_>, site: &Site<'_>, min: bool) -> Exec<Value> {
    let vector = site.arg(0);
    let mut lanes: Vec<Lane> = vector.lanes().to_vec();
    let ty = e.program.ty(site.call.result).lanes();
    let Some((scalar, 1)) = ty.filter(|_| lanes.len().is_power_of_two()) else {
        return Err(e.unsupported(site, "of this many lanes"));
    };
    while lanes.len() > 1 {
        let upper = lanes.split_off(lanes.len() / 2);
        for (low, high) in lanes.iter_mut().zip(upper) {
            *low = match (*low, high) {
                (Some(x), Some(y)) => number(e, scalar, x, y, min),
                _ => None,
            };
        }
    }
    Ok(Value::Scalar(lanes[0]))
}
