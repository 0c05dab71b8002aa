//! Rewriting of one request: constant folding, ordering of operands, and the first rule that
//! applies, until none does.
//!
//! Invariant: the number of rewrites of a request is bounded, and right sides are built on
//! explicit stacks.

mod finished;
mod preparing;

use std::sync::Arc;

use term::{Op, TermId};

use crate::at_a_glance::key_of_term;
use crate::expr::eval;
use crate::index::Seen;
use crate::look::Look;
use crate::make::Make;
use crate::matching::{Bindings, Matched, matches, out_of_order};
use crate::pattern::make_spec;
use crate::rules::DirectedRules;
use crate::stop::Stop;
use crate::trace::Request;
use finished::Finished;
use preparing::{as_read, fold, peel};

/// Number of rewrites for one request, after which terms are built without simplification.
const FUEL: u32 = 1 << 17;

/// Length of the longest cycle of rules that is detected.
const CYCLE: usize = 6;

/// A right side under construction.
struct Frame {
    request: Request,
    program: u16,
    pc: usize,
    operands: usize,
}

/// The next step for a request: the finished term, or the program of a rule.
enum Outcome {
    Done(TermId),
    Rewrite(u16),
}

/// Rewrites requests. It has no terms of its own: a [`Look`] provides everything it knows about
/// them.
pub(crate) struct Rewriter {
    rules: Arc<DirectedRules>,
    frames: Vec<Frame>,
    /// The bindings of the match of each frame; one more entry than there are frames.
    bindings: Vec<Bindings>,
    operands: Vec<TermId>,
    finished: Finished,
    /// When to stop simplifying.
    pub(crate) stop: Stop,
    /// The largest number of rewrites that one request has taken so far.
    pub(crate) longest: u32,
}

impl Rewriter {
    pub(crate) fn new(rules: Arc<DirectedRules>) -> Rewriter {
        Rewriter {
            rules,
            frames: Vec::new(),
            bindings: Vec::new(),
            operands: Vec::new(),
            finished: Finished::default(),
            stop: Stop::default(),
            longest: 0,
        }
    }

    /// The rules in force.
    pub(crate) fn rules(&self) -> &DirectedRules {
        &self.rules
    }
    /// Replaces the rules; returns the previous ones.
    pub(crate) fn replace_rules(&mut self, rules: Arc<DirectedRules>) -> Arc<DirectedRules> {
        self.finished.forget();
        std::mem::replace(&mut self.rules, rules)
    }

    /// Whether rewriting had stopped at the latest check: the last terms may be unsimplified.
    pub(crate) const fn has_stopped(&self) -> bool {
        self.stop.has_been_over()
    }

    /// The simplified term of a request.
    pub(crate) fn build<L: Look>(&mut self, look: &mut L, request: Request) -> TermId {
        let rewriting = !self.stop.is_over();
        match self.step(look, &request, rewriting) {
            Outcome::Done(term) => {
                if let Some((trace, arena)) = look.trace() {
                    trace.answered(arena, request, term);
                }
                term
            }
            Outcome::Rewrite(program) => self.run(look, request, program),
        }
    }

    /// Folds constants, orders operands, and finds the first rule that applies.
    fn step<L: Look>(&mut self, look: &mut L, request: &Request, rewriting: bool) -> Outcome {
        let peeled;
        let mut request = request;
        let extracts = request.spec.op == Op::Extract && rewriting;
        if extracts {
            peeled = peel(look, request);
            request = &peeled;
        }
        if let Some((trace, _)) = look.trace() {
            trace.prepared = *request;
        }
        if extracts && request.spec.width == look.width(request.args[0]) {
            return Outcome::Done(request.args[0]);
        }
        let (spec, args) = (request.spec, request.args());
        if spec.op == Op::Apply || args.is_empty() {
            return Outcome::Done(look.term(spec, args));
        }
        let operands = as_read(look, request);
        let args = &operands[..args.len()];
        let mut keys = [Op::Const as usize; 3];
        let mut constants = 0;
        for (key_of, arg) in keys.iter_mut().zip(args) {
            *key_of = key_of_term(look, *arg);
            constants += (look.op(*arg) == Op::Const) as usize;
        }
        if constants == args.len() {
            return Outcome::Done(fold(look, spec, args));
        }
        let swapped;
        let mut args = args;
        if spec.op.is_commutative() && out_of_order(look, args[0], args[1]) {
            swapped = [args[1], args[0]];
            args = &swapped;
            keys.swap(0, 1);
        }
        if let Some((trace, _)) = look.trace() {
            trace.prepared = Request::new(spec, args);
        }
        if rewriting {
            // The bindings of the frame that a match would open.
            let depth = self.frames.len();
            if self.bindings.len() == depth {
                self.bindings.push(Bindings::default());
            }
            let bindings = &mut self.bindings[depth];
            let seen = Seen { spec, args, keys };
            let found = self.rules.find(look, seen, |look, program| {
                matches(program, spec, args, look, bindings)
            });
            if let Some(program) = found {
                return Outcome::Rewrite(program);
            }
        }
        Outcome::Done(look.term(spec, args))
    }

    /// Builds the right side of the rule that matched `request`.
    fn run<L: Look>(&mut self, look: &mut L, request: Request, program: u16) -> TermId {
        let mut fuel = FUEL;
        let rules = self.rules.clone();
        self.enter(look, request, program);
        while let Some(frame) = self.frames.last() {
            let depth = self.frames.len();
            let makes = &rules.program(frame.program).makes;
            let mut pc = frame.pc;
            // Runs until the frame is complete or another one is entered.
            let made = loop {
                if let Some((trace, _)) = look.trace() {
                    let before = pc.checked_sub(1).map(|pc| &makes[pc]);
                    let built = before.is_some_and(|make| matches!(make, Make::Node { .. }));
                    trace.end_part(self.operands.last().filter(|_| built));
                }
                let Some(make) = makes.get(pc) else {
                    self.finish(look);
                    break Some(());
                };
                pc += 1;
                let made = self.make(look, make, &mut fuel);
                if made.is_none() || self.frames.len() > depth {
                    self.frames[depth - 1].pc = pc;
                    break made;
                }
            };
            if made.is_none() {
                self.abandon(look);
            }
        }
        self.longest = self.longest.max(FUEL - fuel);
        let made = self.operands.pop();
        made.unwrap_or_else(|| look.term(request.spec, request.args()))
    }

    fn enter<L: Look>(&mut self, look: &mut L, request: Request, program: u16) {
        self.frames.push(Frame {
            request,
            program,
            pc: 0,
            operands: self.operands.len(),
        });
        if let Some((trace, _)) = look.trace() {
            trace.open();
        }
    }

    /// Completes the top frame; its result stays on the operand stack.
    fn finish<L: Look>(&mut self, look: &mut L) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let (request, program) = (frame.request, frame.program);
        let result = self.operands.last().copied();
        let sorted = result.is_some_and(|r| look.width(r) == request.spec.width);
        let result = match result {
            Some(result) if sorted => result,
            _ => look.term(request.spec, request.args()),
        };
        if let Some((trace, arena)) = look.trace() {
            trace.close(arena, request, result, self.rules.name(program));
        }
        self.operands.truncate(frame.operands);
        self.operands.push(result);
        if look.keeps() {
            self.finished.keep(request, result);
        }
    }

    /// Drops the top frame, which cannot be completed; its request is built without rules.
    fn abandon<L: Look>(&mut self, look: &mut L) {
        if let Some(frame) = self.frames.pop() {
            self.operands.truncate(frame.operands);
            let raw = look.term(frame.request.spec, frame.request.args());
            self.operands.push(raw);
            if let Some((trace, _)) = look.trace() {
                trace.drop_open();
            }
        }
    }

    /// Executes one instruction of the top frame; `None` when it cannot be executed.
    fn make<L: Look>(&mut self, look: &mut L, make: &Make, fuel: &mut u32) -> Option<()> {
        let bindings = &self.bindings[self.frames.len() - 1];
        let terms = &bindings.terms;
        let mut operands = Matched { look, terms };
        let mut value = |expr| eval(expr, &bindings.numbers, &mut operands);
        match make {
            Make::Var(register) => self.operands.push(bindings.terms[*register as usize]),
            Make::Const { width, value: v } => {
                let (width, v) = (value(width)?, value(v)?);
                if !(1..=128).contains(&width) {
                    return None;
                }
                let constant = look.constant(width as u8, v);
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
                    *width = look.width(*arg);
                }
                let spec = make_spec(*op, &attrs, &widths[..*arity])?;
                let request = Request::new(spec, args);
                self.operands.truncate(self.operands.len() - arity);
                self.request(look, request, fuel);
            }
        }
        Some(())
    }

    /// Builds an operation of a right side, or enters the rule that applies to it.
    fn request<L: Look>(&mut self, look: &mut L, request: Request, fuel: &mut u32) {
        if let Some((trace, _)) = look.trace() {
            trace.begin_part(request);
        }
        if look.keeps()
            && let Some(result) = self.finished.get(&request)
        {
            self.operands.push(result);
            return;
        }
        // Stops rules that undo each other before the fuel is used up.
        let recent = self.frames.iter().rev().take(CYCLE);
        let repeats = recent.into_iter().any(|frame| frame.request == request);
        let rewriting = *fuel > 0 && !repeats && !self.stop.is_over();
        match self.step(look, &request, rewriting) {
            Outcome::Done(term) => {
                self.operands.push(term);
                if let Some((trace, arena)) = look.trace() {
                    trace.answered(arena, request, term);
                }
            }
            Outcome::Rewrite(program) => {
                *fuel -= 1;
                self.enter(look, request, program);
            }
        }
    }
}
