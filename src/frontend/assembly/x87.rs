//! Assembly that reads the control word of the x87 unit, or rounds one number in a direction
//! that it sets for this alone: calls of `simdiff.x87.…`, which the executor models.

use inkwell::llvm_sys::LLVMTypeKind;

use super::{Assembly, text};
use crate::llvm::{Builder, Type, Value};

/// Replaces such assembly at the builder's position. Returns whether it did.
pub(super) fn replace<'e>(place: Builder<'_, 'e>, assembly: &Assembly<'e>) -> bool {
    let statements = text::statements(&assembly.text);
    let Some(parts) = statements
        .iter()
        .map(|s| text::name_and_operand(s))
        .collect::<Option<Vec<_>>>()
    else {
        return false;
    };
    match parts[..] {
        [("fnstcw" | "fstcw", Some(0))] => store(place, assembly),
        [
            ("fldcw", Some(new)),
            ("frndint", None),
            ("fldcw", Some(old)),
        ] => round(place, assembly, [new, old]),
        _ => false,
    }
}

/// `fnstcw`: `simdiff.x87.control()`, stored.
fn store<'e>(place: Builder<'_, 'e>, assembly: &Assembly<'e>) -> bool {
    if assembly.outputs != ["=*m"] || !assembly.inputs.is_empty() {
        return false;
    }
    let word = place.edit().integer(16);
    let control = call(place, "simdiff.x87.control", word, &[]);
    let stored = place.store(control, assembly.call.operand(0));
    place.edit().set_alignment(stored, 1);
    true
}

/// `fldcw new; frndint; fldcw old`: `simdiff.x87.round(x, new, old)`. A float or a double is
/// converted to the unit's format and back exactly, and so is its integral value.
fn round<'e>(place: Builder<'_, 'e>, assembly: &Assembly<'e>, words: [usize; 2]) -> bool {
    if assembly.outputs != ["={st}"] || assembly.tied(0) != Some(0) {
        return false;
    }
    let in_memory = |at: &usize| {
        assembly
            .inputs
            .get(at.wrapping_sub(1))
            .is_some_and(|c| c == "*m")
    };
    if !words.iter().all(in_memory) {
        return false;
    }
    let ty = assembly.call.ty();
    let name = match ty.kind() {
        LLVMTypeKind::LLVMFloatTypeKind => "simdiff.x87.round.f32",
        LLVMTypeKind::LLVMDoubleTypeKind => "simdiff.x87.round.f64",
        LLVMTypeKind::LLVMX86_FP80TypeKind => "simdiff.x87.round.f80",
        _ => return false,
    };
    let word = place.edit().integer(16);
    let [new, old] = words.map(|at| {
        let loaded = place.load(word, assembly.call.operand(at as u32 - 1));
        place.edit().set_alignment(loaded, 1);
        loaded
    });
    let rounded = call(place, name, ty, &[assembly.call.operand(0), new, old]);
    place.edit().replace_uses(assembly.call, rounded);
    true
}

/// Calls a function by its name, which is declared where it was not.
fn call<'e>(
    place: Builder<'_, 'e>,
    name: &str,
    result: Type<'e>,
    arguments: &[Value<'e>],
) -> Value<'e> {
    let types: Vec<Type<'e>> = arguments.iter().map(|a| a.ty()).collect();
    let signature = result.function(&types);
    let callee = place.edit().declare(name, signature, &[]);
    place.call(signature, callee, arguments)
}
