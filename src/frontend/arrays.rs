//! Observes the lengths and indices of arrays in the source.
//!
//! An index past the end of an array member may stay inside the enclosing object, so no
//! access shows it. [`observe`] therefore puts a call before each address of an element
//! that may lie outside its array (C17 6.5.6p8), and before each array of variable length
//! (C17 6.7.6.2p5). As in `-fsanitize=array-bounds`, the last member of a structure may
//! have more elements than it declares, and the address just past the last element may be
//! taken.

use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};

use super::editor::{INACCESSIBLE, call};
use crate::llvm::{Edit, Type, Value};

/// `void (iN length)`, for every width: called before an array of variable length is
/// allocated.
const LENGTH: &str = "simdiff.array.length";

/// `void (iN index, iN end)`: called before the address of an element is computed whose
/// index has to be below `end`, as unsigned integers.
const INDEX: &str = "simdiff.array.index";

/// Puts calls before an instruction of the source that check the arrays it addresses.
pub(super) fn observe<'e>(edit: &Edit<'e>, instruction: Value<'e>) {
    match instruction.opcode() {
        LLVMOpcode::LLVMAlloca if is_variable_array(instruction) => {
            let length = as_declared(instruction.operand(0));
            let name = format!("{LENGTH}.{}", length.ty().print());
            call(edit, &name, instruction, &[length], None, INACCESSIBLE);
        }
        LLVMOpcode::LLVMGetElementPtr => {
            check(edit, instruction, instruction, is_accessed(instruction));
        }
        _ => {}
    }
    for (index, operand) in instruction.operands().enumerate() {
        let accessed = is_address(instruction, index);
        check_constant(edit, instruction, operand, accessed);
    }
}

/// Checks a constant address, such as one in a global variable.
fn check_constant<'e>(edit: &Edit<'e>, before: Value<'e>, address: Value<'e>, accessed: bool) {
    if address.constant_opcode() == Some(LLVMOpcode::LLVMGetElementPtr) {
        check(edit, before, address, accessed);
        check_constant(edit, before, address.operand(0), accessed);
    }
}

/// Puts a call before an instruction if an address may be outside its inner array.
fn check<'e>(edit: &Edit<'e>, before: Value<'e>, gep: Value<'e>, accessed: bool) {
    let array = gep.source_element();
    let Some(array) = array.filter(|ty| ty.kind() == LLVMTypeKind::LLVMArrayTypeKind) else {
        return;
    };
    if gep.operand_count() != 3 || !gep.operand(1).is_zero() || !is_inner(gep.operand(0), array) {
        return;
    }
    let count = array.length();
    let end = count.saturating_add(u64::from(!accessed));
    let index = gep.operand(2);
    if count == 0 || index.unsigned().is_some_and(|index| index < end) {
        return;
    }
    let ty = index.ty();
    let name = format!("{INDEX}.{}", ty.print());
    call(
        edit,
        &name,
        before,
        &[index, ty.constant(end)],
        None,
        INACCESSIBLE,
    );
}

/// Whether an address is that of an array of this type inside a larger array, or inside a
/// structure with members after it.
fn is_inner<'e>(address: Value<'e>, array: Type<'e>) -> bool {
    if address.kind() == LLVMValueKind::LLVMGlobalVariableValueKind {
        // The address of a variable is that of its first member.
        return address
            .value_type()
            .is_some_and(|ty| starts_with(ty, array));
    }
    let Some(ty) = address.source_element() else {
        return false;
    };
    match (ty.kind(), address.operand_count()) {
        (LLVMTypeKind::LLVMArrayTypeKind, 2) => ty == array,
        (LLVMTypeKind::LLVMArrayTypeKind, 3) => ty.element() == Some(array),
        (LLVMTypeKind::LLVMStructTypeKind, 3) => {
            let field = address.operand(2).unsigned();
            let field = field.and_then(|field| u32::try_from(field).ok());
            field.is_some_and(|field| ty.field(field) == Some(array) && !is_last(ty, field))
        }
        _ => false,
    }
}

/// Whether a type starts with an array of this type and has something after it.
fn starts_with<'e>(mut ty: Type<'e>, array: Type<'e>) -> bool {
    loop {
        let (first, goes_on) = match ty.kind() {
            LLVMTypeKind::LLVMArrayTypeKind => (ty.element(), true),
            LLVMTypeKind::LLVMStructTypeKind => (ty.field(0), !is_last(ty, 0)),
            _ => return false,
        };
        match first {
            None => return false,
            Some(first) if first == array => return goes_on,
            Some(first) => ty = first,
        }
    }
}

/// Whether nothing but bytes, which may be padding, follows a field in its structure.
fn is_last(structure: Type<'_>, field: u32) -> bool {
    const BYTE: u32 = 8;
    match structure.field_count().saturating_sub(field) {
        1 => true,
        2 => {
            let rest = structure.field(field + 1);
            let rest = rest.filter(|ty| ty.kind() == LLVMTypeKind::LLVMArrayTypeKind);
            rest.and_then(Type::element).and_then(Type::width) == Some(BYTE)
        }
        _ => false,
    }
}

/// Whether memory is read or written at an address or at one derived from it.
fn is_accessed(address: Value<'_>) -> bool {
    let mut users = address.users().into_iter();
    users.any(|user| match user.opcode() {
        LLVMOpcode::LLVMLoad => true,
        LLVMOpcode::LLVMStore => user.operand(1) == address,
        LLVMOpcode::LLVMGetElementPtr => is_accessed(user),
        _ => false,
    })
}

/// Whether an operand is the address of a load or store.
fn is_address(instruction: Value<'_>, operand: usize) -> bool {
    match instruction.opcode() {
        LLVMOpcode::LLVMLoad => operand == 0,
        LLVMOpcode::LLVMStore => operand == 1,
        _ => false,
    }
}

/// Whether an `alloca` is an array of variable length. Those of the function `alloca` have
/// no such name.
fn is_variable_array(allocation: Value<'_>) -> bool {
    !allocation.operand(0).is_constant() && allocation.name().starts_with("vla")
}

/// A length at its declared width, without the zero extension that clang adds.
fn as_declared(length: Value<'_>) -> Value<'_> {
    const INT: u32 = 32;
    if length.opcode() != LLVMOpcode::LLVMZExt {
        return length;
    }
    let narrow = length.operand(0);
    match narrow.ty().width().is_some_and(|width| width >= INT) {
        true => narrow,
        false => length,
    }
}
