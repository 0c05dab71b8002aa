//! Rewrites of whole modules that several rooms need.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core::LLVMSetIsNewDbgInfoFormat;
use inkwell::module::Module;

use super::{Edit, Value, edit};

/// Removes the debug records that connect values with variables; source positions stay. A
/// record at the end of a block that is emptied or deleted would dangle.
pub(crate) fn drop_variable_records(module: &Module<'_>) {
    edit(module, |edit| {
        // In the old format a record is a call, which can be found and erased.
        // SAFETY: the module is alive.
        unsafe { LLVMSetIsNewDbgInfoFormat(edit.raw, 0) };
        for instruction in edit.instructions().collect::<Vec<_>>() {
            if instruction.opcode() == LLVMOpcode::LLVMCall
                && instruction.callee_name().starts_with("llvm.dbg.")
            {
                edit.erase(instruction);
            }
        }
    });
}

/// Removes these attributes from every function but intrinsics, and from every call of one:
/// promises that allow a pass to remove calls.
pub(crate) fn forget_promises(module: &Module<'_>, names: &[&str]) {
    edit(module, |edit| edit.forget_promises(names));
}

impl Edit<'_> {
    /// As [`forget_promises`], in an edit.
    pub(crate) fn forget_promises(&self, names: &[&str]) {
        let functions = self.functions().filter(|f| !f.name().starts_with("llvm."));
        for function in functions {
            for name in names {
                self.remove_attribute(function, name);
            }
            for call in function.instructions().filter(|i| i.is_call()) {
                if !call.callee_name().starts_with("llvm.") {
                    for name in names {
                        self.remove_call_attribute(call, name);
                    }
                }
            }
        }
    }
}

/// Hides the origin of every local's address behind a `freeze`: the pass of ThreadSanitizer
/// (LLVM 19) skips accesses to a part of a local if the part's own address does not escape,
/// although the local's does.
pub(crate) fn disguise_locals(module: &Module<'_>) {
    let is_local = |i: &Value<'_>| i.opcode() == LLVMOpcode::LLVMAlloca;
    edit(module, |edit| {
        for local in edit.instructions().filter(is_local).collect::<Vec<_>>() {
            let mut after = std::iter::successors(local.next(), |i| i.next());
            if let Some(next) = after.find(|i| !is_local(i)) {
                let frozen = edit.before(next).freeze(local);
                edit.replace_uses(local, frozen);
                edit.set_operand(frozen, 0, local);
            }
        }
    });
}
