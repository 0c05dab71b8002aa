//! Conditions that an instruction combines: `a && b` without a branch between the two.
//!
//! Once the passes have folded a short-circuit branch, executions show the outcomes of the
//! whole condition, not those of its conditions together. `l > cap && cap < 256` may have had
//! both outcomes without the case `l > cap` where `cap` is 256.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;
use term::{Op, TermId};

use super::graph::Graph;
use super::guard::{Parameter, Question};
use crate::program::{Cast, FunctionId, Kind, Operand, Predicate, Scalar, TypeId};
use crate::symex::Reached;

/// The largest number of conditions that are looked at together.
const CONDITIONS: usize = 5;

/// An instruction that combines conditions, with the conditions that it is made of.
#[derive(Clone, Debug)]
pub struct Combination {
    function: FunctionId,
    /// The index in `function` of the instruction.
    at: u32,
    conditions: Vec<Operand>,
}

impl Combination {
    /// The outcomes that the conditions may have together.
    pub fn outcomes(&self) -> impl Iterator<Item = Vec<bool>> {
        let count = self.conditions.len();
        (0..1u32 << count).map(move |set| (0..count).map(|i| set >> i & 1 == 1).collect())
    }

    /// The instruction.
    pub const fn place(&self) -> (FunctionId, u32) {
        (self.function, self.at)
    }
}

impl Graph<'_> {
    /// The combinations that executions have reached, in the order of the code; those that another
    /// one combines further are part of that.
    pub fn combinations(&self, reached: &Reached) -> Vec<Combination> {
        let mut found = Vec::new();
        for &function in self.functions() {
            let of = self.function(function);
            let mut combined = FxHashSet::default();
            let mut roots = Vec::new();
            // Backwards, as uses follow definitions.
            for at in (0..of.code.len() as u32).rev() {
                let block = of.blocks[of.block_of(at) as usize];
                if !reached.is_executed(function, block) || combined.contains(&at) {
                    continue;
                }
                let Some(conditions) = self.leaves((function, at), &mut combined) else {
                    continue;
                };
                roots.push(Combination {
                    function,
                    at,
                    conditions,
                });
            }
            found.extend(roots.into_iter().rev());
        }
        found
    }

    /// The conditions that an instruction combines, those of combinations among its operands in
    /// their place; adds these to `combined`.
    fn leaves(
        &self,
        (function, at): (FunctionId, u32),
        combined: &mut FxHashSet<u32>,
    ) -> Option<Vec<Operand>> {
        let mut leaves: Vec<Operand> = self.conditions(function, at)?.to_vec();
        let mut next = 0;
        while let Some(leaf) = leaves.get(next) {
            let inner = self
                .definition(function, self.counted(function, *leaf))
                .and_then(|at| Some((at, self.conditions(function, at)?)));
            match inner {
                Some((at, both)) if leaves.len() < CONDITIONS => {
                    combined.insert(at);
                    leaves.splice(next..=next, both);
                }
                _ => next += 1,
            }
        }
        leaves.sort_unstable_by_key(|leaf| match leaf {
            Operand::Register(register) => register.0,
            Operand::Constant(index) => *index,
        });
        leaves.dedup();
        Some(leaves)
    }

    /// The index of the instruction that defines an operand.
    fn definition(&self, function: FunctionId, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Register(register) => self.body(function).defined_at.get(&register).copied(),
            Operand::Constant(_) => None,
        }
    }

    /// The two conditions that an instruction combines.
    fn conditions(&self, function: FunctionId, at: u32) -> Option<[Operand; 2]> {
        let code = &self.function(function).code;
        let is_bit = |ty: TypeId| {
            let lanes = self.program.ty(ty).lanes();
            lanes.is_some_and(|(lane, count)| lane.bits() == 1 && count == 1)
        };
        let is_open = |operand: &Operand| matches!(operand, Operand::Register(_));
        let both = match &code[at as usize].kind {
            Kind::Integer {
                op: Op::And | Op::Or,
                bits: 1,
                args,
                ..
            } => *args,
            // `a && b` is `a ? b : false`, and `a || b` is `a ? true : b`.
            Kind::Select { args, ty, .. } if is_bit(*ty) => {
                match (self.constant(args[1]), self.constant(args[2])) {
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
                let [first, second] = args.map(|arg| self.truth(function, arg));
                [first?, second?]
            }
            _ => return None,
        };
        let is_scalar = !self.is_vector(function, both[0]);
        (is_scalar && both.iter().all(is_open)).then_some(both)
    }

    /// The number whose difference from zero an operand is, or the operand.
    fn counted(&self, function: FunctionId, operand: Operand) -> Operand {
        let defined = self.definition(function, operand);
        let defined = defined.map(|at| &self.function(function).code[at as usize].kind);
        match defined {
            Some(Kind::Compare {
                predicate:
                    Predicate {
                        op: Op::Eq,
                        negate: true,
                        ..
                    },
                args: [number, zero],
                ..
            }) if self.constant(*zero) == Some(0) => *number,
            _ => operand,
        }
    }

    /// The truth value that an operand extends to a number.
    fn truth(&self, function: FunctionId, operand: Operand) -> Option<Operand> {
        let defined = self.definition(function, operand)?;
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

    /// Returns the terms of the case that the conditions of a combination have these outcomes, one
    /// for each chain of calls that leads to it; `None` if the chains are not known.
    pub fn case(
        &self,
        (combination, outcomes): (&Combination, &[bool]),
        parameters: &[Parameter],
        builder: &mut Builder,
        sizes: &BTreeMap<String, TermId>,
    ) -> Option<Vec<TermId>> {
        let place = combination.place();
        let questions = self.questions_at(place, parameters, builder, sizes, |guards, at| {
            let both = combination.conditions.iter().zip(outcomes);
            guards.together(at, both.map(|(condition, holds)| (*condition, *holds)))
        })?;
        let conditions = questions.into_iter().map(|q: Question| q.condition);
        Some(conditions.collect())
    }
}
