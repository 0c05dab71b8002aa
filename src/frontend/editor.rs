//! Edits the instructions of a module; in particular, inserts calls of functions that
//! passes do not know.

use crate::llvm::{Attribute, Edit, Type, Value};

/// The values of the attribute `memory`: `none` and `inaccessiblemem: readwrite`, two bits
/// for each location (llvm/Support/ModRef.h).
pub(super) const NO_MEMORY: u32 = 0;
pub(super) const INACCESSIBLE: u32 = 0b11 << 2;

/// Calls `change` with every instruction that a function has when its turn comes.
pub(super) fn each<'e>(edit: &Edit<'e>, change: impl Fn(Value<'e>)) {
    for function in edit.functions() {
        for instruction in function.instructions().collect::<Vec<_>>() {
            change(instruction);
        }
    }
}

/// Inserts a call of a function before an instruction. A function that is not yet declared
/// is declared with these memory effects.
pub(super) fn call<'e>(
    edit: &Edit<'e>,
    name: &str,
    before: Value<'e>,
    arguments: &[Value<'e>],
    result: Option<Type<'e>>,
    memory: u32,
) -> Value<'e> {
    let types: Vec<_> = arguments.iter().map(|a| a.ty()).collect();
    let signature = result.unwrap_or(edit.void()).function(&types);
    let effects = [Attribute::NoUnwind, Attribute::Memory(memory)];
    let function = edit.declare(name, signature, &effects);
    let place = edit.before(before).located(before);
    place.call(signature, function, arguments)
}

/// Replaces an instruction by another one, which gets its name.
pub(super) fn replace<'e>(edit: &Edit<'e>, old: Value<'e>, new: Value<'e>) {
    let name = old.name();
    edit.replace_uses(old, new);
    edit.erase(old);
    edit.set_name(new, &name);
}
