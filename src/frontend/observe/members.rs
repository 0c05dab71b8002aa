//! Scalars that are read out of members with smaller element types.
//!
//! `*(const int *)header->bytes` needs the alignment of an `int` (C17 6.3.2.3p7). clang
//! knows the member's alignment and lowers that of the access to it, so the IR only shows
//! that the address is one of smaller elements. A `typedef` with an alignment of its own
//! looks the same.

use std::cell::OnceCell;

use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use crate::frontend::debug_info::DebugInfo;
use crate::llvm::{Layout, Type, Value};

/// The facts about a module's types.
pub(super) struct Members<'m, 'c> {
    module: &'m Module<'c>,
    /// Whether some scalar type has less than its natural alignment.
    has_unaligned: OnceCell<bool>,
}

impl<'m, 'c> Members<'m, 'c> {
    pub fn new(module: &'m Module<'c>) -> Members<'m, 'c> {
        Members {
            module,
            has_unaligned: OnceCell::new(),
        }
    }

    /// The alignment in bytes that the source needs for an access of a type at an address;
    /// more than the access's own alignment `asked` if that was lowered.
    pub fn needed<'e>(
        &self,
        layout: Layout<'e>,
        ty: Type<'e>,
        address: Value<'e>,
        asked: u32,
    ) -> u32 {
        use LLVMTypeKind::*;
        let is_scalar = matches!(
            ty.kind(),
            LLVMIntegerTypeKind | LLVMFloatTypeKind | LLVMDoubleTypeKind
        );
        if !is_scalar {
            return asked;
        }
        let own = layout.align(ty);
        let size = layout.store_size(ty);
        let smaller = || {
            element(address).is_some_and(|element| {
                element.kind() == LLVMIntegerTypeKind && layout.store_size(element) < size
            })
        };
        match asked < own && smaller() && !self.has_unaligned() {
            true => own,
            false => asked,
        }
    }

    fn has_unaligned(&self) -> bool {
        *self
            .has_unaligned
            .get_or_init(|| DebugInfo::read(self.module).has_unaligned_scalar())
    }
}

/// The element type that an address computation selects.
fn element(address: Value<'_>) -> Option<Type<'_>> {
    use LLVMTypeKind::*;
    if address.opcode() != LLVMOpcode::LLVMGetElementPtr {
        return None;
    }
    let mut ty = address.source_element()?;
    for index in address.operands().skip(2) {
        ty = match ty.kind() {
            LLVMArrayTypeKind => ty.element()?,
            LLVMStructTypeKind => ty.field(index.unsigned()? as u32)?,
            _ => return None,
        };
    }
    while ty.kind() == LLVMArrayTypeKind {
        ty = ty.element()?;
    }
    Some(ty)
}
