//! Keeps functions with `restrict` parameters.
//!
//! A `restrict` parameter restricts accesses while its function is active (C17 6.7.3.1). If
//! it were inlined, the function would have no activation, and the parameter no name.

use inkwell::llvm_sys::LLVMAttributeFunctionIndex;
use inkwell::llvm_sys::core::*;
use inkwell::module::Module;

use crate::llvm;

/// Keeps functions with `restrict` parameters from being inlined.
///
/// # Safety
/// The module has to be alive.
pub(super) unsafe fn keep(module: &Module<'_>) {
    // SAFETY: as the caller promises; attributes belong to functions and parameters.
    unsafe {
        for function in llvm::functions(module) {
            let has = |parameter, name| llvm::attribute(function, parameter, name).is_some();
            let promises = (0..LLVMCountParams(function))
                .any(|index| has(Some(index), "noalias") && !has(Some(index), "sret"));
            if promises && LLVMIsDeclaration(function) == 0 && has(None, "alwaysinline") {
                let kind = llvm::attribute_kind("alwaysinline");
                LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
            }
        }
    }
}
