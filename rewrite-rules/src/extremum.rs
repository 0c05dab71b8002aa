//! Minima and maxima as sets of operands. [`crate::normal`] states when a float minimum is one.
//!
//! Invariant: the canonical term has the value of the original whenever the conditions checked
//! here hold.

use std::collections::BTreeSet;

use term::{Format, Op, Outcomes, Spec, TermId};

use crate::Builder;
use crate::assumptions::Assumptions;
use crate::category::{FloatFacts, Ranges};

/// The comparison and direction of a minimum or maximum.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extremum {
    comparison: Spec,
    maximum: bool,
}

/// Recognises `a < b ? a : b` (minimum) and `a < b ? b : a` (maximum). Returns the operands; the
/// second one is the result on ties and NaNs.
pub(crate) fn extremum(builder: &Builder, term: TermId) -> Option<(Extremum, TermId, TermId)> {
    let node = builder.arena().node(term);
    if node.op() != Op::Select {
        return None;
    }
    let condition = builder.arena().node(node.child(0));
    let spec = condition.spec();
    let orders = match spec.op {
        Op::Ult | Op::Slt => true,
        Op::FCmp => spec.outcomes() == Outcomes::LT,
        _ => false,
    };
    if !orders {
        return None;
    }
    let (a, b) = (condition.child(0), condition.child(1));
    let maximum = match (node.child(1), node.child(2)) {
        (x, y) if (x, y) == (a, b) => false,
        (x, y) if (x, y) == (b, a) => true,
        _ => return None,
    };
    let kind = Extremum {
        comparison: spec,
        maximum,
    };
    Some((kind, node.child(1), node.child(2)))
}

impl Extremum {
    /// Whether it compares floats of this format.
    pub(crate) fn compares_floats(self, format: Format) -> bool {
        self.comparison.op == Op::FCmp && self.comparison.format() == format
    }

    /// Builds the extremum of two terms; `kept` is the result on ties and NaNs.
    fn build(self, builder: &mut Builder, x: TermId, kept: TermId, ranges: &dyn Ranges) -> TermId {
        let (less, more) = if self.maximum { (kept, x) } else { (x, kept) };
        let condition = builder.build_under(self.comparison, &[less, more], ranges);
        let spec = Spec::int(Op::Select, builder.width(x));
        builder.build_under(spec, &[condition, x, kept], ranges)
    }
}

/// The canonical form of a minimum or maximum with canonical operands.
pub(crate) fn normal(
    builder: &mut Builder,
    kind: Extremum,
    root: TermId,
    assumptions: Assumptions,
    ranges: &dyn Ranges,
) -> TermId {
    if kind.comparison.op != Op::FCmp {
        let set = operands(builder, kind, root);
        return fold(builder, kind, set, None, ranges).unwrap_or(root);
    }
    let format = kind.comparison.format();
    let infinity = match kind.maximum {
        true => format.infinity() | format.sign_mask(),
        false => format.infinity(),
    };
    let neutral = builder.constant(format.width(), infinity);
    let mut set = operands(builder, kind, root);
    let numbers = set
        .iter()
        .all(|x| !builder.float_under(format, *x, ranges).may_be_nan());
    if zeros_agree(builder, format, &set, assumptions, ranges) && numbers {
        if set.len() > 1 {
            set.remove(&neutral);
        }
        return fold(builder, kind, set, None, ranges).unwrap_or(root);
    }
    match skipping(builder, kind, root, ranges) {
        Some((mut set, anchor)) if zeros_agree(builder, format, &set, assumptions, ranges) => {
            set.remove(&anchor);
            set.remove(&neutral);
            fold(builder, kind, set, Some(anchor), ranges).unwrap_or(root)
        }
        _ => root,
    }
}

/// The operands of a tree of extrema of one kind.
fn operands(builder: &Builder, kind: Extremum, root: TermId) -> BTreeSet<TermId> {
    let mut open = BTreeSet::from([root]);
    let mut leaves = BTreeSet::new();
    while let Some(term) = open.pop_last() {
        match extremum(builder, term) {
            Some((k, x, y)) if k == kind => open.extend([x, y]),
            _ => {
                leaves.insert(term);
            }
        }
    }
    leaves
}

/// The operands of a tree of `x < rest ? x : rest` in which no `rest` is a NaN, and the operand
/// to start the canonical chain with: the first that is known to be a number, preferably finite.
/// NaNs among the operands are skipped in any position, because every chain ends in a number.
fn skipping(
    builder: &mut Builder,
    kind: Extremum,
    root: TermId,
    ranges: &dyn Ranges,
) -> Option<(BTreeSet<TermId>, TermId)> {
    let format = kind.comparison.format();
    let mut leaves = BTreeSet::new();
    let mut numbers = BTreeSet::new();
    let mut roots = vec![root];
    while let Some(chain) = roots.pop() {
        let mut tried = Vec::new();
        let mut rest = chain;
        while let Some((_, x, kept)) = extremum(builder, rest).filter(|(k, ..)| *k == kind) {
            tried.push(x);
            rest = kept;
        }
        if builder.float_under(format, rest, ranges).may_be_nan() {
            if chain == root {
                return None;
            }
            leaves.insert(chain);
            continue;
        }
        leaves.insert(rest);
        numbers.insert(rest);
        roots.append(&mut tried);
    }
    let infinite = |x: &&TermId| {
        let value = builder.constant_value(**x);
        value.is_some_and(|v| v & !format.sign_mask() == format.infinity())
    };
    let anchor = numbers.iter().find(|x| !infinite(x));
    let anchor = *anchor.or(numbers.first())?;
    Some((leaves, anchor))
}

/// Whether no two operands can be zeros of opposite sign, or *positive zero* makes their sign
/// irrelevant.
fn zeros_agree(
    builder: &mut Builder,
    format: Format,
    set: &BTreeSet<TermId>,
    assumptions: Assumptions,
    ranges: &dyn Ranges,
) -> bool {
    if assumptions.contains(Assumptions::POSITIVE_ZERO) {
        return true;
    }
    let mut seen = 0;
    for x in set {
        seen |= builder.float_under(format, *x, ranges).categories;
    }
    let both = FloatFacts::NEG_ZERO | FloatFacts::POS_ZERO;
    seen & both != both
}

/// The canonical term of a set: a chain over the operands in order, beginning with `start` if
/// given.
fn fold(
    builder: &mut Builder,
    kind: Extremum,
    set: BTreeSet<TermId>,
    start: Option<TermId>,
    ranges: &dyn Ranges,
) -> Option<TermId> {
    let mut result = start;
    for x in set {
        result = Some(match result {
            Some(r) => kind.build(builder, x, r, ranges),
            None => x,
        });
    }
    result
}
