//! The target to which a call moved a pointer in an object that was made for it.
//!
//! `i64 simdiff_moved(ptr before, ptr after)` returns the distance in bytes within one object,
//! [`NULL`] for a null pointer, and for one into the buffer of a parameter the offset from the
//! number that stands for its first byte. Addresses differ between two versions, but these numbers do not; a pointer that
//! may point into another object ends the path.

use term::TermId;

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::symex::end::{Access, StopReason};
use crate::symex::executor::{Exec, Executor};
use crate::symex::object_spec::ObjectId;
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
    let Some((own, _)) = place else {
        return Err(elsewhere(e));
    };
    let mut targets = vec![Target {
        object: own,
        start: before,
        first: 0,
    }];
    if let Some(distance) = within(e, after, &targets) {
        return Ok(distance.into());
    }
    for (object, first) in e.state.parameters().to_vec() {
        if object != own {
            let start = e.b().constant(64, object.0.into());
            targets.push(Target {
                object,
                start,
                first,
            });
        }
    }
    match within(e, after, &targets) {
        Some(place) => Ok(place.into()),
        None => Err(elsewhere(e)),
    }
}

/// An object that a pointer may have been set to point into.
struct Target {
    object: ObjectId,
    /// The address from which the offset counts.
    start: TermId,
    /// The number to which the offset is added.
    first: u64,
}

/// The number for a pointer that is null or points into one of these objects; `None` if it may
/// point elsewhere.
fn within(e: &mut Executor<'_, '_>, pointer: TermId, targets: &[Target]) -> Option<TermId> {
    let zero = e.b().constant(64, 0);
    let mut known = e.b().eq(pointer, zero);
    let mut place = e.b().constant(64, NULL);
    for target in targets {
        let size = e.state.memory.object(target.object)?.spec.size;
        let builder = e.b();
        let [base, size, first] =
            [target.object.0, size, target.first].map(|value| builder.constant(64, value.into()));
        let offset = builder.sub(pointer, base);
        let beyond = builder.ult(size, offset);
        let inside = builder.not(beyond);
        known = builder.or(known, inside);
        let distance = builder.sub(pointer, target.start);
        let distance = builder.add(distance, first);
        place = builder.select(inside, distance, place);
    }
    let builder = &mut e.machine.builder;
    let holds = match builder.constant_value(known) {
        Some(known) => known != 0,
        None => e.oracle.decide(builder, e.state.path(), known) == Feasibility::AlwaysTrue,
    };
    holds.then_some(place)
}

fn elsewhere(e: &mut Executor<'_, '_>) -> Box<crate::symex::end::End> {
    e.stop(StopReason::UnsupportedUse {
        function: "a pointer behind a parameter".to_owned(),
        what: "it is left pointing to something else than before the call".to_owned(),
    })
}
