//! Implied constraints (KLEE-CL §6.3): conditions on a value that follow from the term that it
//! is the value of.
//!
//! The solver treats a float operation as an unknown value, and a cut claim treats any common
//! subterm so. KLEE-CL left such values unconstrained and met counterexamples that no execution
//! has; here they keep the bounds that the interval analysis finds, for example 0 to 65535 for
//! the integer converted from a float in that range. The paper's operand sets of minima and
//! maxima are in `operand_sets`. The rest of its Fig. 11, equal results for equal operands, the
//! solver adds where a model violates it.
//!
//! Invariant: every condition holds for all inputs that the ranges and assumptions admit.
//! Conditions are plain comparisons of bits and bypass the builder's rules, which would find
//! them true and drop them.

use rewrite_rules::category::{Analysis, FloatFacts, Interval, Range as Known, View};
use rustc_hash::FxHashMap;
use term::{Arena, Cone, Format, Op, Spec, SymbolId, TermId};

use super::Assumptions;
use super::canonical::known_ranges;
use super::claim::{Ranges, Round, float_bits};
use crate::budgets::proof::IMPLIED_OPERATIONS;
use crate::contract::Range;

/// The bounds of terms, from interval analysis.
pub(super) struct Implied {
    analysis: Analysis,
    ranges: FxHashMap<SymbolId, Known>,
}

impl Implied {
    /// Analysis of terms below `roots`, under the ranges of their inputs and the assumptions.
    pub(super) fn new(
        arena: &Arena,
        roots: &[TermId],
        ranges: &Ranges,
        assumptions: Assumptions,
    ) -> Implied {
        Implied {
            analysis: Analysis::new(assumptions),
            ranges: known_ranges(arena, roots, ranges),
        }
    }

    fn integer(&mut self, arena: &Arena, term: TermId) -> Interval {
        let ranges = &self.ranges;
        self.analysis.interval(View { arena, ranges }, term)
    }

    fn float(&mut self, arena: &Arena, term: TermId) -> Option<(Format, FloatFacts)> {
        let spec = arena.node(term).spec();
        if !spec.op.yields_float() {
            return None;
        }
        let format = spec.format();
        if format.precision() > Format::Double.precision() {
            return None;
        }
        let ranges = &self.ranges;
        let facts = self.analysis.float(View { arena, ranges }, format, term);
        let number = facts.categories & !FloatFacts::NAN != 0;
        number.then_some((format, facts))
    }

    /// Returns one-bit terms that hold for `value` if it is the value of `term`.
    pub(super) fn conditions(
        &mut self,
        arena: &mut Arena,
        term: TermId,
        value: TermId,
    ) -> Vec<TermId> {
        if let Some((format, facts)) = self.float(arena, term) {
            return float_conditions(arena, format, facts, value);
        }
        if arena.node(term).op().yields_float() {
            return Vec::new();
        }
        let interval = self.integer(arena, term);
        integer_conditions(arena, interval, value)
    }

    /// The range of a term, and whether it is one of signed integers. `None` when the term may
    /// be a NaN or has no bounds that a double represents.
    pub(super) fn range(&mut self, arena: &Arena, term: TermId) -> Option<(Range, bool)> {
        let range = |low, high| Range { low, high };
        if let Some((_, facts)) = self.float(arena, term) {
            let bounded = !facts.may_be_nan() && facts.lo.is_finite() && facts.hi.is_finite();
            return bounded.then(|| (range(facts.lo, facts.hi), false));
        }
        if arena.node(term).op().yields_float() {
            return None;
        }
        let interval = self.integer(arena, term);
        let exact = 1i128 << 53;
        if interval == Interval::full(arena.width(term)) {
            None
        } else if interval.umax <= exact as u128 {
            Some((range(interval.umin as f64, interval.umax as f64), false))
        } else if interval.smin >= -exact && interval.smax <= exact {
            Some((range(interval.smin as f64, interval.smax as f64), true))
        } else {
            None
        }
    }
}

/// One-bit terms that bound the results of the float operations and float-to-integer conversions
/// below `roots`, on every input.
pub(super) fn of_operations(arena: &mut Arena, roots: &[TermId], ranges: &Ranges) -> Vec<TermId> {
    let cone = Cone::of(arena, roots);
    let unknown = |&&term: &&TermId| {
        let op = arena.op(term);
        op.yields_float() || matches!(op, Op::FToSi | Op::FToUi)
    };
    let operations: Vec<TermId> = cone.terms.iter().filter(unknown).copied().collect();
    if operations.is_empty() || operations.len() > IMPLIED_OPERATIONS {
        return Vec::new();
    }
    // What a select discards is a value that no version meets: no assumption bounds it.
    let mut implied = Implied::new(arena, roots, ranges, Assumptions::default());
    operations
        .into_iter()
        .flat_map(|term| implied.conditions(arena, term, term))
        .collect()
}

fn not(arena: &mut Arena, x: TermId) -> TermId {
    let one = arena.constant(1, 1);
    arena.term(Spec::int(Op::Xor, 1), &[x, one])
}

fn any(arena: &mut Arena, conditions: &[TermId]) -> TermId {
    let none = arena.constant(1, 0);
    let or = |any, &condition: &TermId| arena.term(Spec::int(Op::Or, 1), &[any, condition]);
    match conditions.split_first() {
        Some((&first, rest)) => rest.iter().fold(first, or),
        None => none,
    }
}

/// x ≤ bound, unsigned.
fn at_most(arena: &mut Arena, x: TermId, bound: u128) -> TermId {
    let bound = arena.constant(arena.width(x), bound);
    let above = arena.term(Spec::int(Op::Ult, 1), &[bound, x]);
    not(arena, above)
}

/// bound ≤ x, unsigned.
fn at_least(arena: &mut Arena, x: TermId, bound: u128) -> TermId {
    let bound = arena.constant(arena.width(x), bound);
    let below = arena.term(Spec::int(Op::Ult, 1), &[x, bound]);
    not(arena, below)
}

fn integer_conditions(arena: &mut Arena, interval: Interval, x: TermId) -> Vec<TermId> {
    let width = arena.width(x);
    let full = Interval::full(width);
    let mut conditions = Vec::new();
    if interval.umin > 0 {
        conditions.push(at_least(arena, x, interval.umin));
    }
    if interval.umax < full.umax {
        conditions.push(at_most(arena, x, interval.umax));
    }
    let less = Spec::int(Op::Slt, 1);
    if interval.smin > full.smin && interval.umax > full.smax as u128 {
        let bound = arena.constant(width, interval.smin as u128);
        let below = arena.term(less, &[x, bound]);
        conditions.push(not(arena, below));
    }
    if interval.smax < full.smax && interval.umax > full.smax as u128 {
        let bound = arena.constant(width, interval.smax as u128);
        let above = arena.term(less, &[bound, x]);
        conditions.push(not(arena, above));
    }
    conditions
}

/// Conditions on the bits of a computed float: it is not negative and at most `hi`, or the
/// canonical NaN, or negative and at most `−lo` in magnitude.
fn float_conditions(
    arena: &mut Arena,
    format: Format,
    facts: FloatFacts,
    x: TermId,
) -> Vec<TermId> {
    let sign = format.sign_mask();
    let nan = format.canonical_nan();
    // The greatest magnitude of the format that is at most the bound.
    let magnitude = |bound: f64| float_bits(format, bound, Round::Down) & !sign;
    let mut conditions = Vec::new();
    let negative = at_least(arena, x, sign);
    let positive = FloatFacts::POS_ZERO | FloatFacts::POS | FloatFacts::POS_INF;
    let mut allowed = Vec::new();
    if facts.categories & positive != 0 {
        allowed.push(at_most(arena, x, magnitude(facts.hi)));
    }
    if facts.may_be_nan() {
        let nan = arena.constant(format.width(), nan);
        allowed.push(arena.term(Spec::int(Op::Eq, 1), &[x, nan]));
    }
    if facts.may_be_negative() {
        allowed.push(negative);
        let not_negative = not(arena, negative);
        let bounded = at_most(arena, x, sign | magnitude(-facts.lo));
        conditions.push(any(arena, &[not_negative, bounded]));
    }
    conditions.push(any(arena, &allowed));
    if facts.lo > 0.0 {
        let least = float_bits(format, facts.lo, Round::Up);
        conditions.push(at_least(arena, x, least));
    }
    conditions
}
