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
use crate::program::{Function, FunctionId};
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[("simdiff_errno_used", Any(used))];

/// Functions that the library here defines (`runtime/libc/float.c`), by the name for `double`;
/// they report overflows, underflows and logarithms of zero in other libraries.
const DEFINED: [&str; 7] = [
    "ldexp",
    "scalbn",
    "scalbln",
    "nextafter",
    "ilogb",
    "logb",
    "log",
];

/// Whether a function with a body is one of [`DEFINED`].
pub(super) fn is_defined_setter(function: &Function) -> bool {
    let name = &*function.name;
    let base = |name: &str| DEFINED.contains(&name);
    function.is_defined() && (base(name) || name.strip_suffix(['f', 'l']).is_some_and(base))
}

/// The functions of C's library that are one operation.
static OPERATIONS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    let names = float::TABLE.iter().map(|(name, _)| *name);
    names.filter(|name| !name.starts_with("llvm.")).collect()
});

/// Whether a function may set `errno`, which is a mathematical one if it is a single operation or
/// `is_library` says so.
pub(super) fn may_be_set_by(function: &Function, is_library: bool) -> bool {
    let name = &*function.name;
    function.may_write && !name.starts_with("llvm.") && (is_library || OPERATIONS.contains(name))
}

/// Records that a function is called, which may set `errno`.
///
/// # Errors
/// The program uses `errno`.
pub(in crate::symex) fn set(e: &mut Executor<'_, '_>, id: FunctionId) -> Exec<()> {
    e.machine.errno.set_by.get_or_insert(id);
    settle(e)
}

/// `void simdiff_errno_used(void)`: the program is about to read or write `errno`.
fn used(e: &mut Executor<'_, '_>, _: &Site<'_>) -> Exec<Value> {
    e.machine.errno.is_used = true;
    settle(e)?;
    Ok(Value::Scalar(None))
}

fn settle(e: &Executor<'_, '_>) -> Exec<()> {
    match e.machine.errno.refusal(e.program) {
        Some(reason) => Err(e.stop(reason)),
        None => Ok(()),
    }
}
