//! Clamps: selects between a value and the bound that it is compared with.

use rewrite_rules::Builder;
use term::{Cone, Format, Op, Outcomes, TermId};

/// A select between a value and a bound.
struct Clamp {
    /// The comparison, and its outcome where the value is selected.
    condition: (TermId, bool),
    /// The bound.
    bound: f64,
    /// Whether the bound is a lower one.
    least: bool,
}

/// One-bit terms stating that no clamp below `roots` selects its bound.
pub(super) fn inactive(builder: &mut Builder, roots: &[TermId]) -> Vec<TermId> {
    let clamps = clamps(builder, roots);
    let holds = clamps.iter().map(|clamp| match clamp.condition {
        (condition, true) => condition,
        (condition, false) => builder.not(condition),
    });
    let mut conditions: Vec<TermId> = holds.collect();
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}

/// Describes the bounds that each of two results is clamped to, if they differ.
pub(super) fn bounds(builder: &Builder, roots: [TermId; 2]) -> Option<String> {
    let [left, right] = roots.map(|root| {
        let clamps = clamps(builder, &[root]);
        let of = |least| {
            let bounds = clamps.iter().filter(move |clamp| clamp.least == least);
            bounds.map(|clamp| clamp.bound)
        };
        match (of(true).reduce(f64::max), of(false).reduce(f64::min)) {
            (Some(least), Some(greatest)) => format!("clamps to {least}..{greatest}"),
            (Some(least), None) => format!("clamps to {least} and above"),
            (None, Some(greatest)) => format!("clamps to {greatest} and below"),
            (None, None) => "does not clamp".to_owned(),
        }
    });
    (left != right).then(|| format!("the reference {left}, the port {right}"))
}

/// Whether two results have equally many clamps with the same bounds.
pub(super) fn alike(builder: &Builder, roots: [TermId; 2]) -> bool {
    let [left, right] = roots.map(|root| {
        let mut all: Vec<(bool, i64)> = clamps(builder, &[root])
            .iter()
            .map(|clamp| (clamp.least, clamp.bound as i64))
            .collect();
        all.sort_unstable();
        all
    });
    left == right
}

fn clamps(builder: &Builder, roots: &[TermId]) -> Vec<Clamp> {
    let cone = Cone::of(builder.arena(), roots);
    let selects = cone.terms.iter().copied();
    selects.filter_map(|term| clamp(builder, term)).collect()
}

fn clamp(builder: &Builder, term: TermId) -> Option<Clamp> {
    let node = *builder.arena().node(term);
    if node.op() != Op::Select || node.width() == 1 {
        return None;
    }
    let [condition, one, other] = [0, 1, 2].map(|i| node.child(i));
    let constants = [one, other].map(|arm| builder.constant_value(arm));
    let (chosen, where_true) = match constants {
        [Some(bound), None] => (bound, true),
        [None, Some(bound)] => (bound, false),
        _ => return None,
    };
    // Rewriting an arithmetic shift leaves the copies of a sign bit, as wide as they are many.
    let all = u128::MAX >> (128 - node.width());
    if chosen == all && !matches!(node.width(), 8 | 16 | 32 | 64) {
        return None;
    }
    let (compared, greater) = comparison(builder, condition)?;
    let bound = compared.bound(chosen, node.width())?;
    Some(Clamp {
        condition: (condition, !where_true),
        bound,
        // A bound selected where the value is greater is an upper bound.
        least: greater != where_true,
    })
}

/// The constant that a value is compared with.
enum Compared {
    Int { value: i128 },
    Float { format: Format, bits: u128 },
}

impl Compared {
    /// The bound that the selected constant of `width` bits denotes, if it is the number
    /// compared with or, for integers, adjacent to it.
    fn bound(&self, chosen: u128, width: u8) -> Option<f64> {
        let mask = u128::MAX >> (128 - width);
        let next_to = |value: i128| {
            let mut candidates = [value, value - 1, value + 1].into_iter();
            candidates.find(|&value| value as u128 & mask == chosen)
        };
        match *self {
            Compared::Int { value } => next_to(value).map(|value| value as f64),
            Compared::Float { format, bits } => {
                let number = as_double(format, bits)?;
                if format.width() == width && chosen == bits {
                    return Some(number);
                }
                let whole = number.fract() == 0.0 && number.abs() < 1e18;
                whole
                    .then_some(number as i128)
                    .and_then(next_to)
                    .map(|value| value as f64)
            }
        }
    }
}

/// The constant of a comparison, and whether the comparison holds for greater values.
fn comparison(builder: &Builder, condition: TermId) -> Option<(Compared, bool)> {
    let node = *builder.arena().node(condition);
    let signed = |bits: u128, width: u8| ((bits << (128 - width)) as i128) >> (128 - width);
    match node.op() {
        Op::Slt | Op::Ult => {
            let width = builder.width(node.child(0));
            let constants = [0, 1].map(|i| builder.constant_value(node.child(i)));
            let (bits, greater) = match constants {
                [Some(bits), None] => (bits, true),
                [None, Some(bits)] => (bits, false),
                _ => return None,
            };
            let value = match node.op() {
                Op::Slt => signed(bits, width),
                _ => i128::try_from(bits).ok()?,
            };
            Some((Compared::Int { value }, greater))
        }
        // A test of the sign bit.
        Op::Extract => {
            let width = builder.width(node.child(0));
            let sign = node.width() == 1 && node.spec().offset() + 1 == width;
            sign.then_some((Compared::Int { value: 0 }, false))
        }
        Op::FCmp => {
            let format = node.spec().format();
            let order = node
                .spec()
                .outcomes()
                .intersect(Outcomes::LT.union(Outcomes::GT));
            let less = match order {
                Outcomes::LT => true,
                Outcomes::GT => false,
                _ => return None,
            };
            match [0, 1].map(|i| builder.constant_value(node.child(i))) {
                [None, Some(bits)] => Some((Compared::Float { format, bits }, !less)),
                [Some(bits), None] => Some((Compared::Float { format, bits }, less)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn as_double(format: Format, bits: u128) -> Option<f64> {
    let number = format.to_f64(bits);
    number.is_finite().then_some(number)
}
