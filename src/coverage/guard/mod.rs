//! The condition on sizes under which an arm is taken.
//!
//! A guard is the conjunction, as a term, of the condition of an arm's choice and of the
//! branch conditions that dominate it. Sizes are symbols. An induction variable is its
//! start plus a multiple of its step, where the iteration count is a symbol too, and the
//! loop's conditions held in the previous iteration. Every other value is an unknown
//! symbol. Invariant: every size under which an arm is taken satisfies its question. So an
//! unsatisfiable question proves that no size takes the arm; a solution is a size to try.

mod counter;
mod depends;
mod going_on;
mod instruction;
mod intrinsic;
mod lane;
mod launch;
mod loaded;
mod narrow;
mod only_sizes;
mod rounds;
mod table;
mod value;

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Buffer, TermId};

use super::arm::Arm;
use super::graph::Graph;
use super::narrow::narrowed;
use super::write::Site;
use crate::phi_fold::ARM;
use crate::program::{Callee, FunctionId, Kind, Operand, Register};

pub use depends::{Depends, Parameter};

/// A condition that is necessary for an arm to be taken.
pub struct Question {
    /// The condition, a one-bit term.
    pub condition: TermId,
    /// The symbol of each size, by name.
    pub sizes: BTreeMap<String, TermId>,
    /// The dependencies of the arm's own condition.
    pub depends: Depends,
    /// Whether a value that was fixed for the question meets a size in the condition.
    pub(super) uses_fixed: bool,
}

/// The values that loads of a function are taken to have, by the register that each defines.
pub(super) type Fixed<'a> = (FunctionId, &'a [(Register, u128)]);

/// The least and the greatest address: distances of addresses cannot wrap.
const ADDRESSES: (u128, u128) = (1 << 20, 1 << 46);

impl Graph<'_> {
    /// Returns the questions for an arm, one for each chain of calls that leads to it;
    /// `None` if the chains are not known. `sizes` has a 64-bit symbol for every size.
    pub fn questions(
        &self,
        parameters: &[Parameter],
        builder: &mut Builder,
        sizes: &BTreeMap<String, TermId>,
        arm: Arm,
    ) -> Option<Vec<Question>> {
        let place = (arm.function, arm.at);
        self.questions_at(place, parameters, builder, sizes, |guards, innermost| {
            let own = guards.way(innermost, arm.at, arm.way, None);
            if let Some(header) = arm.again {
                let rounds = guards.rounds(innermost, header);
                let none = guards.builder.constant(64, 0);
                let later = guards.builder.ne(rounds, none);
                guards.conditions.push(later);
            }
            own
        })
    }

    /// Returns the questions whether a condition holds at an instruction, one for each chain of
    /// calls that leads to it; `None` if the chains are not known.
    pub(super) fn questions_at(
        &self,
        (function, at): (FunctionId, u32),
        parameters: &[Parameter],
        builder: &mut Builder,
        sizes: &BTreeMap<String, TermId>,
        own: impl Fn(&mut Guards<'_, '_>, usize) -> Value,
    ) -> Option<Vec<Question>> {
        let fixed = (self.root, &[][..]);
        self.questions_fixing(fixed, (function, at), parameters, builder, sizes, own)
    }

    /// As [`Graph::questions_at`], where loads have these values.
    pub(super) fn questions_fixing(
        &self,
        fixed: Fixed<'_>,
        (function, at): (FunctionId, u32),
        parameters: &[Parameter],
        builder: &mut Builder,
        sizes: &BTreeMap<String, TermId>,
        own: impl Fn(&mut Guards<'_, '_>, usize) -> Value,
    ) -> Option<Vec<Question>> {
        let mut questions = Vec::new();
        for chain in self.chains(function)? {
            let mut guards = Guards::new(self, parameters, builder, sizes.clone());
            guards.fixed = fixed;
            questions.push(guards.question((function, at), &chain, &own));
        }
        Some(questions)
    }
}

/// An activation of a function: the function, and the calling activation and call site.
#[derive(Clone, Copy)]
struct Activation {
    function: FunctionId,
    caller: Option<(usize, u32)>,
}

/// A value as a term.
#[derive(Clone, Copy)]
pub(super) struct Value {
    term: TermId,
    depends: Depends,
}

/// A loop whose previous iteration a value is taken from: the activation and the header.
type Before = Option<(usize, u32)>;

/// Builds the terms of one question.
pub(super) struct Guards<'a, 'p> {
    graph: &'a Graph<'p>,
    parameters: &'a [Parameter],
    builder: &'a mut Builder,
    activations: Vec<Activation>,
    sizes: BTreeMap<String, TermId>,
    values: FxHashMap<(usize, Register, Before), Value>,
    lanes: FxHashMap<(usize, Register, u32, Before), Value>,
    rounds: FxHashMap<(usize, u32), TermId>,
    conditions: Vec<TermId>,
    objects: u32,
    /// The local id and the group of the running work-item in each dimension.
    ids: [Option<[TermId; 2]>; 3],
    depth: u32,
    /// The places whose contents are being computed, to break cycles.
    reading: Vec<loaded::Bytes>,
    fixed: Fixed<'a>,
    /// Whether a value that was fixed meets a size in a condition.
    uses_fixed: bool,
}

impl<'a, 'p> Guards<'a, 'p> {
    /// Starts a question, with a 64-bit symbol for every size.
    pub(super) fn new(
        graph: &'a Graph<'p>,
        parameters: &'a [Parameter],
        builder: &'a mut Builder,
        sizes: BTreeMap<String, TermId>,
    ) -> Self {
        Guards {
            graph,
            parameters,
            builder,
            activations: Vec::new(),
            sizes,
            values: FxHashMap::default(),
            lanes: FxHashMap::default(),
            rounds: FxHashMap::default(),
            conditions: Vec::new(),
            objects: 0,
            ids: [None; 3],
            depth: 0,
            reading: Vec::new(),
            fixed: (graph.root, &[]),
            uses_fixed: false,
        }
    }

    /// The activation that a call in another activation makes; created at first use.
    fn activation(&mut self, function: FunctionId, at: usize, pc: u32) -> usize {
        let caller = Some((at, pc));
        let mut known = self.activations.iter();
        let known = known.position(|a| a.caller == caller && a.function == function);
        known.unwrap_or_else(|| {
            self.activations.push(Activation { function, caller });
            self.activations.len() - 1
        })
    }

    /// Builds the question whether a condition holds at an instruction of the function that this
    /// chain of calls reaches.
    fn question(
        mut self,
        (function, at): (FunctionId, u32),
        chain: &[Site],
        own: impl Fn(&mut Self, usize) -> Value,
    ) -> Question {
        self.activations.push(Activation {
            function: self.graph.root,
            caller: None,
        });
        // The conditions that are required make activations, too.
        let mut innermost = 0;
        let callees = chain.iter().skip(1).map(|(caller, _)| *caller);
        for ((_, at), function) in chain.iter().zip(callees.chain([function])) {
            self.require(innermost, *at);
            innermost = self.activation(function, innermost, *at);
        }
        self.require(innermost, at);
        let own = own(&mut self, innermost);
        let mut condition = own.term;
        for other in std::mem::take(&mut self.conditions) {
            condition = self.builder.and(condition, other);
        }
        Question {
            condition,
            sizes: self.sizes,
            depends: own.depends,
            uses_fixed: self.uses_fixed || own.depends.is_fixed_for_sizes(),
        }
    }

    /// The condition that conditions of an activation have these outcomes.
    pub(super) fn together(
        &mut self,
        activation: usize,
        outcomes: impl Iterator<Item = (Operand, bool)>,
    ) -> Value {
        let mut all = Value {
            term: self.builder.bool(true),
            depends: Depends::default(),
        };
        for (condition, holds) in outcomes {
            let value = self.value(activation, condition, 1, None);
            let term = match holds {
                true => value.term,
                false => self.builder.not(value.term),
            };
            all = Value {
                term: self.builder.and(all.term, term),
                depends: all.depends.and(value.depends),
            };
        }
        all
    }

    /// Adds the conditions under which the source executes an instruction in an activation: those
    /// of the branches that lead to its block, and of the folded arms around it.
    fn require(&mut self, activation: usize, at: u32) {
        let function = self.graph.function(self.activations[activation].function);
        let mut taken: Vec<Value> = Vec::new();
        for (branch, way) in self.leading_to(activation, function.block_of(at)) {
            taken.push(self.way(activation, branch, way, None));
        }
        for condition in self.arms_around(activation, at) {
            taken.push(self.value(activation, condition, 1, None));
        }
        for condition in taken {
            self.uses_fixed |= condition.depends.is_fixed_for_sizes();
            self.conditions.push(condition.term);
        }
    }

    /// The conditions of the folded arms that contain an instruction.
    fn arms_around(&self, activation: usize, at: u32) -> Vec<Operand> {
        let function = self.graph.function(self.activations[activation].function);
        let start = function.blocks[function.block_of(at) as usize];
        let mut around = Vec::new();
        for instruction in &function.code[start as usize..at as usize] {
            let Kind::Call(call) = &instruction.kind else {
                continue;
            };
            let Callee::Function(callee) = call.callee else {
                continue;
            };
            let name = &*self.graph.function(callee).name;
            if name == ARM[0] {
                around.extend(call.arguments.first());
            } else if name == ARM[1] {
                around.pop();
            }
        }
        around
    }

    /// The branches that every path to a block leaves by the same edge, with the index of
    /// the edge.
    fn leading_to(&self, activation: usize, block: u32) -> Vec<(u32, usize)> {
        let id = self.activations[activation].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let mut found = Vec::new();
        let mut below = block;
        while let Some(above) = function.flow.dominator(below) {
            let (_, end) = super::graph::extent(function, above);
            if let Some(Kind::Branch { edges, .. }) = function.code[..end].last().map(|i| &i.kind) {
                let leads = |way: usize| {
                    let (target, other) = (edges[way].target, edges[1 - way].target);
                    target != other
                        && body.before[target as usize]
                            .iter()
                            .all(|from| *from == above || function.flow.dominates(target, *from))
                        && function.flow.dominates(target, block)
                };
                found.extend(
                    (0..2)
                        .find(|way| leads(*way))
                        .map(|way| (end as u32 - 1, way)),
                );
            }
            below = above;
        }
        found
    }

    /// The condition that the choice at an instruction has outcome `way`.
    pub(super) fn way(&mut self, activation: usize, at: u32, way: usize, before: Before) -> Value {
        let id = self.activations[activation].function;
        let instruction = &self.graph.function(id).code[at as usize];
        let condition = match (&instruction.kind, instruction.result) {
            (Kind::Branch { condition, .. }, _) => *condition,
            (Kind::Select { args, .. }, _) => args[0],
            (Kind::Compare { args, .. } | Kind::FloatCompare { args, .. }, Some(result)) => {
                let result = Operand::Register(result);
                if self.graph.is_vector(id, args[0]) || self.graph.is_vector(id, args[1]) {
                    let depends = self.depends(activation, result);
                    return self.unknown(1, depends);
                }
                result
            }
            _ if let Some(narrowed) = narrowed(self.graph.program, instruction) => {
                return self.loses(activation, &narrowed, before);
            }
            _ => return self.unknown(1, Depends::default()),
        };
        let holds = self.value(activation, condition, 1, before);
        match way {
            0 => holds,
            _ => Value {
                term: self.builder.not(holds.term),
                ..holds
            },
        }
    }

    fn unknown(&mut self, bits: u8, depends: Depends) -> Value {
        let buffer = self.builder.arena_mut().add_buffer(Buffer {
            name: "unknown".to_owned(),
            format: None,
            signed: false,
            scalar: true,
            undefined: false,
        });
        Value {
            term: self.builder.arena_mut().add_symbol(buffer, 0, bits),
            depends,
        }
    }

    /// The address of a new object.
    fn address(&mut self) -> Value {
        let object = self.objects % u64::BITS;
        self.objects += 1;
        let depends = Depends {
            addresses: 1 << object,
            ..Depends::default()
        };
        let value = self.unknown(64, depends);
        let low = self.builder.constant(64, ADDRESSES.0);
        let high = self.builder.constant(64, ADDRESSES.1);
        let bounds = [
            self.builder.ule(low, value.term),
            self.builder.ule(value.term, high),
        ];
        self.conditions.extend(bounds);
        value
    }
}
