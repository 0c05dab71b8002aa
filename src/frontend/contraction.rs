//! Contraction: whether `a * b + c` is rounded once or twice.
//!
//! If contraction is on, clang emits `llvm.fmuladd` and leaves the choice to code
//! generation, which fuses if the function is compiled for a processor with fused
//! instructions. Source: LLVM, `X86TargetLowering::isFMAFasterThanFMulAndFAdd`.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use crate::llvm;

/// The value of `-ffp-contract` in force under these flags of clang. The last flag about
/// contraction counts.
pub fn contraction(flags: &[String], default: &'static str) -> String {
    let of = |flag: &String| -> Option<String> {
        if let Some(value) = flag.strip_prefix("-ffp-contract=") {
            return Some(value.to_owned());
        }
        let value = match flag.as_str() {
            "-ffast-math" | "-Ofast" | "-funsafe-math-optimizations" | "-ffp-model=fast" => "fast",
            "-ffp-model=aggressive" => "fast",
            "-fno-fast-math" | "-fno-unsafe-math-optimizations" | "-ffp-model=precise" => "on",
            "-ffp-model=strict" => "off",
            _ => return None,
        };
        Some(value.to_owned())
    };
    let last = flags.iter().rev().find_map(of);
    last.unwrap_or_else(|| default.to_owned())
}

/// Replaces every `llvm.fmuladd` by the operations that code generation emits for it.
pub(super) fn settle(module: &Module<'_>) {
    // SAFETY: values of the live module; calls are collected before they go.
    unsafe {
        for function in llvm::functions(module) {
            let fuses = fuses(function);
            for block in llvm::blocks(function) {
                for call in llvm::instructions(block).collect::<Vec<_>>() {
                    if llvm::opcode(call) == LLVMOpcode::LLVMCall
                        && llvm::name(LLVMGetCalledValue(call)).starts_with("llvm.fmuladd.")
                    {
                        split(module, call, fuses);
                    }
                }
            }
        }
    }
}

/// Replaces a call of `llvm.fmuladd` by `llvm.fma`, or by a product and a sum.
///
/// # Safety
/// The call has to be alive and in the module.
unsafe fn split(module: &Module<'_>, call: LLVMValueRef, fuses: bool) {
    // SAFETY: as the caller promises; an `llvm.fmuladd` has three operands of its type.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderBefore(builder, call);
        let mut ty = LLVMTypeOf(call);
        let mut args = [0, 1, 2].map(|i| llvm::operand(call, i));
        let flags = LLVMGetFastMathFlags(call);
        let value = if fuses && is_fused(ty) {
            let name = "llvm.fma";
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let function = LLVMGetIntrinsicDeclaration(module.as_mut_ptr(), id, &mut ty, 1);
            let signature = LLVMIntrinsicGetType(context, id, &mut ty, 1);
            let fma = LLVMBuildCall2(
                builder,
                signature,
                function,
                args.as_mut_ptr(),
                args.len() as u32,
                c"".as_ptr(),
            );
            LLVMSetFastMathFlags(fma, flags);
            fma
        } else {
            let product = LLVMBuildFMul(builder, args[0], args[1], c"".as_ptr());
            let sum = LLVMBuildFAdd(builder, product, args[2], c"".as_ptr());
            for value in [product, sum] {
                if LLVMCanValueUseFastMathFlags(value) != 0 {
                    LLVMSetFastMathFlags(value, flags);
                }
            }
            sum
        };
        LLVMReplaceAllUsesWith(call, value);
        LLVMInstructionEraseFromParent(call);
        LLVMDisposeBuilder(builder);
    }
}

/// Whether a function is compiled for a processor with fused instructions.
///
/// # Safety
/// The function has to be alive.
unsafe fn fuses(function: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises.
    let features = unsafe { llvm::text_attribute(function, "target-features") };
    features.is_some_and(|f| f.split(',').any(|f| f == "+fma" || f == "+fma4"))
}

/// Whether fused instructions exist for a type.
///
/// # Safety
/// The type has to be alive.
unsafe fn is_fused(mut ty: LLVMTypeRef) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMVectorTypeKind {
            ty = LLVMGetElementType(ty);
        }
        matches!(
            LLVMGetTypeKind(ty),
            LLVMTypeKind::LLVMFloatTypeKind | LLVMTypeKind::LLVMDoubleTypeKind
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(flags: &str) -> String {
        let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
        contraction(&flags, "on")
    }

    #[test]
    fn the_last_flag_counts() {
        assert_eq!(of("-O2 -mfma"), "on");
        assert_eq!(of("-ffp-contract=off -ffast-math"), "fast");
        assert_eq!(of("-ffast-math -ffp-contract=off"), "off");
        assert_eq!(of("-Ofast -fno-fast-math"), "on");
    }
}
