//! Scalars that are read out of members with smaller element types.
//!
//! `*(const int *)header->bytes` needs the alignment of an `int` (C17 6.3.2.3p7). clang
//! knows the member's alignment and lowers that of the access to it, so the IR only shows
//! that the address is one of smaller elements. A `typedef` with an alignment of its own
//! looks the same.

use std::cell::OnceCell;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABIAlignmentOfType, LLVMStoreSizeOfType, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use crate::frontend::debug_info::DebugInfo;
use crate::llvm;

/// The facts about a module's types.
pub(super) struct Members<'m, 'c> {
    module: &'m Module<'c>,
    layout: LLVMTargetDataRef,
    /// Whether some scalar type has less than its natural alignment.
    has_unaligned: OnceCell<bool>,
}

impl<'m, 'c> Members<'m, 'c> {
    pub fn new(module: &'m Module<'c>, layout: LLVMTargetDataRef) -> Members<'m, 'c> {
        Members {
            module,
            layout,
            has_unaligned: OnceCell::new(),
        }
    }

    /// The alignment in bytes that the source needs for an access of a type at an address;
    /// more than the access's own alignment `asked` if that was lowered.
    ///
    /// # Safety
    /// The values have to be alive.
    pub unsafe fn needed(&self, ty: LLVMTypeRef, address: LLVMValueRef, asked: u32) -> u32 {
        use LLVMTypeKind::*;
        // SAFETY: as the caller promises; types are sized.
        unsafe {
            let is_scalar = matches!(
                LLVMGetTypeKind(ty),
                LLVMIntegerTypeKind | LLVMFloatTypeKind | LLVMDoubleTypeKind
            );
            if !is_scalar {
                return asked;
            }
            let own = LLVMABIAlignmentOfType(self.layout, ty);
            let size = LLVMStoreSizeOfType(self.layout, ty);
            let smaller = || {
                element(address).is_some_and(|element| {
                    LLVMGetTypeKind(element) == LLVMIntegerTypeKind
                        && LLVMStoreSizeOfType(self.layout, element) < size
                })
            };
            match asked < own && smaller() && !self.has_unaligned() {
                true => own,
                false => asked,
            }
        }
    }

    fn has_unaligned(&self) -> bool {
        *self
            .has_unaligned
            .get_or_init(|| DebugInfo::read(self.module).has_unaligned_scalar())
    }
}

/// The element type that an address computation selects.
unsafe fn element(address: LLVMValueRef) -> Option<LLVMTypeRef> {
    use LLVMTypeKind::*;
    // SAFETY: the value is alive; types of a structure are asked for below their number.
    unsafe {
        if LLVMIsAInstruction(address).is_null()
            || llvm::opcode(address) != LLVMOpcode::LLVMGetElementPtr
        {
            return None;
        }
        let mut ty = LLVMGetGEPSourceElementType(address);
        for index in 2..LLVMGetNumOperands(address) as u32 {
            ty = match LLVMGetTypeKind(ty) {
                LLVMArrayTypeKind => LLVMGetElementType(ty),
                LLVMStructTypeKind => {
                    let field = LLVMConstIntGetZExtValue(llvm::operand(address, index)) as u32;
                    if field >= LLVMCountStructElementTypes(ty) {
                        return None;
                    }
                    LLVMStructGetTypeAtIndex(ty, field)
                }
                _ => return None,
            };
        }
        while LLVMGetTypeKind(ty) == LLVMArrayTypeKind {
            ty = LLVMGetElementType(ty);
        }
        Some(ty)
    }
}
