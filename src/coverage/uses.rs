//! Whether an operand is a vector.

use super::graph::Graph;
use crate::budgets::coverage::VECTOR_STEPS;
use crate::program::{Constant, FunctionId, Kind, Operand, TypeId};

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
