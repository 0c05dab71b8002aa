//! Replacements for a local variable.

use super::proposal::{Proposal, Proposer};
use super::spelling::{replace, variable};
use crate::program::{FunctionId, Kind, Operand, Register, TypeId};

impl Proposer<'_> {
    /// Proposes other local variables of equal type for one that an instruction reads,
    /// writes or passes by address (such as the object of a method).
    pub fn variables(mut self, (function, pc): (FunctionId, u32)) -> Vec<Proposal> {
        let code = &self.program.function(function).code;
        let kind = code[pc as usize].kind.clone();
        let addresses: Vec<Operand> = match &kind {
            Kind::Load { address, .. } | Kind::Store { address, .. } => vec![*address],
            Kind::Call(call) => call.arguments.to_vec(),
            _ => return self.found,
        };
        let locals = code.iter().filter_map(|i| match &i.kind {
            Kind::Alloca { ty, name, .. } => Some((i.result?, *ty, name.to_string())),
            _ => None,
        });
        let locals: Vec<(Register, TypeId, String)> = locals.collect();
        for (at, own) in addresses.iter().enumerate() {
            let place =
                |(register, ..): &&(Register, TypeId, String)| *own == Operand::Register(*register);
            let Some((own, ty, name)) = locals.iter().find(place) else {
                continue;
            };
            for (other, _, to) in locals.iter().filter(|l| l.1 == *ty && l.0 != *own) {
                let mut kind = kind.clone();
                let other = Operand::Register(*other);
                match &mut kind {
                    Kind::Load { address, .. } | Kind::Store { address, .. } => *address = other,
                    Kind::Call(call) => call.arguments[at] = other,
                    _ => {}
                }
                self.push(replace(variable(name), variable(to)), kind);
            }
        }
        self.found
    }
}
