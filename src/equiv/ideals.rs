//! Results with one kind of difference removed: contractions undone, one rounding
//! direction, ties as NaNs, one signedness, nothing clamped.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, Op, Outcomes, Rounding, Spec, TermId};

use crate::verdict::Kind;

/// A change that removes one kind of difference.
pub(super) type Ideal = fn(&Builder, Spec, &[TermId]) -> Change;

pub(super) enum Change {
    Keep,
    /// Another operation on the same operands.
    To(Spec),
    /// A rounded product, then a sum.
    Split,
    /// The operand in this place.
    Operand(usize),
}

/// What is removed from results with floats, and the kind that it is.
pub(super) const IDEALS: [(Kind, Ideal); 3] = [
    (Kind::Contraction, |_, spec, _| match spec.op {
        Op::Fma => Change::Split,
        _ => Change::Keep,
    }),
    (Kind::RoundingDirection, |_, spec, _| {
        let rounds = spec.op.is_float() && spec.op != Op::FCmp;
        if !rounds || spec.rounding() == Rounding::NearestEven {
            return Change::Keep;
        }
        let nearest = Rounding::NearestEven;
        Change::To(match spec.op {
            Op::FConvert => Spec::fconvert(spec.source_format(), spec.format(), nearest),
            Op::FToSi | Op::FToUi => Spec::to_int(spec.op, spec.format(), nearest, spec.width),
            op => Spec::float(op, spec.format(), nearest),
        })
    }),
    // Equal numbers take the way that NaNs take.
    (Kind::Tie, |_, spec, _| {
        let outcomes = spec.outcomes();
        let order = outcomes.intersect(Outcomes::LT.union(Outcomes::GT));
        if spec.op != Op::FCmp || ![Outcomes::LT, Outcomes::GT].contains(&order) {
            return Change::Keep;
        }
        let tie = match outcomes.intersect(Outcomes::UNO) {
            Outcomes::NONE => Outcomes::NONE,
            _ => Outcomes::UNO.union(Outcomes::EQ),
        };
        Change::To(Spec::fcmp(spec.format(), order.union(tie)))
    }),
];

/// The same for results of integers alone.
pub(super) const INTEGER_IDEALS: [(Kind, Ideal); 2] = [
    (Kind::Signedness, |_, spec, _| {
        Change::To(Spec {
            op: match spec.op {
                Op::SExt => Op::ZExt,
                Op::AShr => Op::LShr,
                Op::Slt => Op::Ult,
                Op::SDiv => Op::UDiv,
                Op::SRem => Op::URem,
                _ => return Change::Keep,
            },
            ..spec
        })
    }),
    // A choice between a value and a constant is the value.
    (Kind::Saturation, |builder, spec, args| {
        let constant = |i: usize| builder.constant_value(args[i]).is_some();
        match spec.op {
            Op::Select if spec.width > 1 && constant(1) != constant(2) => {
                Change::Operand(1 + usize::from(constant(1)))
            }
            _ => Change::Keep,
        }
    }),
];

/// Results with every operation changed.
pub(super) fn idealise(builder: &mut Builder, roots: &[TermId], ideal: Ideal) -> Vec<TermId> {
    let cone = Cone::of(builder.arena(), roots);
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &term in &cone.terms {
        let node = *builder.arena().node(term);
        let spec = node.spec();
        let args: Vec<TermId> = node.children().iter().map(|child| map[child]).collect();
        let new = match ideal(builder, spec, &args) {
            Change::Operand(i) => args[i],
            Change::Split => {
                let product = Spec::float(Op::FMul, spec.format(), spec.rounding());
                let product = builder.build(product, &args[..2]);
                let sum = Spec::float(Op::FAdd, spec.format(), spec.rounding());
                builder.build(sum, &[product, args[2]])
            }
            Change::To(spec) => builder.build(spec, &args),
            Change::Keep if args == node.children() => term,
            Change::Keep => builder.build(spec, &args),
        };
        map.insert(term, new);
    }
    roots.iter().map(|root| map[root]).collect()
}
