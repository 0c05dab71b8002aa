//! The distance by which a call moved a pointer in a structure that was made for it.
//!
//! `i64 simdiff_moved(ptr before, ptr after)` returns it in bytes, or [`NULL`] for a null
//! pointer. Addresses differ between two versions, but distances within one object do not;
//! a pointer that may point into another object ends the path.

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::symex::end::{Access, StopReason};
use crate::symex::executor::{Exec, Executor};
use crate::symex::oracle::Feasibility;
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[("simdiff_moved", Any(moved))];

/// The result for null, as in `driver.c`.
const NULL: u128 = 1 << 63;

fn moved(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let (Some(before), Some(after)) = (site.lane(0), site.lane(1)) else {
        return Err(elsewhere(e));
    };
    if before == after {
        return Ok(e.result(site, 0));
    }
    let start = e.concrete_lane(Some(before));
    let place = start.and_then(|start| e.locate(start as u64, 0, Access::Read).ok());
    let size = place.and_then(|(object, _)| Some(e.state.memory.object(object)?.spec.size));
    let (Some((object, _)), Some(size)) = (place, size) else {
        return Err(elsewhere(e));
    };
    let builder = e.b();
    let [base, size, zero, null] =
        [object.0.into(), size.into(), 0, NULL].map(|value: u128| builder.constant(64, value));
    let offset = builder.sub(after, base);
    let beyond = builder.ult(size, offset);
    let is_null = builder.eq(after, zero);
    let inside = builder.not(beyond);
    let known = builder.or(inside, is_null);
    let distance = builder.sub(after, before);
    let distance = builder.select(is_null, null, distance);
    let builder = &mut e.machine.builder;
    let holds = match builder.constant_value(known) {
        Some(known) => known != 0,
        None => e.oracle.decide(builder, e.state.path(), known) == Feasibility::AlwaysTrue,
    };
    match holds {
        true => Ok(distance.into()),
        false => Err(elsewhere(e)),
    }
}

fn elsewhere(e: &mut Executor<'_, '_>) -> Box<crate::symex::end::End> {
    e.stop(StopReason::UnsupportedUse {
        function: "a pointer behind a parameter".to_owned(),
        what: "it is left pointing to something else than before the call".to_owned(),
    })
}
