//! Basic blocks.

use std::collections::HashSet;
use std::marker::PhantomData;

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMBasicBlockRef;

use super::{Value, list};

/// A block of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Block<'m> {
    pub(super) raw: LLVMBasicBlockRef,
    borrow: PhantomData<&'m ()>,
}

impl<'m> Block<'m> {
    /// The block at a pointer that LLVM returned, if there is one.
    pub(super) fn new(raw: LLVMBasicBlockRef) -> Option<Block<'m>> {
        (!raw.is_null()).then(|| Block::known(raw))
    }

    /// The block at a pointer for which LLVM never returns null.
    pub(super) fn known(raw: LLVMBasicBlockRef) -> Block<'m> {
        Block {
            raw,
            borrow: PhantomData,
        }
    }

    /// The instructions in order.
    pub(crate) fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the block is alive.
        let first = Value::new(unsafe { LLVMGetFirstInstruction(self.raw) });
        list(first, Value::next)
    }

    /// The phis at the start of the block.
    pub(crate) fn phis(self) -> impl Iterator<Item = Value<'m>> {
        self.instructions()
            .take_while(|i| i.opcode() == LLVMOpcode::LLVMPHI)
    }

    /// The instruction that ends the block, if it is complete.
    pub(crate) fn terminator(self) -> Option<Value<'m>> {
        // SAFETY: the block is alive.
        Value::new(unsafe { LLVMGetBasicBlockTerminator(self.raw) })
    }

    /// The blocks that follow, once for each edge.
    pub(crate) fn successors(self) -> Vec<Block<'m>> {
        self.terminator().map(Value::successors).unwrap_or_default()
    }

    /// The function that contains the block.
    pub(crate) fn function(self) -> Option<Value<'m>> {
        // SAFETY: the block is alive.
        Value::new(unsafe { LLVMGetBasicBlockParent(self.raw) })
    }

    /// The users of the block: terminators that lead to it, and its address.
    pub(crate) fn users(self) -> Vec<Value<'m>> {
        // SAFETY: the block is alive, and a value.
        Value::known(unsafe { LLVMBasicBlockAsValue(self.raw) }).users()
    }

    /// The only block from which an edge leads here, if there is one.
    pub(crate) fn only_predecessor(self) -> Option<Block<'m>> {
        let mut found = None;
        for user in self.users() {
            let parent = user.block().filter(|_| user.is_terminator())?;
            if found.replace(parent).is_some_and(|other| other != parent) {
                return None;
            }
        }
        found.filter(|before| *before != self)
    }

    /// Whether every way from the function's entry to the block `below` passes this block.
    pub(crate) fn dominates(self, below: Block<'m>) -> bool {
        let entry = self.function().and_then(|f| f.blocks().next());
        let mut open = Vec::from_iter(entry);
        let mut seen = HashSet::new();
        while let Some(next) = open.pop() {
            if next == self || !seen.insert(next) {
                continue;
            }
            if next == below {
                return false;
            }
            open.extend(next.successors());
        }
        true
    }
}
