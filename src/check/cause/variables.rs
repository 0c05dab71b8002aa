//! Replacements for a local variable.

use super::names;
use super::proposal::{Proposal, Proposer};
use super::sources::Sources;
use super::spelling::{replace, variable, variable_name};
use crate::program::{FunctionId, Kind, Operand, Register, TypeId};

impl Proposer<'_> {
    /// Proposes other local variables of equal type for one that an instruction reads,
    /// writes or passes by address (such as the object of a method), and members of objects in
    /// place of one that it reads or writes.
    /// `close` selects those whose names are close to its own, or the others.
    pub fn variables(
        mut self,
        (function, pc): (FunctionId, u32),
        (sources, close): (&Sources, bool),
    ) -> Vec<Proposal> {
        self.members((function, pc), (sources, close));
        if close {
            self.before((function, pc), sources);
        }
        let code = &self.program.function(function).code;
        let kind = code[pc as usize].kind.clone();
        let addresses: Vec<Operand> = match &kind {
            Kind::Load { address, .. } | Kind::Store { address, .. } => vec![*address],
            Kind::Call(call) => call.arguments.to_vec(),
            _ => return self.found,
        };
        let locals = code.iter().filter_map(|i| match &i.kind {
            Kind::Alloca { ty, name, .. } if names::is_written(name).is_some() => {
                Some((i.result?, *ty, name.to_string()))
            }
            _ => None,
        });
        let locals: Vec<(Register, TypeId, String)> = locals.collect();
        for (at, own) in addresses.iter().enumerate() {
            let place =
                |(register, ..): &&(Register, TypeId, String)| *own == Operand::Register(*register);
            let Some((own, ty, name)) = locals.iter().find(place) else {
                continue;
            };
            let mut others: Vec<_> = locals
                .iter()
                .filter(|l| l.1 == *ty && l.0 != *own)
                .collect();
            others.retain(|(.., to)| is_close(variable_name(name), variable_name(to)) == close);
            for (other, _, to) in others {
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

/// Whether two names differ in one character, one that one of them has in addition, or case: the
/// most common slips.
pub(super) fn is_close(left: &str, right: &str) -> bool {
    let [left, right]: [Vec<char>; 2] = [left, right].map(|name| {
        let lower = name.to_lowercase();
        lower.chars().collect()
    });
    let both = || left.iter().zip(&right);
    let start = both().take_while(|(l, r)| l == r).count();
    let ends = left[start..].iter().rev().zip(right[start..].iter().rev());
    let end = ends.take_while(|(l, r)| l == r).count();
    left.len().max(right.len()) - start - end <= 1
}

#[cfg(test)]
mod tests {
    use super::is_close;

    #[test]
    fn names_are_close_that_one_character_tells_apart() {
        for [left, right] in [["E2l", "E2h"], ["cd", "CD"], ["acc", "acc1"], ["lo0", "lo"]] {
            assert!(is_close(left, right), "{left} {right}");
        }
        for [left, right] in [["E2l", "E1h"], ["src", "dst"], ["m", "acc"]] {
            assert!(!is_close(left, right), "{left} {right}");
        }
    }
}
