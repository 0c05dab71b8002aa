//! Initial values of local variables.
//!
//! A pass that promotes a variable to values may choose any value where nothing was stored:
//! of `int y; if (c) y = 7;` only the 7 stays. An opaque value, stored where the variable's
//! lifetime begins, keeps the uninitialised paths distinct. Variables that no pass promotes
//! keep their bytes in memory, where the executor knows which are undefined.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMTargetDataRef};

use crate::guard;
use crate::llvm;

/// The largest size in bytes of a variable that passes may promote; larger ones are kept in
/// memory.
const MAX_MOVED: u64 = 256;

/// Stores an undefined value to each local variable of a function.
///
/// # Safety
/// Everything has to be alive, the function in the module, and nothing may iterate over it
/// during the call.
pub(super) unsafe fn insert(
    module: LLVMModuleRef,
    builder: LLVMBuilderRef,
    layout: LLVMTargetDataRef,
    function: LLVMValueRef,
) {
    // SAFETY: as the caller promises; variables are collected before stores are added.
    unsafe {
        let variables: Vec<LLVMValueRef> = llvm::blocks(function)
            .flat_map(|block| llvm::instructions(block))
            .filter(|i| llvm::opcode(*i) == LLVMOpcode::LLVMAlloca)
            .filter(|variable| is_moved(*variable, layout) && !is_parameter(*variable))
            .collect();
        for (number, variable) in variables.into_iter().enumerate() {
            let ty = LLVMGetAllocatedType(variable);
            for place in beginnings(variable) {
                LLVMPositionBuilderBefore(builder, place);
                if LLVMABISizeOfType(layout, ty) > MAX_MOVED {
                    let size =
                        LLVMConstInt(LLVMInt64TypeInContext(LLVMGetModuleContext(module)), 0, 0);
                    let mut arguments = [guard::always(module), variable, size];
                    guard::call(builder, module, guard::KEEP, place, &mut arguments);
                } else {
                    let value = guard::undefined(builder, module, ty, number as u64);
                    let store = LLVMBuildStore(builder, value, variable);
                    // The variable may have less than its type's alignment if it is passed
                    // in several parts.
                    LLVMSetAlignment(store, LLVMGetAlignment(variable));
                }
            }
        }
    }
}

/// The instructions before which a variable's lifetime begins.
unsafe fn beginnings(variable: LLVMValueRef) -> Vec<LLVMValueRef> {
    // SAFETY: the contract of `insert`; neither instruction ends its block.
    unsafe {
        let starts: Vec<_> = llvm::uses(variable)
            .map(|edge| LLVMGetUser(edge))
            .filter(|user| calls(*user, "llvm.lifetime.start"))
            .map(|start| LLVMGetNextInstruction(start))
            .collect();
        match starts.is_empty() {
            true => vec![LLVMGetNextInstruction(variable)],
            false => starts,
        }
    }
}

unsafe fn calls(user: LLVMValueRef, prefix: &str) -> bool {
    // SAFETY: the contract of `insert`; a use may also be by a constant.
    unsafe {
        !LLVMIsACallInst(user).is_null() && llvm::name(LLVMGetCalledValue(user)).starts_with(prefix)
    }
}

/// Whether a pass may promote the variable: its size and the offsets at which it is
/// accessed are constant.
unsafe fn is_moved(variable: LLVMValueRef, layout: LLVMTargetDataRef) -> bool {
    // SAFETY: the contract of `insert`.
    unsafe {
        let single = llvm::operand(variable, 0);
        !LLVMIsAConstantInt(single).is_null()
            && LLVMConstIntGetZExtValue(single) == 1
            && LLVMTypeIsSized(LLVMGetAllocatedType(variable)) != 0
            && at_constant_places(variable, layout)
    }
}

unsafe fn at_constant_places(pointer: LLVMValueRef, layout: LLVMTargetDataRef) -> bool {
    // SAFETY: the contract of `insert`.
    unsafe {
        llvm::uses(pointer).all(|edge| {
            let user = LLVMGetUser(edge);
            LLVMIsAGetElementPtrInst(user).is_null()
                || llvm::constant_offset(user, layout).is_some() && at_constant_places(user, layout)
        })
    }
}

/// Whether clang stores a parameter in the variable: the source of a store to it is an
/// argument.
unsafe fn is_parameter(variable: LLVMValueRef) -> bool {
    // SAFETY: the contract of `insert`.
    unsafe {
        let stored = |user: LLVMValueRef| {
            llvm::opcode(user) == LLVMOpcode::LLVMStore
                && llvm::operand(user, 1) == variable
                && !LLVMIsAArgument(llvm::operand(user, 0)).is_null()
        };
        llvm::uses(variable).any(|edge| {
            let user = LLVMGetUser(edge);
            !LLVMIsAInstruction(user).is_null() && stored(user)
        })
    }
}
