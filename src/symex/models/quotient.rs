//! Integer divisions of OpenCL C, see `frontend::quotients`.

use term::Op;

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[
    (
        "simdiff.quotient.sdiv",
        Any(|e, s| quotient(e, s, Op::SDiv)),
    ),
    (
        "simdiff.quotient.udiv",
        Any(|e, s| quotient(e, s, Op::UDiv)),
    ),
    (
        "simdiff.quotient.srem",
        Any(|e, s| quotient(e, s, Op::SRem)),
    ),
    (
        "simdiff.quotient.urem",
        Any(|e, s| quotient(e, s, Op::URem)),
    ),
];

fn quotient(e: &mut Executor<'_, '_>, site: &Site<'_>, op: Op) -> Exec<Value> {
    let lanes = e.program.ty(site.call.result).lanes();
    let Some((lane, 1)) = lanes else {
        return Err(e.unsupported(site, "operand types"));
    };
    Ok(Value::Scalar(match (site.lane(0), site.lane(1)) {
        (Some(x), Some(y)) => e.quotient(op, lane.bits(), x, y)?,
        _ => None,
    }))
}
