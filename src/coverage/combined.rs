//! Conditions that an instruction combines: `a && b` without a branch between the two.
//!
//! Once the passes have folded a short-circuit branch, executions show the outcomes of the
//! whole condition, not those of both conditions together. `l > cap && cap < 256` may have had
//! both outcomes without the case `l > cap` where `cap` is 256.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use term::{Op, TermId};

use super::graph::Graph;
use super::guard::{Parameter, Question};
use crate::program::{Cast, Constant, FunctionId, Kind, Operand, Scalar, TypeId};
use crate::symex::Reached;

/// Two conditions that one instruction combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combination {
    pub(super) function: FunctionId,
    /// The index in `function` of the instruction.
    pub(super) at: u32,
}

impl Combination {
    /// The outcomes of both conditions.
    pub const OUTCOMES: [[bool; 2]; 4] =
        [[true, false], [false, true], [true, true], [false, false]];
}

impl Graph<'_> {
    /// The combinations that executions have reached, in the order of the code.
    pub fn combinations(&self, reached: &Reached) -> Vec<Combination> {
        let mut found = Vec::new();
        for &function in self.functions() {
            let of = self.function(function);
            for at in 0..of.code.len() as u32 {
                let block = of.blocks[of.block_of(at) as usize];
                let combination = Combination { function, at };
                if reached.is_executed(function, block) && self.conditions(combination).is_some() {
                    found.push(combination);
                }
            }
        }
        found
    }

    /// The two conditions of a combination.
    pub(super) fn conditions(&self, combination: Combination) -> Option<[Operand; 2]> {
        let code = &self.function(combination.function).code;
        let constant = |operand: Operand| match operand {
            Operand::Constant(index) => match &self.program.constants()[index as usize] {
                Constant::Scalar { value, .. } => *value,
                _ => None,
            },
            Operand::Register(_) => None,
        };
        let is_bit = |ty: TypeId| {
            let lanes = self.program.ty(ty).lanes();
            lanes.is_some_and(|(lane, count)| lane.bits() == 1 && count == 1)
        };
        let is_open = |operand: &Operand| matches!(operand, Operand::Register(_));
        let both = match &code[combination.at as usize].kind {
            Kind::Integer {
                op: Op::And | Op::Or,
                bits: 1,
                args,
                ..
            } => *args,
            // `a && b` is `a ? b : false`, and `a || b` is `a ? true : b`.
            Kind::Select { args, ty, .. } if is_bit(*ty) => {
                match (constant(args[1]), constant(args[2])) {
                    (_, Some(0)) => [args[0], args[1]],
                    (Some(1), _) => [args[0], args[2]],
                    _ => return None,
                }
            }
            // C makes numbers of both.
            Kind::Integer {
                op: Op::And | Op::Or,
                args,
                ..
            } => {
                let [first, second] = args.map(|arg| self.truth(combination.function, arg));
                [first?, second?]
            }
            _ => return None,
        };
        let is_scalar = !self.is_vector(combination.function, both[0]);
        (is_scalar && both.iter().all(is_open)).then_some(both)
    }

    /// The truth value that an operand extends to a number.
    fn truth(&self, function: FunctionId, operand: Operand) -> Option<Operand> {
        let Operand::Register(register) = operand else {
            return None;
        };
        let defined = *self.body(function).defined_at.get(&register)?;
        match &self.function(function).code[defined as usize].kind {
            Kind::Cast {
                cast: Cast::ZeroExtend,
                from: Scalar::Int(1),
                arg,
                ..
            } => Some(*arg),
            _ => None,
        }
    }

    /// Returns the conditions under which a combination has these outcomes, one for each chain of
    /// calls that leads to it; `None` if the chains are not known.
    pub fn outcome(
        &self,
        (combination, outcomes): (Combination, [bool; 2]),
        parameters: &[Parameter],
        builder: &mut Builder,
        sizes: &BTreeMap<String, TermId>,
    ) -> Option<Vec<TermId>> {
        let conditions = self.conditions(combination)?;
        let place = (combination.function, combination.at);
        let questions = self.questions_at(place, parameters, builder, sizes, |guards, at| {
            guards.both(at, conditions, outcomes)
        })?;
        let conditions = questions.into_iter().map(|q: Question| q.condition);
        Some(conditions.collect())
    }
}
