//! Assembly that reads the control word of the x87 unit, or rounds one number in a direction
//! that it sets for this alone: calls of `simdiff.x87.…`, which the executor models.

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use super::{Assembly, text};

/// Replaces such assembly at the builder's position. Returns whether it did.
pub(super) unsafe fn replace(builder: LLVMBuilderRef, assembly: &Assembly) -> bool {
    let statements = text::statements(&assembly.text);
    let Some(parts) = statements
        .iter()
        .map(|s| text::name_and_operand(s))
        .collect::<Option<Vec<_>>>()
    else {
        return false;
    };
    // SAFETY: as the caller promises; operands are checked against the constraints.
    unsafe {
        match parts[..] {
            [("fnstcw" | "fstcw", Some(0))] => store(builder, assembly),
            [
                ("fldcw", Some(new)),
                ("frndint", None),
                ("fldcw", Some(old)),
            ] => round(builder, assembly, [new, old]),
            _ => false,
        }
    }
}

/// `fnstcw`: `simdiff.x87.control()`, stored.
unsafe fn store(builder: LLVMBuilderRef, assembly: &Assembly) -> bool {
    if assembly.outputs != ["=*m"] || !assembly.inputs.is_empty() {
        return false;
    }
    // SAFETY: the one argument is the address of the output.
    unsafe {
        let word = LLVMInt16TypeInContext(LLVMGetTypeContext(LLVMTypeOf(assembly.call)));
        let control = call(builder, c"simdiff.x87.control".as_ptr(), word, &mut []);
        let stored = LLVMBuildStore(builder, control, LLVMGetOperand(assembly.call, 0));
        LLVMSetAlignment(stored, 1);
    }
    true
}

/// `fldcw new; frndint; fldcw old`: `simdiff.x87.round(x, new, old)`. A float or a double is
/// converted to the unit's format and back exactly, and so is its integral value.
unsafe fn round(builder: LLVMBuilderRef, assembly: &Assembly, words: [usize; 2]) -> bool {
    if assembly.outputs != ["={st}"] || assembly.tied(0) != Some(0) {
        return false;
    }
    let in_memory = |at: &usize| {
        assembly
            .inputs
            .get(at.wrapping_sub(1))
            .is_some_and(|c| c == "*m")
    };
    if !words.iter().all(in_memory) {
        return false;
    }
    // SAFETY: the arguments are the inputs, in order.
    unsafe {
        let ty = LLVMTypeOf(assembly.call);
        let name = match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMFloatTypeKind => c"simdiff.x87.round.f32",
            LLVMTypeKind::LLVMDoubleTypeKind => c"simdiff.x87.round.f64",
            LLVMTypeKind::LLVMX86_FP80TypeKind => c"simdiff.x87.round.f80",
            _ => return false,
        };
        let word = LLVMInt16TypeInContext(LLVMGetTypeContext(ty));
        let [new, old] = words.map(|at| {
            let address = LLVMGetOperand(assembly.call, at as u32 - 1);
            let loaded = LLVMBuildLoad2(builder, word, address, c"".as_ptr());
            LLVMSetAlignment(loaded, 1);
            loaded
        });
        let x = LLVMGetOperand(assembly.call, 0);
        let rounded = call(builder, name.as_ptr(), ty, &mut [x, new, old]);
        LLVMReplaceAllUsesWith(assembly.call, rounded);
    }
    true
}

/// Calls a function by its name, which is declared where it was not.
unsafe fn call(
    builder: LLVMBuilderRef,
    name: *const std::ffi::c_char,
    result: LLVMTypeRef,
    arguments: &mut [LLVMValueRef],
) -> LLVMValueRef {
    // SAFETY: the builder is inside of a function of a live module.
    unsafe {
        let function = LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder));
        let module = LLVMGetGlobalParent(function);
        let mut types: Vec<LLVMTypeRef> = arguments.iter().map(|a| LLVMTypeOf(*a)).collect();
        let count = types.len() as u32;
        let ty = LLVMFunctionType(result, types.as_mut_ptr(), count, 0);
        let mut callee = LLVMGetNamedFunction(module, name);
        if callee.is_null() {
            callee = LLVMAddFunction(module, name, ty);
        }
        let arguments = arguments.as_mut_ptr();
        LLVMBuildCall2(builder, ty, callee, arguments, count, c"".as_ptr())
    }
}
