//! One request: folded, ordered, and rewritten by the first rule that applies,
//! until none does.
//!
//! Invariant: the rewrites of a request are bounded, and right sides are built
//! on explicit stacks.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use term::{Op, Spec, TermId};

use super::{Builder, CACHE};
use crate::at_a_glance::key_of_term;
use crate::category::{Ranges, View};
use crate::expr::eval;
use crate::index::Seen;
use crate::make::Make;
use crate::matching::{Bindings, Matched, matches, out_of_order};
use crate::pattern::make_spec;
use crate::trace::Request;

/// Most rewrites for one request; after that terms are made as they are.
const FUEL: u32 = 1 << 17;

/// Longest cycle of rules that is noticed at once.
const CYCLE: usize = 6;

/// Where a request's right side is kept in the cache.
fn slot(request: &Request) -> usize {
    let mut h = FxHasher::default();
    request.hash(&mut h);
    (h.finish() >> 40) as usize % CACHE
}

/// A right side under construction.
pub(super) struct Frame {
    request: Request,
    program: u16,
    pc: usize,
    operands: usize,
}

/// Where a request leads.
enum Outcome {
    Done(TermId),
    Rewrite(u16),
}

impl Builder {
    pub(super) fn build_once(
        &mut self,
        spec: Spec,
        args: &[TermId],
        ranges: &dyn Ranges,
    ) -> TermId {
        let request = Request::new(spec, args);
        match self.step(&request, ranges, true) {
            Outcome::Done(term) => {
                if let Some(trace) = &mut self.trace {
                    trace.answered(&self.arena, request, term);
                }
                term
            }
            Outcome::Rewrite(program) => self.run(request, program, ranges),
        }
    }

    /// Folds, orders, or finds the first rule that applies.
    fn step(&mut self, request: &Request, ranges: &dyn Ranges, rewriting: bool) -> Outcome {
        let peeled;
        let mut request = request;
        if request.spec.op == Op::Extract && rewriting {
            peeled = self.peel(request);
            request = &peeled;
        }
        if let Some(trace) = &mut self.trace {
            trace.prepared = *request;
        }
        let extracts = request.spec.op == Op::Extract && rewriting;
        if extracts && request.spec.width == self.arena.width(request.args[0]) {
            return Outcome::Done(request.args[0]);
        }
        let (spec, args) = (request.spec, request.args());
        if spec.op == Op::Apply || args.is_empty() {
            return Outcome::Done(self.arena.term(spec, args));
        }
        let mut operands = request.args;
        if let Some(format) = spec.operand_format() {
            for operand in &mut operands[..args.len()] {
                *operand = self.as_number(format, *operand);
            }
        }
        let args = &operands[..args.len()];
        let mut keys = [Op::Const as usize; 3];
        let mut constants = 0;
        for (key_of, arg) in keys.iter_mut().zip(args) {
            *key_of = key_of_term(&self.arena, *arg);
            constants += (self.arena.op(*arg) == Op::Const) as usize;
        }
        if constants == args.len() {
            return Outcome::Done(self.fold(spec, args));
        }
        let swapped;
        let mut args = args;
        if spec.op.is_commutative() && out_of_order(&self.arena, args[0], args[1]) {
            swapped = [args[1], args[0]];
            args = &swapped;
            keys.swap(0, 1);
        }
        if let Some(trace) = &mut self.trace {
            trace.prepared = Request::new(spec, args);
        }
        if rewriting {
            let view = View {
                arena: &self.arena,
                ranges,
            };
            // Those of the frame that a match would open.
            let depth = self.frames.len();
            if self.bindings.len() == depth {
                self.bindings.push(Bindings::default());
            }
            let (analysis, bindings) = (&mut self.analysis, &mut self.bindings[depth]);
            let seen = Seen {
                arena: &self.arena,
                spec,
                args,
                keys,
            };
            let found = self.rules.find(seen, |program| {
                matches(program, spec, args, view, analysis, bindings)
            });
            if let Some(program) = found {
                return Outcome::Rewrite(program);
            }
        }
        Outcome::Done(self.arena.term(spec, args))
    }

    /// Builds the right side of a rule that has just matched `request`.
    fn run(&mut self, request: Request, program: u16, ranges: &dyn Ranges) -> TermId {
        let mut fuel = FUEL;
        let rules = self.rules.clone();
        self.enter(request, program);
        while let Some(frame) = self.frames.last() {
            let depth = self.frames.len();
            let makes = &rules.program(frame.program).makes;
            let mut pc = frame.pc;
            // Until the frame is complete, or another is entered.
            let made = loop {
                if let Some(trace) = &mut self.trace {
                    let before = pc.checked_sub(1).map(|pc| &makes[pc]);
                    let built = before.is_some_and(|make| matches!(make, Make::Node { .. }));
                    trace.end_part(self.operands.last().filter(|_| built));
                }
                let Some(make) = makes.get(pc) else {
                    self.finish();
                    break Some(());
                };
                pc += 1;
                let made = self.make(make, ranges, &mut fuel);
                if made.is_none() || self.frames.len() > depth {
                    self.frames[depth - 1].pc = pc;
                    break made;
                }
            };
            if made.is_none() {
                self.abandon();
            }
        }
        self.longest = self.longest.max(FUEL - fuel);
        self.operands.pop().unwrap_or_else(|| self.raw(&request))
    }

    fn enter(&mut self, request: Request, program: u16) {
        self.frames.push(Frame {
            request,
            program,
            pc: 0,
            operands: self.operands.len(),
        });
        if let Some(trace) = &mut self.trace {
            trace.open();
        }
    }

    /// The request as a plain term.
    fn raw(&mut self, request: &Request) -> TermId {
        self.arena.term(request.spec, request.args())
    }

    /// The frame on top is complete: its result stays on the operand stack.
    fn finish(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let result = self.operands.last().copied();
        let sorted = result.is_some_and(|r| self.arena.width(r) == frame.request.spec.width);
        let result = match result {
            Some(result) if sorted => result,
            _ => self.raw(&frame.request),
        };
        if let Some(trace) = &mut self.trace {
            let rule = self.rules.name(frame.program);
            trace.close(&self.arena, frame.request, result, rule);
        }
        self.operands.truncate(frame.operands);
        self.operands.push(result);
        self.cache[slot(&frame.request)] = (self.generation, frame.request, result);
    }

    /// The frame on top cannot be completed: its request is built as it is.
    fn abandon(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.operands.truncate(frame.operands);
            let raw = self.raw(&frame.request);
            self.operands.push(raw);
            if let Some(trace) = &mut self.trace {
                trace.drop_open();
            }
        }
    }

    /// One instruction of the frame on top; `None` when it cannot be done.
    fn make(&mut self, make: &Make, ranges: &dyn Ranges, fuel: &mut u32) -> Option<()> {
        let bindings = &self.bindings[self.frames.len() - 1];
        let mut operands = Matched {
            view: View {
                arena: &self.arena,
                ranges,
            },
            analysis: &mut self.analysis,
            terms: &bindings.terms,
        };
        let mut value = |expr| eval(expr, &bindings.numbers, &mut operands);
        match make {
            Make::Var(register) => self.operands.push(bindings.terms[*register as usize]),
            Make::Const { width, value: v } => {
                let (width, v) = (value(width)?, value(v)?);
                if !(1..=128).contains(&width) {
                    return None;
                }
                let constant = self.arena.constant(width as u8, v);
                self.operands.push(constant);
            }
            Make::Node {
                op,
                attributes,
                arity,
            } => {
                let mut attrs = [0; 3];
                for (attr, expr) in attrs.iter_mut().zip(attributes) {
                    *attr = value(expr)?;
                }
                let args = &self.operands[self.operands.len() - arity..];
                let mut widths = [0; 3];
                for (width, arg) in widths.iter_mut().zip(args) {
                    *width = self.arena.width(*arg);
                }
                let spec = make_spec(*op, &attrs, &widths[..*arity])?;
                let request = Request::new(spec, args);
                self.operands.truncate(self.operands.len() - arity);
                self.request(request, ranges, fuel);
            }
        }
        Some(())
    }

    /// Builds a part of a right side, or enters the rule that applies to it.
    fn request(&mut self, request: Request, ranges: &dyn Ranges, fuel: &mut u32) {
        if let Some(trace) = &mut self.trace {
            trace.begin_part(request);
        }
        let (generation, known, result) = self.cache[slot(&request)];
        if generation == self.generation && known == request {
            self.operands.push(result);
            return;
        }
        // Rules that undo each other must not run until the fuel is gone.
        let recent = self.frames.iter().rev().take(CYCLE);
        let repeats = recent.into_iter().any(|frame| frame.request == request);
        match self.step(&request, ranges, *fuel > 0 && !repeats) {
            Outcome::Done(term) => {
                self.operands.push(term);
                if let Some(trace) = &mut self.trace {
                    trace.answered(&self.arena, request, term);
                }
            }
            Outcome::Rewrite(program) => {
                *fuel -= 1;
                self.enter(request, program);
            }
        }
    }
}
