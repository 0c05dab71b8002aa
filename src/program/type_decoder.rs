//! Decoding of types.

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use term::Format;

use super::decode::Decoder;
use super::raw;
use super::types::{Scalar, Shape, Type, TypeId};

impl Decoder<'_> {
    /// Returns the decoded form of a type.
    pub(super) fn type_id(&mut self, ty: LLVMTypeRef) -> TypeId {
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let shape = self.shape(ty);
        // SAFETY: only sized types are measured.
        let (size, store_size, align) = unsafe {
            if LLVMTypeIsSized(ty) != 0 && !scalable(ty) {
                (
                    LLVMABISizeOfType(self.layout, ty),
                    LLVMStoreSizeOfType(self.layout, ty),
                    u64::from(LLVMABIAlignmentOfType(self.layout, ty)),
                )
            } else {
                (0, 0, 1)
            }
        };
        let id = TypeId(self.program.types.len() as u32);
        self.program.types.push(Type {
            shape,
            size,
            store_size,
            align,
        });
        self.types.insert(ty, id);
        id
    }

    fn shape(&mut self, ty: LLVMTypeRef) -> Shape {
        use LLVMTypeKind::*;
        let unsupported = || Shape::Unsupported(raw::print_type(ty).into());
        // SAFETY: each accessor is called on the kind of type it is for.
        unsafe {
            match LLVMGetTypeKind(ty) {
                LLVMVoidTypeKind => Shape::Void,
                LLVMMetadataTypeKind => Shape::Struct(Box::default()),
                LLVMVectorTypeKind => {
                    let element = self.type_id(LLVMGetElementType(ty));
                    match self.program.ty(element).shape {
                        Shape::Scalar(lane) => Shape::Vector {
                            lane,
                            count: LLVMGetVectorSize(ty),
                        },
                        _ => unsupported(),
                    }
                }
                LLVMArrayTypeKind => {
                    let element = self.type_id(LLVMGetElementType(ty));
                    Shape::Array {
                        element,
                        count: LLVMGetArrayLength2(ty),
                    }
                }
                LLVMStructTypeKind if LLVMTypeIsSized(ty) != 0 && !scalable(ty) => {
                    let fields = (0..LLVMCountStructElementTypes(ty)).map(|i| {
                        let field = self.type_id(LLVMStructGetTypeAtIndex(ty, i));
                        (field, LLVMOffsetOfElement(self.layout, ty, i))
                    });
                    Shape::Struct(fields.collect())
                }
                _ => self.scalar_type(ty).map_or_else(unsupported, Shape::Scalar),
            }
        }
    }

    fn scalar_type(&self, ty: LLVMTypeRef) -> Option<Scalar> {
        use LLVMTypeKind::*;
        // SAFETY: each accessor is called on the kind of type it is for.
        unsafe {
            Some(match LLVMGetTypeKind(ty) {
                LLVMIntegerTypeKind => match LLVMGetIntTypeWidth(ty) {
                    bits @ 1..=128 => Scalar::Int(bits as u8),
                    _ => return None,
                },
                LLVMHalfTypeKind => Scalar::Float(Format::Half),
                LLVMBFloatTypeKind => Scalar::Float(Format::BFloat),
                LLVMFloatTypeKind => Scalar::Float(Format::Single),
                LLVMDoubleTypeKind => Scalar::Float(Format::Double),
                LLVMX86_FP80TypeKind => Scalar::Float(Format::X87),
                LLVMFP128TypeKind => Scalar::Float(Format::Quad),
                LLVMPointerTypeKind if LLVMSizeOfTypeInBits(self.layout, ty) == 64 => {
                    Scalar::Pointer
                }
                _ => return None,
            })
        }
    }
}

fn scalable(ty: LLVMTypeRef) -> bool {
    // SAFETY: accessors match the kinds.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMScalableVectorTypeKind | LLVMTypeKind::LLVMTargetExtTypeKind => true,
            LLVMTypeKind::LLVMStructTypeKind => (0..LLVMCountStructElementTypes(ty))
                .any(|i| scalable(LLVMStructGetTypeAtIndex(ty, i))),
            LLVMTypeKind::LLVMArrayTypeKind => scalable(LLVMGetElementType(ty)),
            _ => false,
        }
    }
}
