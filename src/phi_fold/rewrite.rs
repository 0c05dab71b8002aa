//! Replacement of a recognised branch by straight-line code.
//!
//! The arms' instructions move, in order and with their debug locations, before the branch;
//! then every phi that distinguished the arms becomes a `select`.

use std::ffi::CString;

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMGetModuleDataLayout, LLVMStoreSizeOfType};

use super::shape::{Arm, Shape};
use super::{ARM, SPECULATIVE, cost};
use crate::guard;
use crate::llvm;

/// Folds the branch at the end of `head`; returns the blocks that it deletes.
///
/// # Safety
/// The shape must be that of `head`, with nothing changed since it was recognised.
pub(super) unsafe fn fold(
    head: LLVMBasicBlockRef,
    shape: Shape,
    builder: LLVMBuilderRef,
) -> Vec<LLVMBasicBlockRef> {
    // SAFETY: as the caller promises.
    unsafe {
        let branch = LLVMGetBasicBlockTerminator(head);
        let editor = Editor {
            head,
            branch,
            condition: LLVMGetCondition(branch),
            builder,
        };
        let arms: Vec<(Arm, bool)> = shape.arms().map(|(a, when)| (a.clone(), when)).collect();
        // A single-entry phi that moves may be a value that the shape refers to.
        let shape = arms
            .iter()
            .fold(shape, |shape, (arm, when)| editor.hoist(arm, *when, shape));
        match shape {
            Shape::Diamond {
                then,
                otherwise,
                join,
            } => editor.diamond(&then, &otherwise, join),
            Shape::Returns { values, .. } => editor.returns(values),
            Shape::Chain {
                inner,
                when,
                condition,
                leads,
                shared,
                other,
            } => {
                editor.chain(&inner, when, condition, leads, shared, other);
            }
        }
        let gone: Vec<LLVMBasicBlockRef> =
            arms.into_iter().flat_map(|(arm, _)| arm.blocks).collect();
        // Their terminators refer to each other.
        for block in &gone {
            LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(*block));
        }
        for block in &gone {
            LLVMDeleteBasicBlock(*block);
        }
        gone
    }
}

struct Editor {
    head: LLVMBasicBlockRef,
    branch: LLVMValueRef,
    condition: LLVMValueRef,
    builder: LLVMBuilderRef,
}

/// For every function here, the contract of [`fold`] applies.
impl Editor {
    /// Moves an arm's instructions before the branch; the arm is taken if the condition is
    /// `when`.
    unsafe fn hoist(&self, arm: &Arm, when: bool, mut shape: Shape) -> Shape {
        // SAFETY: the contract of `fold`.
        unsafe {
            let mut taken = None;
            let mut taken = || *taken.get_or_insert_with(|| self.taken(when));
            let mut all = arm.blocks.iter().flat_map(|b| llvm::instructions(*b));
            let hazard = all.find(|i| cost::is_hazardous(*i));
            if let Some(hazard) = hazard {
                self.mark(ARM[0], hazard, Some(taken()));
            }
            for block in &arm.blocks {
                for instruction in llvm::instructions(*block).collect::<Vec<_>>() {
                    match llvm::opcode(instruction) {
                        LLVMOpcode::LLVMBr | LLVMOpcode::LLVMRet => {}
                        LLVMOpcode::LLVMPHI => {
                            let value =
                                substitute(instruction, LLVMGetIncomingValue(instruction, 0));
                            rename(&mut shape, instruction, value);
                        }
                        LLVMOpcode::LLVMCall
                            if cost::is_note(&llvm::name(LLVMGetCalledValue(instruction))) =>
                        {
                            LLVMInstructionEraseFromParent(instruction);
                        }
                        LLVMOpcode::LLVMCall if guard::is_guard(instruction) => {
                            self.tighten(instruction, taken());
                            self.move_up(instruction);
                        }
                        LLVMOpcode::LLVMLoad => {
                            if !is_marked(instruction) {
                                self.guard(instruction, taken());
                            }
                            self.move_up(instruction);
                        }
                        _ => self.move_up(instruction),
                    }
                }
            }
            if let Some(hazard) = hazard {
                self.mark(ARM[1], hazard, None);
            }
            shape
        }
    }

    /// Inserts a call of one of [`ARM`] before the branch.
    unsafe fn mark(&self, name: &str, like: LLVMValueRef, taken: Option<LLVMValueRef>) {
        // SAFETY: the contract of `fold`.
        unsafe {
            let module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(self.head));
            let void = LLVMVoidTypeInContext(LLVMGetModuleContext(module));
            let mut arguments: Vec<_> = taken.into_iter().collect();
            let mut types: Vec<_> = arguments.iter().map(|a| LLVMTypeOf(*a)).collect();
            let count = arguments.len() as u32;
            let ty = LLVMFunctionType(void, types.as_mut_ptr(), count, 0);
            let symbol = CString::new(name).unwrap_or_default();
            let mut function = LLVMGetNamedFunction(module, symbol.as_ptr());
            if function.is_null() {
                function = LLVMAddFunction(module, symbol.as_ptr(), ty);
            }
            self.position(like);
            let arguments = arguments.as_mut_ptr();
            LLVMBuildCall2(self.builder, ty, function, arguments, count, c"".as_ptr());
        }
    }

    /// Returns whether the arm is taken, as a value available before the branch.
    unsafe fn taken(&self, when: bool) -> LLVMValueRef {
        // SAFETY: the contract of `fold`.
        unsafe {
            if when {
                return self.condition;
            }
            self.position(self.branch);
            LLVMBuildNot(self.builder, self.condition, c"".as_ptr())
        }
    }

    /// Inserts a guard before the branch, which states that the load is performed where the
    /// arm is taken.
    unsafe fn guard(&self, load: LLVMValueRef, taken: LLVMValueRef) {
        // SAFETY: the contract of `fold`.
        unsafe {
            let module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(self.head));
            let address = LLVMGetOperand(load, 0);
            let size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(module), LLVMTypeOf(load));
            let long = LLVMInt64TypeInContext(LLVMGetModuleContext(module));
            let align = LLVMConstInt(long, LLVMGetAlignment(load).into(), 0);
            let mut arguments = [taken, address, LLVMConstInt(long, size, 0), align];
            self.position(load);
            guard::call(self.builder, module, guard::READ, load, &mut arguments);
        }
    }

    /// Restricts a guard's condition to an outer arm's.
    unsafe fn tighten(&self, guard: LLVMValueRef, taken: LLVMValueRef) {
        // SAFETY: the contract of `fold`; the first operand is a bit defined in the arm.
        unsafe {
            let inner = LLVMGetOperand(guard, 0);
            let never = LLVMConstNull(LLVMTypeOf(inner));
            let both = self.select(guard, taken, inner, never);
            LLVMSetOperand(guard, 0, both);
        }
    }

    unsafe fn move_up(&self, instruction: LLVMValueRef) {
        // SAFETY: the contract of `fold`.
        unsafe {
            let name = CString::new(llvm::name(instruction)).unwrap_or_default();
            let location = LLVMInstructionGetDebugLoc(instruction);
            LLVMInstructionRemoveFromParent(instruction);
            LLVMPositionBuilderBefore(self.builder, self.branch);
            LLVMInsertIntoBuilderWithName(self.builder, instruction, name.as_ptr());
            // The builder has given the instruction the branch's location.
            LLVMInstructionSetDebugLoc(instruction, location);
            let context = LLVMGetTypeContext(LLVMTypeOf(instruction));
            let kind = |name: &str| {
                LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32)
            };
            // These attributes hold only inside the branch.
            for promise in ["range", "nonnull", "noundef", "align", "dereferenceable"] {
                LLVMSetMetadata(instruction, kind(promise), std::ptr::null_mut());
            }
            if llvm::opcode(instruction) == LLVMOpcode::LLVMLoad {
                let empty = LLVMMDNodeInContext2(context, std::ptr::null_mut(), 0);
                let mark = LLVMMetadataAsValue(context, empty);
                LLVMSetMetadata(instruction, kind(SPECULATIVE), mark);
            }
        }
    }

    /// Builds a `select` before the branch, with the debug location of `like`.
    unsafe fn select(
        &self,
        like: LLVMValueRef,
        condition: LLVMValueRef,
        then: LLVMValueRef,
        otherwise: LLVMValueRef,
    ) -> LLVMValueRef {
        if then == otherwise {
            return then;
        }
        // SAFETY: the contract of `fold`.
        unsafe {
            self.position(like);
            LLVMBuildSelect(self.builder, condition, then, otherwise, c"".as_ptr())
        }
    }

    /// Sets the builder to insert before the branch, with the location of `like` or else of
    /// the branch.
    unsafe fn position(&self, like: LLVMValueRef) {
        // SAFETY: the contract of `fold`.
        unsafe {
            LLVMPositionBuilderBefore(self.builder, self.branch);
            let location = LLVMInstructionGetDebugLoc(like);
            if !location.is_null() {
                LLVMSetCurrentDebugLocation2(self.builder, location);
            }
        }
    }

    unsafe fn diamond(&self, then: &Arm, otherwise: &Arm, join: LLVMBasicBlockRef) {
        let last = |arm: &Arm| arm.blocks.last().copied().unwrap_or(self.head);
        let (then, otherwise) = (last(then), last(otherwise));
        // SAFETY: the contract of `fold`.
        unsafe {
            for phi in phis(join) {
                let (Some(x), Some(y)) = (incoming(phi, then), incoming(phi, otherwise)) else {
                    continue;
                };
                let value = self.select(phi, self.condition, x, y);
                self.replace(phi, &[then, otherwise], Some(value));
            }
            self.position(self.branch);
            LLVMBuildBr(self.builder, join);
            LLVMInstructionEraseFromParent(self.branch);
        }
    }

    unsafe fn returns(&self, [then, otherwise]: [LLVMValueRef; 2]) {
        // SAFETY: the contract of `fold`; a function that returns nothing has null values.
        unsafe {
            if then.is_null() || otherwise.is_null() {
                self.position(self.branch);
                LLVMBuildRetVoid(self.builder);
            } else {
                let value = self.select(self.branch, self.condition, then, otherwise);
                self.position(self.branch);
                LLVMBuildRet(self.builder, value);
            }
            LLVMInstructionEraseFromParent(self.branch);
        }
    }

    unsafe fn chain(
        &self,
        inner: &Arm,
        when: bool,
        condition: LLVMValueRef,
        leads: bool,
        shared: LLVMBasicBlockRef,
        other: LLVMBasicBlockRef,
    ) {
        let Some(&last) = inner.blocks.last() else {
            return;
        };
        // SAFETY: the contract of `fold`.
        unsafe {
            for phi in phis(shared) {
                let (Some(outer), Some(inner)) = (incoming(phi, self.head), incoming(phi, last))
                else {
                    continue;
                };
                let (x, y) = if when { (inner, outer) } else { (outer, inner) };
                let value = self.select(phi, self.condition, x, y);
                self.replace(phi, &[self.head, last], Some(value));
            }
            for phi in phis(other) {
                let value = incoming(phi, last);
                self.replace(phi, &[last], value);
            }
            // Where the inner branch is not reached, the shared target is: `leads` is the
            // value of the inner condition that leads there, too.
            let skipped = LLVMConstInt(LLVMTypeOf(condition), u64::from(leads), 0);
            let (x, y) = if when {
                (condition, skipped)
            } else {
                (skipped, condition)
            };
            let joint = self.select(self.branch, self.condition, x, y);
            let (first, second) = if leads {
                (shared, other)
            } else {
                (other, shared)
            };
            self.position(self.branch);
            LLVMBuildCondBr(self.builder, joint, first, second);
            LLVMInstructionEraseFromParent(self.branch);
        }
    }

    /// Replaces a phi by one without the blocks `gone`, and with `value` from the head
    /// instead; by `value` itself if there is no other predecessor.
    unsafe fn replace(
        &self,
        phi: LLVMValueRef,
        gone: &[LLVMBasicBlockRef],
        value: Option<LLVMValueRef>,
    ) {
        // SAFETY: the contract of `fold`.
        unsafe {
            let mut entries: Vec<(LLVMValueRef, LLVMBasicBlockRef)> = (0..LLVMCountIncoming(phi))
                .map(|i| (LLVMGetIncomingValue(phi, i), LLVMGetIncomingBlock(phi, i)))
                .filter(|(_, block)| !gone.contains(block))
                .collect();
            let merged = match (entries.is_empty(), value) {
                (true, Some(value)) => value,
                (_, value) => {
                    entries.extend(value.map(|v| (v, self.head)));
                    LLVMPositionBuilderBefore(self.builder, phi);
                    let name = CString::new(llvm::name(phi)).unwrap_or_default();
                    let new = LLVMBuildPhi(self.builder, LLVMTypeOf(phi), name.as_ptr());
                    for (mut value, mut block) in entries {
                        LLVMAddIncoming(new, &mut value, &mut block, 1);
                    }
                    new
                }
            };
            substitute(phi, merged);
        }
    }
}

/// Whether a load has been moved out of a branch before.
unsafe fn is_marked(load: LLVMValueRef) -> bool {
    // SAFETY: the load is alive.
    unsafe {
        let context = LLVMGetTypeContext(LLVMTypeOf(load));
        let length = SPECULATIVE.len() as u32;
        let kind = LLVMGetMDKindIDInContext(context, SPECULATIVE.as_ptr().cast(), length);
        !LLVMGetMetadata(load, kind).is_null()
    }
}

/// Replaces a phi by a value and returns that. A phi that only refers to itself is in
/// unreachable code, where any value is correct.
unsafe fn substitute(phi: LLVMValueRef, value: LLVMValueRef) -> LLVMValueRef {
    // SAFETY: both values are alive.
    unsafe {
        let value = if value == phi {
            LLVMGetPoison(LLVMTypeOf(phi))
        } else {
            value
        };
        LLVMReplaceAllUsesWith(phi, value);
        LLVMInstructionEraseFromParent(phi);
        value
    }
}

/// Replaces `old` by `new` in a shape.
fn rename(shape: &mut Shape, old: LLVMValueRef, new: LLVMValueRef) {
    let swap = |value: &mut LLVMValueRef| {
        if *value == old {
            *value = new;
        }
    };
    match shape {
        Shape::Diamond { .. } => {}
        Shape::Returns { values, .. } => values.iter_mut().for_each(swap),
        Shape::Chain { condition, .. } => swap(condition),
    }
}

unsafe fn phis(block: LLVMBasicBlockRef) -> Vec<LLVMValueRef> {
    // SAFETY: the block is alive.
    unsafe {
        llvm::instructions(block)
            .take_while(|i| llvm::opcode(*i) == LLVMOpcode::LLVMPHI)
            .collect()
    }
}

unsafe fn incoming(phi: LLVMValueRef, block: LLVMBasicBlockRef) -> Option<LLVMValueRef> {
    // SAFETY: the phi is alive.
    unsafe {
        (0..LLVMCountIncoming(phi))
            .find(|i| LLVMGetIncomingBlock(phi, *i) == block)
            .map(|i| LLVMGetIncomingValue(phi, i))
    }
}
