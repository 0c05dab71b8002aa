//! Addresses that `getelementptr` computes, as offsets and scaled indices.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::llvm_sys::{LLVMTypeKind, LLVMValueKind};

use super::constant::Evaluated;
use super::decode::Decoder;
use super::raw;

impl Decoder<'_> {
    /// Returns the constant byte offset of a `getelementptr`, and its variable indices with
    /// their scales in bytes.
    pub(super) fn address_parts(
        &mut self,
        value: LLVMValueRef,
    ) -> Evaluated<(i64, Vec<(LLVMValueRef, u64)>)> {
        // SAFETY: the value is a getelementptr instruction or expression.
        let mut ty = unsafe { LLVMGetGEPSourceElementType(value) };
        let mut offset = 0i64;
        let mut indices = Vec::new();
        for i in 1..raw::operand_count(value) {
            let index = raw::operand(value, i);
            // SAFETY: `ty` is a type of the module, described by its data layout.
            let kind = unsafe { LLVMGetTypeKind(ty) };
            if i > 1 && kind == LLVMTypeKind::LLVMStructTypeKind {
                let field = match raw::kind(index) {
                    LLVMValueKind::LLVMConstantIntValueKind => index,
                    _ => self.element(index, 0)?,
                };
                // SAFETY: structure indices are constants below the field count.
                unsafe {
                    let field = LLVMConstIntGetZExtValue(field) as u32;
                    offset =
                        offset.wrapping_add(LLVMOffsetOfElement(self.layout, ty, field) as i64);
                    ty = LLVMStructGetTypeAtIndex(ty, field);
                }
                continue;
            }
            if i > 1 {
                // SAFETY: below the first index the type is an array or a vector.
                ty = unsafe { LLVMGetElementType(ty) };
            }
            let id = self.type_id(ty);
            let scale = self.program.ty(id).size;
            // SAFETY: an integer constant of at most 64 bits.
            let width = unsafe {
                match LLVMGetTypeKind(raw::type_of(index)) {
                    LLVMTypeKind::LLVMIntegerTypeKind => LLVMGetIntTypeWidth(raw::type_of(index)),
                    _ => 0,
                }
            };
            if raw::kind(index) == LLVMValueKind::LLVMConstantIntValueKind
                && (1..=64).contains(&width)
            {
                // SAFETY: an integer constant of at most 64 bits.
                let count = unsafe { LLVMConstIntGetSExtValue(index) };
                offset = offset.wrapping_add(count.wrapping_mul(scale as i64));
            } else {
                indices.push((index, scale));
            }
        }
        Ok((offset, indices))
    }
}
