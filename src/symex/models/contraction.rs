//! Products and sums of which an implementation chooses whether they are contracted
//! (`FP_CONTRACT`, OpenCL C 6.2): an uninterpreted function of the operands, unless both choices
//! give one value.

use rewrite_rules::Builder;
use term::{Format, Op, Rounding, Spec, TermId};

use super::model::Site;
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::Value;

/// The name of the operation without the suffix of its format.
const NAME: &str = "simdiff.approx.opencl.contraction.";

/// Whether a function is the choice between `fma(x, y, z)` and `x * y + z`.
pub(super) fn is_contraction(name: &str) -> bool {
    name.starts_with(NAME)
}

/// Applies the operation, lane by lane. Where the product is exact, or all operands are constant
/// and both choices agree, the value is that of `x * y + z`.
pub(super) fn contraction(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let lanes = e.program.ty(site.call.result).lanes();
    let format = lanes.and_then(|(lane, _)| lane.format());
    let (Some(format), [x, y, z]) = (format, site.args) else {
        return Err(e.unsupported(site, "operand types"));
    };
    Ok(e.map([x, y, z], |e, [x, y, z]| {
        let float = |op| Spec::float(op, format, Rounding::NearestEven);
        let constant = [x, y, z].iter().all(|x| e.concrete(*x).is_some());
        if constant || is_exact(e.b(), format, [x, y]) {
            let product = e.arithmetic(float(Op::FMul), &[x, y]);
            let sum = e.arithmetic(float(Op::FAdd), &[product, z]);
            if !constant || e.arithmetic(float(Op::Fma), &[x, y, z]) == sum {
                return Some(sum);
            }
        }
        Some(e.b().apply(site.name, format.width(), &[x, y, z]))
    }))
}

/// A float that is an integer times a power of two: `m * 2^low` with `|m| <= 2^bits`.
#[derive(Clone, Copy)]
struct Scaled {
    bits: i32,
    low: i32,
}

/// Whether the product of two floats is a normal number of the format, or zero.
fn is_exact(builder: &Builder, format: Format, factors: [TermId; 2]) -> bool {
    let [Some(x), Some(y)] = factors.map(|factor| scaled(builder, format, factor)) else {
        return false;
    };
    let (bits, low) = (x.bits + y.bits, x.low + y.low);
    let most = format.max_exponent();
    bits <= i32::from(format.precision()) && low > -most && low + bits <= most
}

fn scaled(builder: &Builder, format: Format, term: TermId) -> Option<Scaled> {
    let arena = builder.arena();
    let precision = i32::from(format.precision());
    if let Some(bits) = builder.constant_value(term) {
        return of_constant(format, bits);
    }
    if !matches!(arena.op(term), Op::UiToF | Op::SiToF) {
        return None;
    }
    let mut integer = *arena.node(term).children().first()?;
    while matches!(arena.op(integer), Op::ZExt | Op::SExt) {
        integer = *arena.node(integer).children().first()?;
    }
    let bits = i32::from(arena.width(integer));
    (bits <= precision).then_some(Scaled { bits, low: 0 })
}

fn of_constant(format: Format, bits: u128) -> Option<Scaled> {
    let magnitude = bits & !format.sign_mask();
    if magnitude >= format.infinity() || matches!(format, Format::X87) {
        return None;
    }
    let fraction_bits = u32::from(format.precision()) - 1;
    let exponent = (magnitude >> fraction_bits) as i32;
    let hidden = u128::from(exponent > 0) << fraction_bits;
    let significand = magnitude & ((1 << fraction_bits) - 1) | hidden;
    if significand == 0 {
        return Some(Scaled { bits: 0, low: 0 });
    }
    let zeros = significand.trailing_zeros();
    let significant = significand >> zeros;
    let bits = match significant {
        1 => 0,
        _ => (u128::BITS - significant.leading_zeros()) as i32,
    };
    let unit = exponent.max(1) - format.max_exponent() - fraction_bits as i32;
    Some(Scaled {
        bits,
        low: unit + zeros as i32,
    })
}

#[cfg(test)]
mod tests {
    use term::Buffer;

    use super::*;

    #[test]
    fn constants_are_integers_times_powers_of_two() {
        let of = |x: f32| of_constant(Format::Single, x.to_bits().into()).map(|s| (s.bits, s.low));
        assert_eq!(of(1.0), Some((0, 0)));
        assert_eq!(of(-0.75), Some((2, -2)));
        assert_eq!(of(3.0e38).map(|(bits, _)| bits <= 24), Some(true));
        assert_eq!(of(f32::INFINITY), None);
        assert_eq!(of(f32::from_bits(1)), Some((0, -149)));
    }

    #[test]
    fn products_of_small_integers_and_short_constants_are_exact() {
        let mut builder = Builder::new(rewrite_rules::RuleSet::builtin());
        let buffer = builder.arena_mut().add_buffer(Buffer {
            name: "x".into(),
            format: None,
            signed: false,
            scalar: false,
            undefined: false,
        });
        let byte = builder.arena_mut().add_symbol(buffer, 0, 8);
        let wide = builder.zext(byte, 32);
        let spec = Spec::from_int(Op::SiToF, Format::Single, Rounding::NearestEven);
        let float = builder.build(spec, &[wide]);
        let mut times = |y: f32| {
            let y = builder.constant(32, y.to_bits().into());
            is_exact(&builder, Format::Single, [float, y])
        };
        assert!(times(2.0) && times(0.375) && times(0.0));
        assert!(!times(0.1) && !times(f32::NAN) && !times(1e-45));
    }
}
