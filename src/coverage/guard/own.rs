//! Whether an address may lie in memory of the program's own.

use super::Guards;
use crate::program::{Kind, Operand};

impl Guards<'_, '_> {
    /// Whether an address may lie in memory of the program's own: neither in an input nor
    /// in a global variable.
    pub(super) fn is_own_memory(&self, mut at: usize, mut address: Operand) -> bool {
        const STEPS: usize = 64;
        for _ in 0..STEPS {
            let Operand::Register(register) = address else {
                return false;
            };
            let activation = self.activations[at];
            let (function, body) = (
                self.graph.function(activation.function),
                self.graph.body(activation.function),
            );
            if (register.0 as usize) < function.params.len() {
                let Some((caller, pc)) = activation.caller else {
                    return false;
                };
                let calling = self.graph.function(self.activations[caller].function);
                match &calling.code[pc as usize].kind {
                    Kind::Call(call) if (register.0 as usize) < call.arguments.len() => {
                        (at, address) = (caller, call.arguments[register.0 as usize]);
                        continue;
                    }
                    _ => return true,
                }
            }
            address = match body.defined_at.get(&register) {
                Some(&pc) => match &function.code[pc as usize].kind {
                    Kind::Address { base, .. } => *base,
                    Kind::Select { args, .. } => args[1],
                    Kind::Freeze { arg, .. } | Kind::Cast { arg, .. } => *arg,
                    _ => return true,
                },
                None => match body.incoming.get(&register).and_then(|all| all.first()) {
                    Some((_, operand)) => *operand,
                    None => return true,
                },
            };
        }
        true
    }
}
