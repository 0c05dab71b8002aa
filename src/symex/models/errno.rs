//! `errno`, which mathematical functions set for arguments outside of their domain and for
//! results that are too large or too small.
//!
//! What they set is not modelled, and what nobody reads needs no model: a program that calls
//! them *and* uses `errno`, in any order, is given up (a compiler that merges two calls of
//! `__errno_location` places the remaining one before the function that sets the variable).
//! Functions that cannot set it say so by an attribute: `fabs`, or all of them under
//! `-fno-math-errno`.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::float;
use super::model::Model::Any;
use super::model::{Site, Table};
use super::{LIBRARY, ModelId, find};
use crate::program::{Function, FunctionId, Program};
use crate::symex::end::StopReason;
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[("simdiff_errno_used", Any(used))];

/// The functions of C's library that are one operation.
static OPERATIONS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    let names = float::TABLE.iter().map(|(name, _)| *name);
    names.filter(|name| !name.starts_with("llvm.")).collect()
});

/// Whether a function of a program is a mathematical one that may set `errno`.
pub fn may_set_errno(program: &Program, id: FunctionId) -> bool {
    let function = program.function(id);
    let model = find(program, function).filter(|_| !function.is_defined());
    model.is_some_and(|model| may_be_set_by(function, model))
}

fn may_be_set_by(function: &Function, model: ModelId) -> bool {
    function.may_write
        && !function.name.starts_with("llvm.")
        && (model == LIBRARY || OPERATIONS.contains(&*function.name))
}

/// Records that a function is called, which may set `errno`.
///
/// # Errors
/// The program uses `errno`.
pub(in crate::symex) fn note(e: &mut Executor<'_, '_>, id: FunctionId, model: ModelId) -> Exec<()> {
    if may_be_set_by(e.program.function(id), model) {
        e.machine.errno.set_by.get_or_insert(id);
    }
    settle(e)
}

/// `void simdiff_errno_used(void)`: the program is about to read or write `errno`.
fn used(e: &mut Executor<'_, '_>, _: &Site<'_>) -> Exec<Value> {
    e.machine.errno.is_used = true;
    settle(e)?;
    Ok(Value::Scalar(None))
}

fn settle(e: &Executor<'_, '_>) -> Exec<()> {
    match e.machine.errno {
        Errno {
            is_used: true,
            set_by: Some(id),
        } => {
            let name = e.program.function(id).name.to_string();
            Err(e.stop(StopReason::Errno(name)))
        }
        _ => Ok(()),
    }
}

/// What a machine executed so far that concerns `errno`.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::symex) struct Errno {
    is_used: bool,
    /// The first mathematical function called that may set it.
    set_by: Option<FunctionId>,
}
