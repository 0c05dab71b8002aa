//! Inline assembly of a few instructions, replaced by LLVM's own instructions: moves and
//! integer arithmetic on operands, stores through a pointer, roundings by the x87 unit, and
//! jumps to a label.
//!
//! Assembly that is not understood completely stays as it is.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::module::Module;

use crate::llvm::{Value, edit};

mod jump;
mod steps;
mod text;
mod x87;

/// Replaces every call of such inline assembly. The module is as clang emitted it, before
/// memory accesses are observed.
pub(super) fn replace(module: &Module<'_>) {
    edit(module, |edit| {
        for instruction in edit.instructions().collect::<Vec<_>>() {
            let Some(assembly) = Assembly::of(instruction) else {
                continue;
            };
            let place = edit.before(instruction);
            let replaced = jump::replace(place, &assembly)
                || x87::replace(place, &assembly)
                || steps::replace(place, &assembly);
            if replaced {
                edit.erase(instruction);
            }
        }
    });
}

/// A call of inline assembly.
struct Assembly<'e> {
    call: Value<'e>,
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

impl<'e> Assembly<'e> {
    /// Returns the assembly that an instruction calls, if it calls any.
    fn of(call: Value<'e>) -> Option<Assembly<'e>> {
        use LLVMOpcode::{LLVMCall, LLVMCallBr};
        let callee = call.callee()?;
        if !matches!(call.opcode(), LLVMCall | LLVMCallBr) {
            return None;
        }
        let (text, constraints) = (callee.assembly()?, callee.constraints()?);
        let mut assembly = Assembly {
            call,
            text,
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

    /// Returns the input whose value an output starts with: one tied to it, or bound to its
    /// register.
    fn tied(&self, output: usize) -> Option<usize> {
        let register = self.outputs[output].trim_start_matches(['=', '&']);
        let bound = |input: &str| input.starts_with('{') && input == register;
        let same = |input: &String| input.parse() == Ok(output) || bound(input);
        self.inputs.iter().position(same)
    }
}
