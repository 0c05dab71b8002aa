//! Types.

use std::marker::PhantomData;

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMTypeRef;

use super::{Value, message};

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

    /// The element type of a vector, scalable ones included; other types are their own.
    pub(super) fn scalar(self) -> Type<'m> {
        match self.kind() {
            LLVMTypeKind::LLVMScalableVectorTypeKind => self.element().unwrap_or(self),
            _ => self.lane(),
        }
    }

    /// Whether as many numbers make a value of this type as one of another type.
    pub(super) fn has_lanes_of(self, other: Type<'m>) -> bool {
        let vector = |ty: Type<'m>| (ty.scalar() != ty).then_some(ty.kind());
        vector(self) == vector(other) && self.length() == other.length()
    }

    /// The number of elements of a vector or an array, of a scalable vector the least one;
    /// zero for other types.
    pub(crate) fn length(self) -> u64 {
        // SAFETY: the length is asked of a vector or an array.
        unsafe {
            match self.kind() {
                LLVMTypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(self.raw),
                LLVMTypeKind::LLVMVectorTypeKind | LLVMTypeKind::LLVMScalableVectorTypeKind => {
                    u64::from(LLVMGetVectorSize(self.raw))
                }
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

    /// Whether it is the type of a function.
    pub(crate) fn is_signature(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMFunctionTypeKind
    }

    /// The zero of the type; poison for a type without constants.
    pub(crate) fn zero(self) -> Value<'m> {
        use LLVMTypeKind::{LLVMX86_AMXTypeKind, LLVMX86_MMXTypeKind};
        let has =
            self.is_sized() && !matches!(self.kind(), LLVMX86_AMXTypeKind | LLVMX86_MMXTypeKind);
        match has {
            // SAFETY: the type is one of values that has constants.
            true => Value::known(unsafe { LLVMConstNull(self.raw) }),
            false => self.poison(),
        }
    }

    /// An undefined value of the type.
    pub(crate) fn undefined(self) -> Value<'m> {
        // SAFETY: the type is alive.
        Value::known(unsafe { LLVMGetUndef(self.raw) })
    }

    /// The value of the type that no correct program observes.
    pub(crate) fn poison(self) -> Value<'m> {
        // SAFETY: the type is alive.
        Value::known(unsafe { LLVMGetPoison(self.raw) })
    }

    /// The constant of an integer type with these low bits.
    ///
    /// # Panics
    /// If the type is not an integer.
    pub(crate) fn constant(self, bits: u64) -> Value<'m> {
        assert!(self.width().is_some(), "an integer type");
        // SAFETY: the type is an integer.
        Value::known(unsafe { LLVMConstInt(self.raw, bits, 0) })
    }

    /// The one of a float type, or of a vector of floats.
    ///
    /// # Panics
    /// If the type is not a float.
    pub(crate) fn one(self) -> Value<'m> {
        assert!(self.is_float(), "a float type");
        // SAFETY: the type is a float.
        Value::known(unsafe { LLVMConstReal(self.raw, 1.0) })
    }

    /// The type of integers of a width in bits, in the context of this type.
    pub(crate) fn integer(self, bits: u32) -> Type<'m> {
        // SAFETY: the type is alive, and so is its context.
        Type::known(unsafe {
            LLVMIntTypeInContext(LLVMGetTypeContext(self.raw), bits.clamp(1, 1 << 23))
        })
    }

    /// The type of arrays of this type.
    ///
    /// # Panics
    /// If the type is not sized.
    pub(crate) fn array(self, length: u64) -> Type<'m> {
        assert!(self.is_sized(), "an element type");
        // SAFETY: the type is sized.
        Type::known(unsafe { LLVMArrayType2(self.raw, length) })
    }

    /// The signature of functions that return this type.
    ///
    /// # Panics
    /// If a parameter's type is not sized, or the result's type is neither that nor void.
    pub(crate) fn function(self, parameters: &[Type<'m>]) -> Type<'m> {
        let returned = self.is_sized() || self.kind() == LLVMTypeKind::LLVMVoidTypeKind;
        let valid = parameters.iter().all(|ty| ty.is_sized()) && returned;
        assert!(valid, "types of values");
        let mut raw: Vec<_> = parameters.iter().map(|ty| ty.raw).collect();
        let (count, at) = (raw.len() as u32, raw.as_mut_ptr());
        // SAFETY: the types are alive; LLVM reads `count` of them.
        Type::known(unsafe { LLVMFunctionType(self.raw, at, count, 0) })
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
