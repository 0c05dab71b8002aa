//! Sizes, alignments and offsets of types.

use std::marker::PhantomData;

use inkwell::llvm_sys::target::*;

use super::Type;

/// The data layout of a module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout<'m> {
    raw: LLVMTargetDataRef,
    borrow: PhantomData<&'m ()>,
}

impl<'m> Layout<'m> {
    /// The layout of a live module.
    pub(super) fn new(raw: LLVMTargetDataRef) -> Layout<'m> {
        Layout {
            raw,
            borrow: PhantomData,
        }
    }

    /// The distance in bytes of consecutive elements; zero for a type without a known size.
    pub(crate) fn size(self, ty: Type<'m>) -> u64 {
        match ty.is_measured() {
            // SAFETY: the type has a size that is a number.
            true => unsafe { LLVMABISizeOfType(self.raw, ty.raw) },
            false => 0,
        }
    }

    /// The number of bytes that a store writes; zero for a type without a known size.
    pub(crate) fn store_size(self, ty: Type<'m>) -> u64 {
        match ty.is_measured() {
            // SAFETY: the type has a size that is a number.
            true => unsafe { LLVMStoreSizeOfType(self.raw, ty.raw) },
            false => 0,
        }
    }

    /// The width in bits; zero for a type without a known size.
    pub(crate) fn bits(self, ty: Type<'m>) -> u64 {
        match ty.is_measured() {
            // SAFETY: the type has a size that is a number.
            true => unsafe { LLVMSizeOfTypeInBits(self.raw, ty.raw) },
            false => 0,
        }
    }

    /// The alignment in bytes; one for a type without a known size.
    pub(crate) fn align(self, ty: Type<'m>) -> u32 {
        match ty.is_measured() {
            // SAFETY: the type has a size that is a number.
            true => unsafe { LLVMABIAlignmentOfType(self.raw, ty.raw) },
            false => 1,
        }
    }

    /// The offset in bytes of a structure's member; zero for what is not one.
    pub(crate) fn offset(self, ty: Type<'m>, field: u32) -> u64 {
        match field < ty.field_count() && ty.is_measured() {
            // SAFETY: the type is a structure that has the member, and its size is a number.
            true => unsafe { LLVMOffsetOfElement(self.raw, ty.raw, field) },
            false => 0,
        }
    }
}
