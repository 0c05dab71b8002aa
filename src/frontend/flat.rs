//! Flattens an LLVM type to its scalars.

use inkwell::llvm_sys::LLVMTypeKind;
use term::Format;

use crate::contract::Scalar;
use crate::llvm::{Layout, Type};

/// One scalar of a type.
pub(super) enum Flat {
    /// A number.
    Scalar(Scalar),
    /// A pointer, as an integer of its width.
    Pointer(Scalar),
}

/// The largest number of scalars in a type; larger types are refused.
const MAX_SCALARS: u64 = 1 << 20;

/// Calls `found` with the byte offset, path and kind of every scalar. Returns false if a
/// member has no such form.
pub(super) fn flat(
    layout: Layout<'_>,
    ty: Type<'_>,
    offset: u32,
    path: &str,
    found: &mut dyn FnMut(u32, &str, Flat),
) -> bool {
    let float = |format| Flat::Scalar(Scalar::Float { format });
    let scalar = match ty.kind() {
        LLVMTypeKind::LLVMHalfTypeKind => float(Format::Half),
        LLVMTypeKind::LLVMBFloatTypeKind => float(Format::BFloat),
        LLVMTypeKind::LLVMFloatTypeKind => float(Format::Single),
        LLVMTypeKind::LLVMDoubleTypeKind => float(Format::Double),
        LLVMTypeKind::LLVMFP128TypeKind => float(Format::Quad),
        LLVMTypeKind::LLVMX86_FP80TypeKind => float(Format::X87),
        LLVMTypeKind::LLVMIntegerTypeKind => match ty.width() {
            Some(1) => Flat::Scalar(int(8)),
            Some(bits @ (8 | 16 | 32 | 64 | 128)) => Flat::Scalar(int(bits as u8)),
            _ => return false,
        },
        LLVMTypeKind::LLVMPointerTypeKind => Flat::Pointer(int(64)),
        LLVMTypeKind::LLVMStructTypeKind => {
            return (0..).zip(ty.fields()).all(|(field, inner)| {
                let at = offset + layout.offset(ty, field) as u32;
                flat(layout, inner, at, &format!("{path}.{field}"), found)
            });
        }
        LLVMTypeKind::LLVMArrayTypeKind | LLVMTypeKind::LLVMVectorTypeKind => {
            let inner = ty.element().unwrap_or(ty);
            return elements(layout, inner, ty.length(), offset, path, found);
        }
        _ => return false,
    };
    found(offset, path, scalar);
    true
}

/// As [`flat`], for `count` consecutive elements.
fn elements(
    layout: Layout<'_>,
    inner: Type<'_>,
    count: u64,
    offset: u32,
    path: &str,
    found: &mut dyn FnMut(u32, &str, Flat),
) -> bool {
    let step = layout.size(inner);
    if count.saturating_mul(step) > 8 * MAX_SCALARS {
        return false;
    }
    (0..count).all(|i| {
        let at = offset + (i * step) as u32;
        flat(layout, inner, at, &format!("{path}[{i}]"), found)
    })
}

const fn int(bits: u8) -> Scalar {
    Scalar::Int {
        bits,
        signed: false,
    }
}
