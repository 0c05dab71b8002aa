//! Links and copies modules.

use std::ffi::c_void;

use inkwell::context::{AsContextRef, Context};
use inkwell::llvm_sys::core::{
    LLVMContextSetDiagnosticHandler, LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity,
};
use inkwell::llvm_sys::linker::LLVMLinkModules2;
use inkwell::llvm_sys::prelude::LLVMDiagnosticInfoRef;
use inkwell::llvm_sys::{LLVMDiagnosticSeverity, LLVMOpcode};
use inkwell::module::Module;

use super::{Block, Value, View, message};

/// Links `module` into `into`.
///
/// # Errors
/// LLVM's messages, separated by semicolons.
pub(crate) fn link<'c>(
    context: &'c Context,
    into: &Module<'c>,
    module: Module<'c>,
) -> Result<(), String> {
    extern "C" fn collect(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
        // SAFETY: LLVM passes a live diagnostic and the pointer registered below,
        // which is null or a live `Vec<String>` that nothing else borrows.
        unsafe {
            let Some(messages) = messages.cast::<Vec<String>>().as_mut() else {
                return;
            };
            if LLVMGetDiagInfoSeverity(info) == LLVMDiagnosticSeverity::LLVMDSError {
                messages.push(message(LLVMGetDiagInfoDescription(info)));
            }
        }
    }
    let mut messages: Vec<String> = Vec::new();
    // SAFETY: both modules live in `context`; linking consumes `module`, so it is not
    // dropped here. The handler stays installed without its vector: LLVM's default
    // handler would end the process on an error.
    let failed = unsafe {
        let raw = context.as_ctx_ref();
        LLVMContextSetDiagnosticHandler(raw, Some(collect), (&raw mut messages).cast());
        let failed = LLVMLinkModules2(into.as_mut_ptr(), module.as_mut_ptr()) != 0;
        std::mem::forget(module);
        LLVMContextSetDiagnosticHandler(raw, Some(collect), std::ptr::null_mut());
        failed
    };
    match failed {
        true => Err(messages.join("; ")),
        false => Ok(()),
    }
}

/// A copy of the module. LLVM's own function for it loses labels whose addresses are in
/// tables, so modules with such labels are copied through bitcode.
///
/// # Errors
/// LLVM's message if it cannot read its own bitcode.
pub(crate) fn copy<'c>(module: &Module<'c>) -> Result<Module<'c>, String> {
    let blocks = View::of(module).functions().flat_map(Value::blocks);
    let mut ends = blocks.filter_map(Block::terminator);
    if !ends.any(|end| end.opcode() == LLVMOpcode::LLVMIndirectBr) {
        return Ok(module.clone());
    }
    let bitcode = module.write_bitcode_to_memory();
    let copy = module.get_context().create_module_from_ir(bitcode);
    copy.map_err(|message| message.to_string())
}
