//! The alignment of vectors in arrays of smaller elements.
//!
//! A pointer to a vector has to be aligned to the size of the vector (OpenCL C 3.0, 6.2.5 and
//! 6.3). For `*(local float4 *)&t[i]`, clang sees that the address is one of a `float` in
//! `t` and emits an access with the alignment of a `float`; other compilers need not. Members
//! of packed structures keep the alignment that their type gives them.

use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use crate::llvm::{Layout, Type, Value, View, edit};

/// Gives accesses to vectors in arrays of smaller elements the alignment of the vectors. The
/// module is as clang emits it before any optimisation.
pub(super) fn restore(module: &Module<'_>) {
    edit(module, |edit| {
        let layout = View::of(module).layout();
        let instructions = edit.functions().flat_map(Value::instructions);
        for access in instructions.collect::<Vec<_>>() {
            let (ty, pointer) = match access.opcode() {
                LLVMOpcode::LLVMLoad => (access.ty(), access.operand(0)),
                LLVMOpcode::LLVMStore => (access.operand(0).ty(), access.operand(1)),
                _ => continue,
            };
            let size = layout.size(ty).next_power_of_two();
            let is_lowered = ty.is_vector() && u64::from(access.alignment()) < size;
            if is_lowered && in_smaller_elements(layout, pointer, size) {
                edit.set_alignment(access, size as u32);
            }
        }
    });
}

/// Whether a pointer leads to an element of a variable that is an array of elements with less
/// than `size` bytes.
fn in_smaller_elements(layout: Layout<'_>, pointer: Value<'_>, size: u64) -> bool {
    let is_smaller = |ty: Type<'_>| {
        let element = leaf(ty);
        element.kind() != LLVMTypeKind::LLVMStructTypeKind && layout.size(element) < size
    };
    let mut at = pointer;
    loop {
        let opcode = match at.is_instruction() {
            true => Some(at.opcode()),
            false => at.constant_opcode(),
        };
        match opcode {
            Some(LLVMOpcode::LLVMAddrSpaceCast) => {}
            Some(LLVMOpcode::LLVMGetElementPtr) if at.source_element().is_some_and(is_smaller) => {}
            Some(LLVMOpcode::LLVMAlloca) => return at.allocated().is_some_and(is_smaller),
            None if at.is_global_variable() => return at.value_type().is_some_and(is_smaller),
            _ => return false,
        }
        at = at.operand(0);
    }
}

/// The elements of an array of any number of dimensions.
fn leaf(ty: Type<'_>) -> Type<'_> {
    let mut ty = ty;
    while ty.kind() == LLVMTypeKind::LLVMArrayTypeKind {
        match ty.element() {
            Some(element) => ty = element,
            None => break,
        }
    }
    ty
}
