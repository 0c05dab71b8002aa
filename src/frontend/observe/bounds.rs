//! Accesses that are inside an object because their offsets are constants.

use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode, LLVMValueKind};

use crate::budgets::contract::ADDRESS_DEPTH;
use crate::llvm::{Layout, Value};

/// The object that an access is inside.
pub(super) enum Base<'e> {
    /// A local variable, by its `alloca`.
    Variable(Value<'e>),
    /// A global variable whose definition in this module cannot be replaced.
    Global,
}

/// The object that contains `size` bytes at `address`, aligned to `align` bytes, if
/// constant offsets prove it. A constant variable qualifies for reads only.
pub(super) fn inside<'e>(
    address: Value<'e>,
    (size, align): (u64, u32),
    write: bool,
    layout: Layout<'e>,
) -> Option<Base<'e>> {
    let (mut at, mut offset) = (address, 0_i64);
    for _ in 0..ADDRESS_DEPTH {
        let (base, extent) = match at.kind() {
            LLVMValueKind::LLVMInstructionValueKind => match at.opcode() {
                LLVMOpcode::LLVMGetElementPtr => {
                    offset = offset.checked_add(at.constant_offset(layout)?)?;
                    at = at.operand(0);
                    continue;
                }
                LLVMOpcode::LLVMAlloca => {
                    let count = at.operand(0).unsigned()?;
                    let each = layout.size(at.allocated()?);
                    let extent = each.checked_mul(count)?;
                    (Base::Variable(at), extent)
                }
                _ => return None,
            },
            LLVMValueKind::LLVMConstantExprValueKind if at.is_address() => {
                offset = offset.checked_add(at.constant_offset(layout)?)?;
                at = at.operand(0);
                continue;
            }
            LLVMValueKind::LLVMGlobalVariableValueKind => {
                let definite = !at.is_declaration()
                    && !matches!(
                        at.linkage(),
                        LLVMLinkage::LLVMWeakAnyLinkage
                            | LLVMLinkage::LLVMLinkOnceAnyLinkage
                            | LLVMLinkage::LLVMCommonLinkage
                    );
                if !definite || write && at.is_constant_variable() {
                    return None;
                }
                (Base::Global, layout.size(at.value_type()?))
            }
            _ => return None,
        };
        let start = u64::try_from(offset).ok()?;
        if at.alignment() < align || !start.is_multiple_of(align.into()) {
            return None;
        }
        return (start.checked_add(size)? <= extent).then_some(base);
    }
    None
}
