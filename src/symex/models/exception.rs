//! Functions with which the C++ run-time library (`runtime/libcxx`) throws exceptions, and
//! the end of a program by an uncaught one.

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::demangled_type;
use crate::symex::end::{DefectKind, End};
use crate::symex::executor::{Exec, Executor};
use crate::symex::unwind::Stops;
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("simdiff_unwind_depth", Any(depth)),
    ("simdiff_unwind_clause", Any(clause)),
    ("simdiff_unwind_land", Any(land)),
    ("simdiff_uncaught", Any(uncaught)),
    ("llvm.eh.typeid.for", Any(type_id)),
];

/// Returns the number of activations around the caller's.
fn depth(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let depth = e.state.thread.callers.len() - 1;
    Ok(e.result(site, depth as u128))
}

/// Returns the selector of a type in landing pads: part of the address of its `typeinfo`.
fn selector(e: &mut Executor<'_, '_>, info: Lane) -> Lane {
    let info = info?;
    let part = e.b().extract(info, 4, 32);
    Some(part)
}

fn type_id(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    Ok(Value::Scalar(selector(e, site.lane(0))))
}

fn index(e: &Executor<'_, '_>, site: &Site<'_>, at: usize) -> Exec<usize> {
    match e.concrete_lane(site.lane(at)) {
        Some(value) => Ok(value as usize),
        None => Err(e.unsupported(site, "a handler that depends on the inputs")),
    }
}

/// `int simdiff_unwind_clause(depth, index, types)`: writes the addresses of the clause's
/// types and returns their number, or -1 for the end, -2 for a cleanup, and -3 - n for a
/// filter of n types.
fn clause(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let (depth, at) = (index(e, site, 0)?, index(e, site, 1)?);
    let (code, types) = match e.clause(depth, at) {
        Stops::Nothing => (-1, Vec::new()),
        Stops::Cleanup => (-2, Vec::new()),
        Stops::Type(ty) => (1, vec![ty]),
        Stops::NotTypes(types) => (-3 - types.len() as i128, types),
    };
    if types.len() > MOST_TYPES {
        return Err(e.unsupported(site, "an exception specification with many types"));
    }
    for (i, ty) in types.into_iter().enumerate() {
        let offset = e.b().constant(64, 8 * i as u128);
        let place = site.lane(2).map(|types| e.b().add(types, offset));
        if let Some(ty) = ty {
            e.write_pointer(place, ty)?;
        }
    }
    Ok(e.result(site, code as u128 & 0xffff_ffff))
}

/// Most types for which the library has room.
const MOST_TYPES: usize = 16;

/// `void simdiff_unwind_land(depth, exception, type, matched)`: enters a landing pad and
/// does not return.
fn land(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let depth = index(e, site, 0)?;
    let selector = selector(e, site.lane(2));
    match e.land(depth, site.lane(1), selector) {
        true => Ok(Value::Scalar(None)),
        false => Err(e.unsupported(site, "there is no handler")),
    }
}

/// `void simdiff_uncaught(type name, what)`: ends the program by `std::terminate`.
fn uncaught(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let mut defect = e.plain_defect(DefectKind::UncaughtException);
    defect.text = demangled_type(&e.text_at(&site.arg(0)));
    Err(Box::new(End::Defect(defect)))
}
