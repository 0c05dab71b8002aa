//! Where the blocks of locals begin and end, as clang marks them.
//!
//! Trap: what a marker names need not be a local any more once the optimiser has
//! been there; then it says nothing.

use super::Model::Any;
use super::{Site, Table};
use crate::symex::executor::{Exec, Executor};
use crate::symex::object::{Life, ObjectId, Storage};
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("llvm.lifetime.start", Any(|e, s| mark(e, s, Life::Live))),
    ("llvm.lifetime.end", Any(|e, s| mark(e, s, Life::Left))),
];

fn mark(e: &mut Executor<'_, '_>, site: &Site<'_>, life: Life) -> Exec<Value> {
    if let Some(address) = e.concrete_lane(site.lane(1)) {
        let object = e.state.memory.object_mut(ObjectId(address as u64));
        if let Some(object) = object.filter(|o| o.spec.storage == Storage::Stack) {
            object.enter_or_leave(life);
        }
    }
    Ok(Value::Scalar(None))
}
