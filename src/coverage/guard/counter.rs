//! Conditions that held in all completed iterations of a loop that counts.

use term::{Op, Spec, TermId};

use super::Guards;
use crate::program::{Kind, Operand, Predicate};

/// A comparison of a counter with a bound that no iteration changes.
struct Counted {
    predicate: Predicate,
    /// The outcome with which the loop goes on.
    holds: bool,
    /// The width of the operands in bits.
    bits: u8,
    counter: Operand,
    bound: Operand,
    /// Whether the counter is the left operand.
    first: bool,
    /// What an iteration adds to the counter.
    step: i128,
}

impl Guards<'_, '_> {
    /// Requires of a loop with completed iterations that a comparison of its counter held in the
    /// first of them too, and that a counter that ends the loop where it meets its bound met it in
    /// none: the condition of the last iteration alone admits counters that went past the bound.
    pub(super) fn require_all(
        &mut self,
        at: usize,
        header: u32,
        (branch, way): (u32, usize),
        rounds: TermId,
    ) {
        let Some(counted) = self.counted(at, header, (branch, way)) else {
            return;
        };
        let Counted { bits, step, .. } = counted;
        let last = self
            .value(at, counted.counter, bits, Some((at, header)))
            .term;
        let bound = self.value(at, counted.bound, bits, None).term;
        let one = self.builder.constant(64, 1);
        let done = self.builder.sub(rounds, one);
        let by = self.builder.constant(bits, step as u128);
        let steps = self.builder.trunc(done, bits);
        let gone = self.builder.mul(by, steps);
        let start = self.builder.sub(last, gone);
        let [x, y] = match counted.first {
            true => [start, bound],
            false => [bound, start],
        };
        let mut held = self.predicate(counted.predicate, x, y);
        if !counted.holds {
            held = self.builder.not(held);
        }
        let differs = counted.predicate.op == Op::Eq && counted.predicate.negate == counted.holds;
        if differs {
            let [from, to] = match step > 0 {
                true => [start, bound],
                false => [bound, start],
            };
            let way = self.builder.sub(to, from);
            let by = self.builder.constant(bits, step.unsigned_abs());
            let rest = self.builder.build(Spec::int(Op::URem, bits), &[way, by]);
            let none = self.builder.constant(bits, 0);
            let passes = self.builder.ne(rest, none);
            let meets = self.builder.build(Spec::int(Op::UDiv, bits), &[way, by]);
            let meets = self.builder.zext(meets, 64);
            let before = self.builder.ult(done, meets);
            held = self.builder.or(passes, before);
        }
        let none = self.builder.constant(64, 0);
        let first = self.builder.eq(rounds, none);
        let either = self.builder.or(first, held);
        self.conditions.push(either);
    }

    /// The comparison that a branch of a loop makes, if it is one of a counter.
    fn counted(&mut self, at: usize, header: u32, (branch, way): (u32, usize)) -> Option<Counted> {
        let id = self.activations[at].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let Kind::Branch {
            condition: Operand::Register(condition),
            ..
        } = &function.code[branch as usize].kind
        else {
            return None;
        };
        let pc = *body.defined_at.get(condition)?;
        let Kind::Compare {
            predicate,
            bits,
            args,
        } = &function.code[pc as usize].kind
        else {
            return None;
        };
        let is_fixed = |operand: Operand| match operand {
            Operand::Constant(_) => true,
            Operand::Register(register) => {
                let block = function.definitions[register.0 as usize];
                (register.0 as usize) < function.params.len()
                    || !function.flow.dominates(header, block)
            }
        };
        let first = is_fixed(args[1]);
        let [counter, bound] = match first {
            true => *args,
            false => [args[1], args[0]],
        };
        if *bits > 64 || !is_fixed(bound) || is_fixed(counter) {
            return None;
        }
        let latches = body.latches(function, header);
        let phis = body
            .incoming
            .iter()
            .filter(|(phi, _)| function.definitions[phi.0 as usize] == header);
        let mut phis: Vec<_> = phis.collect();
        phis.sort_by_key(|(phi, _)| phi.0);
        phis.into_iter().find_map(|(phi, incoming)| {
            self.step(at, *phi, counter, *bits, header, 0)?;
            let mut back = incoming.iter().filter(|(from, _)| latches.contains(from));
            let (_, next) = back.next().filter(|_| back.next().is_none())?;
            let step = self.step(at, *phi, *next, *bits, header, 0)?;
            let step = term::signed(self.builder.constant_value(step.term)?, *bits);
            (step != 0).then_some(Counted {
                predicate: *predicate,
                holds: way == 0,
                bits: *bits,
                counter,
                bound,
                first,
                step,
            })
        })
    }
}
