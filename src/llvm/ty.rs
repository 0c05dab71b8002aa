//! Types.

use std::marker::PhantomData;

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMTypeRef;

use super::message;

/// A type. Two handles are equal if they are one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Type<'m> {
    pub(super) raw: LLVMTypeRef,
    borrow: PhantomData<&'m ()>,
}

impl<'m> Type<'m> {
    /// The type at a pointer for which LLVM never returns null.
    pub(super) fn known(raw: LLVMTypeRef) -> Type<'m> {
        Type {
            raw,
            borrow: PhantomData,
        }
    }

    /// The kind of the type.
    pub(crate) fn kind(self) -> LLVMTypeKind {
        // SAFETY: the type is alive.
        unsafe { LLVMGetTypeKind(self.raw) }
    }

    /// The type in LLVM's syntax.
    pub(crate) fn print(self) -> String {
        // SAFETY: the type is alive; the message is ours.
        unsafe { message(LLVMPrintTypeToString(self.raw)) }
    }

    /// The width in bits of an integer.
    pub(crate) fn width(self) -> Option<u32> {
        // SAFETY: the type is an integer.
        (self.kind() == LLVMTypeKind::LLVMIntegerTypeKind)
            .then(|| unsafe { LLVMGetIntTypeWidth(self.raw) })
    }

    /// The element type of a vector or an array.
    pub(crate) fn element(self) -> Option<Type<'m>> {
        use LLVMTypeKind::{LLVMArrayTypeKind, LLVMScalableVectorTypeKind, LLVMVectorTypeKind};
        let has = matches!(
            self.kind(),
            LLVMArrayTypeKind | LLVMVectorTypeKind | LLVMScalableVectorTypeKind
        );
        // SAFETY: the type is a vector or an array.
        has.then(|| Type::known(unsafe { LLVMGetElementType(self.raw) }))
    }

    /// The element type of a vector; other types are their own.
    pub(crate) fn lane(self) -> Type<'m> {
        match self.is_vector() {
            true => self.element().unwrap_or(self),
            false => self,
        }
    }

    /// The number of elements of a vector or an array; zero for other types.
    pub(crate) fn length(self) -> u64 {
        // SAFETY: the length is asked of a vector or an array.
        unsafe {
            match self.kind() {
                LLVMTypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(self.raw),
                LLVMTypeKind::LLVMVectorTypeKind => u64::from(LLVMGetVectorSize(self.raw)),
                _ => 0,
            }
        }
    }

    /// Whether it is a vector of a fixed length.
    pub(crate) fn is_vector(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVectorTypeKind
    }

    /// Whether it is a pointer.
    pub(crate) fn is_pointer(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMPointerTypeKind
    }

    /// Whether it is a float, or a vector of floats.
    pub(crate) fn is_float(self) -> bool {
        use LLVMTypeKind::*;
        matches!(
            self.lane().kind(),
            LLVMHalfTypeKind
                | LLVMBFloatTypeKind
                | LLVMFloatTypeKind
                | LLVMDoubleTypeKind
                | LLVMX86_FP80TypeKind
                | LLVMFP128TypeKind
        )
    }

    /// The address space of a pointer, or of a vector of pointers; zero for other types.
    pub(crate) fn address_space(self) -> u32 {
        match self.lane().is_pointer() {
            // SAFETY: the type is a pointer.
            true => unsafe { LLVMGetPointerAddressSpace(self.lane().raw) },
            false => 0,
        }
    }

    /// The number of a structure's members.
    pub(crate) fn field_count(self) -> u32 {
        match self.kind() {
            // SAFETY: the type is a structure.
            LLVMTypeKind::LLVMStructTypeKind => unsafe { LLVMCountStructElementTypes(self.raw) },
            _ => 0,
        }
    }

    /// The type of a structure's member.
    pub(crate) fn field(self, index: u32) -> Option<Type<'m>> {
        // SAFETY: the type is a structure that has the member.
        (index < self.field_count())
            .then(|| Type::known(unsafe { LLVMStructGetTypeAtIndex(self.raw, index) }))
    }

    /// The types of a structure's members.
    pub(crate) fn fields(self) -> impl Iterator<Item = Type<'m>> {
        (0..self.field_count()).filter_map(move |index| self.field(index))
    }

    /// Whether the type has a size. That of a scalable vector is not a number.
    pub(crate) fn is_sized(self) -> bool {
        // SAFETY: the type is alive.
        unsafe { LLVMTypeIsSized(self.raw) != 0 }
    }

    /// Whether the type has a size that is a known number.
    pub(crate) fn is_measured(self) -> bool {
        self.is_sized() && !self.is_scalable()
    }

    fn is_scalable(self) -> bool {
        match self.kind() {
            LLVMTypeKind::LLVMScalableVectorTypeKind | LLVMTypeKind::LLVMTargetExtTypeKind => true,
            LLVMTypeKind::LLVMStructTypeKind => self.fields().any(Type::is_scalable),
            LLVMTypeKind::LLVMArrayTypeKind => self.element().is_some_and(Type::is_scalable),
            _ => false,
        }
    }

    fn is_signature(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMFunctionTypeKind
    }

    /// The types of a signature's parameters.
    pub(crate) fn parameters(self) -> Vec<Type<'m>> {
        if !self.is_signature() {
            return Vec::new();
        }
        // SAFETY: the type is a signature; the buffer has its number of parameters.
        unsafe {
            let mut types = vec![std::ptr::null_mut(); LLVMCountParamTypes(self.raw) as usize];
            LLVMGetParamTypes(self.raw, types.as_mut_ptr());
            types.into_iter().map(Type::known).collect()
        }
    }

    /// The type of a signature's result; other types are their own.
    pub(crate) fn result(self) -> Type<'m> {
        match self.is_signature() {
            // SAFETY: the type is a signature.
            true => Type::known(unsafe { LLVMGetReturnType(self.raw) }),
            false => self,
        }
    }

    /// Whether a signature takes a variable number of arguments.
    pub(crate) fn is_variadic(self) -> bool {
        // SAFETY: the type is a signature.
        self.is_signature() && unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }
}
