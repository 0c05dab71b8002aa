//! Values of phis: induction variables (a start plus iterations times a step), and joins.

use term::{Op, Spec, TermId};

use super::super::graph::extent;
use super::depends::Depends;
use super::{Before, Guards, Value};
use crate::budgets::coverage::{LOOP_ROUNDS, STEP_DEPTH};
use crate::program::{Cast, Function, Kind, Operand, Register};

impl Guards<'_, '_> {
    pub(super) fn phi(&mut self, at: usize, register: Register, bits: u8, before: Before) -> Value {
        let id = self.activations[at].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        // A cycle that is not a natural loop comes back to this phi.
        let unknown = self.unknown(bits, Depends::default());
        self.values.insert((at, register, before), unknown);
        let Some(incoming) = body.incoming.get(&register) else {
            return unknown;
        };
        let block = function.definitions[register.0 as usize];
        let latches = body.latches(function, block);
        let (back, entering): (Vec<_>, Vec<_>) = incoming
            .iter()
            .partition(|(from, _)| latches.contains(from));
        if back.is_empty() {
            return self.chosen(at, register, unknown, before);
        }
        if before.is_some_and(|(_, header)| header != block) {
            let depends = Depends {
                sizes: true,
                ..Depends::default()
            };
            return Value { depends, ..unknown };
        }
        let start = match &*entering {
            [(_, only)] => self.value(at, *only, bits, None),
            _ => unknown,
        };
        let steps: Vec<Option<Value>> = back
            .iter()
            .map(|(_, operand)| self.step(at, register, *operand, bits, block, 0))
            .collect();
        let rounds = self.rounds(at, block);
        let looped = Depends {
            sizes: true,
            ..start.depends
        };
        let step = match steps.first() {
            Some(Some(first)) if bits <= 64 => {
                let alike = |step: &Option<Value>| step.is_some_and(|s| s.term == first.term);
                steps.iter().all(alike).then_some(*first)
            }
            _ => None,
        };
        let Some(step) = step else {
            // Until the first iteration ends the variable has its start value.
            let value = Value {
                depends: looped,
                ..unknown
            };
            if before.is_none() {
                let first = self.builder.constant(64, 0);
                let later = self.builder.ne(rounds, first);
                let unmoved = self.builder.eq(value.term, start.term);
                let either = self.builder.or(later, unmoved);
                self.conditions.push(either);
                if let [(_, next)] = &*back {
                    self.require_going_on(at, block, *next, (value.term, rounds));
                }
            }
            return value;
        };
        self.bound_distance(step.term, rounds);
        let mut gone = self.builder.trunc(rounds, bits);
        if before.is_some() {
            let one = self.builder.constant(bits, 1);
            gone = self.builder.sub(gone, one);
        }
        let distance = self.builder.mul(step.term, gone);
        Value {
            term: self.builder.add(start.term, distance),
            depends: looped.and(step.depends),
        }
    }

    /// Requires that a 32-bit variable with a small step does not wrap around: no object is
    /// that large. (Variables that wrap on purpose are narrower or have a large step.)
    pub(super) fn bound_distance(&mut self, step: TermId, rounds: TermId) {
        const SMALL: i128 = 1 << 20;
        let known = self.builder.constant_value(step);
        let small = known.is_none_or(|step| term::signed(step, 32).abs() < SMALL);
        if self.builder.width(step) != 32 || !small {
            return;
        }
        let wide = self.builder.sext(step, 64);
        let distance = self.builder.mul(wide, rounds);
        let low = self.builder.constant(64, (-(1i128 << 31)) as u128);
        let high = self.builder.constant(64, 1 << 31);
        let bounds = [
            self.builder.sle(low, distance),
            self.builder.slt(distance, high),
        ];
        self.conditions.extend(bounds);
    }

    /// The value of a phi at a join: a fresh symbol that equals one of the incoming values, whose
    /// edge was taken.
    pub(super) fn chosen(
        &mut self,
        at: usize,
        register: Register,
        unknown: Value,
        before: Before,
    ) -> Value {
        let id = self.activations[at].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let bits = self.builder.width(unknown.term);
        let block = function.definitions[register.0 as usize];
        let mut depends = Depends::default();
        let mut any = self.builder.bool(false);
        for (from, operand) in &body.incoming[&register] {
            let value = self.value(at, *operand, bits, before);
            depends = depends.and(value.depends);
            let mut chosen = self.builder.eq(unknown.term, value.term);
            if let Some(taken) = self.edge(at, (*from, block), before) {
                chosen = self.builder.and(chosen, taken);
            }
            any = self.builder.or(any, chosen);
        }
        // The condition that decides between the incoming values counts too.
        if let Some(above) = function.flow.dominator(block) {
            let (_, end) = extent(function, above);
            depends = depends.and(self.way(at, end as u32 - 1, 0, before).depends);
        }
        self.conditions.push(any);
        Value { depends, ..unknown }
    }

    /// The condition of the branch that ends a block, under which it leads to another block. If it
    /// ends in no branch, that of the branches below the dominator of the other block that lead to
    /// it, such as the exit of the loop before. `None` if there is no choice.
    fn edge(&mut self, at: usize, (from, to): (u32, u32), before: Before) -> Option<TermId> {
        let function = self.graph.function(self.activations[at].function);
        let (_, end) = extent(function, from);
        let last = function.code[..end].last()?;
        let Kind::Branch { edges, .. } = &last.kind else {
            let above = function.flow.dominator(to)?;
            let mut leading = self.leading_to(at, from);
            leading.retain(|(at, _)| function.flow.dominates(above, function.block_of(*at)));
            let taken = leading
                .into_iter()
                .map(|(branch, way)| self.way(at, branch, way, before).term);
            let taken: Vec<TermId> = taken.collect();
            return taken
                .into_iter()
                .reduce(|all, taken| self.builder.and(all, taken));
        };
        let way = edges.iter().position(|edge| edge.target == to)?;
        (edges[1 - way].target != to).then(|| self.way(at, end as u32 - 1, way, before).term)
    }

    /// The change of an induction variable in one iteration; `None` if it varies between
    /// iterations. `operand` is the intermediate value, `depth` the number of instructions
    /// passed.
    pub(super) fn step(
        &mut self,
        at: usize,
        variable: Register,
        operand: Operand,
        bits: u8,
        header: u32,
        depth: u32,
    ) -> Option<Value> {
        let Operand::Register(register) = operand else {
            return None;
        };
        if register == variable {
            return Some(Value {
                term: self.builder.constant(bits, 0),
                depends: Depends::default(),
            });
        }
        let id = self.activations[at].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let pc = *body.defined_at.get(&register)?;
        if depth == STEP_DEPTH {
            return None;
        }
        let fixed = |operand| is_fixed(function, header, operand);
        match &function.code[pc as usize].kind {
            Kind::Integer {
                op: op @ (Op::Add | Op::Sub),
                args: [x, y],
                bits: own,
                ..
            } if *own <= 64 => {
                let (rest, moved) = match (fixed(*x), fixed(*y)) {
                    (false, true) => (*x, *y),
                    (true, false) if *op == Op::Add => (*y, *x),
                    _ => return None,
                };
                let rest = self.step(at, variable, rest, bits, header, depth + 1)?;
                let moved = self.value(at, moved, *own, None);
                let by = self.builder.trunc(moved.term, bits);
                let term = self.builder.build(Spec::int(*op, bits), &[rest.term, by]);
                Some(Value {
                    term,
                    depends: rest.depends.and(moved.depends),
                })
            }
            // C adds narrow integers as `int`; the low bits of that sum are the narrow sum.
            Kind::Cast {
                cast: Cast::Truncate | Cast::ZeroExtend | Cast::SignExtend,
                from,
                to,
                arg,
                ..
            } if from.bits().min(to.bits()) >= bits => {
                self.step(at, variable, *arg, bits, header, depth + 1)
            }
            Kind::Address {
                base,
                offset,
                indices,
                lanes: None,
            } if indices
                .iter()
                .all(|index| fixed(index.operand) && index.bits <= 64) =>
            {
                let mut value = self.step(at, variable, *base, bits, header, depth + 1)?;
                let constant = self.builder.constant(64, *offset as u128);
                value.term = self.builder.add(value.term, constant);
                for index in indices {
                    let moved = self.value(at, index.operand, index.bits, None);
                    let wide = self.builder.sext(moved.term, 64);
                    let scale = self.builder.constant(64, u128::from(index.scale));
                    let distance = self.builder.mul(wide, scale);
                    value.term = self.builder.add(value.term, distance);
                    value.depends = value.depends.and(moved.depends);
                }
                Some(value)
            }
            _ => None,
        }
    }

    /// Requires a condition of all iterations of a loop but the first.
    pub(super) fn require_later(&mut self, rounds: TermId, held: TermId) {
        let none = self.builder.constant(64, 0);
        let first = self.builder.eq(rounds, none);
        let either = self.builder.or(first, held);
        self.conditions.push(either);
    }

    /// The number of completed iterations of a loop, a symbol; adds the conditions under
    /// which the last of them began.
    pub(super) fn rounds(&mut self, at: usize, header: u32) -> TermId {
        if let Some(rounds) = self.rounds.get(&(at, header)) {
            return *rounds;
        }
        let rounds = self.unknown(64, Depends::default()).term;
        self.rounds.insert((at, header), rounds);
        let most = self.builder.constant(64, LOOP_ROUNDS);
        let bound = self.builder.ule(rounds, most);
        self.conditions.push(bound);
        let id = self.activations[at].function;
        let (function, body) = (self.graph.function(id), self.graph.body(id));
        let [latch] = *body.latches(function, header) else {
            return rounds;
        };
        let inside = |at: u32| function.flow.dominates(header, function.block_of(at));
        let mut held = self.leading_to(at, latch);
        held.retain(|(at, _)| inside(*at));
        let (_, end) = extent(function, latch);
        if let Some(Kind::Branch { edges, .. }) = function.code[..end].last().map(|i| &i.kind)
            && edges[0].target != edges[1].target
        {
            let back = edges.iter().position(|edge| edge.target == header);
            held.extend(back.map(|way| (end as u32 - 1, way)));
        }
        for (branch, way) in held {
            let held = self.way(at, branch, way, Some((at, header)));
            self.require_later(rounds, held.term);
            self.require_all(at, header, (branch, way), rounds);
        }
        rounds
    }
}

/// Whether an operand has one value in all iterations of the loop with this header.
pub(super) fn is_fixed(function: &Function, header: u32, operand: Operand) -> bool {
    match operand {
        Operand::Constant(_) => true,
        Operand::Register(register) => {
            let block = function.definitions[register.0 as usize];
            (register.0 as usize) < function.params.len() || !function.flow.dominates(header, block)
        }
    }
}
