//! Declarations of intrinsics from LLVM's own table.

use std::ptr::slice_from_raw_parts;

use inkwell::context::ContextRef;
use inkwell::intrinsics::Intrinsic;
use inkwell::llvm_sys::core::{LLVMIntrinsicGetName, LLVMLookupIntrinsicID};
use inkwell::module::Module;
use inkwell::types::{BasicTypeEnum, IntType};
use inkwell::values::FunctionValue;

use crate::isa;

/// The last intrinsic in LLVM's table, which is sorted by name.
const LAST: &str = "llvm.xcore.zext";

/// Declares the intrinsic with this full name in `module`; returns `None` if LLVM has no
/// such intrinsic. The types of an overloaded intrinsic are read from its name:
/// `….compress.v16f32`.
pub fn declare<'ctx>(module: &Module<'ctx>, name: &str) -> Option<FunctionValue<'ctx>> {
    let intrinsic = Intrinsic::find(name)?;
    let types: Vec<_> = match intrinsic.is_overloaded() {
        true => name.split('.').filter_map(|n| ty(module, n)).collect(),
        false => Vec::new(),
    };
    let declared = intrinsic.get_declaration(module, &types)?;
    (declared.get_name().to_bytes() == name.as_bytes()).then_some(declared)
}

/// The vector type that `v16f32` or `v8i64` names.
fn ty<'ctx>(module: &Module<'ctx>, name: &str) -> Option<BasicTypeEnum<'ctx>> {
    let (lanes, bits) = name.strip_prefix('v')?.split_once(['f', 'i'])?;
    let lanes: u32 = lanes.parse().ok()?;
    Some(match (name.contains('f'), bits) {
        (true, "16") => module.get_context().f16_type().vec_type(lanes).into(),
        (true, "32") => module.get_context().f32_type().vec_type(lanes).into(),
        (true, "64") => module.get_context().f64_type().vec_type(lanes).into(),
        (true, _) => return None,
        (false, bits) => int(module.get_context(), bits.parse().ok()?)
            .vec_type(lanes)
            .into(),
    })
}

/// The narrowest integer type of 8, 16, 32 or 64 bits that has at least `bits`.
pub(crate) fn int(context: ContextRef<'_>, bits: u32) -> IntType<'_> {
    match bits {
        0..=8 => context.i8_type(),
        9..=16 => context.i16_type(),
        17..=32 => context.i32_type(),
        _ => context.i64_type(),
    }
}

/// The names of all x86 intrinsics that LLVM has, in order; an overloaded intrinsic appears
/// without its types.
pub(crate) fn all_x86() -> Vec<String> {
    // SAFETY: ids up to one that a look-up returned are valid, and LLVM's names are static.
    unsafe {
        let last = LLVMLookupIntrinsicID(LAST.as_ptr().cast(), LAST.len());
        (1..=last)
            .map(|id| {
                let mut length = 0;
                let name = LLVMIntrinsicGetName(id, &mut length);
                let bytes = &*slice_from_raw_parts(name.cast::<u8>(), length);
                String::from_utf8_lossy(bytes).into_owned()
            })
            .filter(|name| isa::is_x86(name))
            .collect()
    }
}
