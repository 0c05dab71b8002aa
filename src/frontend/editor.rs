//! Edits the instructions of a module; in particular, inserts calls of functions that
//! passes do not know.

use std::ffi::CString;

use inkwell::llvm_sys::LLVMAttributeFunctionIndex;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;

use crate::llvm;

/// The values of the attribute `memory`: `none` and `inaccessiblemem: readwrite`, two bits
/// for each location (llvm/Support/ModRef.h).
pub(super) const NO_MEMORY: u64 = 0;
pub(super) const INACCESSIBLE: u64 = 0b11 << 2;

/// An editor of a module's instructions.
pub(super) struct Editor {
    pub(super) module: LLVMModuleRef,
    pub(super) context: LLVMContextRef,
    pub(super) builder: LLVMBuilderRef,
}

impl Drop for Editor {
    fn drop(&mut self) {
        // SAFETY: nothing else has the builder.
        unsafe { LLVMDisposeBuilder(self.builder) };
    }
}

/// The module has to outlive the editor, and instructions have to be in it.
impl Editor {
    pub(super) fn new(module: &Module<'_>) -> Editor {
        // SAFETY: the module is alive.
        unsafe {
            let context = LLVMGetModuleContext(module.as_mut_ptr());
            Editor {
                module: module.as_mut_ptr(),
                context,
                builder: LLVMCreateBuilderInContext(context),
            }
        }
    }

    /// Calls `change` with every instruction that exists at the time of the call.
    pub(super) unsafe fn each(&self, change: impl Fn(LLVMValueRef)) {
        // SAFETY: the contract of this type.
        unsafe {
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                let instructions = llvm::blocks(function).flat_map(|b| llvm::instructions(b));
                for instruction in instructions.collect::<Vec<_>>() {
                    change(instruction);
                }
                function = LLVMGetNextFunction(function);
            }
        }
    }

    /// Inserts a call of a function before an instruction. A function that is not yet
    /// declared is declared with these memory effects.
    pub(super) unsafe fn call(
        &self,
        name: &str,
        before: LLVMValueRef,
        arguments: &[LLVMValueRef],
        result: Option<LLVMTypeRef>,
        memory: u64,
    ) -> LLVMValueRef {
        // SAFETY: the contract of this type.
        unsafe {
            let mut types: Vec<_> = arguments.iter().map(|a| LLVMTypeOf(*a)).collect();
            let void = LLVMVoidTypeInContext(self.context);
            let count = types.len() as u32;
            let result = result.unwrap_or(void);
            let ty = LLVMFunctionType(result, types.as_mut_ptr(), count, 0);
            let symbol = CString::new(name).unwrap_or_default();
            let mut function = LLVMGetNamedFunction(self.module, symbol.as_ptr());
            if function.is_null() {
                function = LLVMAddFunction(self.module, symbol.as_ptr(), ty);
                self.attach(function, "nounwind", 0);
                self.attach(function, "memory", memory);
            }
            self.position(before);
            let mut arguments = arguments.to_vec();
            let arguments = arguments.as_mut_ptr();
            LLVMBuildCall2(self.builder, ty, function, arguments, count, c"".as_ptr())
        }
    }

    unsafe fn attach(&self, function: LLVMValueRef, name: &str, value: u64) {
        // SAFETY: the contract of this type.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMCreateEnumAttribute(self.context, kind, value);
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// Positions the builder before an instruction, at its source location.
    pub(super) unsafe fn position(&self, before: LLVMValueRef) {
        // SAFETY: the contract of this type.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, before);
            let location = LLVMInstructionGetDebugLoc(before);
            LLVMSetCurrentDebugLocation2(self.builder, location);
        }
    }

    pub(super) unsafe fn replace(&self, old: LLVMValueRef, new: LLVMValueRef) {
        // SAFETY: the contract of this type.
        unsafe {
            let name = CString::new(llvm::name(old)).unwrap_or_default();
            LLVMReplaceAllUsesWith(old, new);
            LLVMInstructionEraseFromParent(old);
            LLVMSetValueName2(new, name.as_ptr(), name.as_bytes().len());
        }
    }
}
