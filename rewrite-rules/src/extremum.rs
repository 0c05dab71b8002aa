//! Minima and maxima as sets of operands; [`crate::normal`] says when a float
//! minimum is one.
//!
//! Invariant: the canonical term has the value of the original whenever the
//! conditions checked here hold.

use std::collections::BTreeSet;

use term::{Format, Op, Outcomes, Spec, TermId};

use crate::Builder;
use crate::category::{FloatFacts, Ranges};
use crate::rules::Assumptions;

/// The order a minimum or maximum is taken in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extremum {
    comparison: Spec,
    maximum: bool,
}

/// Recognises `a < b ? a : b` (minimum) and `a < b ? b : a` (maximum). The
/// second operand returned is the one kept on ties and NaNs.
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
    /// Whether it orders floats of this format.
    pub(crate) fn compares_floats(self, format: Format) -> bool {
        self.comparison.op == Op::FCmp && self.comparison.format() == format
    }

    /// The extremum of two terms; `kept` is the result on ties and NaNs.
    fn build(self, builder: &mut Builder, x: TermId, kept: TermId, ranges: &dyn Ranges) -> TermId {
        let (less, more) = if self.maximum { (kept, x) } else { (x, kept) };
        let condition = builder.build_under(self.comparison, &[less, more], ranges);
        let spec = Spec::int(Op::Select, builder.width(x));
        builder.build_under(spec, &[condition, x, kept], ranges)
    }
}

/// The canonical form of a minimum or maximum whose operands are canonical.
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
    match chain(builder, kind, root, neutral) {
        Some(set) if zeros_agree(builder, format, &set, assumptions, ranges) => {
            fold(builder, kind, set, Some(neutral), ranges).unwrap_or(root)
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

/// The operands of a chain `x < rest ? x : rest` that ends in the neutral
/// infinity: NaNs among them are skipped wherever they stand.
fn chain(
    builder: &Builder,
    kind: Extremum,
    root: TermId,
    neutral: TermId,
) -> Option<BTreeSet<TermId>> {
    let mut leaves = BTreeSet::new();
    let mut rest = root;
    while rest != neutral {
        let (_, x, kept) = extremum(builder, rest).filter(|(k, ..)| *k == kind)?;
        leaves.insert(x);
        rest = kept;
    }
    Some(leaves)
}

/// Whether no two operands can be zeros of unlike sign, or that is assumed
/// not to matter.
fn zeros_agree(
    builder: &mut Builder,
    format: Format,
    set: &BTreeSet<TermId>,
    assumptions: Assumptions,
    ranges: &dyn Ranges,
) -> bool {
    if assumptions.positive_zero {
        return true;
    }
    let mut seen = 0;
    for x in set {
        seen |= builder.float_under(format, *x, ranges).categories;
    }
    let both = FloatFacts::NEG_ZERO | FloatFacts::POS_ZERO;
    seen & both != both
}

/// The canonical term of a set: operands in order, from the first or from the
/// neutral element on.
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
