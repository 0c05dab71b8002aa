//! Iteration over LLVM's C values, for passes that need more than inkwell offers.
//!
//! Every function passes its argument straight to LLVM. Contract of all of them: the
//! argument is alive and of the kind that the name says, and the module is not changed
//! while an iterator over it is in use (collect first).

use std::ffi::CStr;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMOffsetOfElement, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use inkwell::module::Module;

/// Every function of the module, declarations included.
pub(crate) unsafe fn functions(module: &Module<'_>) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: the contract of this module.
    unsafe {
        chain(LLVMGetFirstFunction(module.as_mut_ptr()), |f| {
            LLVMGetNextFunction(f)
        })
    }
}

/// Every global variable of the module, declarations included.
pub(crate) unsafe fn globals(module: &Module<'_>) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: the contract of this module.
    unsafe {
        chain(LLVMGetFirstGlobal(module.as_mut_ptr()), |g| {
            LLVMGetNextGlobal(g)
        })
    }
}

/// Every alias of the module.
pub(crate) unsafe fn aliases(module: &Module<'_>) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: the contract of this module.
    unsafe {
        chain(LLVMGetFirstGlobalAlias(module.as_mut_ptr()), |a| {
            LLVMGetNextGlobalAlias(a)
        })
    }
}

/// The blocks of a function.
pub(crate) unsafe fn blocks(function: LLVMValueRef) -> impl Iterator<Item = LLVMBasicBlockRef> {
    // SAFETY: the contract of this module.
    unsafe {
        chain(LLVMGetFirstBasicBlock(function), |b| {
            LLVMGetNextBasicBlock(b)
        })
    }
}

/// The instructions of a block.
pub(crate) unsafe fn instructions(block: LLVMBasicBlockRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: the contract of this module.
    unsafe {
        chain(LLVMGetFirstInstruction(block), |i| {
            LLVMGetNextInstruction(i)
        })
    }
}

/// The uses of a value.
pub(crate) unsafe fn uses(value: LLVMValueRef) -> impl Iterator<Item = LLVMUseRef> {
    // SAFETY: the contract of this module.
    unsafe { chain(LLVMGetFirstUse(value), |u| LLVMGetNextUse(u)) }
}

/// The operands of a user.
pub(crate) unsafe fn operands(user: LLVMValueRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: the contract of this module.
    let count = unsafe { LLVMGetNumOperands(user) };
    (0..count.max(0) as u32).map(move |i| unsafe { operand(user, i) })
}

/// One operand of a user.
pub(crate) unsafe fn operand(user: LLVMValueRef, index: u32) -> LLVMValueRef {
    // SAFETY: the contract of this module.
    unsafe { LLVMGetOperand(user, index) }
}

/// The opcode of an instruction.
pub(crate) unsafe fn opcode(instruction: LLVMValueRef) -> LLVMOpcode {
    // SAFETY: the contract of this module.
    unsafe { LLVMGetInstructionOpcode(instruction) }
}

/// The kind of a value.
pub(crate) unsafe fn kind(value: LLVMValueRef) -> LLVMValueKind {
    // SAFETY: the contract of this module.
    unsafe { LLVMGetValueKind(value) }
}

/// Whether an instruction shifts a scalar by an amount that is not a constant below its
/// width. Vector code shifts by any amount and masks the result (`docs/decisions/0008`).
pub(crate) unsafe fn may_shift_too_far(instruction: LLVMValueRef) -> bool {
    // SAFETY: the contract of this module; the width is asked of an integer type.
    unsafe {
        use LLVMOpcode::{LLVMAShr, LLVMLShr, LLVMShl};
        let ty = LLVMTypeOf(instruction);
        if !matches!(opcode(instruction), LLVMShl | LLVMLShr | LLVMAShr)
            || LLVMGetTypeKind(ty) != LLVMTypeKind::LLVMIntegerTypeKind
        {
            return false;
        }
        let amount = operand(instruction, 1);
        let width = u64::from(LLVMGetIntTypeWidth(ty));
        LLVMIsAConstantInt(amount).is_null() || LLVMConstIntGetZExtValue(amount) >= width
    }
}

/// The offset in bytes that a `getelementptr` adds, if it is constant.
pub(crate) unsafe fn constant_offset(gep: LLVMValueRef, layout: LLVMTargetDataRef) -> Option<i64> {
    // SAFETY: the contract of this module.
    unsafe {
        let mut ty = LLVMGetGEPSourceElementType(gep);
        let mut total: i64 = 0;
        for (position, index) in operands(gep).skip(1).enumerate() {
            if LLVMIsAConstantInt(index).is_null() {
                return None;
            }
            let index = LLVMConstIntGetSExtValue(index);
            let step = if position == 0 {
                index.checked_mul(LLVMABISizeOfType(layout, ty) as i64)?
            } else if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind {
                let field = u32::try_from(index).ok()?;
                let offset = LLVMOffsetOfElement(layout, ty, field);
                ty = LLVMStructGetTypeAtIndex(ty, field);
                offset as i64
            } else {
                ty = LLVMGetElementType(ty);
                index.checked_mul(LLVMABISizeOfType(layout, ty) as i64)?
            };
            total = total.checked_add(step)?;
        }
        Some(total)
    }
}

/// The name of a value; empty if it has none.
pub(crate) unsafe fn name(value: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: the contract of this module; LLVM returns `length` readable bytes.
    unsafe {
        let text = LLVMGetValueName2(value, &mut length);
        if text.is_null() {
            return String::new();
        }
        String::from_utf8_lossy(std::slice::from_raw_parts(text.cast(), length)).into_owned()
    }
}

/// The text of a type in LLVM's syntax.
pub(crate) unsafe fn type_name(ty: LLVMTypeRef) -> String {
    // SAFETY: the contract of this module; LLVM returns a text that is released here.
    unsafe {
        let text = LLVMPrintTypeToString(ty);
        let name = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        name
    }
}

/// Removes the debug records that connect values with variables; source positions stay. A
/// record at the end of a block that is emptied or deleted would dangle.
pub(crate) unsafe fn drop_variable_records(module: &Module<'_>) {
    // SAFETY: the contract of this module; instructions are collected before they are
    // erased.
    unsafe {
        // In the old format a record is a call, which can be found and erased.
        LLVMSetIsNewDbgInfoFormat(module.as_mut_ptr(), 0);
        let blocks: Vec<_> = functions(module).flat_map(|f| blocks(f)).collect();
        for instruction in blocks
            .into_iter()
            .flat_map(|b| instructions(b).collect::<Vec<_>>())
        {
            if opcode(instruction) == LLVMOpcode::LLVMCall
                && name(LLVMGetCalledValue(instruction)).starts_with("llvm.dbg.")
            {
                LLVMInstructionEraseFromParent(instruction);
            }
        }
    }
}

/// A copy of the module. LLVM's own function for it loses labels whose addresses are in
/// tables, so modules with such labels are copied through bitcode.
///
/// # Errors
/// LLVM's message if it cannot read its own bitcode.
pub(crate) fn copy<'c>(module: &Module<'c>) -> Result<Module<'c>, String> {
    // SAFETY: values of the live module, which nothing changes meanwhile.
    let labels = unsafe {
        functions(module).any(|function| {
            blocks(function).any(|block| {
                LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(block))
                    == LLVMOpcode::LLVMIndirectBr
            })
        })
    };
    if !labels {
        return Ok(module.clone());
    }
    let bitcode = module.write_bitcode_to_memory();
    let copy = module.get_context().create_module_from_ir(bitcode);
    copy.map_err(|message| message.to_string())
}

/// Removes these attributes from every function but intrinsics, and from every call of one:
/// promises that allow a pass to remove calls.
pub(crate) fn forget_promises(module: &Module<'_>, names: &[&str]) {
    let at = LLVMAttributeFunctionIndex;
    // SAFETY: values of the live module; attributes belong to functions and calls.
    unsafe {
        for function in functions(module).filter(|f| !name(*f).starts_with("llvm.")) {
            for name in names {
                LLVMRemoveEnumAttributeAtIndex(function, at, attribute_kind(name));
            }
            for call in blocks(function).flat_map(|block| instructions(block)) {
                let is_call = matches!(opcode(call), LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke);
                if is_call && !name(LLVMGetCalledValue(call)).starts_with("llvm.") {
                    for name in names {
                        LLVMRemoveCallSiteEnumAttribute(call, at, attribute_kind(name));
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
    // SAFETY: values of the live module; instructions are collected before any is added.
    unsafe {
        let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module.as_mut_ptr()));
        for function in functions(module) {
            let all = blocks(function).flat_map(|block| instructions(block));
            let locals: Vec<_> = all
                .filter(|i| opcode(*i) == LLVMOpcode::LLVMAlloca)
                .collect();
            for local in locals {
                let mut next = LLVMGetNextInstruction(local);
                while !next.is_null() && opcode(next) == LLVMOpcode::LLVMAlloca {
                    next = LLVMGetNextInstruction(next);
                }
                if next.is_null() {
                    continue;
                }
                LLVMPositionBuilderBefore(builder, next);
                let frozen = LLVMBuildFreeze(builder, local, c"".as_ptr());
                LLVMReplaceAllUsesWith(local, frozen);
                LLVMSetOperand(frozen, 0, local);
            }
        }
        LLVMDisposeBuilder(builder);
    }
}

/// The number of an attribute.
pub(crate) fn attribute_kind(name: &str) -> u32 {
    // SAFETY: LLVM reads `len` bytes of the name.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// The value of an attribute of a function's parameter (counted from zero), or of the
/// function itself (`None`); zero for an attribute without a value.
pub(crate) unsafe fn attribute(
    function: LLVMValueRef,
    parameter: Option<u32>,
    name: &str,
) -> Option<u64> {
    let index = parameter.map_or(LLVMAttributeFunctionIndex, |p| p + 1);
    // SAFETY: the contract of this module.
    unsafe {
        let attribute = LLVMGetEnumAttributeAtIndex(function, index, attribute_kind(name));
        if attribute.is_null() {
            None
        } else if LLVMIsTypeAttribute(attribute) != 0 {
            Some(0)
        } else {
            Some(LLVMGetEnumAttributeValue(attribute))
        }
    }
}

/// The value of a function's own string attribute.
pub(crate) unsafe fn text_attribute(function: LLVMValueRef, name: &str) -> Option<String> {
    let length = name.len() as u32;
    // SAFETY: the contract of this module; LLVM returns `length` readable bytes.
    unsafe {
        let name = name.as_ptr().cast();
        let at = LLVMAttributeFunctionIndex;
        let attribute = LLVMGetStringAttributeAtIndex(function, at, name, length);
        if attribute.is_null() {
            return None;
        }
        let mut length = 0;
        let value = LLVMGetStringAttributeValue(attribute, &mut length);
        Some(text(value, length as usize))
    }
}

/// A text of LLVM's with `length` readable bytes.
pub(crate) unsafe fn text(text: *const std::ffi::c_char, length: usize) -> String {
    // SAFETY: as the caller promises.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Whether a type is a float, or a vector of floats.
pub(crate) unsafe fn is_float(mut ty: LLVMTypeRef) -> bool {
    // SAFETY: the contract of this module.
    unsafe {
        if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMVectorTypeKind {
            ty = LLVMGetElementType(ty);
        }
        matches!(
            LLVMGetTypeKind(ty),
            LLVMTypeKind::LLVMHalfTypeKind
                | LLVMTypeKind::LLVMBFloatTypeKind
                | LLVMTypeKind::LLVMFloatTypeKind
                | LLVMTypeKind::LLVMDoubleTypeKind
                | LLVMTypeKind::LLVMX86_FP80TypeKind
                | LLVMTypeKind::LLVMFP128TypeKind
        )
    }
}

/// A C linked list as an iterator.
fn chain<T>(first: *mut T, next: impl Fn(*mut T) -> *mut T) -> impl Iterator<Item = *mut T> {
    let present = |item: *mut T| (!item.is_null()).then_some(item);
    std::iter::successors(present(first), move |item| present(next(*item)))
}
