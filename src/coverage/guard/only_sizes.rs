//! Whether an execution's taking an arm is decided by sizes alone.
//!
//! Then one concrete execution shows for all inputs of its sizes whether the arm is taken.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;
use term::TermId;

use super::super::arm::Arm;
use super::super::graph::{Body, Graph, extent};
use super::depends::{Depends, Parameter};
use super::{Activation, Guards};
use crate::program::{Function, Kind, Operand, edges};

impl Graph<'_> {
    /// Whether sizes and constants alone decide, as far as is known, that an arm is taken: its own
    /// condition, and every condition that may lead past its choice, such as that of an earlier
    /// exit from the loop. `sizes` has a 64-bit symbol for every size.
    pub fn is_of_sizes(
        &self,
        parameters: &[Parameter],
        builder: &mut Builder,
        sizes: &BTreeMap<String, TermId>,
        arm: Arm,
    ) -> bool {
        let Some(chains) = self.chains(arm.function) else {
            return false;
        };
        chains.iter().all(|chain| {
            let mut guards = Guards::new(self, parameters, builder, sizes.clone());
            guards.activations.push(Activation {
                function: self.root,
                caller: None,
            });
            let mut depends = Depends::default();
            let mut innermost = 0;
            let callees = chain.iter().skip(1).map(|(caller, _)| *caller);
            for ((_, at), function) in chain.iter().zip(callees.chain([arm.function])) {
                depends = depends.and(guards.deciding(innermost, *at));
                innermost = guards.activation(function, innermost, *at);
            }
            depends = depends.and(guards.deciding(innermost, arm.at));
            let function = self.function(arm.function);
            if let Some(header) = arm.again {
                for latch in self.body(arm.function).latches(function, header) {
                    let start = function.blocks[latch as usize];
                    depends = depends.and(guards.deciding(innermost, start));
                }
            }
            let own = guards.way(innermost, arm.at, arm.way, None);
            depends.and(own.depends).is_of_sizes()
        })
    }
}

impl Guards<'_, '_> {
    /// The dependencies of the conditions that decide whether an activation executes an
    /// instruction.
    fn deciding(&mut self, activation: usize, at: u32) -> Depends {
        let id = self.activations[activation].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let mut conditions = self.arms_around(activation, at);
        conditions.extend(choices_past(function, body, function.block_of(at)));
        conditions.into_iter().fold(Depends::default(), |all, one| {
            all.and(self.depends(activation, one))
        })
    }
}

/// The conditions of the choices one of whose outcomes leads to a block, and one past it to the
/// function's end.
fn choices_past(function: &Function, body: &Body, block: u32) -> Vec<Operand> {
    let before = |from: Vec<u32>| {
        let mut known = FxHashSet::default();
        let mut open = from;
        while let Some(at) = open.pop() {
            if at != block && known.insert(at) {
                open.extend(&body.before[at as usize]);
            }
        }
        known
    };
    let all = 0..function.blocks.len() as u32;
    let last = |at: u32| {
        let (_, end) = extent(function, at);
        &function.code[end - 1]
    };
    let leading = before(body.before[block as usize].clone());
    let ends = all.filter(|at| edges(last(*at)).is_empty());
    let past = before(ends.collect());
    let mut choices: Vec<u32> = leading.intersection(&past).copied().collect();
    choices.sort_unstable();
    let conditions = choices.into_iter().filter_map(|at| match &last(at).kind {
        Kind::Branch { condition, .. } => Some(*condition),
        Kind::Switch { value, .. } => Some(*value),
        _ => None,
    });
    conditions.collect()
}
