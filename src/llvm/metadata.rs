//! Metadata of functions and instructions.

use std::marker::PhantomData;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{LLVMTypeKind, LLVMValueKind};

use super::{Value, text_of};

/// A node of metadata.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'m> {
    raw: LLVMValueRef,
    borrow: PhantomData<&'m ()>,
}

impl<'m> Value<'m> {
    /// The metadata of a kind that is attached to an instruction or a global.
    pub(crate) fn metadata(self, kind: u32) -> Option<Node<'m>> {
        let raw = match self.is_instruction() {
            // SAFETY: the value is an instruction.
            true => unsafe { LLVMGetMetadata(self.raw, kind) },
            false => self.metadata_of_global(kind)?,
        };
        (!raw.is_null()).then_some(Node {
            raw,
            borrow: PhantomData,
        })
    }

    fn metadata_of_global(self, kind: u32) -> Option<LLVMValueRef> {
        if !self.is_function() && !self.is_global_variable() {
            return None;
        }
        let mut count = 0;
        // SAFETY: the value is a function or variable; entries are indexed below their count,
        // and disposed of once.
        unsafe {
            let all = LLVMGlobalCopyAllMetadata(self.raw, &mut count);
            let mut entries = 0..count as u32;
            let found = entries.find(|at| LLVMValueMetadataEntriesGetKind(all, *at) == kind);
            let node = found.map(|at| LLVMValueMetadataEntriesGetMetadata(all, at));
            LLVMDisposeValueMetadataEntries(all);
            node.map(|node| LLVMMetadataAsValue(LLVMGetTypeContext(self.ty().raw), node))
        }
    }

    /// Whether it is metadata, passed as an operand.
    pub(crate) fn is_metadata(self) -> bool {
        self.ty().kind() == LLVMTypeKind::LLVMMetadataTypeKind
    }

    /// The node that an operand of a node is.
    pub(crate) fn as_node(self) -> Option<Node<'m>> {
        if self.kind() != LLVMValueKind::LLVMMetadataAsValueValueKind {
            return None;
        }
        // SAFETY: the value is metadata.
        let is_node = unsafe { !LLVMIsAMDNode(self.raw).is_null() };
        is_node.then_some(Node {
            raw: self.raw,
            borrow: PhantomData,
        })
    }

    /// The text of an operand that is a metadata string; empty for other values.
    pub(crate) fn metadata_text(self) -> String {
        if self.kind() != LLVMValueKind::LLVMMetadataAsValueValueKind {
            return String::new();
        }
        let mut length = 0;
        // SAFETY: the value is metadata, for which LLVM returns null if it is not a string.
        unsafe { text_of(LLVMGetMDString(self.raw, &mut length), length as usize) }
    }
}

impl<'m> Node<'m> {
    /// The operands of the node; `None` for an empty one.
    pub(crate) fn operands(self) -> Vec<Option<Value<'m>>> {
        // SAFETY: the node is alive; the buffer has its number of operands.
        unsafe {
            let count = LLVMGetMDNodeNumOperands(self.raw) as usize;
            let mut operands = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(self.raw, operands.as_mut_ptr());
            operands.into_iter().map(Value::new).collect()
        }
    }
}
