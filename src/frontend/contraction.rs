//! Contraction: whether `a * b + c` is rounded once or twice.
//!
//! If contraction is on, clang emits `llvm.fmuladd` and leaves the choice to code
//! generation, which fuses if the function is compiled for a processor with fused
//! instructions. Source: LLVM, `X86TargetLowering::isFMAFasterThanFMulAndFAdd`.

use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use super::flags::Flags;
use crate::llvm::fast_math::CONTRACT;
use crate::llvm::{Edit, Intrinsic, Type, Value, edit};

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

/// The attribute of functions compiled under `-ffp-contract=fast`.
const FUSES_ALL: &str = "simdiff-fuses-all";

/// Marks the functions of a file if its flags let code generation fuse every product with its
/// sum: under `-ffp-contract=fast` even where a pragma of the source forbids it (clang's manual,
/// "Controlling Floating Point Behavior").
pub(super) fn mark(module: &Module<'_>, flags: &Flags) {
    let flags: Vec<String> = flags.all().cloned().collect();
    if contraction(&flags, "on") == "fast" {
        edit(module, |edit| {
            for function in edit.functions().filter(|f| !f.is_declaration()) {
                edit.add_text_attribute(function, FUSES_ALL);
            }
        });
    }
}

/// The flag `contract`, as LLVM's bit, if a function is marked.
pub(super) fn allowed(function: Value<'_>) -> u32 {
    match function.text_attribute(FUSES_ALL) {
        Some(_) => CONTRACT,
        None => 0,
    }
}

/// Adds the flag `contract` to the products and sums of marked functions.
pub(super) fn allow(module: &Module<'_>) {
    use LLVMOpcode::{LLVMFAdd, LLVMFMul, LLVMFSub};
    edit(module, |edit| {
        for function in edit.functions().filter(|f| allowed(*f) != 0) {
            for operation in function.instructions() {
                if matches!(operation.opcode(), LLVMFMul | LLVMFAdd | LLVMFSub) {
                    let flags = operation.fast_math().unwrap_or(0);
                    edit.set_fast_math(operation, flags | CONTRACT);
                }
            }
        }
    });
}

/// Replaces every `llvm.fmuladd` by the operations that code generation emits for it.
pub(super) fn settle(module: &Module<'_>) {
    edit(module, |edit| {
        for function in edit.functions().collect::<Vec<_>>() {
            let fuses = fuses(function);
            for call in function.instructions().collect::<Vec<_>>() {
                if call.opcode() == LLVMOpcode::LLVMCall
                    && call.callee_name().starts_with("llvm.fmuladd.")
                {
                    split(edit, call, fuses && is_fused(call.ty()));
                }
            }
        }
    });
}

/// Replaces a call of `llvm.fmuladd` by `llvm.fma`, or by a product and a sum.
pub(super) fn split<'e>(edit: &Edit<'e>, call: Value<'e>, fuses: bool) {
    let place = edit.before(call);
    let [x, y, z] = [0, 1, 2].map(|i| call.operand(i));
    let flags = call.fast_math().unwrap_or(0);
    let value = match fuses {
        true => {
            let fma = place.intrinsic(Intrinsic::Fused, &[x, y, z]);
            edit.set_fast_math(fma, flags);
            fma
        }
        false => {
            let product = place.fmul(x, y);
            let sum = place.fadd(product, z);
            edit.set_fast_math(product, flags);
            edit.set_fast_math(sum, flags);
            sum
        }
    };
    edit.replace_uses(call, value);
    edit.erase(call);
}

/// Whether a function is compiled for a processor with fused instructions.
fn fuses(function: Value<'_>) -> bool {
    let features = function.text_attribute("target-features");
    features.is_some_and(|features| is_fused_by(&features))
}

/// Whether these target features have fused instructions.
pub(super) fn is_fused_by(features: &str) -> bool {
    features.split(',').any(|f| f == "+fma" || f == "+fma4")
}

/// Whether fused instructions exist for a type.
fn is_fused(ty: Type<'_>) -> bool {
    matches!(
        ty.lane().kind(),
        LLVMTypeKind::LLVMFloatTypeKind | LLVMTypeKind::LLVMDoubleTypeKind
    )
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
