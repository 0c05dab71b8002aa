//! The term builder: constant folding, canonical operand order and the
//! directed rules, applied to every term while it is made.
//!
//! Invariant: the term returned has the same value as `spec(args)` for every
//! assignment, as far as the tiers of the rules promise it. No input makes it
//! recurse or run away: right sides are built on explicit stacks, and the
//! rewrites of one request are bounded.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;
use term::{Arena, Cone, Node, Op, Spec, TermId};

use crate::category::{Analysis, FloatFacts, Interval, Ranges, Unbounded, View};
use crate::compile::{Make, key};
use crate::expr::eval;
use crate::matching::{Bindings, Matched, matches, out_of_order};
use crate::number::Numbers;
use crate::pattern::make_spec;
use crate::pieces::Pieces;
use crate::rules::{Assumptions, DirectedRules, RuleSet};
use crate::trace::{By, Origins, Request, Trace};

/// Most rewrites for one request; after that terms are made as they are.
const FUEL: u32 = 1 << 17;

/// Longest cycle of rules that is noticed at once.
const CYCLE: usize = 6;

/// Entries of the cache of finished right sides; a power of two.
const CACHE: usize = 1 << 11;

/// Where a request's right side is kept in the cache.
fn slot(request: &Request) -> usize {
    let mut h = FxHasher::default();
    request.hash(&mut h);
    (h.finish() >> 40) as usize % CACHE
}

/// A right side under construction.
struct Frame {
    request: Request,
    program: u16,
    pc: usize,
    operands: usize,
    bindings: Bindings,
}

/// Makes simplified terms; owns the [`Arena`] they live in.
pub struct Builder {
    arena: Arena,
    rules: Arc<DirectedRules>,
    analysis: Analysis,
    bindings: Bindings,
    frames: Vec<Frame>,
    operands: Vec<TermId>,
    /// Finished right sides, and the generation of the rules that made them.
    cache: Vec<(u32, Request, TermId)>,
    generation: u32,
    pieces: Pieces,
    numbers: Numbers,
    /// What was done and why, when somebody wants to check it.
    trace: Option<Box<Trace>>,
    /// Most rewrites that one request took so far; tests watch it.
    longest: u32,
}

/// Where a request leads.
enum Outcome {
    Done(TermId),
    Rewrite(u16),
}

impl Builder {
    /// A builder with an empty arena that applies the exact directed rules.
    pub fn new(rules: &RuleSet) -> Builder {
        let rules = DirectedRules::new(rules, Assumptions::default());
        let nothing = Request::new(Spec::int(Op::Const, 1), &[]);
        Builder {
            arena: Arena::new(),
            analysis: Analysis::new(rules.assumptions()),
            rules: Arc::new(rules),
            bindings: Bindings::default(),
            frames: Vec::new(),
            operands: Vec::new(),
            cache: vec![(0, nothing, TermId::from_index(0)); CACHE],
            generation: 1,
            pieces: Pieces::default(),
            numbers: Numbers::default(),
            trace: None,
            longest: 0,
        }
    }

    /// The terms made so far.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }
    /// The arena, to declare inputs and functions.
    pub fn arena_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }
    /// Bounds of a term read as an integer, whatever the inputs are.
    pub fn interval(&mut self, term: TermId) -> Interval {
        let view = View {
            arena: &self.arena,
            ranges: &Unbounded,
        };
        self.analysis.interval(view, term)
    }
    /// What is known of a term read as a float, whatever the inputs are.
    pub fn float_facts(&mut self, format: term::Format, term: TermId) -> FloatFacts {
        let view = View {
            arena: &self.arena,
            ranges: &Unbounded,
        };
        self.analysis.float(view, format, term)
    }

    /// Starts to keep a trace.
    pub fn record(&mut self) {
        self.trace = Some(Box::default());
    }
    /// What was done since [`Builder::record`].
    pub fn trace(&mut self) -> Option<&mut Trace> {
        self.trace.as_deref_mut()
    }

    /// The terms made so far, and what was done to make them.
    pub fn arena_and_trace(&self) -> (&Arena, Option<&Trace>) {
        (&self.arena, self.trace.as_deref())
    }

    /// The simplified term `spec(args)`. Constants and symbols are made by the
    /// arena itself.
    pub fn build(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        let made = self.build_exact(spec, args);
        if let Some(trace) = &mut self.trace {
            trace.asked(Request::new(spec, args), made);
        }
        made
    }

    fn build_exact(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        if let (Op::Concat, [high, low]) = (spec.op, args)
            && let Some(joined) = self.join(spec, *high, *low)
        {
            return joined;
        }
        let made = self.build_once(spec, args, &Unbounded);
        if spec.op == Op::Extract && self.rules.assumptions() == Assumptions::default() {
            self.pieces.note(&self.arena, spec, args[0], made);
        }
        made
    }

    /// `high` above `low`, where `high` and what is on top of `low` are
    /// neighbouring pieces of one term.
    fn join(&mut self, spec: Spec, high: TermId, low: TermId) -> Option<TermId> {
        if let Some((whole, offset)) = self.pieces.join(&self.arena, high, low) {
            let joined = self.build_exact(Spec::extract(offset, spec.width), &[whole]);
            let widths = [high, low].map(|t| self.arena.width(t));
            let by = By::Join {
                whole,
                offset,
                widths,
            };
            self.note(spec, &[high, low], joined, by);
            return Some(joined);
        }
        let node = *self.arena.node(low);
        if node.op() != Op::Concat {
            return None;
        }
        let (top, rest) = (node.child(0), node.child(1));
        let (whole, offset) = self.pieces.join(&self.arena, high, top)?;
        let width = self.arena.width(high) + self.arena.width(top);
        let joined = self.build_exact(Spec::extract(offset, width), &[whole]);
        let made = self.build_exact(spec, &[joined, rest]);
        let by = By::JoinTop {
            whole,
            offset,
            joined,
            top,
            rest,
            widths: [high, top].map(|t| self.arena.width(t)),
        };
        self.note(spec, &[high, low], made, by);
        Some(made)
    }

    /// Records how a request was answered.
    fn note(&mut self, spec: Spec, args: &[TermId], made: TermId, by: By) {
        if let Some(trace) = &mut self.trace {
            trace.rewrite(&self.arena, Request::new(spec, args), made, by);
        }
    }

    /// A term that is the same number of `format`: where it has other bits, both
    /// are NaNs. For operands that are read as floats, and for results that are
    /// compared with all NaNs alike.
    pub fn as_number(&mut self, format: term::Format, term: TermId) -> TermId {
        self.numbers.simplify(&mut self.arena, format, term)
    }

    /// Equal terms of the same values, simplified by other rules: those of
    /// `rules`, which may include assumption tiers, and with what `ranges`
    /// says of the inputs. One result for each of `roots`.
    ///
    /// The results hold under the assumptions of `rules` only: do not mix them
    /// with exact terms.
    pub fn rebuild(
        &mut self,
        roots: &[TermId],
        rules: &Arc<DirectedRules>,
        ranges: &dyn Ranges,
    ) -> Vec<TermId> {
        self.with_rules(rules, |builder| {
            builder.map(roots, |builder, _, node, args| {
                builder.build_under(node.spec(), args, ranges)
            })
        })
    }

    /// Runs `work` with other rules and their analysis in place.
    pub(crate) fn with_rules<R>(
        &mut self,
        rules: &Arc<DirectedRules>,
        work: impl FnOnce(&mut Builder) -> R,
    ) -> R {
        let analysis = Analysis::new(rules.assumptions());
        let own_rules = std::mem::replace(&mut self.rules, rules.clone());
        let own_analysis = std::mem::replace(&mut self.analysis, analysis);
        self.generation += 1;
        if let Some(trace) = &mut self.trace {
            trace.enter();
        }
        let result = work(self);
        self.rules = own_rules;
        self.analysis = own_analysis;
        self.generation += 1;
        if let Some(trace) = &mut self.trace {
            trace.leave();
        }
        result
    }

    /// The normal form of a term that `work` makes.
    pub(crate) fn normal_form(
        &mut self,
        term: TermId,
        work: impl FnOnce(&mut Builder) -> TermId,
    ) -> TermId {
        let Some(trace) = &mut self.trace else {
            return work(self);
        };
        let outer = trace.origins.replace(Origins::default());
        let normal = work(self);
        let node = *self.arena.node(term);
        if let Some(trace) = &mut self.trace {
            let built = std::mem::replace(&mut trace.origins, outer).unwrap_or_default();
            if normal != term {
                let by = By::Normal { term, built };
                self.note(node.spec(), node.children(), normal, by);
            }
        }
        normal
    }

    /// Replaces every inner node below `roots`, operands first, by what `build`
    /// makes of the term, its node and the replaced operands.
    pub(crate) fn map(
        &mut self,
        roots: &[TermId],
        mut build: impl FnMut(&mut Builder, TermId, &Node, &[TermId]) -> TermId,
    ) -> Vec<TermId> {
        let cone = Cone::of(&self.arena, roots);
        let mut mapped: Vec<TermId> = Vec::with_capacity(cone.len());
        for i in 0..cone.len() {
            let node = *self.arena.node(cone.terms[i]);
            let mut args = [TermId::from_index(0); 3];
            let count = node.children().len();
            for (arg, child) in args.iter_mut().zip(node.children()) {
                *arg = cone.position(*child).map_or(*child, |p| mapped[p]);
            }
            mapped.push(match count {
                0 => cone.terms[i],
                _ => build(self, cone.terms[i], &node, &args[..count]),
            });
        }
        if let Some(trace) = &mut self.trace {
            trace.pass(&cone.terms, &mapped);
        }
        let at = |root: &TermId| cone.position(*root).map_or(*root, |p| mapped[p]);
        roots.iter().map(at).collect()
    }

    /// Like [`Builder::interval`] with what `ranges` says of the inputs.
    pub(crate) fn interval_under(&mut self, term: TermId, ranges: &dyn Ranges) -> Interval {
        let arena = &self.arena;
        self.analysis.interval(View { arena, ranges }, term)
    }
    /// Like [`Builder::float_facts`] with what `ranges` says of the inputs.
    pub(crate) fn float_under(
        &mut self,
        format: term::Format,
        term: TermId,
        ranges: &dyn Ranges,
    ) -> FloatFacts {
        let arena = &self.arena;
        self.analysis.float(View { arena, ranges }, format, term)
    }

    /// [`Builder::build`] with the current rules and what `ranges` says.
    pub(crate) fn build_under(
        &mut self,
        spec: Spec,
        args: &[TermId],
        ranges: &dyn Ranges,
    ) -> TermId {
        let made = self.build_once(spec, args, ranges);
        if let Some(trace) = &mut self.trace {
            trace.asked(Request::new(spec, args), made);
        }
        made
    }

    fn build_once(&mut self, spec: Spec, args: &[TermId], ranges: &dyn Ranges) -> TermId {
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
        let mut values = [None; 3];
        let mut widths = [0; 3];
        for (i, arg) in args.iter().enumerate() {
            let node = self.arena.node(*arg);
            widths[i] = node.width();
            values[i] = match node.op() {
                Op::Const => self.arena.constant_value(*arg),
                _ => None,
            };
            keys[i] = key(node.op(), values[i], widths[i]);
        }
        let n = args.len();
        if values[..n].iter().all(|v| v.is_some()) {
            let value = term::apply(
                spec,
                &widths[..n],
                &values.map(Option::unwrap_or_default)[..n],
            );
            return Outcome::Done(self.arena.constant(spec.width, value));
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
            let (analysis, bindings) = (&mut self.analysis, &mut self.bindings);
            let found = self.rules.candidates(spec, args, keys, |program| {
                matches(program, spec, args, view, analysis, bindings)
            });
            if let Some(program) = found {
                return Outcome::Rewrite(program);
            }
        }
        Outcome::Done(self.arena.term(spec, args))
    }

    /// An extract of the innermost operand of concatenations that holds all of
    /// its bits. Vectors of bytes pass through wide lanes at every instruction:
    /// one rule at a time is too slow for that.
    fn peel(&self, request: &Request) -> Request {
        let (mut term, mut offset) = (request.args[0], request.spec.offset());
        let width = request.spec.width;
        loop {
            let node = self.arena.node(term);
            if node.op() != Op::Concat {
                break;
            }
            let below = self.arena.width(node.child(1));
            if offset >= below {
                (term, offset) = (node.child(0), offset - below);
            } else if offset + width <= below {
                term = node.child(1);
            } else {
                break;
            }
        }
        Request::new(Spec::extract(offset, width), &[term])
    }

    /// Builds the right side of a rule that has just matched `request`.
    fn run(&mut self, request: Request, program: u16, ranges: &dyn Ranges) -> TermId {
        let mut fuel = FUEL;
        let rules = self.rules.clone();
        self.enter(request, program);
        while let Some(frame) = self.frames.last_mut() {
            let makes = &rules.program(frame.program).makes;
            if let Some(trace) = &mut self.trace {
                let before = frame.pc.checked_sub(1).map(|pc| &makes[pc]);
                let built = before.is_some_and(|make| matches!(make, Make::Node { .. }));
                trace.end_part(self.operands.last().filter(|_| built));
            }
            let made = match makes.get(frame.pc) {
                Some(make) => {
                    frame.pc += 1;
                    self.make(make, ranges, &mut fuel)
                }
                None => {
                    self.finish();
                    Some(())
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
            bindings: self.bindings,
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
        let bindings = &self.frames.last()?.bindings;
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

#[cfg(test)]
#[path = "builder_tests.rs"]
mod tests;
