//! Arithmetic of the 8-bit formats on all operands, against its definition: the exact result in
//! double precision, rounded to the nearest value of the format.

use simdiff_term::{Format, Op, Rounding, Spec, apply};

/// The value by the definition of the format; `None` for NaNs.
fn value(format: Format, bits: u128) -> Option<f64> {
    let digits = i32::from(format.precision()) - 1;
    let magnitude = bits & 0x7f;
    let sign = if bits & 0x80 != 0 { -1.0 } else { 1.0 };
    let fraction = (magnitude & ((1 << digits) - 1)) as f64;
    let exponent = (magnitude >> digits) as i32;
    let least = 1 - format.max_exponent();
    let size = match exponent {
        _ if magnitude > format.infinity() => return None,
        _ if magnitude == format.infinity() => f64::INFINITY,
        0 => fraction * 2f64.powi(least - digits),
        e => (1.0 + fraction * 2f64.powi(-digits)) * 2f64.powi(least - 1 + e),
    };
    Some(sign * size)
}

/// The magnitudes of a format in ascending order. The last one, for infinity, is the next power
/// of two.
fn magnitudes(format: Format) -> Vec<f64> {
    let finite = (0..format.infinity()).filter_map(|bits| value(format, bits));
    finite
        .chain([2f64.powi(format.max_exponent() + 1)])
        .collect()
}

/// The bits of the value nearest to an exact result; of two that are equally near, the even one.
fn nearest(format: Format, magnitudes: &[f64], exact: f64) -> u128 {
    if exact.is_nan() {
        return format.canonical_nan();
    }
    let sign = if exact.is_sign_negative() { 0x80 } else { 0 };
    let size = exact.abs();
    let above = magnitudes.partition_point(|m| *m < size);
    let bits = match (above.checked_sub(1), magnitudes.get(above)) {
        (None, _) => above,
        (Some(below), None) => below,
        (Some(below), Some(next)) => {
            let distances = [size - magnitudes[below], next - size];
            match distances[0].total_cmp(&distances[1]) {
                std::cmp::Ordering::Less => below,
                std::cmp::Ordering::Equal => below + (below & 1),
                std::cmp::Ordering::Greater => above,
            }
        }
    };
    bits as u128 | sign
}

fn check(op: Op, exact: impl Fn(f64, f64) -> f64) {
    for format in Format::SMALL {
        let spec = Spec::float(op, format, Rounding::NearestEven);
        let magnitudes = magnitudes(format);
        for x in 0..256 {
            for y in 0..256 {
                let operands = value(format, x).zip(value(format, y));
                let exact = operands.map_or(f64::NAN, |(x, y)| exact(x, y));
                let expected = nearest(format, &magnitudes, exact);
                let found = apply(spec, &[8, 8], &[x, y]);
                assert_eq!(found, expected, "{} {x:#x} {y:#x} {format}", op.name());
            }
        }
    }
}

#[test]
fn sums_are_rounded_once() {
    check(Op::FAdd, |x, y| x + y);
}

#[test]
fn products_are_rounded_once() {
    check(Op::FMul, |x, y| x * y);
}

/// 53 bits are more than twice the precision of the formats, so the double rounding of a
/// quotient gives the same result as a single rounding.
#[test]
fn quotients_are_rounded_once() {
    check(Op::FDiv, |x, y| x / y);
}

#[test]
fn widening_keeps_the_value() {
    for format in Format::SMALL {
        let spec = Spec::fconvert(format, Format::Double, Rounding::NearestEven);
        for x in 0..256 {
            let wide = f64::from_bits(apply(spec, &[8], &[x]) as u64);
            let expected = value(format, x).unwrap_or(f64::NAN);
            assert!(wide.total_cmp(&expected).is_eq(), "{x:#x} {format}");
        }
    }
}
