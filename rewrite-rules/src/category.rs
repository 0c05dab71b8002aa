//! Category and interval analysis of terms (KLEE-CL §6.2(2)): the facts that guards use about
//! the operands of a rule.
//!
//! Invariant: the facts hold for every assignment that respects the stated ranges and
//! assumptions. They are computed on demand, to a bounded depth (deeper operands count as
//! unknown), and cached by term.

use rustc_hash::FxHashMap;
use term::{Approximation, Arena, Format, FunctionId, Node, Op, Outcomes, Spec, SymbolId, TermId};

pub use crate::float_bounds::Precision;
pub use crate::floats::FloatFacts;
pub use crate::interval::Interval;

use crate::assumptions::Assumptions;
use crate::intervals::Intervals;

/// The range of a free variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// An unsigned integer, bounds included.
    Unsigned(u128, u128),
    /// A signed integer, bounds included.
    Signed(i128, i128),
    /// A number, not a NaN, bounds included.
    Float(f64, f64),
}

/// Ranges of the free variables.
pub trait Ranges {
    /// The range of a free variable; `None` when it may have any value.
    fn range(&self, symbol: SymbolId) -> Option<Range>;
}

/// No ranges: every free variable may have any value.
pub struct Unbounded;

impl Ranges for Unbounded {
    fn range(&self, _: SymbolId) -> Option<Range> {
        None
    }
}

impl Ranges for FxHashMap<SymbolId, Range> {
    fn range(&self, symbol: SymbolId) -> Option<Range> {
        self.get(&symbol).copied()
    }
}

/// Depth to which float operands below a queried term are analysed.
const DEPTH: u8 = 24;

/// Depth of nested selects whose conditions are combined.
const NESTING: usize = 4;

/// Facts about the terms of one arena.
#[derive(Default)]
pub struct Analysis {
    assumptions: Assumptions,
    pub(crate) intervals: Intervals,
    floats: FxHashMap<(TermId, Format), FloatFacts>,
    pub(crate) shift_depths: FxHashMap<TermId, u8>,
}

/// The arena and the ranges of a query.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The arena of the terms.
    pub arena: &'a Arena,
    /// The ranges of the free variables.
    pub ranges: &'a dyn Ranges,
}

impl Analysis {
    /// An analysis that relies on the assumptions `ordered` and `finite`, if set.
    pub fn new(assumptions: Assumptions) -> Analysis {
        Analysis {
            assumptions,
            ..Analysis::default()
        }
    }

    /// Bounds of a term read as an integer.
    pub fn interval(&mut self, view: View, term: TermId) -> Interval {
        self.integer(view, term, DEPTH)
    }

    /// Category and bounds of a term read as a float.
    pub fn float(&mut self, view: View, format: Format, term: TermId) -> FloatFacts {
        self.number(view, format, term, DEPTH)
    }

    /// Whether a term read as a float is never a NaN other than the canonical one.
    pub fn canonical_nan(&mut self, view: View, format: Format, term: TermId) -> bool {
        let mut open = vec![term];
        // At most a few arms: the query is made for every result that is made canonical.
        for _ in 0..8 {
            let Some(term) = open.pop() else { return true };
            let node = view.arena.node(term);
            let spec = node.spec();
            match spec.op {
                op if op.yields_float() && spec.format() == format => {}
                Op::Select => open.extend([node.child(1), node.child(2)]),
                // x87 has encodings that are neither numbers nor NaNs.
                _ if format == Format::X87 => return false,
                _ if !self.float(view, format, term).may_be_nan() => {}
                _ => return false,
            }
        }
        open.is_empty()
    }

    /// Bounds of `condition ? x : y`, its arms narrowed by the condition.
    pub fn select(&mut self, view: View, condition: TermId, x: TermId, y: TermId) -> Interval {
        let x = self.integer_arm(view, &[(condition, true)], x, DEPTH);
        let y = self.integer_arm(view, &[(condition, false)], y, DEPTH);
        x.hull(y)
    }

    fn integer(&mut self, view: View, term: TermId, depth: u8) -> Interval {
        let w = view.arena.width(term);
        if let Some(value) = view.arena.constant_value(term) {
            return Interval::constant(w, value);
        }
        if let Some(known) = self.intervals.get(term) {
            return known;
        }
        if depth == 0 {
            return Interval::full(w);
        }
        self.operands_first(view, term, depth - 1)
    }

    /// Bounds of a term whose integer operands have cached bounds.
    pub(crate) fn integer_node(
        &mut self,
        view: View,
        term: TermId,
        node: &Node,
        depth: u8,
    ) -> Interval {
        let w = node.width();
        let full = Interval::full(w);
        let constant = |i: usize| view.arena.constant_value(node.child(i));
        let spec = node.spec();
        macro_rules! of {
            ($i:literal) => {
                self.integer(view, node.child($i), depth)
            };
        }
        match node.op() {
            Op::Symbol => match view.arena.symbol_id(term).map(|s| view.ranges.range(s)) {
                Some(Some(Range::Unsigned(lo, hi))) => Interval::unsigned(w, lo, hi),
                Some(Some(Range::Signed(lo, hi))) => Interval::signed(w, lo, hi),
                _ => full,
            },
            Op::ZExt => {
                let x = of!(0);
                Interval::unsigned(w, x.umin, x.umax)
            }
            Op::SExt => {
                let x = of!(0);
                Interval::signed(w, x.smin, x.smax)
            }
            Op::Add => Interval::add(w, of!(0), of!(1)),
            Op::Sub => Interval::sub(w, of!(0), of!(1)),
            Op::Mul => Interval::mul(w, of!(0), of!(1)),
            Op::And => Interval::bit_and(w, of!(0), of!(1)),
            Op::Or => Interval::bit_or(w, of!(0), of!(1)),
            Op::Xor => Interval::bit_xor(w, of!(0), of!(1)),
            Op::Shl | Op::LShr | Op::AShr => match (node.op(), constant(1)) {
                (Op::Shl, Some(by)) => Interval::shl(w, of!(0), by),
                (Op::LShr, Some(by)) => Interval::lshr(w, of!(0), by),
                (Op::AShr, Some(by)) => Interval::ashr(w, of!(0), by),
                _ => full,
            },
            Op::UDiv => match constant(1) {
                Some(by) if by != 0 => {
                    let x = of!(0);
                    Interval::unsigned(w, x.umin / by, x.umax / by)
                }
                _ => full,
            },
            Op::URem => match constant(1) {
                Some(by) if by != 0 => Interval::unsigned(w, 0, of!(0).umax.min(by - 1)),
                _ => full,
            },
            Op::Extract => Interval::extract(spec.offset(), w, of!(0)),
            Op::Concat => {
                let low = view.arena.width(node.child(1));
                Interval::concat(w, of!(0), of!(1), low)
            }
            Op::Select => {
                let [p, x, y] = [node.child(0), node.child(1), node.child(2)];
                let x = self.integer_arm(view, &[(p, true)], x, depth);
                let y = self.integer_arm(view, &[(p, false)], y, depth);
                x.hull(y)
            }
            Op::FToSi => {
                let x = self.number(view, spec.format(), node.child(0), depth);
                if w <= 64 && x.rounds_to_signed(w as u128) {
                    // The result of any rounding lies between floor and ceiling.
                    Interval::signed(w, x.lo.floor() as i128, x.hi.ceil() as i128)
                } else {
                    full
                }
            }
            Op::FToUi => {
                let x = self.number(view, spec.format(), node.child(0), depth);
                if w <= 64 && x.lo >= 0.0 && x.rounds_to_signed(w as u128 + 1) {
                    Interval::unsigned(w, x.lo.floor() as u128, x.hi.ceil() as u128)
                } else {
                    full
                }
            }
            _ => full,
        }
    }

    /// Bounds of an arm of nested integer selects, narrowed by the outcomes of the conditions
    /// above it.
    fn integer_arm(
        &mut self,
        view: View,
        above: &[(TermId, bool)],
        value: TermId,
        depth: u8,
    ) -> Interval {
        let node = *view.arena.node(value);
        if node.op() == Op::Select && above.len() < NESTING && depth > 0 {
            let mut arm = |i: usize, holds| {
                let mut path = [(node.child(0), holds); NESTING];
                path[..above.len()].copy_from_slice(above);
                self.integer_arm(view, &path[..above.len() + 1], node.child(i), depth - 1)
            };
            return arm(1, true).hull(arm(2, false));
        }
        let mut facts = self.integer(view, value, depth);
        for (condition, holds) in above {
            facts = self.narrowed(view, facts, *condition, value, *holds, depth);
        }
        facts
    }

    /// The bounds of a term, narrowed by the outcome of a comparison with it.
    fn narrowed(
        &mut self,
        view: View,
        facts: Interval,
        condition: TermId,
        value: TermId,
        holds: bool,
        depth: u8,
    ) -> Interval {
        let w = view.arena.width(value);
        let full = Interval::full(w);
        let node = view.arena.node(condition);
        let bound = match node.op() {
            Op::Ult | Op::Slt => {
                let (a, b) = (node.child(0), node.child(1));
                // `less`: the value is the lesser side; `step`: 1 if the sides differ.
                let (other, less, step) = match (value == a, value == b) {
                    (true, _) => (b, holds, holds as i128),
                    (_, true) => (a, !holds, holds as i128),
                    _ => return facts,
                };
                let o = self.integer(view, other, depth);
                match (node.op(), less) {
                    (Op::Ult, true) => {
                        Interval::unsigned(w, 0, o.umax.saturating_sub(step as u128))
                    }
                    (Op::Ult, false) => {
                        let lo = o.umin.saturating_add(step as u128).min(full.umax);
                        Interval::unsigned(w, lo, full.umax)
                    }
                    (_, true) => {
                        Interval::signed(w, full.smin, o.smax.saturating_sub(step).max(full.smin))
                    }
                    (_, false) => {
                        Interval::signed(w, o.smin.saturating_add(step).min(full.smax), full.smax)
                    }
                }
            }
            // A test of the value's own sign bit.
            Op::Extract if node.child(0) == value && node.spec().offset() == w - 1 => {
                if holds {
                    Interval::signed(w, full.smin, -1)
                } else {
                    Interval::signed(w, 0, full.smax)
                }
            }
            _ => return facts,
        };
        facts.and(bound)
    }

    fn number(&mut self, view: View, format: Format, term: TermId, depth: u8) -> FloatFacts {
        if let Some(value) = view.arena.constant_value(term) {
            return FloatFacts::constant(format, value);
        }
        if let Some(&known) = self.floats.get(&(term, format)) {
            return known;
        }
        if depth == 0 {
            return self.assumed(FloatFacts::UNKNOWN);
        }
        let node = *view.arena.node(term);
        let facts = self.number_node(view, format, term, &node, depth - 1);
        let facts = self.assumed(facts);
        self.floats.insert((term, format), facts);
        facts
    }

    /// Removes the categories that the assumptions exclude.
    fn assumed(&self, facts: FloatFacts) -> FloatFacts {
        let mut categories = facts.categories;
        if self.assumptions.exclude_nans() {
            categories &= !FloatFacts::NAN;
        }
        if self.assumptions.contains(Assumptions::FINITE) {
            categories &= !(FloatFacts::NEG_INF | FloatFacts::POS_INF);
        }
        if categories == 0 || categories == facts.categories {
            return facts;
        }
        FloatFacts::new(categories, facts.lo, facts.hi)
    }

    fn number_node(
        &mut self,
        view: View,
        format: Format,
        term: TermId,
        node: &Node,
        depth: u8,
    ) -> FloatFacts {
        let spec = node.spec();
        let op = node.op();
        let constant = |i: usize| view.arena.constant_value(node.child(i));
        if op.yields_float() {
            if spec.format() != format {
                return FloatFacts::UNKNOWN;
            }
            return self.arithmetic(view, spec, node, depth);
        }
        match op {
            Op::Symbol => match view.arena.symbol_id(term).map(|s| view.ranges.range(s)) {
                Some(Some(Range::Float(lo, hi))) => FloatFacts::new(127 & !FloatFacts::NAN, lo, hi),
                _ => FloatFacts::UNKNOWN,
            },
            Op::Select => {
                let x = self.number_arm(view, format, node, 1, depth);
                let y = self.number_arm(view, format, node, 2, depth);
                x.hull(y)
            }
            Op::Apply => {
                let name = view.arena.function_name(FunctionId(spec.attr));
                match Approximation::of(name).filter(|known| known.format == format) {
                    Some(known) => {
                        (self.number(view, format, node.child(0), depth)).approximated(known)
                    }
                    None => FloatFacts::UNKNOWN,
                }
            }
            Op::Xor if constant(1) == Some(format.sign_mask()) => {
                self.number(view, format, node.child(0), depth).negate()
            }
            Op::And if constant(1) == Some(format.sign_mask() - 1) => {
                self.number(view, format, node.child(0), depth).abs()
            }
            _ => FloatFacts::UNKNOWN,
        }
    }

    /// Facts about an operation whose result is a float of the spec's format.
    fn arithmetic(&mut self, view: View, spec: Spec, node: &Node, depth: u8) -> FloatFacts {
        let format = spec.format();
        let p = Precision {
            format,
            rounding: spec.rounding(),
        };
        macro_rules! of {
            ($i:literal) => {
                self.number(view, format, node.child($i), depth)
            };
        }
        match node.op() {
            Op::FAdd => of!(0).plus(of!(1), p),
            Op::FSub => of!(0).plus(of!(1).negate(), p),
            Op::FMul if node.child(0) == node.child(1) => {
                let x = of!(0).abs();
                x.times(x, p)
            }
            Op::FMul => of!(0).times(of!(1), p),
            Op::FDiv => of!(0).over(of!(1), p),
            Op::FRem => of!(0).remainder(of!(1)),
            Op::FSqrt => of!(0).sqrt(p),
            Op::Fma => of!(0).fma(of!(1), of!(2), p),
            Op::FRound => of!(0).round(),
            Op::FConvert => self
                .number(view, spec.source_format(), node.child(0), depth)
                .convert(p),
            Op::SiToF | Op::UiToF => {
                let x = self.integer(view, node.child(0), depth);
                let (lo, hi) = match node.op() {
                    Op::SiToF => (x.smin as f64, x.smax as f64),
                    _ => (x.umin as f64, x.umax as f64),
                };
                FloatFacts::from_integer(lo, hi, p)
            }
            _ => FloatFacts::UNKNOWN,
        }
    }

    /// Facts about an arm of a float select, narrowed by its condition.
    fn number_arm(
        &mut self,
        view: View,
        format: Format,
        node: &Node,
        arm: usize,
        depth: u8,
    ) -> FloatFacts {
        let value = node.child(arm);
        let facts = self.number(view, format, value, depth);
        let condition = view.arena.node(node.child(0));
        if condition.op() != Op::FCmp || condition.spec().format() != format {
            return facts;
        }
        let outcomes: Outcomes = match arm {
            1 => condition.spec().outcomes(),
            _ => condition.spec().outcomes().complement(),
        };
        let (a, b) = (condition.child(0), condition.child(1));
        if value == a {
            let other = self.number(view, format, b, depth);
            facts.given(outcomes, &other)
        } else if value == b {
            let other = self.number(view, format, a, depth);
            facts.given(outcomes.swap(), &other)
        } else {
            facts
        }
    }
}
