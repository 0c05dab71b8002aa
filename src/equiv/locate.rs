//! Locates where two expressions start to differ on a witness.

use term::{Arena, Assignment, Cone, Evaluator, Op, TermId};

/// Returns the smallest pair of corresponding subterms of `left` and `right` whose values differ
/// under `witness`. Descends from the roots while the operators agree and exactly one pair of
/// operands differs; returns `left` and `right` themselves if they differ at the root.
pub fn smallest_difference(
    arena: &Arena,
    left: TermId,
    right: TermId,
    witness: &dyn Assignment,
) -> (TermId, TermId) {
    let cone = Cone::of(arena, &[left, right]);
    let mut evaluator = Evaluator::new(arena, &cone);
    evaluator.run(witness);
    let mut pair = (left, right);
    while let Some(inner) = descend(arena, &evaluator, pair) {
        pair = inner;
    }
    pair
}

fn descend(
    arena: &Arena,
    evaluator: &Evaluator,
    (left, right): (TermId, TermId),
) -> Option<(TermId, TermId)> {
    let (a, b) = (arena.node(left), arena.node(right));
    if a.spec() != b.spec() || a.children().len() != b.children().len() {
        return None;
    }
    let format = a.spec().operand_format();
    let differ = |x: TermId, y: TermId| {
        let (v, w) = (evaluator.value(x), evaluator.value(y));
        let nans = format.is_some_and(|f| f.is_nan(v) && f.is_nan(w));
        x != y && v != w && !nans && arena.width(x) == arena.width(y)
    };
    let (xs, ys) = (a.children(), b.children());
    if a.op() == Op::Select {
        // The arm that was not taken is irrelevant.
        if differ(xs[0], ys[0]) {
            return Some((xs[0], ys[0]));
        }
        let taken = if evaluator.value(xs[0]) == 1 { 1 } else { 2 };
        return Some((xs[taken], ys[taken])).filter(|&(x, y)| differ(x, y));
    }
    let straight: Vec<_> = xs.iter().zip(ys).map(|(&x, &y)| (x, y)).collect();
    let mut crossed = straight.clone();
    if a.op().is_commutative() {
        crossed = vec![(xs[0], ys[1]), (xs[1], ys[0])];
    }
    for pairing in [straight, crossed] {
        let mut differing = pairing.into_iter().filter(|&(x, y)| differ(x, y));
        if let (Some(pair), None) = (differing.next(), differing.next()) {
            return Some(pair);
        }
    }
    None
}
