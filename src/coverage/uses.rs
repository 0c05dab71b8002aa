//! The operands of an instruction, and whether an operand is a vector.

use super::graph::Graph;
use crate::budgets::coverage::VECTOR_STEPS;
use crate::program::{Callee, Constant, FunctionId, Instruction, Kind, Operand, TypeId, edges};

/// Returns every operand that an instruction uses, including the phi operands of its edges.
pub(super) fn operands(instruction: &Instruction) -> Vec<Operand> {
    let mut all = match &instruction.kind {
        Kind::Integer { args, .. }
        | Kind::Compare { args, .. }
        | Kind::Float { args, .. }
        | Kind::FloatCompare { args, .. }
        | Kind::ExtractElement { args, .. }
        | Kind::Shuffle { args, .. }
        | Kind::InsertValue { args, .. }
        | Kind::ReadModifyWrite { args, .. } => args.to_vec(),
        Kind::Select { args, .. }
        | Kind::InsertElement { args, .. }
        | Kind::CompareExchange { args, .. } => args.to_vec(),
        Kind::Negate { arg, .. }
        | Kind::Cast { arg, .. }
        | Kind::Bitcast { arg, .. }
        | Kind::Freeze { arg, .. }
        | Kind::ExtractValue { arg, .. } => vec![*arg],
        Kind::Address { base, indices, .. } => {
            let indices = indices.iter().map(|index| index.operand);
            std::iter::once(*base).chain(indices).collect()
        }
        Kind::Load { address, .. } => vec![*address],
        Kind::Store { address, value, .. } => vec![*address, *value],
        Kind::Alloca { count, .. } => vec![*count],
        Kind::Identify { leaf, index, .. } => [*leaf, *index].into_iter().flatten().collect(),
        Kind::Call(call) => {
            let callee = match call.callee {
                Callee::Pointer(operand) => Some(operand),
                Callee::Function(_) => None,
            };
            call.arguments.iter().copied().chain(callee).collect()
        }
        Kind::Branch { condition, .. } => vec![*condition],
        Kind::Switch { value, .. } => vec![*value],
        Kind::IndirectBranch { address, .. } => vec![*address],
        Kind::Return(operand) => operand.iter().copied().collect(),
        Kind::Resume(operand) => vec![*operand],
        Kind::Values(values) => values.iter().flatten().copied().collect(),
        Kind::LandingPad { .. }
        | Kind::Nothing
        | Kind::Jump(_)
        | Kind::Unreachable
        | Kind::Unsupported(_) => Vec::new(),
    };
    let moves = edges(instruction).into_iter().flat_map(|e| &e.moves);
    all.extend(moves.map(|(_, operand)| *operand));
    all
}

impl Graph<'_> {
    /// Whether an operand of a function is a vector or may be one.
    pub(super) fn is_vector(&self, id: FunctionId, mut operand: Operand) -> bool {
        let (function, body) = (self.function(id), self.body(id));
        let has_lanes = |ty: TypeId| {
            let lanes = self.program.ty(ty).lanes();
            lanes.is_none_or(|(_, count)| count > 1)
        };
        for _ in 0..VECTOR_STEPS {
            let register = match operand {
                Operand::Constant(index) => {
                    let constant = &self.program.constants()[index as usize];
                    return !matches!(constant, Constant::Scalar { .. });
                }
                Operand::Register(register) => register,
            };
            if let Some(ty) = function.params.get(register.0 as usize) {
                return has_lanes(*ty);
            }
            let Some(pc) = body.defined_at.get(&register) else {
                match body.incoming.get(&register).and_then(|all| all.first()) {
                    Some((_, from)) => operand = *from,
                    None => return true,
                }
                continue;
            };
            operand = match &function.code[*pc as usize].kind {
                Kind::Load { ty, .. } | Kind::Select { ty, .. } | Kind::Freeze { ty, .. } => {
                    return has_lanes(*ty);
                }
                Kind::Bitcast { to, .. } => return has_lanes(*to),
                Kind::Call(call) => return has_lanes(call.result),
                Kind::ExtractElement { .. } | Kind::Alloca { .. } => return false,
                Kind::Address { lanes, .. } => return lanes.is_some(),
                Kind::Integer { args, .. }
                | Kind::Compare { args, .. }
                | Kind::Float { args, .. }
                | Kind::FloatCompare { args, .. } => args[0],
                Kind::Cast { arg, .. } | Kind::Negate { arg, .. } => *arg,
                Kind::ReadModifyWrite { .. } => return false,
                _ => return true,
            };
        }
        true
    }
}
