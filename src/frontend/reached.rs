//! Functions and variables that are reachable from a function.

use std::collections::HashSet;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use crate::llvm;

/// The names of all functions that are reachable from a function, itself included.
///
/// # Safety
/// It has to be alive.
pub(super) unsafe fn reached_functions(function: LLVMValueRef) -> Vec<String> {
    let mut reached = Reached::default();
    // SAFETY: as the caller promises.
    unsafe {
        reached.value(function);
        let names = reached.functions.iter().map(|f| llvm::name(*f));
        names.collect()
    }
}

/// The functions and variables reachable from some values.
#[derive(Default)]
pub(super) struct Reached {
    seen: HashSet<LLVMValueRef>,
    pub functions: HashSet<LLVMValueRef>,
    pub globals: HashSet<LLVMValueRef>,
}

impl Reached {
    /// Adds a value and everything reachable from it. The module has to be alive.
    pub unsafe fn value(&mut self, first: LLVMValueRef) {
        let mut open = vec![first];
        while let Some(value) = open.pop() {
            // SAFETY: operands of live values are live.
            unsafe {
                let known = LLVMIsConstant(value) != 0 || !LLVMIsAGlobalValue(value).is_null();
                if !known || !self.seen.insert(value) {
                    continue;
                }
                if !LLVMIsAFunction(value).is_null() {
                    self.functions.insert(value);
                    for block in llvm::blocks(value) {
                        for instruction in llvm::instructions(block) {
                            open.extend(llvm::operands(instruction));
                        }
                    }
                    continue;
                }
                if !LLVMIsAGlobalVariable(value).is_null() {
                    self.globals.insert(value);
                    let initialiser = LLVMGetInitializer(value);
                    open.extend((!initialiser.is_null()).then_some(initialiser));
                    continue;
                }
                open.extend(llvm::operands(value));
            }
        }
    }
}
