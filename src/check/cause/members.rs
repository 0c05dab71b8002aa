//! Replacements for a member of an object, and for the value of a variable that was just assigned.

use super::names;
use super::proposal::Proposer;
use super::sources::Sources;
use super::spelling::{replace, variable};
use super::variables::is_close;
use crate::program::{Function, FunctionId, Instruction, Kind, Operand, Program, Register, TypeId};

/// A member of an object, which an instruction computes the address of.
pub(super) struct Member {
    /// The instruction.
    pc: u32,
    address: Register,
    /// The object's address, and the member's offset in bytes.
    place: (Operand, i64),
    name: String,
}

/// The members whose addresses a function computes.
pub(super) fn members(program: &Program, function: &Function, sources: &Sources) -> Vec<Member> {
    let member = |(pc, own): (usize, &Instruction)| {
        let Kind::Address {
            base,
            offset,
            indices,
            lanes: None,
        } = &own.kind
        else {
            return None;
        };
        let name = sources.name(program.location(own.span)?)?;
        indices.is_empty().then_some(Member {
            pc: pc as u32,
            address: own.result?,
            place: (*base, *offset),
            name,
        })
    };
    let all = function.code.iter().enumerate();
    all.filter_map(member).collect()
}

impl Proposer<'_> {
    /// Proposes a member in place of a local variable or of another member, and a local variable in
    /// place of a member.
    pub(super) fn members(
        &mut self,
        (function, pc): (FunctionId, u32),
        (sources, close): (&Sources, bool),
    ) {
        let own = self.program.function(function);
        let kind = own.code[pc as usize].kind.clone();
        let (Kind::Load { ty, address, .. } | Kind::Store { ty, address, .. }) = &kind else {
            return;
        };
        let members = members(self.program, own, sources);
        let local = |address: Operand| {
            own.code.iter().find_map(|i| match &i.kind {
                Kind::Alloca { name, .. } if i.result.map(Operand::Register) == Some(address) => {
                    names::is_written(name)
                }
                _ => None,
            })
        };
        let member = members
            .iter()
            .find(|m| Operand::Register(m.address) == *address);
        let Some(name) = member.map(|m| m.name.clone()).or_else(|| local(*address)) else {
            return;
        };
        let mut others: Vec<(Operand, String)> = Vec::new();
        let block = own.block_of(pc);
        let mut places = vec![member.map(|member| member.place)];
        for other in members.iter().filter(|other| other.pc < pc) {
            let above = own.flow.dominates(own.block_of(other.pc), block);
            if above && !places.contains(&Some(other.place)) && accesses(own, other.address, *ty) {
                places.push(Some(other.place));
                others.push((Operand::Register(other.address), other.name.clone()));
            }
        }
        // A member that is not written keeps its value: that is no slip.
        if member.is_some() && matches!(kind, Kind::Load { .. }) {
            others.extend(own.code.iter().filter_map(|i| match &i.kind {
                Kind::Alloca { ty: of, name, .. } if of == ty => {
                    Some((Operand::Register(i.result?), names::is_written(name)?))
                }
                _ => None,
            }));
        }
        others.retain(|(_, to)| *to != name && is_close(&name, to) == close);
        for (other, to) in others {
            let mut kind = kind.clone();
            if let Kind::Load { address, .. } | Kind::Store { address, .. } = &mut kind {
                *address = other;
            }
            self.push(replace(variable(&name), variable(&to)), kind);
        }
    }

    /// Proposes, for the stored value of a variable that was just assigned, the one that it had
    /// before: the order of two assignments.
    pub(super) fn before(&mut self, (function, pc): (FunctionId, u32), sources: &Sources) {
        let own = self.program.function(function);
        let kind = own.code[pc as usize].kind.clone();
        let Kind::Store { value, .. } = &kind else {
            return;
        };
        let members = members(self.program, own, sources);
        // A variable: its address, or that of its object and its offset.
        let place = |address: Operand| {
            let mut all = members.iter();
            let member = all.find(|m| Operand::Register(m.address) == address);
            member.map_or((address, 0), |member| member.place)
        };
        let read = |at: u32| match &own.code[at as usize].kind {
            Kind::Load { address, .. } => Some(place(*address)),
            _ => None,
        };
        let is_value =
            |at: &u32| own.code[*at as usize].result.map(Operand::Register) == Some(*value);
        let Some(last) = (0..pc).rev().find(is_value) else {
            return;
        };
        let Some(variable_read) = read(last) else {
            return;
        };
        let block = own.block_of(pc);
        let Some(assigned) = (own.blocks[block as usize]..last).rev().find(|at| {
            let kind = &own.code[*at as usize].kind;
            matches!(kind, Kind::Store { address, .. } if place(*address) == variable_read)
        }) else {
            return;
        };
        let earlier = (0..assigned).rev().find(|at| {
            read(*at) == Some(variable_read) && own.flow.dominates(own.block_of(*at), block)
        });
        let Some(old) = earlier.and_then(|at| own.code[at as usize].result) else {
            return;
        };
        let name = own.code[..last as usize].iter().rev().find_map(|i| {
            let member = members.iter().find(|m| Some(m.address) == i.result);
            let found = member.filter(|member| member.place == variable_read);
            match (&i.kind, found) {
                (_, Some(member)) => Some(member.name.clone()),
                (Kind::Alloca { name, .. }, _)
                    if i.result.map(Operand::Register) == Some(variable_read.0)
                        && variable_read.1 == 0 =>
                {
                    names::is_written(name)
                }
                _ => None,
            }
        });
        let Some(name) = name else {
            return;
        };
        let mut kind = kind.clone();
        if let Kind::Store { value, .. } = &mut kind {
            *value = Operand::Register(old);
        }
        let name = variable(&name);
        self.push(
            replace(format!("the new {name}"), format!("the old {name}")),
            kind,
        );
    }
}

/// Whether a function reads or writes a value of a type at an address.
fn accesses(function: &Function, at: Register, of: TypeId) -> bool {
    function.code.iter().any(|i| match &i.kind {
        Kind::Load { ty, address, .. } | Kind::Store { ty, address, .. } => {
            *ty == of && *address == Operand::Register(at)
        }
        _ => false,
    })
}

/// The name of the member to which an address moves by some bytes, and its own name; `None` if it
/// is no member's.
pub(super) fn moved(
    program: &Program,
    (function, pc): (FunctionId, u32),
    (sources, bytes): (&Sources, i64),
) -> Option<(String, String)> {
    let all = members(program, program.function(function), sources);
    let own = all.iter().find(|member| member.pc == pc)?;
    let place = (own.place.0, own.place.1 + bytes);
    let other = all.iter().find(|member| member.place == place)?;
    (other.name != own.name).then(|| (own.name.clone(), other.name.clone()))
}
