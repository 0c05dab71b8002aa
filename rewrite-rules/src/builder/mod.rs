//! The term builder: constant folding, canonical operand order and the
//! directed rules, applied to every term while it is made.
//!
//! Invariant: the term returned has the same value as `spec(args)` for every
//! assignment, as far as the tiers of the rules promise it. No input makes it
//! recurse or run away: right sides are built on explicit stacks, and the
//! rewrites of one request are bounded.

mod passes;

use std::sync::Arc;

use term::{Arena, Op, Spec, TermId};

use crate::category::{Analysis, FloatFacts, Interval, Ranges, Unbounded, View};
use crate::look::Direct;
use crate::number::Numbers;
use crate::pieces::Pieces;
use crate::recall::Recall;
use crate::rewriting::Rewriter;
use crate::rules::{Assumptions, DirectedRules, RuleSet};
use crate::stop::Stop;
use crate::trace::{By, Request, Trace};

/// Makes simplified terms; owns the [`Arena`] they live in.
pub struct Builder {
    arena: Arena,
    rewriter: Rewriter,
    analysis: Analysis,
    /// Rewritings by what they looked at; none while other rules are in force, or
    /// a trace is kept.
    recall: Option<Box<Recall>>,
    pieces: Pieces,
    numbers: Numbers,
    /// What was done and why, when somebody wants to check it.
    trace: Option<Box<Trace>>,
}

impl Builder {
    /// A builder with an empty arena that applies the exact directed rules.
    pub fn new(rules: &RuleSet) -> Builder {
        let rules = DirectedRules::new(rules, Assumptions::default());
        Builder {
            arena: Arena::new(),
            analysis: Analysis::new(rules.assumptions()),
            rewriter: Rewriter::new(Arc::new(rules)),
            recall: Some(Box::default()),
            pieces: Pieces::default(),
            numbers: Numbers::default(),
            trace: None,
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

    /// Most rewrites that one request took so far.
    pub fn longest_rewriting(&self) -> u32 {
        self.rewriter.longest
    }

    /// Gives up rewriting as soon as `over` says that time is up: terms are made as
    /// they are from then on. It is asked every few hundred rewritings.
    pub fn stop_when(&mut self, over: impl Fn() -> bool + Send + 'static) {
        self.rewriter.stop = Stop::when(over);
    }
    /// Whether rewriting was given up.
    pub fn is_stopped(&mut self) -> bool {
        self.rewriter.stop.is_over()
    }

    /// Starts to keep a trace.
    pub fn record(&mut self) {
        self.recall = None;
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

    /// The simplified term, by memory or by the rules.
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

    /// The rules, and the terms that they see.
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
