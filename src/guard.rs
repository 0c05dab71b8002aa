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

use std::ffi::CString;

use inkwell::llvm_sys::LLVMAttributeFunctionIndex;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use inkwell::llvm_sys::prelude::*;

use crate::llvm;

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

/// `void (i1, ptr, i64)`: no operation; the variable that it names stays in memory.
pub(crate) const KEEP: &str = "simdiff.guard.keep";

/// The prefix of functions whose only argument is a number, and whose result is an
/// undefined value of the type that follows: the initial value of a local variable. Unlike
/// `undef`, no pass chooses it.
pub(crate) const UNDEFINED: &str = "simdiff.undefined.";

/// The encoding of `memory(inaccessiblemem: readwrite)`: two bits for each location, of
/// which inaccessible memory is the second (llvm/Support/ModRef.h).
const INACCESSIBLE: u64 = 0b11 << 2;

/// Whether a function's name is that of a guard, for pointers to any address space.
pub(crate) fn is(name: &str, guard: &str) -> bool {
    let suffixes = name.strip_prefix(guard);
    suffixes.is_some_and(|rest| rest.is_empty() || rest.starts_with(".p"))
}

/// Whether an instruction is a guard.
///
/// # Safety
/// The instruction has to be alive.
pub(crate) unsafe fn is_guard(instruction: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        llvm::opcode(instruction) == LLVMOpcode::LLVMCall
            && llvm::name(LLVMGetCalledValue(instruction)).starts_with(PREFIX)
    }
}

/// The bit `true`.
///
/// # Safety
/// The module has to be alive.
pub(crate) unsafe fn always(module: LLVMModuleRef) -> LLVMValueRef {
    // SAFETY: as the caller promises.
    unsafe { LLVMConstInt(LLVMInt1TypeInContext(LLVMGetModuleContext(module)), 1, 0) }
}

/// Calls the guard `name` at the builder's position, with the source position of `like`.
///
/// # Safety
/// Builder, module and values have to be alive, and the builder positioned in the
/// module.
pub(crate) unsafe fn call(
    builder: LLVMBuilderRef,
    module: LLVMModuleRef,
    name: &str,
    like: LLVMValueRef,
    arguments: &mut [LLVMValueRef],
) {
    // SAFETY: as the caller promises.
    unsafe {
        let context = LLVMGetModuleContext(module);
        let mut types: Vec<_> = arguments.iter().map(|value| LLVMTypeOf(*value)).collect();
        let count = arguments.len() as u32;
        let void = LLVMVoidTypeInContext(context);
        let ty = LLVMFunctionType(void, types.as_mut_ptr(), count, 0);
        // Pointers to each address space have a function of their own.
        let spaces = types.iter().filter_map(|ty| match LLVMGetTypeKind(*ty) {
            LLVMTypeKind::LLVMPointerTypeKind => Some(LLVMGetPointerAddressSpace(*ty)),
            _ => None,
        });
        let suffixes = spaces.filter(|space| *space != 0);
        let suffixes: String = suffixes.map(|space| format!(".p{space}")).collect();
        let symbol = CString::new(format!("{name}{suffixes}")).unwrap_or_default();
        let mut function = LLVMGetNamedFunction(module, symbol.as_ptr());
        if function.is_null() {
            function = LLVMAddFunction(module, symbol.as_ptr(), ty);
            attach(function, &[("nounwind", 0), ("memory", INACCESSIBLE)]);
        }
        let arguments = arguments.as_mut_ptr();
        let call = LLVMBuildCall2(builder, ty, function, arguments, count, c"".as_ptr());
        LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(like));
    }
}

/// An undefined value of a type, by a call at the builder's position. Calls with different
/// numbers are distinct for every pass.
///
/// # Safety
/// Builder, module and type have to be alive, and the builder positioned in the
/// module.
pub(crate) unsafe fn undefined(
    builder: LLVMBuilderRef,
    module: LLVMModuleRef,
    ty: LLVMTypeRef,
    number: u64,
) -> LLVMValueRef {
    // SAFETY: as the caller promises.
    unsafe {
        let long = LLVMInt64TypeInContext(LLVMGetModuleContext(module));
        let mut types = [long];
        let callee = LLVMFunctionType(ty, types.as_mut_ptr(), 1, 0);
        let name = format!("{UNDEFINED}{}", llvm::type_name(ty));
        let symbol = CString::new(name).unwrap_or_default();
        let mut function = LLVMGetNamedFunction(module, symbol.as_ptr());
        if function.is_null() {
            function = LLVMAddFunction(module, symbol.as_ptr(), callee);
            attach(
                function,
                &[("nounwind", 0), ("willreturn", 0), ("memory", 0)],
            );
        }
        let mut arguments = [LLVMConstInt(long, number, 0)];
        LLVMBuildCall2(
            builder,
            callee,
            function,
            arguments.as_mut_ptr(),
            1,
            c"".as_ptr(),
        )
    }
}

/// Adds attributes with their values to a function.
unsafe fn attach(function: LLVMValueRef, attributes: &[(&str, u64)]) {
    // SAFETY: the function is alive.
    unsafe {
        let context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
        for (name, value) in attributes {
            let attribute = LLVMCreateEnumAttribute(context, llvm::attribute_kind(name), *value);
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
        }
    }
}
