//! Whether both sides of a rule are equal by the laws that its tiers name.
//!
//! Invariant: each step is an instance of one of these laws, so that a rule of a tier claims no
//! more than the tier. Roundings to other formats, to integers or in other directions are
//! instances of none.

use rewrite_rules::{Assumptions, Builder};
use rustc_hash::FxHashMap;
use term::{Arena, Cone, Format, Op, Rounding, Spec, TermId};

use crate::accuracy::{Ideals, ideals};

/// Whether two float terms are equal by the laws of these tiers, up to the order of operands:
/// *contraction* divides a fused operation, *reciprocal* makes a quotient a product, and
/// *distributive* compares polynomials, without *associative* only such as have one grouping.
/// Monomials may cancel only where the tiers include
/// *associative* and *finite*.
pub(super) fn equal(builder: &mut Builder, sides: [TermId; 2], tiers: Assumptions) -> bool {
    let Some((format, rounding)) = arithmetic(builder.arena(), &sides) else {
        return false;
    };
    let sides = separated(builder, sides, (format, rounding), tiers);
    if sides[0] == sides[1] {
        return true;
    }
    let alike =
        |arena: &Arena, sides| ideals(arena, format, sides, format.precision()) == Ideals::Same;
    let arena = builder.arena();
    let groups_alike = || {
        tiers.contains(Assumptions::ASSOCIATIVE) || sides.iter().all(|&side| is_short(arena, side))
    };
    if !tiers.contains(Assumptions::DISTRIBUTIVE)
        || !groups_alike()
        || is_rational(arena, &sides)
        || !alike(arena, sides)
    {
        return false;
    }
    tiers.contains(Assumptions::ASSOCIATIVE | Assumptions::FINITE)
        || !has_zero(arena, &sides, format) && {
            // Polynomials with positive coefficients are equal only if no monomial is lost.
            let positive = positive(builder, sides, (format, rounding));
            alike(builder.arena(), positive)
        }
}

/// Both sides with fused operations and quotients divided, as far as the tiers allow it.
fn separated(
    builder: &mut Builder,
    sides: [TermId; 2],
    (format, rounding): (Format, Rounding),
    tiers: Assumptions,
) -> [TermId; 2] {
    let operation = |op| Spec::float(op, format, rounding);
    rebuilt(builder, sides, |builder, term, args| {
        let spec = builder.arena().node(term).spec();
        match spec.op {
            Op::Fma if tiers.contains(Assumptions::CONTRACTION) => {
                let product = builder.build(operation(Op::FMul), &args[..2]);
                builder.build(operation(Op::FAdd), &[product, args[2]])
            }
            Op::FDiv if tiers.contains(Assumptions::RECIPROCAL) => {
                let one = builder.constant(format.width(), format.from_f64(1.0, rounding));
                let inverse = builder.build(spec, &[one, args[1]]);
                match args[0] == one {
                    true => inverse,
                    false => builder.build(operation(Op::FMul), &[args[0], inverse]),
                }
            }
            _ => builder.build(spec, args),
        }
    })
}

/// Both sides with the coefficients of all monomials positive.
fn positive(
    builder: &mut Builder,
    sides: [TermId; 2],
    (format, rounding): (Format, Rounding),
) -> [TermId; 2] {
    let magnitude = |builder: &mut Builder, term: TermId| {
        let bits = builder.constant_value(term);
        let bits = bits.filter(|_| builder.width(term) == format.width());
        bits.map_or(term, |bits| {
            builder.constant(format.width(), bits & (format.sign_mask() - 1))
        })
    };
    let sides = rebuilt(builder, sides, |builder, term, args| {
        let spec = builder.arena().node(term).spec();
        if spec.op == Op::Xor && builder.constant_value(args[1]) == Some(format.sign_mask()) {
            return args[0];
        }
        let args: Vec<TermId> = args.iter().map(|&arg| magnitude(builder, arg)).collect();
        match spec.op {
            Op::FSub => builder.build(Spec::float(Op::FAdd, format, rounding), &args),
            _ => builder.build(spec, &args),
        }
    });
    sides.map(|side| magnitude(builder, side))
}

/// The format and rounding of the arithmetic of both sides, if there is one only and its
/// constants are numbers.
fn arithmetic(arena: &Arena, sides: &[TermId]) -> Option<(Format, Rounding)> {
    let mut found = None;
    for &term in &Cone::of(arena, sides).terms {
        let spec = arena.node(term).spec();
        if !spec.op.is_float() {
            continue;
        }
        if !matches!(spec.op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::Fma) {
            return None;
        }
        let own = (spec.format(), spec.rounding());
        if *found.get_or_insert(own) != own {
            return None;
        }
    }
    let (format, _) = found?;
    let is_number = |&term: &TermId| {
        let value = arena.constant_value(term);
        let value = value.filter(|_| arena.width(term) == format.width());
        value.is_none_or(|bits| bits & (format.sign_mask() - 1) < format.infinity())
    };
    let cone = Cone::of(arena, sides);
    cone.terms.iter().all(is_number).then_some(found?)
}

/// Whether a polynomial has at most two monomials, of at most two factors each: it has one
/// grouping only, in which the law alone holds.
fn is_short(arena: &Arena, side: TermId) -> bool {
    let mut measures: FxHashMap<TermId, (u32, u32)> = FxHashMap::default();
    for &term in &Cone::of(arena, &[side]).terms {
        let node = arena.node(term);
        let below: Vec<(u32, u32)> = node.children().iter().map(|t| measures[t]).collect();
        let measure = match (node.op(), &below[..]) {
            (Op::FAdd | Op::FSub, [(m, f), (n, g)]) => (m.saturating_add(*n), *f.max(g)),
            (Op::FMul, [(m, f), (n, g)]) => (m.saturating_mul(*n), f.saturating_add(*g)),
            // A negation.
            (Op::Xor, [of, _]) => *of,
            (_, []) => (1, 1),
            _ => (u32::MAX, u32::MAX),
        };
        measures.insert(term, measure);
    }
    let (monomials, factors) = measures[&side];
    monomials <= 2 && factors <= 2
}

/// Whether an operation is left that no polynomial has: a fused one, or a quotient, whose product
/// with its divisor is one for most divisors only.
fn is_rational(arena: &Arena, sides: &[TermId]) -> bool {
    let cone = Cone::of(arena, sides);
    let mut terms = cone.terms.iter();
    terms.any(|term| matches!(arena.op(*term), Op::Fma | Op::FDiv))
}

/// Whether a constant is zero: its product with an infinity is a NaN.
fn has_zero(arena: &Arena, sides: &[TermId], format: Format) -> bool {
    let cone = Cone::of(arena, sides);
    cone.terms.iter().any(|&term| {
        let value = arena.constant_value(term);
        value.is_some_and(|bits| bits & (format.sign_mask() - 1) == 0)
    })
}

/// Both sides with every operation built anew from its rebuilt operands.
fn rebuilt(
    builder: &mut Builder,
    sides: [TermId; 2],
    mut build: impl FnMut(&mut Builder, TermId, &[TermId]) -> TermId,
) -> [TermId; 2] {
    let cone = Cone::of(builder.arena(), &sides);
    let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &term in &cone.terms {
        let children = builder.arena().node(term).children();
        let args: Vec<TermId> = children.iter().map(|child| map[child]).collect();
        let new = match args.is_empty() {
            true => term,
            false => build(builder, term, &args),
        };
        map.insert(term, new);
    }
    sides.map(|side| map[&side])
}
