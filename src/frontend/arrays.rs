//! Observes the lengths and indices of arrays in the source.
//!
//! An index past the end of an array member may stay inside the enclosing object, so no
//! access shows it. [`observe`] therefore puts a call before each address of an element
//! that may lie outside its array (C17 6.5.6p8), and before each array of variable length
//! (C17 6.7.6.2p5). As in `-fsanitize=array-bounds`, the last member of a structure may
//! have more elements than it declares, and the address just past the last element may be
//! taken.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};

use super::editor::{Editor, INACCESSIBLE};
use crate::llvm;

/// `void (iN length)`, for every width: called before an array of variable length is
/// allocated.
const LENGTH: &str = "simdiff.array.length";

/// `void (iN index, iN end)`: called before the address of an element is computed whose
/// index has to be below `end`, as unsigned integers.
const INDEX: &str = "simdiff.array.index";

/// Puts calls before an instruction of the source that check the arrays it addresses.
///
/// # Safety
/// The instruction has to be alive and in the editor's module.
pub(super) unsafe fn observe(editor: &Editor, instruction: LLVMValueRef) {
    // SAFETY: as the caller promises; operands of live values are live.
    unsafe {
        match llvm::opcode(instruction) {
            LLVMOpcode::LLVMAlloca if is_variable_array(instruction) => {
                let length = as_declared(llvm::operand(instruction, 0));
                let name = format!("{LENGTH}.{}", llvm::type_name(LLVMTypeOf(length)));
                editor.call(&name, instruction, &[length], None, INACCESSIBLE);
            }
            LLVMOpcode::LLVMGetElementPtr => {
                check(editor, instruction, instruction, is_accessed(instruction));
            }
            _ => {}
        }
        for (index, operand) in llvm::operands(instruction).enumerate() {
            let accessed = is_address(instruction, index);
            check_constant(editor, instruction, operand, accessed);
        }
    }
}

/// Checks a constant address, such as one in a global variable.
unsafe fn check_constant(
    editor: &Editor,
    before: LLVMValueRef,
    address: LLVMValueRef,
    accessed: bool,
) {
    // SAFETY: as the caller of `observe` promises.
    unsafe {
        if llvm::kind(address) == LLVMValueKind::LLVMConstantExprValueKind
            && LLVMGetConstOpcode(address) == LLVMOpcode::LLVMGetElementPtr
        {
            check(editor, before, address, accessed);
            check_constant(editor, before, llvm::operand(address, 0), accessed);
        }
    }
}

/// Puts a call before an instruction if an address may be outside its inner array.
unsafe fn check(editor: &Editor, before: LLVMValueRef, gep: LLVMValueRef, accessed: bool) {
    // SAFETY: as the caller of `observe` promises; operands by their number.
    unsafe {
        let array = LLVMGetGEPSourceElementType(gep);
        if LLVMGetTypeKind(array) != LLVMTypeKind::LLVMArrayTypeKind
            || LLVMGetNumOperands(gep) != 3
            || LLVMIsNull(llvm::operand(gep, 1)) == 0
            || !is_inner(llvm::operand(gep, 0), array)
        {
            return;
        }
        let count = LLVMGetArrayLength2(array);
        let end = count.saturating_add(u64::from(!accessed));
        let index = llvm::operand(gep, 2);
        let known = !LLVMIsAConstantInt(index).is_null();
        if count == 0 || known && LLVMConstIntGetZExtValue(index) < end {
            return;
        }
        let ty = LLVMTypeOf(index);
        let name = format!("{INDEX}.{}", llvm::type_name(ty));
        let end = LLVMConstInt(ty, end, 0);
        editor.call(&name, before, &[index, end], None, INACCESSIBLE);
    }
}

/// Whether an address is that of an array of this type inside a larger array, or inside a
/// structure with members after it.
unsafe fn is_inner(address: LLVMValueRef, array: LLVMTypeRef) -> bool {
    // SAFETY: as the caller of `observe` promises; types of live values are live.
    unsafe {
        let is_gep = match llvm::kind(address) {
            LLVMValueKind::LLVMInstructionValueKind => {
                llvm::opcode(address) == LLVMOpcode::LLVMGetElementPtr
            }
            LLVMValueKind::LLVMConstantExprValueKind => {
                LLVMGetConstOpcode(address) == LLVMOpcode::LLVMGetElementPtr
            }
            // The address of a variable is that of its first member.
            LLVMValueKind::LLVMGlobalVariableValueKind => {
                return starts_with(LLVMGlobalGetValueType(address), array);
            }
            _ => false,
        };
        if !is_gep {
            return false;
        }
        let ty = LLVMGetGEPSourceElementType(address);
        match (LLVMGetTypeKind(ty), LLVMGetNumOperands(address)) {
            (LLVMTypeKind::LLVMArrayTypeKind, 2) => ty == array,
            (LLVMTypeKind::LLVMArrayTypeKind, 3) => LLVMGetElementType(ty) == array,
            (LLVMTypeKind::LLVMStructTypeKind, 3) => {
                let field = LLVMConstIntGetZExtValue(llvm::operand(address, 2)) as u32;
                LLVMStructGetTypeAtIndex(ty, field) == array && !is_last(ty, field)
            }
            _ => false,
        }
    }
}

/// Whether a type starts with an array of this type and has something after it.
unsafe fn starts_with(mut ty: LLVMTypeRef, array: LLVMTypeRef) -> bool {
    // SAFETY: parts of live types are live.
    unsafe {
        loop {
            let (first, goes_on) = match LLVMGetTypeKind(ty) {
                LLVMTypeKind::LLVMArrayTypeKind => (LLVMGetElementType(ty), true),
                LLVMTypeKind::LLVMStructTypeKind if LLVMCountStructElementTypes(ty) > 0 => {
                    (LLVMStructGetTypeAtIndex(ty, 0), !is_last(ty, 0))
                }
                _ => return false,
            };
            if first == array {
                return goes_on;
            }
            ty = first;
        }
    }
}

/// Whether nothing but bytes, which may be padding, follows a field in its structure.
unsafe fn is_last(structure: LLVMTypeRef, field: u32) -> bool {
    const BYTE: u32 = 8;
    // SAFETY: members of live types are live.
    unsafe {
        match LLVMCountStructElementTypes(structure) - field {
            1 => true,
            2 => {
                let rest = LLVMStructGetTypeAtIndex(structure, field + 1);
                LLVMGetTypeKind(rest) == LLVMTypeKind::LLVMArrayTypeKind && {
                    let element = LLVMGetElementType(rest);
                    LLVMGetTypeKind(element) == LLVMTypeKind::LLVMIntegerTypeKind
                        && LLVMGetIntTypeWidth(element) == BYTE
                }
            }
            _ => false,
        }
    }
}

/// Whether memory is read or written at an address or at one derived from it.
unsafe fn is_accessed(address: LLVMValueRef) -> bool {
    // SAFETY: as the caller of `observe` promises; users of live values are live.
    unsafe {
        llvm::uses(address).map(|u| LLVMGetUser(u)).any(|user| {
            !LLVMIsAInstruction(user).is_null()
                && match llvm::opcode(user) {
                    LLVMOpcode::LLVMLoad => true,
                    LLVMOpcode::LLVMStore => llvm::operand(user, 1) == address,
                    LLVMOpcode::LLVMGetElementPtr => is_accessed(user),
                    _ => false,
                }
        })
    }
}

/// Whether an operand is the address of a load or store.
unsafe fn is_address(instruction: LLVMValueRef, operand: usize) -> bool {
    // SAFETY: as the caller of `observe` promises.
    match unsafe { llvm::opcode(instruction) } {
        LLVMOpcode::LLVMLoad => operand == 0,
        LLVMOpcode::LLVMStore => operand == 1,
        _ => false,
    }
}

/// Whether an `alloca` is an array of variable length. Those of the function `alloca` have
/// no such name.
unsafe fn is_variable_array(allocation: LLVMValueRef) -> bool {
    // SAFETY: the instruction is an alloca.
    unsafe {
        LLVMIsConstant(llvm::operand(allocation, 0)) == 0
            && llvm::name(allocation).starts_with("vla")
    }
}

/// A length at its declared width, without the zero extension that clang adds.
unsafe fn as_declared(length: LLVMValueRef) -> LLVMValueRef {
    const INT: u32 = 32;
    // SAFETY: the value is alive; an extension has one operand.
    unsafe {
        if LLVMIsAZExtInst(length).is_null() {
            return length;
        }
        let narrow = llvm::operand(length, 0);
        match LLVMGetIntTypeWidth(LLVMTypeOf(narrow)) >= INT {
            true => narrow,
            false => length,
        }
    }
}
