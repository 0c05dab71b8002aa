//! Other functions of the C and C++ run-time libraries: ends of the program, static
//! initialisation guards.

use super::integer::nothing;
use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::AddressSpace;
use crate::symex::end::{DefectKind, End, StopReason};
use crate::symex::executor::{Exec, Executor};
use crate::symex::shown::STATUS;
use crate::symex::value::Value;

/// The function with which simdiff's run-time library ends an execution.
pub const UNSUPPORTED: &str = "simdiff_unsupported";

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("fflush", Any(zero)),
    ("atexit", Any(at_exit)),
    ("__cxa_atexit", Any(at_exit)),
    ("_ZNSt8ios_base4InitC1Ev", Any(nothing)),
    ("_ZNSt8ios_base4InitD1Ev", Any(nothing)),
    ("getenv", Any(zero)),
    ("secure_getenv", Any(zero)),
    ("setbuf", Any(nothing)),
    ("setvbuf", Any(zero)),
    ("__cxa_guard_acquire", Any(guard_acquire)),
    ("__cxa_guard_release", Any(guard_release)),
    ("__cxa_guard_abort", Any(nothing)),
    ("exit", Any(exit)),
    ("_exit", Any(exit_at_once)),
    ("_Exit", Any(exit_at_once)),
    ("quick_exit", Any(exit_at_once)),
    ("abort", Any(abort)),
    ("__cxa_pure_virtual", Any(abort)),
    // Writes of one thread are visible to the others immediately.
    ("simdiff.fence", Any(nothing)),
    // Commands of a host run as soon as they can.
    ("simdiff.host.is_delayed", Any(zero)),
    (UNSUPPORTED, Any(unsupported)),
    ("simdiff_is_positive", Any(is_positive)),
    ("simdiff.is_local", Any(is_local)),
    ("simdiff.within_group", Any(within_group)),
    (
        "__to_global",
        Any(|e, s| in_space(e, s, AddressSpace::GLOBAL)),
    ),
    (
        "__to_local",
        Any(|e, s| in_space(e, s, AddressSpace::LOCAL)),
    ),
    (
        "__to_private",
        Any(|e, s| in_space(e, s, AddressSpace::PRIVATE)),
    ),
    ("__assert_fail", Any(assertion)),
    ("__assert", Any(assertion)),
];

/// `void simdiff_unsupported(const char *function, const char *what)`: simdiff's run-time
/// library does not cover this use.
fn unsupported(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let [function, what] = [0, 1].map(|at| e.text_at(&site.arg(at)));
    Err(e.stop(StopReason::UnsupportedUse { function, what }))
}

/// `int simdiff.is_local(const volatile void *)`: whether an address is in the local memory
/// of a group.
fn is_local(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let Some(address) = site.lane(0) else {
        return Err(e.defect(DefectKind::UndefinedBranch));
    };
    let is_local = e.is_in_local_memory(address);
    Ok(e.result(site, u128::from(is_local)))
}

/// `void simdiff.within_group(const volatile void *, unsigned long size, int writes)`: the next
/// atomic access is atomic to those of its work-group only.
fn within_group(e: &mut Executor<'_, '_>, _: &Site<'_>) -> Exec<Value> {
    e.state.thread.within_group = true;
    Ok(Value::Scalar(None))
}

/// `__to_global` and the like, to which clang compiles `to_global`: the pointer if it points
/// to this address space, else null.
fn in_space(e: &mut Executor<'_, '_>, site: &Site<'_>, space: AddressSpace) -> Exec<Value> {
    let Some(address) = site.lane(0) else {
        return Err(e.defect(DefectKind::UndefinedBranch));
    };
    if e.concrete(address) == Some(0) {
        return Ok(address.into());
    }
    match e.space_of(address) {
        Some(known) if known == space => Ok(address.into()),
        Some(_) => Ok(e.b().constant(64, 0).into()),
        None => Err(e.unsupported(site, "a pointer to memory that is not known")),
    }
}

/// `int simdiff_is_positive(int)`: one if a number is positive, else zero. The result is
/// concrete: the path is split if both are possible.
fn is_positive(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let Some(number) = site.lane(0) else {
        return Err(e.defect(DefectKind::UndefinedBranch));
    };
    let zero = e.b().constant(32, 0);
    let positive = e.b().slt(zero, number);
    match e.pin(positive)? {
        Some(value) => Ok(e.result(site, value)),
        None => Err(e.unsupported(site, "an order that is not known")),
    }
}

pub(super) fn zero(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    Ok(e.result(site, 0))
}

fn exit(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let status = site.lane(0);
    e.require_defined(status, STATUS)?;
    match e.concrete_lane(status) {
        Some(status) => Err(Box::new(End::Exited(status as u32 as i32))),
        None => Err(e.unsupported(site, "a status that depends on the inputs")),
    }
}

/// Ends the program without exit handlers and destructors.
fn exit_at_once(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    e.state.end_at_once();
    exit(e, site)
}

/// Registers a function to be called with an argument at exit.
fn at_exit(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let function = site.lane(0);
    let Some(function) = e.concrete_lane(function) else {
        return Err(e.unsupported(site, "a function that depends on the inputs"));
    };
    e.state.at_exit(function as u64, site.arg(1));
    Ok(e.result(site, 0))
}

fn abort(e: &mut Executor<'_, '_>, _: &Site<'_>) -> Exec<Value> {
    Err(e.defect(DefectKind::Aborted))
}

fn assertion(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let mut defect = e.plain_defect(DefectKind::AssertionFailed);
    defect.text = e.text_at(&site.arg(0));
    Err(Box::new(End::Defect(defect)))
}

/// Returns one if the guarded variable is not yet initialised.
fn guard_acquire(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let done = e.flag(site.lane(0))?;
    Ok(e.result(site, u128::from(!done)))
}

fn guard_release(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    e.set_flag(site.lane(0))?;
    Ok(Value::Scalar(None))
}
