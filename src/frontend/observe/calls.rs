//! Keeps calls that look dead.
//!
//! A pass removes a call whose result is unused if the call neither writes nor throws and
//! is known to return: `strlen` past the end of a text, a masked load, a function declared
//! pure. Without the attribute that it returns, such a call stays and is executed. Calls of
//! the C library lose the properties known by their names: otherwise an unused allocation
//! would be removed, together with the copies to it.

use crate::llvm::{Attribute, Edit, Value};

/// Attributes that let a pass remove a call.
const PROMISES: [&str; 2] = ["willreturn", "mustprogress"];

/// Keeps every call that may read memory.
pub(super) fn keep(edit: &Edit<'_>) {
    edit.forget_promises(&PROMISES);
    let intrinsics = edit.functions().filter(|f| f.name().starts_with("llvm."));
    for intrinsic in intrinsics.filter(|f| takes_pointer(*f)) {
        edit.remove_attribute(intrinsic, "willreturn");
    }
    for call in edit.instructions().filter(|i| i.is_call()) {
        forget_name(edit, call);
    }
}

/// Makes a call opaque to passes that know functions by their names.
fn forget_name<'e>(edit: &Edit<'e>, call: Value<'e>) {
    let named = call.callee().filter(|callee| callee.is_function());
    if named.is_some_and(|callee| callee.name().starts_with("llvm.")) {
        return;
    }
    edit.add_call_attribute(call, Attribute::NoBuiltin);
    edit.remove_call_attribute(call, "builtin");
}

fn takes_pointer(function: Value<'_>) -> bool {
    let mut parameters = function.parameters();
    parameters.any(|parameter| parameter.ty().lane().is_pointer())
}
