//! The harness variable `klee_sse_count`: the number of SIMD operations executed. KLEE-CL's
//! harnesses assert with it that a version uses SIMD at all.
//!
//! Every block adds the number of its SIMD operations to the variable at its end, so that
//! symbolic execution and native replay count alike. Modules that do not declare the
//! variable stay unchanged.

use inkwell::llvm_sys::{LLVMLinkage, LLVMOpcode};
use inkwell::module::Module;

use crate::llvm::{Value, edit};

const COUNTER: &str = "klee_sse_count";

/// Defines the counter and the counting code, if the module declares the counter.
pub fn instrument(module: &Module<'_>) {
    edit(module, |edit| {
        let counter = edit
            .global(COUNTER)
            .filter(|counter| counter.is_declaration());
        let Some((counter, ty)) = counter.and_then(|c| Some((c, c.value_type()?))) else {
            return;
        };
        edit.initialise(counter, ty.zero(), counter.is_constant_variable());
        edit.set_linkage(counter, LLVMLinkage::LLVMInternalLinkage);
        for block in edit.functions().flat_map(Value::blocks) {
            let operations = block.instructions().filter(|i| is_simd_operation(*i));
            let count = operations.count() as u64;
            if let Some(end) = block.terminator().filter(|_| count > 0) {
                let place = edit.before(end);
                let old = place.load(ty, counter);
                place.store(place.add(old, ty.constant(count)), counter);
            }
        }
    });
}

/// Whether an instruction computes on vectors: arithmetic, a comparison, a conversion, a
/// select, a shuffle, an intrinsic. Operations that only move lanes do not count, since
/// compilers also pass small structures as vectors.
fn is_simd_operation(instruction: Value<'_>) -> bool {
    use LLVMOpcode::*;
    let is_vector = |value: Value<'_>| value.ty().is_vector();
    match instruction.opcode() {
        LLVMLoad | LLVMStore | LLVMPHI | LLVMBitCast | LLVMFreeze | LLVMInsertElement
        | LLVMExtractElement | LLVMAlloca | LLVMRet => false,
        LLVMCall => {
            let name = instruction.callee_name();
            name.starts_with("llvm.x86.") || name.starts_with("llvm.") && is_vector(instruction)
        }
        _ => is_vector(instruction) || instruction.operands().any(is_vector),
    }
}
