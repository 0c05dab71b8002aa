//! Calls, and the inline assembly that they may have as callee.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTailCallKind, LLVMTypeKind, LLVMValueKind};

use super::{Block, Value, text_of};

/// A list of operands that a call passes beside its arguments.
pub(crate) struct Bundle<'m> {
    /// What the operands are for, such as `align`.
    pub(crate) tag: String,
    /// The operands.
    pub(crate) operands: Vec<Value<'m>>,
}

impl<'m> Value<'m> {
    /// Whether it is a `call`, `invoke` or `callbr`.
    fn calls(self) -> bool {
        use LLVMOpcode::{LLVMCall, LLVMCallBr, LLVMInvoke};
        matches!(self.opcode(), LLVMCall | LLVMInvoke | LLVMCallBr)
    }

    /// Whether it is a `call` or `invoke`.
    pub(crate) fn is_call(self) -> bool {
        use LLVMOpcode::{LLVMCall, LLVMInvoke};
        matches!(self.opcode(), LLVMCall | LLVMInvoke)
    }

    /// What a call calls: a function, inline assembly, or a pointer.
    pub(crate) fn callee(self) -> Option<Value<'m>> {
        // SAFETY: the value is a call.
        self.calls()
            .then(|| Value::known(unsafe { LLVMGetCalledValue(self.raw) }))
    }

    /// The name of what a call calls; empty for a callee without a name and for other
    /// values.
    pub(crate) fn callee_name(self) -> String {
        self.callee().map(Value::name).unwrap_or_default()
    }

    /// The number of a call's arguments, which are its first operands.
    pub(crate) fn argument_count(self) -> u32 {
        match self.calls() {
            // SAFETY: the value is a call.
            true => unsafe { LLVMGetNumArgOperands(self.raw) },
            false => 0,
        }
    }

    /// The arguments of a call.
    pub(crate) fn arguments(self) -> impl Iterator<Item = Value<'m>> {
        self.operands().take(self.argument_count() as usize)
    }

    /// The number of a call's operand bundles.
    pub(crate) fn bundle_count(self) -> u32 {
        match self.calls() {
            // SAFETY: the value is a call.
            true => unsafe { LLVMGetNumOperandBundles(self.raw) },
            false => 0,
        }
    }

    /// A call's operand bundles.
    pub(crate) fn bundles(self) -> Vec<Bundle<'m>> {
        let bundle = |index| {
            let mut length = 0;
            // SAFETY: the value is a call that has the bundle; a bundle's operands are
            // indexed below their count, and it is disposed of once.
            unsafe {
                let raw = LLVMGetOperandBundleAtIndex(self.raw, index);
                let tag = text_of(LLVMGetOperandBundleTag(raw, &mut length), length);
                let count = LLVMGetNumOperandBundleArgs(raw);
                let operand = |i| Value::known(LLVMGetOperandBundleArgAtIndex(raw, i));
                let operands = (0..count).map(operand).collect();
                LLVMDisposeOperandBundle(raw);
                Bundle { tag, operands }
            }
        };
        (0..self.bundle_count()).map(bundle).collect()
    }

    /// Whether a call must be a tail call.
    pub(crate) fn must_tail(self) -> bool {
        let must = LLVMTailCallKind::LLVMTailCallKindMustTail;
        // SAFETY: the value is a `call`.
        self.opcode() == LLVMOpcode::LLVMCall && unsafe { LLVMGetTailCallKind(self.raw) == must }
    }

    /// Where an `invoke` goes on after a return.
    pub(crate) fn normal(self) -> Option<Block<'m>> {
        // SAFETY: the value is an `invoke`.
        (self.opcode() == LLVMOpcode::LLVMInvoke)
            .then(|| Block::known(unsafe { LLVMGetNormalDest(self.raw) }))
    }

    /// Where an `invoke` goes on after an exception.
    pub(crate) fn unwind(self) -> Option<Block<'m>> {
        // SAFETY: the value is an `invoke`.
        (self.opcode() == LLVMOpcode::LLVMInvoke)
            .then(|| Block::known(unsafe { LLVMGetUnwindDest(self.raw) }))
    }

    /// The text of inline assembly.
    pub(crate) fn assembly(self) -> Option<String> {
        let mut length = 0;
        // SAFETY: the value is inline assembly; LLVM returns `length` readable bytes.
        self.is_assembly()
            .then(|| unsafe { text_of(LLVMGetInlineAsmAsmString(self.raw, &mut length), length) })
    }

    /// The constraints of inline assembly, separated by commas.
    pub(crate) fn constraints(self) -> Option<String> {
        let mut length = 0;
        // SAFETY: the value is inline assembly; LLVM returns `length` readable bytes.
        self.is_assembly().then(|| unsafe {
            text_of(
                LLVMGetInlineAsmConstraintString(self.raw, &mut length),
                length,
            )
        })
    }

    /// Whether inline assembly has a result.
    pub(crate) fn assembly_has_result(self) -> bool {
        // SAFETY: the value is inline assembly, whose type is a function type.
        self.is_assembly()
            && unsafe {
                let result = LLVMGetReturnType(LLVMGetInlineAsmFunctionType(self.raw));
                LLVMGetTypeKind(result) != LLVMTypeKind::LLVMVoidTypeKind
            }
    }

    /// Whether it is inline assembly.
    pub(crate) fn is_assembly(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInlineAsmValueKind
    }
}
