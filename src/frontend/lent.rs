//! Whether the address of a variable leaves the functions that name it, for others to write.

use std::collections::HashSet;

use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode};

use super::usage;
use crate::llvm::Value;

/// Whether functions other than those that `counts` selects may write a variable at an address
/// that they get: from one that returns it, or out of memory. The functions that run once are
/// left out.
pub(super) fn is_lent<'m>(
    variable: Value<'m>,
    counts: &dyn Fn(Value<'m>) -> bool,
    initialisers: &HashSet<Value<'m>>,
) -> bool {
    use LLVMOpcode::*;
    let (mut open, mut seen) = (vec![variable], HashSet::new());
    while let Some(address) = open.pop() {
        if !seen.insert(address) {
            continue;
        }
        for user in address.users() {
            if !user.is_instruction() {
                open.push(user);
                continue;
            }
            let Some(function) = user.function().filter(|f| counts(*f)) else {
                continue;
            };
            match user.opcode() {
                LLVMGetElementPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMFreeze | LLVMSelect
                | LLVMPHI | LLVMInsertValue => open.push(user),
                // Other files may call it.
                LLVMRet if function.linkage() == LLVMLinkage::LLVMExternalLinkage => return true,
                LLVMRet => {
                    for call in function.users() {
                        let caller = call.is_call().then(|| call.function()).flatten();
                        match caller {
                            Some(caller) if counts(caller) => open.push(call),
                            Some(caller) if initialisers.contains(&caller) => {}
                            Some(_) if !usage::of_pointer(call).writes => {}
                            _ => return true,
                        }
                    }
                }
                LLVMStore
                    if user.operand(0) == address && user.operand(1).opcode() != LLVMAlloca =>
                {
                    return true;
                }
                _ => {}
            }
        }
    }
    false
}
