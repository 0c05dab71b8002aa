//! Whether a local variable keeps something from one round to the next.

use inkwell::llvm_sys::LLVMOpcode::*;
use rustc_hash::FxHashSet;

use super::effects::is_lifetime;
use crate::llvm::{Block, Value};

/// Whether what a local variable holds at the start of a block may be read from there on.
pub(super) fn is_live<'m>(variable: Value<'m>, at: Block<'m>) -> bool {
    let mut accesses = Accesses {
        variable,
        reads: FxHashSet::default(),
        ends: FxHashSet::default(),
    };
    if variable.opcode() != LLVMAlloca || !accesses.gather(variable, true) {
        return true;
    }
    let mut open = vec![at];
    let mut seen = FxHashSet::default();
    while let Some(block) = open.pop() {
        if !seen.insert(block) {
            continue;
        }
        let accessing = |i: &Value<'m>| accesses.reads.contains(i) || accesses.ends.contains(i);
        match block.instructions().find(accessing) {
            Some(first) if accesses.reads.contains(&first) => return true,
            Some(_) => {}
            None => open.extend(block.successors()),
        }
    }
    false
}

/// The accesses to a variable.
struct Accesses<'m> {
    variable: Value<'m>,
    reads: FxHashSet<Value<'m>>,
    /// Where nothing of its value is left: stores to the whole of it, and markers of its lifetime.
    ends: FxHashSet<Value<'m>>,
}

impl<'m> Accesses<'m> {
    /// Gathers the accesses through a pointer, to the whole variable or to a part of it. Returns
    /// false if there may be others.
    fn gather(&mut self, pointer: Value<'m>, is_whole: bool) -> bool {
        pointer.users().into_iter().all(|user| {
            match user.opcode() {
                _ if !user.is_instruction() => return false,
                _ if is_lifetime(user) => {
                    self.ends.insert(user);
                }
                LLVMAddrSpaceCast | LLVMBitCast => return self.gather(user, is_whole),
                LLVMGetElementPtr => return self.gather(user, false),
                LLVMLoad => {
                    self.reads.insert(user);
                }
                LLVMStore if user.operand(0) != pointer => {
                    let ty = Some(user.operand(0).ty());
                    if is_whole && ty == self.variable.allocated() {
                        self.ends.insert(user);
                    }
                }
                LLVMCall if user.callee_name().starts_with("simdiff.guard.") => {
                    self.reads.insert(user);
                }
                _ => return false,
            }
            true
        })
    }
}
