//! Decoding of types.

use inkwell::llvm_sys::LLVMTypeKind;
use term::Format;

use super::decode::Decoder;
use super::types::{Scalar, Shape, Type as Decoded, TypeId};
use crate::llvm::Type;

impl<'m> Decoder<'m> {
    /// Returns the decoded form of a type.
    pub(super) fn type_id(&mut self, ty: Type<'m>) -> TypeId {
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let shape = self.shape(ty);
        let id = TypeId(self.program.types.len() as u32);
        self.program.types.push(Decoded {
            shape,
            size: self.layout.size(ty),
            store_size: self.layout.store_size(ty),
            align: u64::from(self.layout.align(ty)),
        });
        self.types.insert(ty, id);
        id
    }

    fn shape(&mut self, ty: Type<'m>) -> Shape {
        use LLVMTypeKind::*;
        let unsupported = || Shape::Unsupported(ty.print().into());
        match (ty.kind(), ty.element()) {
            (LLVMVoidTypeKind, _) => Shape::Void,
            (LLVMMetadataTypeKind, _) => Shape::Struct(Box::default()),
            (LLVMVectorTypeKind, Some(element)) => {
                let element = self.type_id(element);
                match self.program.ty(element).shape {
                    Shape::Scalar(lane) => Shape::Vector {
                        lane,
                        count: ty.length() as u32,
                    },
                    _ => unsupported(),
                }
            }
            (LLVMArrayTypeKind, Some(element)) => Shape::Array {
                element: self.type_id(element),
                count: ty.length(),
            },
            (LLVMStructTypeKind, _) if ty.is_measured() => {
                let fields = (0..).zip(ty.fields());
                let fields =
                    fields.map(|(i, field)| (self.type_id(field), self.layout.offset(ty, i)));
                Shape::Struct(fields.collect())
            }
            _ => self.scalar_type(ty).map_or_else(unsupported, Shape::Scalar),
        }
    }

    fn scalar_type(&self, ty: Type<'m>) -> Option<Scalar> {
        use LLVMTypeKind::*;
        Some(match ty.kind() {
            LLVMIntegerTypeKind => match ty.width() {
                Some(bits @ 1..=128) => Scalar::Int(bits as u8),
                _ => return None,
            },
            LLVMX86_MMXTypeKind => Scalar::Int(64),
            LLVMHalfTypeKind => Scalar::Float(Format::Half),
            LLVMBFloatTypeKind => Scalar::Float(Format::BFloat),
            LLVMFloatTypeKind => Scalar::Float(Format::Single),
            LLVMDoubleTypeKind => Scalar::Float(Format::Double),
            LLVMX86_FP80TypeKind => Scalar::Float(Format::X87),
            LLVMFP128TypeKind => Scalar::Float(Format::Quad),
            LLVMPointerTypeKind if self.layout.bits(ty) == 64 => Scalar::Pointer,
            _ => return None,
        })
    }
}
