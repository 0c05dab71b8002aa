//! Initial values of local variables.
//!
//! A pass that promotes a variable to values may choose any value where nothing was stored:
//! of `int y; if (c) y = 7;` only the 7 stays. An opaque value, stored where the variable's
//! lifetime begins, keeps the uninitialised paths distinct. Variables that no pass promotes
//! keep their bytes in memory, where the executor knows which are undefined.

use inkwell::llvm_sys::LLVMOpcode;

use crate::guard;
use crate::llvm::{Edit, Layout, Value};

/// The largest size in bytes of a variable that passes may promote; larger ones are kept in
/// memory.
const MAX_MOVED: u64 = 256;

/// Stores an undefined value to each local variable of a function.
pub(super) fn insert<'e>(edit: &Edit<'e>, function: Value<'e>) {
    let layout = edit.layout();
    let variables: Vec<Value<'e>> = function
        .instructions()
        .filter(|variable| is_moved(*variable, layout) && !is_parameter(*variable))
        .collect();
    for (number, variable) in variables.into_iter().enumerate() {
        let Some(ty) = variable.allocated() else {
            continue;
        };
        for place in beginnings(variable) {
            let builder = edit.before(place);
            if layout.size(ty) > MAX_MOVED {
                let size = edit.integer(64).constant(0);
                let arguments = [guard::always(**edit), variable, size];
                guard::call(builder, guard::KEEP, place, &arguments);
            } else {
                let value = guard::undefined(builder, ty, number as u64);
                let store = builder.store(value, variable);
                // The variable may have less than its type's alignment if it is passed in
                // several parts.
                edit.set_alignment(store, variable.alignment());
            }
        }
    }
}

/// The instructions before which a variable's lifetime begins.
fn beginnings(variable: Value<'_>) -> Vec<Value<'_>> {
    let users = variable.users().into_iter();
    let starts = users.filter(|user| calls(*user, "llvm.lifetime.start"));
    let starts: Vec<_> = starts.filter_map(Value::next).collect();
    match starts.is_empty() {
        true => Vec::from_iter(variable.next()),
        false => starts,
    }
}

fn calls(user: Value<'_>, prefix: &str) -> bool {
    user.opcode() == LLVMOpcode::LLVMCall && user.callee_name().starts_with(prefix)
}

/// Whether a pass may promote the variable: its size and the offsets at which it is
/// accessed are constant.
fn is_moved<'e>(variable: Value<'e>, layout: Layout<'e>) -> bool {
    let Some(ty) = variable.allocated() else {
        return false;
    };
    variable.operand(0).unsigned() == Some(1)
        && ty.is_sized()
        && at_constant_places(variable, layout)
}

fn at_constant_places<'e>(pointer: Value<'e>, layout: Layout<'e>) -> bool {
    pointer.users().into_iter().all(|user| {
        user.opcode() != LLVMOpcode::LLVMGetElementPtr
            || user.constant_offset(layout).is_some() && at_constant_places(user, layout)
    })
}

/// Whether clang stores a parameter in the variable: the source of a store to it is an
/// argument.
fn is_parameter(variable: Value<'_>) -> bool {
    let stored = |user: Value<'_>| {
        user.opcode() == LLVMOpcode::LLVMStore
            && user.operand(1) == variable
            && user.operand(0).is_argument()
    };
    variable.users().into_iter().any(stored)
}
