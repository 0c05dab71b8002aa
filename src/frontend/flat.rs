//! Flattens an LLVM type to its scalars.

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMOffsetOfElement, LLVMTargetDataRef};
use term::Format;

use crate::contract::Scalar;

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
///
/// # Safety
/// The type has to be alive, and the layout that of its module.
pub(super) unsafe fn flat(
    layout: LLVMTargetDataRef,
    ty: LLVMTypeRef,
    offset: u32,
    path: &str,
    found: &mut dyn FnMut(u32, &str, Flat),
) -> bool {
    let float = |format| Flat::Scalar(Scalar::Float { format });
    // SAFETY: as the caller promises; parts of live types are live.
    unsafe {
        let scalar = match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMHalfTypeKind => float(Format::Half),
            LLVMTypeKind::LLVMBFloatTypeKind => float(Format::BFloat),
            LLVMTypeKind::LLVMFloatTypeKind => float(Format::Single),
            LLVMTypeKind::LLVMDoubleTypeKind => float(Format::Double),
            LLVMTypeKind::LLVMFP128TypeKind => float(Format::Quad),
            LLVMTypeKind::LLVMX86_FP80TypeKind => float(Format::X87),
            LLVMTypeKind::LLVMIntegerTypeKind => match LLVMGetIntTypeWidth(ty) {
                1 => Flat::Scalar(int(8)),
                bits @ (8 | 16 | 32 | 64 | 128) => Flat::Scalar(int(bits as u8)),
                _ => return false,
            },
            LLVMTypeKind::LLVMPointerTypeKind => Flat::Pointer(int(64)),
            LLVMTypeKind::LLVMStructTypeKind => {
                return (0..LLVMCountStructElementTypes(ty)).all(|field| {
                    let at = offset + LLVMOffsetOfElement(layout, ty, field) as u32;
                    let inner = LLVMStructGetTypeAtIndex(ty, field);
                    flat(layout, inner, at, &format!("{path}.{field}"), found)
                });
            }
            LLVMTypeKind::LLVMArrayTypeKind => {
                let (inner, count) = (LLVMGetElementType(ty), LLVMGetArrayLength2(ty));
                return elements(layout, inner, count, offset, path, found);
            }
            LLVMTypeKind::LLVMVectorTypeKind => {
                let (inner, count) = (LLVMGetElementType(ty), LLVMGetVectorSize(ty));
                return elements(layout, inner, u64::from(count), offset, path, found);
            }
            _ => return false,
        };
        found(offset, path, scalar);
        true
    }
}

/// As [`flat`], for `count` consecutive elements.
unsafe fn elements(
    layout: LLVMTargetDataRef,
    inner: LLVMTypeRef,
    count: u64,
    offset: u32,
    path: &str,
    found: &mut dyn FnMut(u32, &str, Flat),
) -> bool {
    // SAFETY: as the caller promises.
    let step = unsafe { LLVMABISizeOfType(layout, inner) };
    if count.saturating_mul(step) > 8 * MAX_SCALARS {
        return false;
    }
    (0..count).all(|i| {
        let at = offset + (i * step) as u32;
        // SAFETY: as the caller promises.
        unsafe { flat(layout, inner, at, &format!("{path}[{i}]"), found) }
    })
}

const fn int(bits: u8) -> Scalar {
    Scalar::Int {
        bits,
        signed: false,
    }
}
