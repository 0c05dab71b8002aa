//! Reductions of vectors and masked memory accesses.

use rewrite_rules::Builder;
use term::{Format, Op, Rounding, Spec, TermId};

use super::Model::Any;
use super::integer::{maximum, minimum};
use super::{Site, Table};
use crate::program::{Scalar, Shape, TypeId};
use crate::symex::end::Access;
use crate::symex::executor::{Exec, Executor};
use crate::symex::place::Place;
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
    ("llvm.masked.load", Any(masked_load)),
    ("llvm.masked.store", Any(masked_store)),
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

/// Without `reassoc` the lanes are combined in order, from the start value.
fn floats(e: &mut Executor<'_, '_>, site: &Site<'_>, op: Op) -> Exec<Value> {
    let vector = site.arg(1);
    let format = e
        .program
        .ty(site.call.result)
        .lanes()
        .and_then(|(lane, _)| lane.format());
    let spec = Spec::float(op, format.unwrap_or(Format::Single), Rounding::NearestEven);
    let step = |b: &mut Builder, x: Lane, y: Lane| Some(b.build(spec, &[x?, y?]));
    let mut result = site.lane(0);
    for lane in vector.lanes() {
        result = step(e.b(), result, *lane);
    }
    Ok(Value::Scalar(result))
}

fn lane_type(e: &Executor<'_, '_>, ty: TypeId) -> Option<Scalar> {
    match e.program.ty(ty).shape {
        Shape::Vector { lane, .. } if lane.bits() % 8 == 0 => Some(lane),
        _ => None,
    }
}

/// A place, and the condition under which it is accessed if there is one.
type Guarded = (Place, Option<TermId>);

/// The places of the lanes: a lane that is masked off touches nothing; one
/// whose mask depends on inputs must be inside.
fn places(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    pointer: Lane,
    mask: &Value,
    step: u64,
    access: Access,
) -> Exec<Vec<Option<Guarded>>> {
    let mut places = Vec::new();
    for (i, bit) in mask.lanes().iter().enumerate() {
        let Some(bit) = *bit else {
            return Err(e.unsupported(site, "an undefined mask"));
        };
        let guard = match e.concrete(bit) {
            Some(0) => {
                places.push(None);
                continue;
            }
            Some(_) => None,
            None => Some(bit),
        };
        let offset = e.b().constant(64, u128::from(step) * i as u128);
        let address = pointer.map(|p| e.b().add(p, offset));
        places.push(match guard {
            None => Some((e.place(address, step, access, false)?, None)),
            Some(guard) => {
                let address = e.concrete_lane(address);
                let located = address.map(|a| e.locate(a as u64, step, access));
                match located {
                    Some(Ok((object, offset))) => Some((Place::At(object, offset), Some(guard))),
                    Some(Err(defect)) => {
                        let never = e.b().not(guard);
                        e.require(never, |_| *defect)?;
                        None
                    }
                    None => {
                        return Err(e.unsupported(site, "mask and address depend on the inputs"));
                    }
                }
            }
        });
    }
    Ok(places)
}

/// `(pointer, alignment, mask, pass-through)`.
fn masked_load(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let Some(lane) = lane_type(e, site.call.result) else {
        return Err(e.unsupported(site, "lanes that are no whole bytes"));
    };
    let (pointer, mask, through) = (site.lane(0), site.arg(2), site.arg(3));
    let places = places(e, site, pointer, &mask, lane.store_size(), Access::Read)?;
    let mut lanes = through.lanes().to_vec();
    for (slot, place) in lanes.iter_mut().zip(places) {
        if let Some((place, guard)) = place {
            let loaded = e.read_lane(&place, lane);
            *slot = match guard {
                Some(guard) => e.choose(guard, loaded, *slot, lane.bits()),
                None => loaded,
            };
        }
    }
    Ok(Value::Vector(lanes.into()))
}

/// `(value, pointer, alignment, mask)`.
fn masked_store(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let Some(lane) = site.call.types.first().and_then(|ty| lane_type(e, *ty)) else {
        return Err(e.unsupported(site, "lanes that are no whole bytes"));
    };
    let (value, pointer, mask) = (site.arg(0), site.lane(1), site.arg(3));
    let places = places(e, site, pointer, &mask, lane.store_size(), Access::Write)?;
    for (new, place) in value.lanes().iter().zip(places) {
        if let Some((place, guard)) = place {
            e.write_lane(&place, lane, *new, guard);
        }
    }
    Ok(Value::Scalar(None))
}
