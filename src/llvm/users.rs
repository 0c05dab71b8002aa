//! The users of a value.

use inkwell::llvm_sys::core::{LLVMGetFirstUse, LLVMGetNextUse, LLVMGetUser};

use super::{Value, list};

impl<'m> Value<'m> {
    /// The users of the value, once for each use: instructions and constants. The list is a
    /// copy, because a change of a user moves it in LLVM's list.
    pub(crate) fn users(self) -> Vec<Value<'m>> {
        // SAFETY: the value is alive; nothing changes its uses during the walk.
        unsafe {
            let present =
                |edge: inkwell::llvm_sys::prelude::LLVMUseRef| (!edge.is_null()).then_some(edge);
            let edges = list(present(LLVMGetFirstUse(self.raw)), |edge| {
                present(LLVMGetNextUse(edge))
            });
            edges
                .filter_map(|edge| Value::new(LLVMGetUser(edge)))
                .collect()
        }
    }

    /// Whether anything uses the value.
    pub(crate) fn is_used(self) -> bool {
        // SAFETY: the value is alive.
        unsafe { !LLVMGetFirstUse(self.raw).is_null() }
    }
}
