//! Idealisations: results with one kind of difference removed. Contractions are undone, all
//! halves are rounded up, all rounding is to nearest, ties take the NaN branch, integer
//! quotients are rounded down, all integers are unsigned, or divisions become multiplications
//! by reciprocals.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, Op, Outcomes, Rounding, Spec, TermId};

use crate::verdict::Kind;

/// An idealisation: the replacement of an operation on the given operands; `None` keeps the
/// operation.
pub(super) type Ideal = fn(&mut Builder, Spec, &[TermId]) -> Option<TermId>;

/// The idealisations of results with floats, each with the kind of difference that it removes.
pub(super) const IDEALS: [(Kind, Ideal); 6] = [
    (Kind::Contraction, split),
    (Kind::Halves, half_up),
    (Kind::RoundingDirection, to_nearest),
    (Kind::Tie, without_ties),
    (Kind::Reciprocal, with_reciprocals),
    (Kind::Cancellation, super::cancellation::cancelled),
];

/// The idealisations of results without floats. Numbers that are all taken as unsigned have
/// quotients in one direction, too: the direction comes first.
pub(super) const INTEGER_IDEALS: [(Kind, Ideal); 2] = [
    (Kind::QuotientDirection, rounded_down),
    (Kind::Signedness, unsigned),
];

/// Replaces a fused multiply-add by a rounded product and a sum.
fn split(builder: &mut Builder, spec: Spec, args: &[TermId]) -> Option<TermId> {
    let (Op::Fma, [x, y, z]) = (spec.op, args) else {
        return None;
    };
    let float = |op| Spec::float(op, spec.format(), spec.rounding());
    let product = builder.build(float(Op::FMul), &[*x, *y]);
    Some(builder.build(float(Op::FAdd), &[product, *z]))
}

/// Replaces rounding to the nearest integer by rounding down after adding a half.
fn half_up(builder: &mut Builder, spec: Spec, args: &[TermId]) -> Option<TermId> {
    let nearest = [Rounding::NearestEven, Rounding::NearestAway];
    let rounds = matches!(spec.op, Op::FRound | Op::FToSi | Op::FToUi);
    let [x] = args else { return None };
    if !rounds || !nearest.contains(&spec.rounding()) {
        return None;
    }
    let format = spec.format();
    let half = format.from_f64(0.5, Rounding::NearestEven);
    let half = builder.constant(format.width(), half);
    let sum = Spec::float(Op::FAdd, format, Rounding::NearestEven);
    let sum = builder.build(sum, &[*x, half]);
    let down = Spec::float(Op::FRound, format, Rounding::TowardNegative);
    let down = builder.build(down, &[sum]);
    Some(match spec.op {
        Op::FRound => down,
        op => {
            let whole = Spec::to_int(op, format, Rounding::TowardZero, spec.width);
            builder.build(whole, &[down])
        }
    })
}

fn to_nearest(builder: &mut Builder, spec: Spec, args: &[TermId]) -> Option<TermId> {
    let rounds = spec.op.is_float() && spec.op != Op::FCmp;
    if !rounds || spec.rounding() == Rounding::NearestEven {
        return None;
    }
    let nearest = Rounding::NearestEven;
    let spec = match spec.op {
        Op::FConvert => Spec::fconvert(spec.source_format(), spec.format(), nearest),
        Op::FToSi | Op::FToUi => Spec::to_int(spec.op, spec.format(), nearest, spec.width),
        op => Spec::float(op, spec.format(), nearest),
    };
    Some(builder.build(spec, args))
}

/// Makes comparisons decide ties as they decide NaNs.
fn without_ties(builder: &mut Builder, spec: Spec, args: &[TermId]) -> Option<TermId> {
    if spec.op != Op::FCmp {
        return None;
    }
    let outcomes = spec.outcomes();
    let order = outcomes.intersect(Outcomes::LT.union(Outcomes::GT));
    if ![Outcomes::LT, Outcomes::GT].contains(&order) {
        return None;
    }
    let tie = match outcomes.intersect(Outcomes::UNO) {
        Outcomes::NONE => Outcomes::NONE,
        _ => Outcomes::UNO.union(Outcomes::EQ),
    };
    Some(builder.build(Spec::fcmp(spec.format(), order.union(tie)), args))
}

/// Replaces every quotient by a product with a reciprocal.
fn with_reciprocals(builder: &mut Builder, spec: Spec, args: &[TermId]) -> Option<TermId> {
    let (Op::FDiv, [x, y]) = (spec.op, args) else {
        return None;
    };
    let one = builder.constant(spec.width, spec.format().one());
    if *x == one {
        return Some(reciprocal(builder, spec, *y));
    }
    let factor = reciprocal(builder, spec, *y);
    let product = Spec::float(Op::FMul, spec.format(), spec.rounding());
    Some(builder.build(product, &[*x, factor]))
}

/// 1 / x; for a product, the product of the reciprocals of its factors.
fn reciprocal(builder: &mut Builder, quotient: Spec, x: TermId) -> TermId {
    let product = Spec::float(Op::FMul, quotient.format(), quotient.rounding());
    let node = *builder.arena().node(x);
    if node.spec() == product {
        let factors = [0, 1].map(|i| reciprocal(builder, quotient, node.child(i)));
        return builder.build(product, &factors);
    }
    let one = builder.constant(quotient.width, quotient.format().one());
    builder.build(quotient, &[one, x])
}

/// Rounds quotients by positive constants down, and takes their remainders from zero up.
fn rounded_down(builder: &mut Builder, spec: Spec, args: &[TermId]) -> Option<TermId> {
    let [x, y] = *args else { return None };
    if !matches!(spec.op, Op::SDiv | Op::SRem) {
        return None;
    }
    let width = spec.width;
    let divisor = builder.constant_value(y)?;
    if term::signed(divisor, width) <= 0 {
        return None;
    }
    if divisor.is_power_of_two() {
        return Some(match spec.op {
            Op::SDiv => {
                let by = builder.constant(width, u128::from(divisor.trailing_zeros()));
                builder.build(
                    Spec {
                        op: Op::AShr,
                        ..spec
                    },
                    &[x, by],
                )
            }
            _ => {
                let mask = builder.constant(width, divisor - 1);
                builder.and(x, mask)
            }
        });
    }
    let remainder = builder.build(
        Spec {
            op: Op::SRem,
            ..spec
        },
        args,
    );
    let zero = builder.constant(width, 0);
    let is_negative = builder.slt(remainder, zero);
    let (made, other) = match spec.op {
        Op::SDiv => {
            let quotient = builder.build(spec, args);
            let all = u128::MAX >> (128 - u32::from(width));
            let minus_one = builder.constant(width, all);
            (quotient, builder.add(quotient, minus_one))
        }
        _ => (remainder, builder.add(remainder, y)),
    };
    Some(builder.select(is_negative, other, made))
}

/// Replaces signed integer operations by unsigned ones.
fn unsigned(builder: &mut Builder, spec: Spec, args: &[TermId]) -> Option<TermId> {
    let op = match spec.op {
        Op::SExt => Op::ZExt,
        Op::AShr => Op::LShr,
        Op::Slt => Op::Ult,
        Op::SDiv => Op::UDiv,
        Op::SRem => Op::URem,
        _ => return None,
    };
    Some(builder.build(Spec { op, ..spec }, args))
}

/// Applies an idealisation to every operation below `roots`, operands first.
pub(super) fn idealise(builder: &mut Builder, roots: &[TermId], ideal: Ideal) -> Vec<TermId> {
    let cone = Cone::of(builder.arena(), roots);
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &term in &cone.terms {
        let node = *builder.arena().node(term);
        let args: Vec<TermId> = node.children().iter().map(|child| map[child]).collect();
        let new = match ideal(builder, node.spec(), &args) {
            Some(new) => new,
            None if args == node.children() => term,
            None => builder.build(node.spec(), &args),
        };
        map.insert(term, new);
    }
    roots.iter().map(|root| map[root]).collect()
}
