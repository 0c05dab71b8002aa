//! The term builder: applies constant folding, canonical operand order and the directed rules to
//! every term while it is made.
//!
//! Invariant: the returned term has the same value as `spec(args)` for every assignment, as far
//! as the tiers of the rules promise it. No input causes deep recursion or endless rewriting:
//! right sides are built on explicit stacks, and the rewrites of one request are bounded.

mod passes;

use std::sync::Arc;

use term::{Arena, Op, Spec, TermId};

use crate::assumptions::Assumptions;
use crate::category::{Analysis, FloatFacts, Interval, Ranges, Unbounded, View};
use crate::look::Direct;
use crate::number::Numbers;
use crate::pieces::Pieces;
use crate::recall::Recall;
use crate::rewriting::Rewriter;
use crate::rules::{DirectedRules, RuleSet};
use crate::stop::Stop;
use crate::trace::{By, Request, Trace};

/// Builds simplified terms in its own [`Arena`].
pub struct Builder {
    arena: Arena,
    rewriter: Rewriter,
    analysis: Analysis,
    /// Cache of rewritings by the facts that they depend on; `None` while other rules are in
    /// force or a trace is recorded.
    recall: Option<Box<Recall>>,
    pieces: Pieces,
    numbers: Numbers,
    /// The trace of rewrites, if one is recorded for the certificate.
    trace: Option<Box<Trace>>,
}

impl Builder {
    /// A builder with an empty arena that applies the exact directed rules.
    pub fn new(rules: &RuleSet) -> Builder {
        Builder::applying(Arc::new(DirectedRules::new(rules, Assumptions::default())))
    }

    /// A builder with an empty arena that applies the given rules, which must be exact. Many
    /// builders can share one index of the rules, which takes milliseconds to make.
    pub fn applying(rules: Arc<DirectedRules>) -> Builder {
        Builder {
            arena: Arena::new(),
            analysis: Analysis::new(rules.assumptions()),
            rewriter: Rewriter::new(rules),
            recall: Some(Box::default()),
            pieces: Pieces::default(),
            numbers: Numbers::default(),
            trace: None,
        }
    }

    /// The arena with all terms made so far.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }
    /// The arena, to declare inputs and functions.
    pub fn arena_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }
    /// Bounds of a term read as an integer, for all inputs.
    pub fn interval(&mut self, term: TermId) -> Interval {
        let view = View {
            arena: &self.arena,
            ranges: &Unbounded,
        };
        self.analysis.interval(view, term)
    }
    /// Facts about a term read as a float, for all inputs.
    pub fn float_facts(&mut self, format: term::Format, term: TermId) -> FloatFacts {
        let view = View {
            arena: &self.arena,
            ranges: &Unbounded,
        };
        self.analysis.float(view, format, term)
    }

    /// The largest number of rewrites that one request has taken so far.
    pub fn longest_rewriting(&self) -> u32 {
        self.rewriter.longest
    }

    /// The number of rewritings since [`Builder::stop_when`], or since the builder was made: a
    /// measure of its work that does not depend on the machine. Answers that are remembered
    /// count as none.
    pub fn rewritings(&self) -> u64 {
        self.rewriter.stop.rewritings()
    }

    /// Stops rewriting once `over` returns true: from then on terms are built without
    /// simplification. `over` is called every few hundred rewritings.
    pub fn stop_when(&mut self, over: impl Fn() -> bool + Send + 'static) {
        self.rewriter.stop = Stop::when(over);
    }
    /// Whether rewriting has stopped.
    pub fn is_stopped(&mut self) -> bool {
        self.rewriter.stop.is_over()
    }

    /// Starts recording a trace.
    pub fn record(&mut self) {
        self.recall = None;
        self.trace = Some(Box::default());
    }
    /// The trace since [`Builder::record`], if one is recorded.
    pub fn trace(&mut self) -> Option<&mut Trace> {
        self.trace.as_deref_mut()
    }

    /// The arena, and the trace if one is recorded.
    pub fn arena_and_trace(&self) -> (&Arena, Option<&Trace>) {
        (&self.arena, self.trace.as_deref())
    }

    /// Returns the simplified term `spec(args)`. Constants and symbols are made by the arena
    /// instead.
    pub fn build(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        let made = self.build_exact(spec, args);
        if let Some(trace) = &mut self.trace {
            trace.asked(&self.arena, Request::new(spec, args), made);
        }
        made
    }

    fn build_exact(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        if let (Op::Concat, [high, low]) = (spec.op, args)
            && let Some(joined) = self.join(spec, *high, *low)
        {
            return joined;
        }
        let made = self.build_once(spec, args);
        if spec.op == Op::Extract && self.rewriter.rules().assumptions() == Assumptions::default() {
            self.pieces.note(&self.arena, spec, args[0], made);
        }
        made
    }

    /// The simplified term, from the cache or by the rules.
    fn build_once(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        let request = Request::new(spec, args);
        let recall = self.recall.take();
        let (rewriter, mut look) = self.look(&Unbounded);
        match recall {
            Some(mut recall) => {
                let made = recall.build(rewriter, &mut look, request);
                self.recall = Some(recall);
                made
            }
            None => rewriter.build(&mut look, request),
        }
    }

    /// The rewriter, and its view of the terms.
    fn look<'a>(&'a mut self, ranges: &'a dyn Ranges) -> (&'a mut Rewriter, Direct<'a>) {
        let look = Direct {
            arena: &mut self.arena,
            analysis: &mut self.analysis,
            numbers: &mut self.numbers,
            ranges,
            trace: self.trace.as_deref_mut(),
        };
        (&mut self.rewriter, look)
    }

    /// `high` concatenated above `low`, if `high` and `low`, or `high` and the upper part of
    /// `low`, are adjacent pieces of one term.
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

    /// Records a rewrite in the trace.
    fn note(&mut self, spec: Spec, args: &[TermId], made: TermId, by: By) {
        if let Some(trace) = &mut self.trace {
            trace.rewrite(&self.arena, Request::new(spec, args), made, by);
        }
    }

    /// A term that is the same number of `format`: it has the same bits, or both are NaNs. For
    /// operands read as floats, and for results compared with all NaNs equal.
    pub fn as_number(&mut self, format: term::Format, term: TermId) -> TermId {
        self.numbers.simplify(&mut self.arena, format, term)
    }

    /// [`Builder::interval`] under input ranges.
    pub(crate) fn interval_under(&mut self, term: TermId, ranges: &dyn Ranges) -> Interval {
        let arena = &self.arena;
        self.analysis.interval(View { arena, ranges }, term)
    }
    /// [`Builder::float_facts`] under input ranges.
    pub(crate) fn float_under(
        &mut self,
        format: term::Format,
        term: TermId,
        ranges: &dyn Ranges,
    ) -> FloatFacts {
        let arena = &self.arena;
        self.analysis.float(View { arena, ranges }, format, term)
    }

    /// [`Builder::build`] with the current rules under input ranges.
    pub(crate) fn build_under(
        &mut self,
        spec: Spec,
        args: &[TermId],
        ranges: &dyn Ranges,
    ) -> TermId {
        let request = Request::new(spec, args);
        let (rewriter, mut look) = self.look(ranges);
        let made = rewriter.build(&mut look, request);
        if let Some(trace) = &mut self.trace {
            trace.asked(&self.arena, Request::new(spec, args), made);
        }
        made
    }
}

#[cfg(test)]
mod tests;
