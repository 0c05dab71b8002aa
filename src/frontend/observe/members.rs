//! Scalars that are read out of members with smaller element types.
//!
//! `*(const int *)header->bytes` needs the alignment of an `int` (C17 6.3.2.3p7). clang
//! knows the member's alignment and lowers that of the access to it, so the IR only shows
//! that the address is one of smaller elements. A `typedef` with an alignment of its own
//! looks the same, as does the access by which clang moves a structure to or from registers
//! where it is passed or returned: this one has no type of the source.

use std::cell::OnceCell;

use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use crate::frontend::debug_info::DebugInfo;
use crate::llvm::{Layout, Type, Value, View};

/// The facts about a module's types.
pub(super) struct Members<'m, 'c> {
    module: &'m Module<'c>,
    /// Whether some scalar type has less than its natural alignment.
    has_unaligned: OnceCell<bool>,
    /// Whether accesses of the source carry their types.
    is_typed: OnceCell<bool>,
}

/// LLVM's number of the metadata with the source type of an access.
const TBAA: u32 = 1;

impl<'m, 'c> Members<'m, 'c> {
    pub fn new(module: &'m Module<'c>) -> Members<'m, 'c> {
        Members {
            module,
            has_unaligned: OnceCell::new(),
            is_typed: OnceCell::new(),
        }
    }

    /// The alignment in bytes that the source needs for an access of a type at an address;
    /// more than the access's own alignment `asked` if that was lowered.
    pub fn needed<'e>(
        &self,
        layout: Layout<'e>,
        access: Value<'e>,
        (ty, address): (Type<'e>, Value<'e>),
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
        let lowered = || asked < own && smaller() && !self.has_unaligned();
        match lowered() && (access.metadata(TBAA).is_some() || !self.is_typed()) {
            true => own,
            false => asked,
        }
    }

    fn is_typed(&self) -> bool {
        *self.is_typed.get_or_init(|| {
            let mut code = View::of(self.module)
                .functions()
                .flat_map(Value::instructions);
            code.any(|instruction| instruction.metadata(TBAA).is_some())
        })
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
