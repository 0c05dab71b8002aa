//! The results of a claim in doubles, in which formulas of small formats hardly round.

use term::{Arena, Cone, Evaluator, Format, Op, Outcomes, TermId};

/// The least relative distance of results that rounding in doubles does not explain.
const APART: f64 = 1e-6;

/// Whether the results of a claim differ on the input that the evaluator has run in real
/// numbers too, so that no order of operations makes them equal. All comparisons must turn out
/// as in the format.
pub fn are_apart(
    arena: &Arena,
    cone: &Cone,
    evaluator: &Evaluator<'_>,
    format: Format,
    results: [TermId; 2],
) -> bool {
    let mut values: Vec<f64> = Vec::with_capacity(cone.terms.len());
    for &term in &cone.terms {
        let node = arena.node(term);
        let bits = evaluator.value(term);
        let of = |i: usize| values[cone.position(node.child(i)).expect("a term of the cone")];
        let value = match node.op() {
            Op::FAdd => of(0) + of(1),
            Op::FSub => of(0) - of(1),
            Op::FMul => of(0) * of(1),
            Op::FDiv => of(0) / of(1),
            Op::Select => of(if evaluator.value(node.child(0)) == 1 {
                1
            } else {
                2
            }),
            Op::FCmp => {
                let outcome = match of(0).partial_cmp(&of(1)) {
                    Some(std::cmp::Ordering::Less) => Outcomes::LT,
                    Some(std::cmp::Ordering::Equal) => Outcomes::EQ,
                    Some(std::cmp::Ordering::Greater) => Outcomes::GT,
                    None => Outcomes::UNO,
                };
                if node.spec().outcomes().contains(outcome) != (bits == 1) {
                    return false;
                }
                0.0
            }
            _ => passed(arena, evaluator, format, term, &of),
        };
        values.push(value);
    }
    let [left, right] = results.map(|root| values[cone.position(root).expect("a root")]);
    let largest = left.abs().max(right.abs());
    left.is_finite() && right.is_finite() && (left - right).abs() > APART * largest
}

/// The value of an operation on bits, which passes on that of an operand whose bits it yields,
/// but for the sign.
fn passed(
    arena: &Arena,
    evaluator: &Evaluator<'_>,
    format: Format,
    term: TermId,
    of: &dyn Fn(usize) -> f64,
) -> f64 {
    let (bits, sign) = (evaluator.value(term), format.sign_mask());
    let children = arena.node(term).children().iter().enumerate();
    let passed = children.filter(|(_, child)| arena.width(**child) + 1 >= format.width());
    let mut passed = passed.filter_map(|(i, &child)| match evaluator.value(child) {
        own if own == bits => Some(of(i)),
        own if own ^ sign == bits => Some(-of(i)),
        own if own & !sign == bits => Some(of(i).abs()),
        _ => None,
    });
    let is_float = arena.width(term) == format.width();
    passed.next().unwrap_or(match is_float {
        true => format.to_f64(bits),
        false => bits as f64,
    })
}
