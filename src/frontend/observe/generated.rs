//! Guards operations whose result code generation may change although no operation of the IR
//! allows it.
//!
//! Fast-math flags stay on calls of processor intrinsics, and code generation uses them: under
//! `nnan` and `nsz` it exchanges the operands of `minps` and `maxps` to fold a load
//! (X86ISelLowering.cpp, `combineFMinFMax`). Conversions have no flags in LLVM 19; code generation
//! reads attributes of the function instead (DAGCombiner.cpp): two roundings become one
//! (`visitFP_ROUND`), and an integer between two conversions of floats is left out
//! (`foldFPToIntToFP`).

use inkwell::llvm_sys::LLVMOpcode;

use super::folded;
use crate::llvm::fast_math::{ALL, APPROXIMATE, NO_SIGNED_ZEROS, VALUES};
use crate::llvm::{Edit, Value};

/// Guards these operations in all functions of a module.
pub(super) fn guard(edit: &Edit<'_>) {
    for function in edit.functions().collect::<Vec<_>>() {
        let allowed = Allowed::by(function);
        for operation in function.instructions().collect::<Vec<_>>() {
            let flags = allowed.flags(operation);
            if flags != 0 {
                folded::place(edit, operation, flags, [operation.operand(0); 2]);
            }
        }
    }
}

/// What the attributes of a function allow code generation.
struct Allowed {
    /// One rounding in place of two.
    rounds_once: bool,
    /// Rounding toward zero in place of a conversion to an integer and back.
    truncates: bool,
}

impl Allowed {
    fn by(function: Value<'_>) -> Allowed {
        let attribute = |name: &str| function.text_attribute(name);
        let is_set = |name: &str| attribute(name).as_deref() == Some("true");
        let features = attribute("target-features").unwrap_or_default();
        Allowed {
            rounds_once: is_set("unsafe-fp-math"),
            // Without SSE4.1 no instruction rounds to an integral float.
            truncates: is_set("no-signed-zeros-fp-math")
                && features.split(',').any(|feature| feature == "+sse4.1"),
        }
    }

    /// The flags by which code generation may change the result of an operation.
    fn flags(&self, operation: Value<'_>) -> u32 {
        use LLVMOpcode::*;
        let converts = |opcodes: &[LLVMOpcode]| opcodes.contains(&operation.operand(0).opcode());
        match operation.opcode() {
            LLVMCall => operation.fast_math().unwrap_or(0) & relevant(&operation.callee_name()),
            LLVMFPTrunc if self.rounds_once && converts(&[LLVMFPTrunc]) => APPROXIMATE,
            LLVMSIToFP if self.truncates && converts(&[LLVMFPToSI]) => NO_SIGNED_ZEROS,
            LLVMUIToFP if self.truncates && converts(&[LLVMFPToUI]) => NO_SIGNED_ZEROS,
            _ => 0,
        }
    }
}

/// The flags that affect the instruction of a processor intrinsic.
fn relevant(name: &str) -> u32 {
    let Some(instruction) = name.strip_prefix("llvm.x86.") else {
        return 0;
    };
    let selects = ["min", "max", "round", "cmp", "blend"];
    match selects.iter().any(|part| instruction.contains(part)) {
        true => VALUES,
        false => ALL,
    }
}
