//! Guards: calls that record an operation of the program at its place, for the executor to
//! check, whatever passes do to the operation itself.
//!
//! `simdiff.guard.KIND(i1 condition, …)`: if the condition holds, the program reads or
//! writes `size` bytes at an aligned address (`read`, `write`), or divides (`sdiv`, `udiv`,
//! `srem`, `urem`, followed by the type). The front end places a guard before an operation
//! that a pass could remove, shrink or move (`docs/decisions/0051`); phi folding places one
//! before a load that it moves out of a branch, and narrows the conditions of the guards
//! that it moves. Invariant: no pass removes a guard, moves it across another one, or
//! assumes anything about the memory that it names.

use inkwell::llvm_sys::LLVMOpcode;

use crate::llvm::{Attribute, Builder, Type, Value, View};

/// The prefix of every guard's name.
pub(crate) const PREFIX: &str = "simdiff.guard.";

/// `void (i1 condition, ptr address, i64 size, i64 align)`: a read of `size` bytes, of a
/// type with this alignment.
pub(crate) const READ: &str = "simdiff.guard.read";

/// `void (i1 condition, ptr address, i64 size, i64 align)`: a write of `size` bytes, of a
/// type with this alignment.
pub(crate) const WRITE: &str = "simdiff.guard.write";

/// Set in the alignment of a read or write if the source requires the alignment, but the
/// access itself does not rely on it.
pub(crate) const MEMBER: u64 = 1 << 32;

/// `void (i1 condition, i8 flags, result, x, y)`: the result of an operation on `x` and `y`
/// that a pass folded because of these fast-math flags.
pub(crate) const FOLDED: &str = "simdiff.guard.folded";

/// `void (i1, ptr, i64)`: no operation; the variable that it names stays in memory.
pub(crate) const KEEP: &str = "simdiff.guard.keep";

/// The prefix of functions whose only argument is a number, and whose result is an
/// undefined value of the type that follows: the initial value of a local variable. Unlike
/// `undef`, no pass chooses it.
pub(crate) const UNDEFINED: &str = "simdiff.undefined.";

/// The encoding of `memory(inaccessiblemem: readwrite)`: two bits for each location, of
/// which inaccessible memory is the second (llvm/Support/ModRef.h).
const INACCESSIBLE: u32 = 0b11 << 2;

/// Whether a function's name is that of a guard, for pointers to any address space.
pub(crate) fn is(name: &str, guard: &str) -> bool {
    let suffixes = name.strip_prefix(guard);
    suffixes.is_some_and(|rest| rest.is_empty() || rest.starts_with(".p"))
}

/// Whether an instruction is a guard.
pub(crate) fn is_guard(instruction: Value<'_>) -> bool {
    instruction.opcode() == LLVMOpcode::LLVMCall && instruction.callee_name().starts_with(PREFIX)
}

/// The bit `true`.
pub(crate) fn always(module: View<'_>) -> Value<'_> {
    module.truth(true)
}

/// Calls the guard `name` at the builder's place, with the source position of `like`.
pub(crate) fn call<'e>(
    builder: Builder<'_, 'e>,
    name: &str,
    like: Value<'e>,
    arguments: &[Value<'e>],
) {
    let edit = builder.edit();
    let types: Vec<Type<'e>> = arguments.iter().map(|value| value.ty()).collect();
    let ty = edit.void().function(&types);
    // Pointers to each address space have a function of their own.
    let pointers = types.iter().filter(|ty| ty.is_pointer());
    let spaces = pointers.map(|ty| ty.address_space());
    let suffixes = spaces.filter(|space| *space != 0);
    let suffixes: String = suffixes.map(|space| format!(".p{space}")).collect();
    let effects = [Attribute::NoUnwind, Attribute::Memory(INACCESSIBLE)];
    let function = edit.declare(&format!("{name}{suffixes}"), ty, &effects);
    builder.located(like).call(ty, function, arguments);
}

/// An undefined value of a type, by a call at the builder's place. Calls with different
/// numbers are distinct for every pass.
pub(crate) fn undefined<'e>(builder: Builder<'_, 'e>, ty: Type<'e>, number: u64) -> Value<'e> {
    let edit = builder.edit();
    let long = edit.integer(64);
    let signature = ty.function(&[long]);
    let name = format!("{UNDEFINED}{}", ty.print());
    let effects = [
        Attribute::NoUnwind,
        Attribute::WillReturn,
        Attribute::Memory(0),
    ];
    let function = edit.declare(&name, signature, &effects);
    builder.call(signature, function, &[long.constant(number)])
}
