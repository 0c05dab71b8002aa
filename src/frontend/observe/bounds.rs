//! Accesses that are inside an object because their offsets are constants.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMValueKind};

use crate::llvm;

/// The largest nesting depth of address arithmetic.
const MAX_DEPTH: u32 = 64;

/// The object that an access is inside.
pub(super) enum Base {
    /// A local variable, by its `alloca`.
    Variable(LLVMValueRef),
    /// A global variable whose definition in this module cannot be replaced.
    Global,
}

/// The object that contains `size` bytes at `address`, aligned to `align` bytes, if
/// constant offsets prove it. A constant variable qualifies for reads only.
///
/// # Safety
/// The address has to be alive.
pub(super) unsafe fn inside(
    address: LLVMValueRef,
    (size, align): (u64, u32),
    write: bool,
    layout: LLVMTargetDataRef,
) -> Option<Base> {
    let (mut at, mut offset) = (address, 0_i64);
    // SAFETY: as the caller promises; operands of live values are live.
    unsafe {
        for _ in 0..MAX_DEPTH {
            let (base, extent) = match llvm::kind(at) {
                LLVMValueKind::LLVMInstructionValueKind => match llvm::opcode(at) {
                    LLVMOpcode::LLVMGetElementPtr => {
                        offset = offset.checked_add(llvm::constant_offset(at, layout)?)?;
                        at = llvm::operand(at, 0);
                        continue;
                    }
                    LLVMOpcode::LLVMAlloca => {
                        let count = llvm::operand(at, 0);
                        if LLVMIsAConstantInt(count).is_null() {
                            return None;
                        }
                        let each = LLVMABISizeOfType(layout, LLVMGetAllocatedType(at));
                        let extent = each.checked_mul(LLVMConstIntGetZExtValue(count))?;
                        (Base::Variable(at), extent)
                    }
                    _ => return None,
                },
                LLVMValueKind::LLVMConstantExprValueKind
                    if LLVMGetConstOpcode(at) == LLVMOpcode::LLVMGetElementPtr =>
                {
                    offset = offset.checked_add(llvm::constant_offset(at, layout)?)?;
                    at = llvm::operand(at, 0);
                    continue;
                }
                LLVMValueKind::LLVMGlobalVariableValueKind => {
                    let definite = LLVMIsDeclaration(at) == 0
                        && !matches!(
                            LLVMGetLinkage(at),
                            LLVMLinkage::LLVMWeakAnyLinkage
                                | LLVMLinkage::LLVMLinkOnceAnyLinkage
                                | LLVMLinkage::LLVMCommonLinkage
                        );
                    if !definite || write && LLVMIsGlobalConstant(at) != 0 {
                        return None;
                    }
                    (
                        Base::Global,
                        LLVMABISizeOfType(layout, LLVMGlobalGetValueType(at)),
                    )
                }
                _ => return None,
            };
            let start = u64::try_from(offset).ok()?;
            if LLVMGetAlignment(at) < align || !start.is_multiple_of(align.into()) {
                return None;
            }
            return (start.checked_add(size)? <= extent).then_some(base);
        }
    }
    None
}
