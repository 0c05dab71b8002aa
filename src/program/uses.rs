//! The operands of an instruction.

use super::flow::edges;
use super::instruction::{Callee, Instruction, Kind, Operand};

/// Returns every operand that an instruction uses, including the phi operands of its edges.
pub fn operands(instruction: &Instruction) -> Vec<Operand> {
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
