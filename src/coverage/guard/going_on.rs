//! What a back edge's condition says of a variable that changes by varying steps: the value that
//! it takes to the next iteration has passed that test.

use term::{Op, TermId};

use super::super::graph::extent;
use super::Guards;
use super::rounds::is_fixed;
use crate::program::{Kind, Operand, Predicate, Register};

/// A comparison of the next value of a variable, plus a constant, with a bound that no iteration
/// changes.
struct Tested {
    predicate: Predicate,
    /// The outcome with which the loop goes on.
    holds: bool,
    /// The width of the operands in bits.
    bits: u8,
    plus: Option<Operand>,
    bound: Operand,
    /// Whether the variable is on the left.
    first: bool,
}

impl Guards<'_, '_> {
    /// Requires of the value of a variable in later iterations what the branch of the only back
    /// edge tested of it. `next` is the value that the edge brings.
    pub(super) fn require_going_on(
        &mut self,
        at: usize,
        header: u32,
        next: Operand,
        (value, rounds): (TermId, TermId),
    ) {
        let Some(tested) = self.tested(at, header, next) else {
            return;
        };
        let bits = tested.bits;
        if self.builder.width(value) != bits {
            return;
        }
        let mut moved = value;
        if let Some(plus) = tested.plus {
            let plus = self.value(at, plus, bits, None).term;
            moved = self.builder.add(value, plus);
        }
        let bound = self.value(at, tested.bound, bits, None).term;
        let [x, y] = match tested.first {
            true => [moved, bound],
            false => [bound, moved],
        };
        let mut held = self.predicate(tested.predicate, x, y);
        if !tested.holds {
            held = self.builder.not(held);
        }
        self.require_later(rounds, held);
    }

    fn tested(&self, at: usize, header: u32, next: Operand) -> Option<Tested> {
        let id = self.activations[at].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let [latch] = *body.latches(function, header) else {
            return None;
        };
        let (_, end) = extent(function, latch);
        let Kind::Branch {
            condition: Operand::Register(condition),
            edges,
            ..
        } = &function.code[..end].last()?.kind
        else {
            return None;
        };
        let back = edges.iter().position(|edge| edge.target == header)?;
        if edges[1 - back].target == header {
            return None;
        }
        // Elsewhere it may be of a value before the last one, of an inner loop.
        if function.definitions[condition.0 as usize] != latch {
            return None;
        }
        let defined = |register: &Register| {
            let pc = *body.defined_at.get(register)?;
            Some(&function.code[pc as usize].kind)
        };
        let Kind::Compare {
            predicate,
            bits,
            args,
        } = defined(condition)?
        else {
            return None;
        };
        let is_fixed = |operand| is_fixed(function, header, operand);
        // The distance of an operand from the next value; none if it is that value.
        let distance = |operand: Operand| {
            if operand == next {
                return Some(None);
            }
            let Operand::Register(register) = operand else {
                return None;
            };
            match defined(&register)? {
                Kind::Integer {
                    op: Op::Add,
                    args: [base, plus @ Operand::Constant(_)],
                    ..
                } if *base == next => Some(Some(*plus)),
                _ => None,
            }
        };
        let sides = [(args[0], args[1], true), (args[1], args[0], false)];
        sides.into_iter().find_map(|(operand, bound, first)| {
            let plus = distance(operand).filter(|_| *bits <= 64 && is_fixed(bound))?;
            Some(Tested {
                predicate: *predicate,
                holds: back == 0,
                bits: *bits,
                plus,
                bound,
                first,
            })
        })
    }
}
