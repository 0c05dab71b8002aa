//! Sums in which a number is added and subtracted again, and products divided by one of their
//! factors; both are no-ops in exact arithmetic.

use rewrite_rules::Builder;
use term::{Format, Op, Spec, TermId};

use crate::budgets::diagnosis::CANCELLED_SUMMANDS;

/// The sum, product or quotient without the operands that cancel; `None` if none do.
pub(super) fn cancelled(builder: &mut Builder, spec: Spec, args: &[TermId]) -> Option<TermId> {
    match (spec.op, args) {
        (Op::FAdd, [x, y]) => of_sum(builder, spec, [(false, *x), (false, *y)]),
        (Op::FSub, [x, y]) => of_sum(builder, spec, [(false, *x), (true, *y)]),
        (Op::FDiv, [x, y]) => other(
            builder,
            *x,
            Spec {
                op: Op::FMul,
                ..spec
            },
            *y,
        ),
        (Op::FMul, [x, y]) => {
            let quotient = Spec {
                op: Op::FDiv,
                ..spec
            };
            let divided = |builder: &Builder, x: TermId, y: TermId| {
                let node = *builder.arena().node(x);
                (node.spec() == quotient && node.child(1) == y).then(|| node.child(0))
            };
            divided(builder, *x, *y).or_else(|| divided(builder, *y, *x))
        }
        _ => None,
    }
}

/// The other operand of `x`, if `x` is the given operation with `y` as one operand.
fn other(builder: &Builder, x: TermId, operation: Spec, y: TermId) -> Option<TermId> {
    let node = *builder.arena().node(x);
    if node.spec() != operation {
        return None;
    }
    match node.children() {
        [a, b] if *b == y => Some(*a),
        [a, b] if *a == y => Some(*b),
        _ => None,
    }
}

/// The sum without one pair of opposite summands. Outer sums are compared before they are
/// expanded, so that a sum that cancels as a whole is found at once.
fn of_sum(builder: &mut Builder, spec: Spec, sum: [(bool, TermId); 2]) -> Option<TermId> {
    let mut summands = sum.to_vec();
    let before = loop {
        if let Some(pair) = opposite(builder, spec.format(), &summands) {
            break pair;
        }
        let expanded = summands.iter().position(|&(_, term)| {
            let node = builder.arena().node(term);
            matches!(node.op(), Op::FAdd | Op::FSub) && node.spec().format() == spec.format()
        })?;
        if summands.len() >= CANCELLED_SUMMANDS {
            return None;
        }
        let (negative, term) = summands.remove(expanded);
        let node = *builder.arena().node(term);
        let subtracted = node.op() == Op::FSub;
        summands.push((negative, node.child(0)));
        summands.push((negative ^ subtracted, node.child(1)));
    };
    let kept = (0..summands.len()).filter(|i| !before.contains(i));
    let kept: Vec<(bool, TermId)> = kept.map(|i| summands[i]).collect();
    Some(sum_of(builder, spec, &kept))
}

/// The positions of two opposite summands.
fn opposite(builder: &Builder, format: Format, summands: &[(bool, TermId)]) -> Option<[usize; 2]> {
    let magnitude = |(negative, term): (bool, TermId)| match builder.constant_value(term) {
        // A negative constant counts as a subtracted positive one.
        Some(bits) => (
            negative ^ (bits & format.sign_mask() != 0),
            Err(bits & !format.sign_mask()),
        ),
        None => (negative, Ok(term)),
    };
    for (i, &x) in summands.iter().enumerate() {
        for (j, &y) in summands.iter().enumerate().skip(i + 1) {
            let ((a, x), (b, y)) = (magnitude(x), magnitude(y));
            if a != b && x == y {
                return Some([i, j]);
            }
        }
    }
    None
}

fn sum_of(builder: &mut Builder, spec: Spec, summands: &[(bool, TermId)]) -> TermId {
    let float = |op| Spec { op, ..spec };
    // The sum starts with a summand that is not subtracted, if there is one.
    let first = summands.iter().position(|(negative, _)| !negative);
    let Some(first) = first else {
        let zero = builder.constant(spec.width, 0);
        let subtract =
            |sum, &(_, term): &(bool, TermId)| builder.build(float(Op::FSub), &[sum, term]);
        return summands.iter().fold(zero, subtract);
    };
    let others = summands.iter().enumerate().filter(|(i, _)| *i != first);
    others.fold(summands[first].1, |sum, (_, &(negative, term))| {
        let op = if negative { Op::FSub } else { Op::FAdd };
        builder.build(float(op), &[sum, term])
    })
}
