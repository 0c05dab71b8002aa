//! Computations on float constants and formats for guards and attributes.

use std::ops::Range;

use term::{Format, Op, Rounding, Spec};

use crate::bits::ones;

/// Converts a double's bits to the nearest number of `format`.
pub(crate) fn float_bits(bits: u64, format: Format) -> u128 {
    match bits {
        0 => 0,
        0x8000_0000_0000_0000 => format.sign_mask(),
        0x3ff0_0000_0000_0000 => format.one(),
        _ if format == Format::Double => bits as u128,
        _ => {
            let spec = Spec::fconvert(Format::Double, format, Rounding::NearestEven);
            term::apply(spec, &[64], &[bits as u128])
        }
    }
}

/// Converts a constant to another format; `None` unless the conversion is exact.
pub(crate) fn narrowed(from: Format, to: Format, bits: u128) -> Option<u128> {
    if from == to {
        return Some(bits);
    }
    let there = Spec::fconvert(from, to, Rounding::NearestEven);
    let back = Spec::fconvert(to, from, Rounding::NearestEven);
    let narrow = term::apply(there, &[from.width()], &[bits]);
    (term::apply(back, &[to.width()], &[narrow]) == bits).then_some(narrow)
}

/// Whether one operation computed in `wide` and rounded to `narrow` equals the operation in
/// `narrow` (double rounding is innocuous, Figueroa 1995).
pub(crate) fn innocuous(narrow: Format, wide: Format) -> bool {
    let precise = u16::from(wide.precision()) >= 2 * u16::from(narrow.precision()) + 2;
    // Subnormal products must be exact in the wider format.
    let range = 2 * narrow.max_exponent() + 2 * i32::from(narrow.precision());
    precise && wide.max_exponent() >= range
}

/// Whether every value of `narrow` is a value of `wide`.
pub(crate) fn widens(narrow: Format, wide: Format) -> bool {
    wide.precision() >= narrow.precision() && wide.max_exponent() >= narrow.max_exponent()
}

pub(crate) fn signed_range(bits: u128) -> Range<i128> {
    -(1 << (bits - 1))..1 << (bits - 1)
}

pub(crate) fn exact(format: Format, i: i128) -> bool {
    i.unsigned_abs() < 1 << format.precision()
}

pub(crate) fn is_finite(format: Format, bits: u128) -> bool {
    let infinity = format.infinity();
    bits & infinity != infinity
}

pub(crate) fn is_integral(format: Format, bits: u128) -> bool {
    let w = format.width();
    let spec = Spec::float(Op::FRound, format, Rounding::TowardZero);
    is_finite(format, bits) && term::apply(spec, &[w], &[bits]) == bits
}

/// 1 / `bits` for a power of two; `None` unless both are normal numbers.
pub(crate) fn reciprocal(format: Format, bits: u128) -> Option<u128> {
    if format == Format::X87 {
        return None;
    }
    let fraction = format.precision() - 1;
    let magnitude = bits & (format.sign_mask() - 1);
    let exponent = magnitude >> fraction;
    let bias = format.max_exponent() as u128;
    let power = magnitude & ones(fraction as u128) == 0 && exponent >= 1 && exponent < 2 * bias;
    power.then(|| bits & format.sign_mask() | (2 * bias - exponent) << fraction)
}

/// a × b for powers of two of magnitude at least 1; `None` for others or on overflow.
pub(crate) fn power_product(format: Format, a: u128, b: u128) -> Option<u128> {
    let magnitude = |x: u128| x & (format.sign_mask() - 1);
    for factor in [a, b] {
        reciprocal(format, factor).filter(|_| magnitude(factor) >= format.one())?;
    }
    let sign = (a ^ b) & format.sign_mask();
    let product = magnitude(a) + magnitude(b) - format.one();
    (product < format.infinity()).then_some(sign | product)
}

/// The value of a finite integral constant of magnitude below 2^126.
pub(crate) fn integral(format: Format, bits: u128) -> Option<i128> {
    if !is_integral(format, bits) {
        return None;
    }
    let spec = Spec::to_int(Op::FToSi, format, Rounding::TowardZero, 128);
    let value = term::apply(spec, &[format.width()], &[bits]) as i128;
    (value.unsigned_abs() < 1 << 126).then_some(value)
}
