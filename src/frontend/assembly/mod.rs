//! Inline assembly of a few instructions, replaced by LLVM's own instructions: moves and
//! integer arithmetic on operands, stores through a pointer, roundings by the x87 unit, and
//! jumps to a label.
//!
//! Assembly that is not understood completely stays as it is.

use inkwell::llvm_sys::LLVMValueKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;

use crate::llvm;

mod jump;
mod steps;
mod text;
mod x87;

/// Replaces every call of such inline assembly. The module is as clang emitted it, before
/// memory accesses are observed.
pub(super) fn replace(module: &Module<'_>) {
    // SAFETY: values of the live module; calls are collected before any is replaced.
    unsafe {
        let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module.as_mut_ptr()));
        for function in llvm::functions(module).collect::<Vec<_>>() {
            let code = llvm::blocks(function).flat_map(|block| llvm::instructions(block));
            for instruction in code.collect::<Vec<_>>() {
                let Some(assembly) = Assembly::of(instruction) else {
                    continue;
                };
                LLVMPositionBuilderBefore(builder, instruction);
                let replaced = jump::replace(builder, &assembly)
                    || x87::replace(builder, &assembly)
                    || steps::replace(builder, &assembly);
                if replaced {
                    LLVMInstructionEraseFromParent(instruction);
                }
            }
        }
        LLVMDisposeBuilder(builder);
    }
}

/// A call of inline assembly.
struct Assembly {
    call: LLVMValueRef,
    /// Its text, in AT&T's order and LLVM's spelling.
    text: String,
    /// The constraints of the outputs, each with its `=`.
    outputs: Vec<String>,
    /// The constraints of the inputs. Operands are numbered from the outputs on.
    inputs: Vec<String>,
    /// Number of labels that it may jump to.
    labels: usize,
    /// The registers that the assembly clobbers.
    clobbered: Vec<String>,
}

impl Assembly {
    /// Returns the assembly that an instruction calls, if it calls any.
    unsafe fn of(call: LLVMValueRef) -> Option<Assembly> {
        // SAFETY: the call is alive, and so are the texts of the assembly that it calls.
        unsafe {
            if LLVMIsACallInst(call).is_null() && LLVMIsACallBrInst(call).is_null() {
                return None;
            }
            let callee = LLVMGetCalledValue(call);
            if LLVMGetValueKind(callee) != LLVMValueKind::LLVMInlineAsmValueKind {
                return None;
            }
            let (mut length, mut constraints_length) = (0, 0);
            let text = LLVMGetInlineAsmAsmString(callee, &mut length);
            let constraints = LLVMGetInlineAsmConstraintString(callee, &mut constraints_length);
            let constraints = llvm::text(constraints, constraints_length);
            let mut assembly = Assembly {
                call,
                text: llvm::text(text, length),
                outputs: Vec::new(),
                inputs: Vec::new(),
                labels: 0,
                clobbered: Vec::new(),
            };
            for constraint in constraints.split(',').filter(|c| !c.is_empty()) {
                match constraint.as_bytes()[0] {
                    b'~' => {
                        let register = constraint.trim_matches(['~', '{', '}']);
                        assembly.clobbered.push(register.to_owned());
                    }
                    b'=' => assembly.outputs.push(constraint.to_owned()),
                    b'!' => assembly.labels += 1,
                    _ => assembly.inputs.push(constraint.to_owned()),
                }
            }
            Some(assembly)
        }
    }

    /// Returns the input whose value an output starts with: one tied to it, or bound to its
    /// register.
    fn tied(&self, output: usize) -> Option<usize> {
        let register = self.outputs[output].trim_start_matches(['=', '&']);
        let bound = |input: &str| input.starts_with('{') && input == register;
        let same = |input: &String| input.parse() == Ok(output) || bound(input);
        self.inputs.iter().position(same)
    }
}
