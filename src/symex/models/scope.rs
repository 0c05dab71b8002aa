//! The stack of an activation: the lifetime markers of locals that clang emits, and
//! addresses on the stack.
//!
//! Trap: after optimisation, a marker may name something else than a local; then it has no
//! effect.

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::AddressSpace;
use crate::start::Start;
use crate::symex::executor::{Exec, Executor};
use crate::symex::object::Life;
use crate::symex::object_spec::{ObjectId, ObjectSpec, Protection, Storage};
use crate::symex::value::Value;

/// Base of return addresses: no object is placed here, and each call has its own address,
/// for programs that compare them.
const RETURN_BASE: u64 = 0x6000_0000_0000;

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("llvm.lifetime.start", Any(|e, s| mark(e, s, Life::Live))),
    ("llvm.lifetime.end", Any(|e, s| mark(e, s, Life::Left))),
    ("llvm.stacksave", Any(save)),
    ("llvm.stackrestore", Any(restore)),
    ("llvm.frameaddress", Any(frame_address)),
    ("llvm.returnaddress", Any(return_address)),
];

/// `llvm.stacksave`: returns the least address of the next stack object.
fn save(e: &mut Executor<'_, '_>, _: &Site<'_>) -> Exec<Value> {
    let top = e.state.memory.stack_top();
    Ok(e.b().constant(64, u128::from(top)).into())
}

/// `llvm.stackrestore`, the end of a block with variable-length arrays: frees the stack
/// objects above a saved address.
fn restore(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    match e.concrete_lane(site.lane(0)) {
        Some(top) => {
            e.state.memory.leave_above(top as u64);
            Ok(Value::Scalar(None))
        }
        None => Err(e.unsupported(site, "a place that depends on the inputs")),
    }
}

/// `__builtin_frame_address(0)`: returns the address of an object of the activation with
/// unknown contents.
fn frame_address(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    /// Bytes of the caller's frame address and the return address.
    const SIZE: u64 = 16;
    let level = site.lane(0);
    if e.concrete_lane(level) != Some(0) {
        return Err(e.unsupported(site, "the activation of a caller"));
    }
    let address = match e.state.thread.frame.address {
        Some(address) => address,
        None => {
            let object = e.allocate(ObjectSpec {
                name: "frame".into(),
                size: SIZE,
                start: Start::placed(SIZE),
                storage: Storage::Stack,
                protection: Protection::Writable,
                zeroed: false,
                allocation: e.here(),
                element: None,
                space: AddressSpace::PRIVATE,
            })?;
            *e.state.thread.frame.address.insert(object.0)
        }
    };
    Ok(e.b().constant(64, u128::from(address)).into())
}

/// `__builtin_return_address(0)`: returns an address that identifies the call; it is in no
/// object.
fn return_address(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let level = site.lane(0);
    if e.concrete_lane(level) != Some(0) {
        return Err(e.unsupported(site, "the activation of a caller"));
    }
    let caller = e.state.thread.callers.last();
    let (function, pc) = caller.map_or((0, 0), |caller| (caller.function.0, caller.pc));
    let address = RETURN_BASE + (u64::from(function) << 24) + u64::from(pc);
    Ok(e.b().constant(64, u128::from(address)).into())
}

fn mark(e: &mut Executor<'_, '_>, site: &Site<'_>, life: Life) -> Exec<Value> {
    if let Some(address) = e.concrete_lane(site.lane(1)) {
        e.state
            .memory
            .enter_or_leave(ObjectId(address as u64), life);
    }
    Ok(Value::Scalar(None))
}
