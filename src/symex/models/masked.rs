//! Memory accesses lane by lane under a mask: masked loads and stores, gathers,
//! scatters, expanding loads and compressing stores.
//!
//! Invariant: a lane that is masked off accesses no memory, whatever its address. Trap: of
//! two lanes of a scatter with one address, the higher one is stored last.

use term::TermId;

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::{Scalar, Shape, TypeId};
use crate::symex::end::{Access, End};
use crate::symex::executor::{Exec, Executor};
use crate::symex::place::Place;
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("llvm.masked.load", Any(masked_load)),
    ("llvm.masked.store", Any(masked_store)),
    ("llvm.masked.gather", Any(gather)),
    ("llvm.masked.scatter", Any(scatter)),
    ("llvm.masked.expandload", Any(expand)),
    ("llvm.masked.compressstore", Any(compress)),
];

fn lane_type(e: &Executor<'_, '_>, site: &Site<'_>, ty: TypeId) -> Exec<Scalar> {
    match e.program.ty(ty).shape {
        Shape::Vector { lane, .. } if lane.bits() % 8 == 0 => Ok(lane),
        _ => Err(e.unsupported(site, "lanes that are no whole bytes")),
    }
}

/// Returns the type of the first argument's lanes.
fn stored_type(e: &Executor<'_, '_>, site: &Site<'_>) -> Exec<Scalar> {
    match site.call.types.first() {
        Some(ty) => lane_type(e, site, *ty),
        None => Err(e.unsupported(site, "no value")),
    }
}

/// A place, and the condition under which it is accessed, if any.
type Guarded = (Place, Option<TermId>);

/// Returns the place of a lane's access; `None` if the lane is masked off. If its mask bit
/// depends on inputs, the address must be in bounds where the bit is set.
fn place(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    bit: Lane,
    address: Lane,
    size: u64,
    access: Access,
) -> Exec<Option<Guarded>> {
    let Some(bit) = bit else {
        return Err(e.unsupported(site, "an undefined mask"));
    };
    match e.concrete(bit) {
        Some(0) => return Ok(None),
        Some(_) => return Ok(Some((e.place(address, size, access, false)?, None))),
        None => {}
    }
    // The condition applies to this lane only, not to the path.
    let saved = e.state.conditions();
    e.state.assume(bit);
    let place = e.place(address, size, access, false);
    e.state.restore_path(saved);
    match place.map_err(|end| *end) {
        Ok(place) => Ok(Some((place, Some(bit)))),
        Err(End::Defect(defect)) => {
            let never = e.b().not(bit);
            e.require(never, |_| defect)?;
            Ok(None)
        }
        Err(end) => Err(Box::new(end)),
    }
}

/// Returns the addresses of consecutive lanes.
fn consecutive(e: &mut Executor<'_, '_>, pointer: Lane, step: u64, count: usize) -> Vec<Lane> {
    (0..count)
        .map(|i| {
            let offset = e.b().constant(64, u128::from(step) * i as u128);
            pointer.map(|p| e.b().add(p, offset))
        })
        .collect()
}

fn load_lanes(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    lane: Scalar,
    addresses: &[Lane],
    mask: &Value,
    through: &Value,
) -> Exec<Value> {
    let mut lanes = through.lanes().to_vec();
    lanes.resize(addresses.len(), None);
    for ((slot, address), bit) in lanes.iter_mut().zip(addresses).zip(mask.lanes()) {
        let place = place(e, site, *bit, *address, lane.store_size(), Access::Read)?;
        if let Some((place, guard)) = place {
            let loaded = e.read_lane(&place, lane, guard);
            *slot = match guard {
                Some(guard) => e.choose(guard, loaded, *slot, lane.bits()),
                None => loaded,
            };
        }
    }
    Ok(Value::Vector(lanes.into()))
}

fn store_lanes(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    lane: Scalar,
    addresses: &[Lane],
    mask: &Value,
    value: &Value,
) -> Exec<Value> {
    for ((new, address), bit) in value.lanes().iter().zip(addresses).zip(mask.lanes()) {
        let place = place(e, site, *bit, *address, lane.store_size(), Access::Write)?;
        if let Some((place, guard)) = place {
            e.write_lane(&place, lane, *new, guard);
        }
    }
    Ok(Value::Scalar(None))
}

/// Checks the alignment argument of a masked access of consecutive lanes, if at least one
/// lane is certainly accessed.
fn check_alignment(
    e: &mut Executor<'_, '_>,
    pointer: Lane,
    align: Lane,
    mask: &Value,
    access: Access,
) -> Exec<()> {
    let sure = mask
        .lanes()
        .iter()
        .any(|bit| e.concrete_lane(*bit) == Some(1));
    match e.concrete_lane(align) {
        Some(align) if sure => e.check_alignment(pointer, align as u32, access),
        _ => Ok(()),
    }
}

/// `llvm.masked.load(pointer, alignment, mask, pass-through)`.
fn masked_load(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let lane = lane_type(e, site, site.call.result)?;
    let (pointer, mask) = (site.lane(0), site.arg(2));
    check_alignment(e, pointer, site.lane(1), &mask, Access::Read)?;
    let addresses = consecutive(e, pointer, lane.store_size(), mask.lanes().len());
    load_lanes(e, site, lane, &addresses, &mask, &site.arg(3))
}

/// `llvm.masked.store(value, pointer, alignment, mask)`.
fn masked_store(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let lane = stored_type(e, site)?;
    let (pointer, mask) = (site.lane(1), site.arg(3));
    check_alignment(e, pointer, site.lane(2), &mask, Access::Write)?;
    let addresses = consecutive(e, pointer, lane.store_size(), mask.lanes().len());
    store_lanes(e, site, lane, &addresses, &mask, &site.arg(0))
}

/// `llvm.masked.gather(pointers, alignment, mask, pass-through)`.
fn gather(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let lane = lane_type(e, site, site.call.result)?;
    let addresses = site.arg(0);
    load_lanes(e, site, lane, addresses.lanes(), &site.arg(2), &site.arg(3))
}

/// `llvm.masked.scatter(value, pointers, alignment, mask)`.
fn scatter(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let lane = stored_type(e, site)?;
    let addresses = site.arg(1);
    store_lanes(e, site, lane, addresses.lanes(), &site.arg(3), &site.arg(0))
}

/// Returns the addresses of the lanes whose mask bit is set, which are consecutive: the
/// offset of each is the number of set bits below it, in lanes.
fn packed(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    pointer: Lane,
    step: u64,
    mask: &Value,
) -> Exec<Vec<Lane>> {
    let mut next = pointer;
    let mut addresses = Vec::new();
    for bit in mask.lanes() {
        addresses.push(next);
        let Some(bit) = *bit else {
            return Err(e.unsupported(site, "an undefined mask"));
        };
        let b = e.b();
        let bit = b.zext(bit, 64);
        let step = b.constant(64, u128::from(step));
        let offset = b.mul(bit, step);
        next = next.map(|p| e.b().add(p, offset));
    }
    Ok(addresses)
}

/// `llvm.masked.expandload(pointer, mask, pass-through)`.
fn expand(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let lane = lane_type(e, site, site.call.result)?;
    let mask = site.arg(1);
    let addresses = packed(e, site, site.lane(0), lane.store_size(), &mask)?;
    load_lanes(e, site, lane, &addresses, &mask, &site.arg(2))
}

/// `llvm.masked.compressstore(value, pointer, mask)`.
fn compress(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let lane = stored_type(e, site)?;
    let mask = site.arg(2);
    let addresses = packed(e, site, site.lane(1), lane.store_size(), &mask)?;
    store_lanes(e, site, lane, &addresses, &mask, &site.arg(0))
}
