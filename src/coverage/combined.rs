//! Conditions that an instruction combines: `a && b` without a branch between the two, or
//! `k += 2` in one `if` inside another.
//!
//! Once the passes have folded branches, executions show the outcomes of each condition, not
//! those of several together. `l > cap && cap < 256` may have had both outcomes without the
//! case `l > cap` where `cap` is 256, and `w == 16 ? (h == 6 ? f : g) : r` may have chosen `g`
//! and `r` alone.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;
use term::TermId;

use super::graph::Graph;
use super::guard::{Parameter, Question};
use crate::program::{FunctionId, Kind, Operand, Scalar, TypeId};
use crate::symex::Reached;

/// The largest number of conditions that are looked at together.
const CONDITIONS: usize = 5;
/// The largest number of conditions of one instruction that are looked at.
const MOST_CONDITIONS: usize = 16;
/// The largest number of instructions between a condition and what it is combined in.
const DEPTH: u32 = 24;

/// The search for conditions in one function.
#[derive(Default)]
struct Search {
    /// The instructions that another one's value is computed from.
    seen: FxHashSet<u32>,
    leaves: Vec<Operand>,
}

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

    /// The instruction at which they are combined.
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
            let mut search = Search::default();
            let mut roots = Vec::new();
            // Backwards, as uses follow definitions.
            for at in (0..of.code.len() as u32).rev() {
                let block = of.blocks[of.block_of(at) as usize];
                if !reached.is_executed(function, block) || search.seen.contains(&at) {
                    continue;
                }
                let conditions = self.leaves((function, at), &mut search);
                if conditions.len() > 1 {
                    roots.push(Combination {
                        function,
                        at,
                        conditions,
                    });
                }
            }
            found.extend(roots.into_iter().rev());
        }
        found
    }

    /// The conditions that the value of an instruction, or the arguments of a call, are computed
    /// from.
    fn leaves(&self, (function, at): (FunctionId, u32), search: &mut Search) -> Vec<Operand> {
        search.leaves.clear();
        for (operand, is_bit) in self.parts(function, at) {
            self.collect(function, operand, is_bit, 0, search);
        }
        let mut leaves = std::mem::take(&mut search.leaves);
        leaves.sort_unstable_by_key(|leaf| match leaf {
            Operand::Register(register) => register.0,
            Operand::Constant(index) => *index,
        });
        leaves.dedup();
        leaves
    }

    /// Adds the conditions that an operand is computed from: a comparison of numbers that are not
    /// computed from conditions is one, and so is a bit of unknown origin.
    fn collect(
        &self,
        function: FunctionId,
        operand: Operand,
        is_bit: bool,
        depth: u32,
        search: &mut Search,
    ) {
        let Operand::Register(_) = operand else {
            return;
        };
        let known = search.leaves.len();
        let defined = self.definition(function, operand);
        let mut is_condition = is_bit;
        if let Some(at) = defined {
            let kind = &self.function(function).code[at as usize].kind;
            is_condition |= matches!(kind, Kind::Compare { .. } | Kind::FloatCompare { .. });
            let parts = match kind {
                Kind::Call(_) => Vec::new(),
                _ => self.parts(function, at),
            };
            if depth < DEPTH && !parts.is_empty() {
                if !search.seen.insert(at) && !is_condition {
                    return;
                }
                for (part, is_bit) in parts {
                    self.collect(function, part, is_bit, depth + 1, search);
                }
            }
        }
        if is_condition && search.leaves.len() == known && !search.leaves.contains(&operand) {
            search.leaves.push(operand);
        }
    }

    /// The index of the instruction that defines an operand.
    fn definition(&self, function: FunctionId, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Register(register) => self.body(function).defined_at.get(&register).copied(),
            Operand::Constant(_) => None,
        }
    }

    /// The operands that the value of an instruction is computed from, or the arguments of a call,
    /// each with whether it is one bit. Empty for what reads memory, and for vectors.
    fn parts(&self, function: FunctionId, at: u32) -> Vec<(Operand, bool)> {
        let is_bit = |ty: TypeId| {
            let lanes = self.program.ty(ty).lanes();
            lanes.is_some_and(|(lane, count)| lane.bits() == 1 && count == 1)
        };
        let parts: Vec<(Operand, bool)> = match &self.function(function).code[at as usize].kind {
            Kind::Integer { args, bits, .. } | Kind::Compare { args, bits, .. } => {
                args.iter().map(|arg| (*arg, *bits == 1)).collect()
            }
            Kind::Select { args, ty, .. } => {
                let is_bit = is_bit(*ty);
                vec![(args[0], true), (args[1], is_bit), (args[2], is_bit)]
            }
            Kind::Freeze { arg, ty } => vec![(*arg, is_bit(*ty))],
            Kind::Cast { arg, from, .. } => vec![(*arg, *from == Scalar::Int(1))],
            Kind::Address {
                base,
                indices,
                lanes: None,
                ..
            } => {
                let indices = indices.iter().map(|index| (index.operand, false));
                std::iter::once((*base, false)).chain(indices).collect()
            }
            Kind::Call(call) => {
                let arguments = call.arguments.iter().zip(&call.types);
                arguments.map(|(arg, ty)| (*arg, is_bit(*ty))).collect()
            }
            _ => Vec::new(),
        };
        match parts
            .iter()
            .any(|(part, _)| self.is_vector(function, *part))
        {
            true => Vec::new(),
            false => parts,
        }
    }

    /// The combinations of those conditions that concern sizes: all of them together, or each two
    /// if they are many.
    pub fn concerned(
        &self,
        combination: &Combination,
        parameters: &[Parameter],
        builder: &mut Builder,
        sizes: &BTreeMap<String, TermId>,
    ) -> Vec<Combination> {
        let concerns = |condition: &&Operand| {
            let one = Combination {
                conditions: vec![**condition],
                ..*combination
            };
            let place = one.place();
            let questions = self.questions_at(place, parameters, builder, sizes, |guards, at| {
                guards.together(at, std::iter::once((**condition, true)))
            });
            questions.is_some_and(|all| all.iter().any(|q| q.depends.on_sizes()))
        };
        let conditions: Vec<Operand> = combination
            .conditions
            .iter()
            .take(MOST_CONDITIONS)
            .filter(concerns)
            .copied()
            .collect();
        let with = |conditions: Vec<Operand>| Combination {
            conditions,
            ..*combination
        };
        match conditions.len() {
            0 | 1 => Vec::new(),
            2..=CONDITIONS => vec![with(conditions)],
            _ => {
                let pairs = conditions.iter().enumerate().flat_map(|(i, first)| {
                    let others = conditions[i + 1..].iter();
                    others.map(|second| with(vec![*first, *second]))
                });
                pairs.collect()
            }
        }
    }

    /// Returns the questions for the case that the conditions of a combination have these outcomes,
    /// one for each chain of calls that leads to it; `None` if the chains are not known.
    pub fn case(
        &self,
        (combination, outcomes): (&Combination, &[bool]),
        parameters: &[Parameter],
        builder: &mut Builder,
        sizes: &BTreeMap<String, TermId>,
    ) -> Option<Vec<Question>> {
        let place = combination.place();
        self.questions_at(place, parameters, builder, sizes, |guards, at| {
            let both = combination.conditions.iter().zip(outcomes);
            guards.together(at, both.map(|(condition, holds)| (*condition, *holds)))
        })
    }
}
