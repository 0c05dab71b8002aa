//! Constants.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};

use super::Value;

impl<'m> Value<'m> {
    /// Whether it is a constant; globals are constants.
    pub(crate) fn is_constant(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { LLVMIsConstant(self.raw) != 0 }
    }

    /// Whether it is a constant of zeros.
    pub(crate) fn is_zero(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { LLVMIsNull(self.raw) != 0 }
    }

    /// Whether it is a constant integer.
    pub(crate) fn is_integer(self) -> bool {
        self.kind() == LLVMValueKind::LLVMConstantIntValueKind
    }

    /// The value of a constant integer, zero-extended; the low 64 bits of a wider one.
    pub(crate) fn unsigned(self) -> Option<u64> {
        // SAFETY: the value is a constant integer.
        self.is_integer()
            .then(|| unsafe { LLVMConstIntGetZExtValue(self.raw) })
    }

    /// The value of a constant integer, sign-extended; the low 64 bits of a wider one.
    pub(crate) fn signed(self) -> Option<i64> {
        // SAFETY: the value is a constant integer.
        self.is_integer()
            .then(|| unsafe { LLVMConstIntGetSExtValue(self.raw) })
    }

    /// The opcode of a constant expression.
    pub(crate) fn constant_opcode(self) -> Option<LLVMOpcode> {
        // SAFETY: the value is a constant expression.
        (self.kind() == LLVMValueKind::LLVMConstantExprValueKind)
            .then(|| unsafe { LLVMGetConstOpcode(self.raw) })
    }

    /// The element of a constant vector, array or structure, if it has one at the index.
    pub(crate) fn element(self, index: u32) -> Option<Value<'m>> {
        match self.is_constant() {
            // SAFETY: the value is a constant; LLVM returns null if it has no such element.
            true => Value::new(unsafe { LLVMGetAggregateElement(self.raw, index) }),
            false => None,
        }
    }

    /// The bits of a constant float, as a constant integer.
    pub(crate) fn float_bits(self) -> Option<Value<'m>> {
        use LLVMTypeKind::*;
        if self.kind() != LLVMValueKind::LLVMConstantFPValueKind {
            return None;
        }
        let bits = match self.ty().kind() {
            LLVMHalfTypeKind | LLVMBFloatTypeKind => 16,
            LLVMFloatTypeKind => 32,
            LLVMDoubleTypeKind => 64,
            LLVMX86_FP80TypeKind => 80,
            LLVMFP128TypeKind => 128,
            _ => return None,
        };
        // SAFETY: a float is cast to an integer of its width, which folds at once.
        Value::new(unsafe {
            let context = LLVMGetTypeContext(self.ty().raw);
            LLVMConstBitCast(self.raw, LLVMIntTypeInContext(context, bits))
        })
    }
}
