//! The distance of two results on one input.

use rewrite_rules::Builder;
use term::{Assignment, Cone, Evaluator, Format, Op, Rounding, Spec, TermId};

/// Distance, in units, up to which integer results count as close where bits were dropped.
pub(super) const NEAR: u128 = 2;

/// Evaluates results on a witness.
pub(super) fn values<const N: usize>(
    builder: &Builder,
    roots: &[TermId; N],
    witness: &dyn Assignment,
) -> [u128; N] {
    let cone = Cone::of(builder.arena(), roots);
    let mut evaluator = Evaluator::new(builder.arena(), &cone);
    evaluator.run(witness);
    roots.map(|root| evaluator.value(root))
}

/// The distance of two integers modulo 2^width.
pub(super) fn apart(width: u8, [x, y]: [u128; 2]) -> u128 {
    let mask = u128::MAX >> (128 - width);
    (x.wrapping_sub(y) & mask).min(y.wrapping_sub(x) & mask)
}

/// The distance of two floats, rounded to double; `None` unless it is finite.
pub(super) fn distance(format: Format, [x, y]: [u128; 2]) -> Option<f64> {
    let wide = [x, y].map(|bits| widened(format, bits));
    let difference = Spec::float(Op::FSub, Format::Quad, Rounding::NearestEven);
    let difference = term::apply(difference, &[128, 128], &wide);
    let narrow = Spec::fconvert(Format::Quad, Format::Double, Rounding::NearestEven);
    let distance = f64::from_bits(term::apply(narrow, &[128], &[difference]) as u64).abs();
    distance.is_finite().then_some(distance)
}

/// Converts a float's bits to quadruple precision.
pub(super) fn widened(format: Format, bits: u128) -> u128 {
    match format {
        Format::Quad => bits,
        _ => {
            let widen = Spec::fconvert(format, Format::Quad, Rounding::NearestEven);
            term::apply(widen, &[format.width()], &[bits])
        }
    }
}
