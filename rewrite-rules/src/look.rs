//! The rewriter's view of terms: its only way to inspect and make them.
//!
//! Invariant: matching, guards and right sides depend on terms only through the answers of a
//! [`Look`], and on whether two ids that it returned are equal. So a record of the answers
//! contains everything that a rewriting depends on.

use term::{Arena, Format, Node, Op, Spec, TermId};

use crate::category::{Analysis, FloatFacts, Interval, Ranges, View};
use crate::number::Numbers;
use crate::trace::Trace;

/// Access to terms for rewriting.
pub(crate) trait Look {
    /// Whether finished right sides may be cached and reused. False while every query has to be
    /// observed.
    fn keeps(&self) -> bool;

    /// The operation and operands of a term.
    fn node(&mut self, term: TermId) -> Node;
    /// A term's width in bits.
    fn width(&mut self, term: TermId) -> u8;
    /// The value of a constant.
    fn constant_value(&mut self, term: TermId) -> Option<u128>;
    /// Whether the first term was made after the second.
    fn is_later(&mut self, x: TermId, y: TermId) -> bool;

    /// Bounds of a term read as an integer.
    fn interval(&mut self, term: TermId) -> Interval;
    /// Bounds of `p ? x : y`, its arms narrowed by the condition.
    fn select_interval(&mut self, p: TermId, x: TermId, y: TermId) -> Interval;
    /// The greatest number of nested sums and products of which bits are extracted.
    fn shift_depth(&mut self, term: TermId) -> u8;
    /// Facts about a term read as a float.
    fn float(&mut self, format: Format, term: TermId) -> FloatFacts;
    /// Whether a term read as a float is never a NaN other than the canonical one.
    fn canonical_nan(&mut self, format: Format, term: TermId) -> bool;

    /// A simpler term that is the same number: see [`crate::Builder::as_number`].
    fn as_number(&mut self, format: Format, term: TermId) -> TermId;
    /// The constant `value` reduced to `width` bits.
    fn constant(&mut self, width: u8, value: u128) -> TermId;
    /// The term `spec(args)`, without simplification.
    fn term(&mut self, spec: Spec, args: &[TermId]) -> TermId;

    /// The trace to record rewrites in, if there is one.
    fn trace(&mut self) -> Option<(&mut Trace, &Arena)> {
        None
    }
    /// A term's operator.
    fn op(&mut self, term: TermId) -> Op {
        self.node(term).op()
    }
}

/// Direct access to the terms of an arena.
pub(crate) struct Direct<'a> {
    pub arena: &'a mut Arena,
    pub analysis: &'a mut Analysis,
    pub numbers: &'a mut Numbers,
    pub ranges: &'a dyn Ranges,
    pub trace: Option<&'a mut Trace>,
}

impl Direct<'_> {
    /// The analysis, and the view that it needs.
    pub(crate) fn analysis(&mut self) -> (&mut Analysis, View<'_>) {
        let view = View {
            arena: self.arena,
            ranges: self.ranges,
        };
        (self.analysis, view)
    }
}

impl Look for Direct<'_> {
    #[inline]
    fn keeps(&self) -> bool {
        true
    }
    #[inline]
    fn node(&mut self, term: TermId) -> Node {
        *self.arena.node(term)
    }
    #[inline]
    fn width(&mut self, term: TermId) -> u8 {
        self.arena.width(term)
    }
    #[inline]
    fn constant_value(&mut self, term: TermId) -> Option<u128> {
        self.arena.constant_value(term)
    }
    fn is_later(&mut self, x: TermId, y: TermId) -> bool {
        x > y
    }
    fn interval(&mut self, term: TermId) -> Interval {
        let (analysis, view) = self.analysis();
        analysis.interval(view, term)
    }
    fn select_interval(&mut self, p: TermId, x: TermId, y: TermId) -> Interval {
        let (analysis, view) = self.analysis();
        analysis.select(view, p, x, y)
    }
    fn shift_depth(&mut self, term: TermId) -> u8 {
        self.analysis.shift_depth(self.arena, term)
    }
    fn float(&mut self, format: Format, term: TermId) -> FloatFacts {
        let (analysis, view) = self.analysis();
        analysis.float(view, format, term)
    }
    fn canonical_nan(&mut self, format: Format, term: TermId) -> bool {
        let (analysis, view) = self.analysis();
        analysis.canonical_nan(view, format, term)
    }
    fn as_number(&mut self, format: Format, term: TermId) -> TermId {
        self.numbers.simplify(self.arena, format, term)
    }
    fn constant(&mut self, width: u8, value: u128) -> TermId {
        self.arena.constant(width, value)
    }
    fn term(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        self.arena.term(spec, args)
    }
    fn trace(&mut self) -> Option<(&mut Trace, &Arena)> {
        let trace = self.trace.as_deref_mut()?;
        Some((trace, self.arena))
    }
    #[inline]
    fn op(&mut self, term: TermId) -> Op {
        self.arena.op(term)
    }
}
