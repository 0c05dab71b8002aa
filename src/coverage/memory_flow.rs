//! Which objects an address of a version may point into, without regard to order.
//!
//! The analysis follows addresses forwards from local variables, parameters of the version
//! and global variables, through arithmetic, selection and calls. Addresses that are stored
//! and loaded again are not followed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::Graph;
use super::write::Object;
use crate::budgets::coverage::FLOW_PLACES;
use crate::program::{Callee, Cast, FunctionId, Instruction, Kind, Operand, Register, edges};

/// Bytes of an object; no offset stands for any byte.
pub(super) type Place = (Object, Option<i64>);

/// The places that each register may point to.
#[derive(Default)]
pub(super) struct Pointers {
    places: FxHashMap<(FunctionId, Register), FxHashSet<Place>>,
}

impl Pointers {
    /// Follows the addresses of a version.
    pub fn of(graph: &Graph<'_>) -> Pointers {
        let mut pointers = Pointers::default();
        for at in 0..graph.function(graph.root).params.len() {
            let register = Register(at as u32);
            pointers.add(
                (graph.root, register),
                (Object::Local(graph.root, register), Some(0)),
            );
        }
        loop {
            let mut changed = false;
            for &id in graph.known() {
                for instruction in &graph.function(id).code {
                    changed |= pointers.follow(graph, id, instruction);
                }
            }
            if !changed {
                return pointers;
            }
        }
    }

    /// The places that an operand may point to; none if it is not known to be an address.
    pub fn places(&self, graph: &Graph<'_>, id: FunctionId, operand: Operand) -> Vec<Place> {
        match operand {
            Operand::Register(register) => {
                let known = self.places.get(&(id, register));
                known.into_iter().flatten().copied().collect()
            }
            Operand::Constant(_) => {
                let global = graph.global(operand);
                let place = global.map(|(global, offset)| (Object::Global(global), Some(offset)));
                place.into_iter().collect()
            }
        }
    }

    /// Adds a place to those of a register. Returns whether that is new.
    fn add(&mut self, at: (FunctionId, Register), (object, offset): Place) -> bool {
        let known = self.places.entry(at).or_default();
        if known.contains(&(object, None)) {
            return false;
        }
        let of_object = known.iter().filter(|(other, _)| *other == object).count();
        match offset {
            Some(_) if of_object < FLOW_PLACES => known.insert((object, offset)),
            _ => {
                known.retain(|(other, _)| *other != object);
                known.insert((object, None))
            }
        }
    }

    /// Adds the places of an operand, moved by a distance, to those of a register.
    fn pass(
        &mut self,
        graph: &Graph<'_>,
        (id, operand): (FunctionId, Operand),
        to: (FunctionId, Register),
        distance: Option<i64>,
    ) -> bool {
        let mut changed = false;
        for (object, offset) in self.places(graph, id, operand) {
            let moved = offset.zip(distance).map(|(at, by)| at.wrapping_add(by));
            changed |= self.add(to, (object, moved));
        }
        changed
    }

    fn follow(&mut self, graph: &Graph<'_>, id: FunctionId, instruction: &Instruction) -> bool {
        let mut changed = false;
        for edge in edges(instruction) {
            for (register, operand) in &edge.moves {
                changed |= self.pass(graph, (id, *operand), (id, *register), Some(0));
            }
        }
        let passed = match &instruction.kind {
            Kind::Alloca { .. } => {
                let register = instruction.result;
                let own = |r| ((id, r), (Object::Local(id, r), Some(0)));
                return register.map(own).is_some_and(|(at, own)| self.add(at, own)) || changed;
            }
            Kind::Address {
                base,
                offset,
                indices,
                lanes: None,
            } => vec![(*base, graph.distance(*offset, indices))],
            Kind::Freeze { arg, .. }
            | Kind::Cast {
                cast: Cast::Pointer | Cast::Observe(_),
                arg,
                ..
            } => vec![(*arg, Some(0))],
            Kind::Select { args, .. } => vec![(args[1], Some(0)), (args[2], Some(0))],
            Kind::Call(call) => {
                if let Callee::Function(callee) = call.callee
                    && graph.knows(callee)
                {
                    for (at, argument) in call.arguments.iter().enumerate() {
                        let parameter = (callee, Register(at as u32));
                        changed |= self.pass(graph, (id, *argument), parameter, Some(0));
                    }
                }
                return changed;
            }
            _ => return changed,
        };
        if let Some(result) = instruction.result {
            for (operand, distance) in passed {
                changed |= self.pass(graph, (id, operand), (id, result), distance);
            }
        }
        changed
    }
}
