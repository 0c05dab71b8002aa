//! Conditions that held in all completed iterations of a loop that counts.

use term::{Op, Spec, TermId};

use super::Guards;
use super::rounds::is_fixed;
use crate::program::{Kind, Operand, Predicate, Register};

/// A comparison of a counter with a bound that no iteration changes.
struct Counted {
    predicate: Predicate,
    /// The outcome with which the loop goes on.
    holds: bool,
    /// The width of the operands in bits.
    bits: u8,
    /// The counter in the first iteration.
    start: TermId,
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
        let Counted {
            bits, start, step, ..
        } = counted;
        let bound = self.value(at, counted.bound, bits, None).term;
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
            let before = self.builder.ule(rounds, meets);
            held = self.builder.or(passes, before);
        }
        self.require_later(rounds, held);
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
        // A signed counter does not wrap around: the last iteration tells of the others.
        if predicate.op == Op::Slt {
            return None;
        }
        let is_fixed = |operand| is_fixed(function, header, operand);
        let first = is_fixed(args[1]);
        let [counter, bound] = match first {
            true => *args,
            false => [args[1], args[0]],
        };
        if *bits > 64 || !is_fixed(bound) || is_fixed(counter) {
            return None;
        }
        let adds_to = |phi: Register| {
            let Operand::Register(counter) = counter else {
                return false;
            };
            let pc = body.defined_at.get(&counter);
            let kind = pc.map(|pc| &function.code[*pc as usize].kind);
            matches!(kind, Some(Kind::Integer { args, .. }) if args.contains(&Operand::Register(phi)))
        };
        let latches = body.latches(function, header);
        let phis = body
            .incoming
            .iter()
            .filter(|(phi, _)| function.definitions[phi.0 as usize] == header);
        let mut phis: Vec<_> = phis.collect();
        phis.sort_by_key(|(phi, _)| phi.0);
        phis.into_iter().find_map(|(phi, incoming)| {
            let is_near = counter == Operand::Register(*phi) || adds_to(*phi);
            let offset = is_near.then(|| self.step(at, *phi, counter, *bits, header, 0));
            let offset = offset.flatten()?.term;
            let (back, entering): (Vec<_>, Vec<_>) = incoming
                .iter()
                .partition(|(from, _)| latches.contains(from));
            let ([(_, next)], [(_, first_value)]) = (&*back, &*entering) else {
                return None;
            };
            let step = self.step(at, *phi, *next, *bits, header, 0)?;
            let step = term::signed(self.builder.constant_value(step.term)?, *bits);
            if step == 0 {
                return None;
            }
            let entering = self.value(at, *first_value, *bits, None).term;
            Some(Counted {
                predicate: *predicate,
                holds: way == 0,
                bits: *bits,
                start: self.builder.add(entering, offset),
                bound,
                first,
                step,
            })
        })
    }
}
