//! Values: instructions, constants, globals, arguments and blocks as operands.

use std::marker::PhantomData;

use inkwell::llvm_sys::LLVMValueKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::values::{AsValueRef, FunctionValue, GlobalValue};

use super::{Block, Type, message, text_of};

/// A value of a module. Two handles are equal if they are one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Value<'m> {
    pub(super) raw: LLVMValueRef,
    borrow: PhantomData<&'m ()>,
}

impl<'c> From<FunctionValue<'c>> for Value<'c> {
    fn from(function: FunctionValue<'c>) -> Value<'c> {
        Value::known(function.as_value_ref())
    }
}

impl<'c> From<GlobalValue<'c>> for Value<'c> {
    fn from(global: GlobalValue<'c>) -> Value<'c> {
        Value::known(global.as_value_ref())
    }
}

impl<'m> Value<'m> {
    /// The value at a pointer that LLVM returned, if there is one.
    pub(super) fn new(raw: LLVMValueRef) -> Option<Value<'m>> {
        (!raw.is_null()).then(|| Value::known(raw))
    }

    /// The value at a pointer for which LLVM never returns null.
    pub(super) fn known(raw: LLVMValueRef) -> Value<'m> {
        Value {
            raw,
            borrow: PhantomData,
        }
    }

    /// The kind of the value.
    pub(crate) fn kind(self) -> LLVMValueKind {
        // SAFETY: the value is alive.
        unsafe { LLVMGetValueKind(self.raw) }
    }

    /// The type of the value.
    pub(crate) fn ty(self) -> Type<'m> {
        // SAFETY: the value is alive.
        Type::known(unsafe { LLVMTypeOf(self.raw) })
    }

    /// The name of the value; empty if it has none.
    pub(crate) fn name(self) -> String {
        let mut length = 0;
        // SAFETY: the value is alive; LLVM returns `length` readable bytes.
        unsafe { text_of(LLVMGetValueName2(self.raw, &mut length), length) }
    }

    /// The value in LLVM's syntax.
    pub(crate) fn print(self) -> String {
        // SAFETY: the value is alive; the message is ours.
        unsafe { message(LLVMPrintValueToString(self.raw)) }
    }

    /// Whether it is an instruction.
    pub(crate) fn is_instruction(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInstructionValueKind
    }

    /// Whether it is a function, defined or not.
    pub(crate) fn is_function(self) -> bool {
        self.kind() == LLVMValueKind::LLVMFunctionValueKind
    }

    /// Whether it is a global variable, defined or not.
    pub(crate) fn is_global_variable(self) -> bool {
        self.kind() == LLVMValueKind::LLVMGlobalVariableValueKind
    }

    /// Whether it is a parameter of a function.
    pub(crate) fn is_argument(self) -> bool {
        self.kind() == LLVMValueKind::LLVMArgumentValueKind
    }

    /// Whether it is an operand list's owner: an instruction, a constant or a global.
    fn is_user(self) -> bool {
        // SAFETY: any value may be asked for the user it is.
        unsafe { !LLVMIsAUser(self.raw).is_null() }
    }

    /// The number of operands; a call's callee is the last one.
    pub(crate) fn operand_count(self) -> u32 {
        match self.is_user() {
            // SAFETY: the value is a user.
            true => unsafe { LLVMGetNumOperands(self.raw).max(0) as u32 },
            false => 0,
        }
    }

    /// The operands in order.
    pub(crate) fn operands(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.operand_count()).filter_map(move |index| {
            // SAFETY: the value is a user, and has an operand at the index.
            Value::new(unsafe { LLVMGetOperand(self.raw, index) })
        })
    }

    /// One operand.
    ///
    /// # Panics
    /// If there is no operand at the index, as an index into a slice does. The opcode
    /// determines how many there are.
    pub(crate) fn operand(self, index: u32) -> Value<'m> {
        let present = index < self.operand_count();
        // SAFETY: the value is a user, and has an operand at the index.
        let operand = present.then(|| unsafe { LLVMGetOperand(self.raw, index) });
        match operand.and_then(Value::new) {
            Some(operand) => operand,
            None => panic!("no operand {index} in {}", self.print()),
        }
    }

    /// The block that the value stands for, as the operand of a branch or of a label's
    /// address.
    pub(crate) fn as_block(self) -> Option<Block<'m>> {
        // SAFETY: the value is alive, and is converted if it is a block.
        unsafe {
            (LLVMValueIsBasicBlock(self.raw) != 0)
                .then(|| Block::known(LLVMValueAsBasicBlock(self.raw)))
        }
    }
}
