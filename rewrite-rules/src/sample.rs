//! Random values on which rules are likely to fail.

use term::{Format, Op, Rounding};

use crate::bits::ones;
use crate::case::{Case, Floats};
use crate::choose::Chooser;
use crate::constants::float_bits;
use crate::landmark::Landmark;
use crate::pattern::MAX_SLOTS;

/// A value of `width` bits, of float format `format` if one is given; often near a value that
/// the case already contains.
pub(crate) fn sample(
    chooser: &mut Chooser,
    case: &Case,
    format: Option<Format>,
    width: u8,
) -> u128 {
    let exact = format.unwrap_or(Format::Double);
    match case.floats {
        Floats::Any => {}
        Floats::SmallIntegers => return small_integer(exact, chooser.below(65)),
        Floats::PowersOfTwo => return power_of_two(exact, chooser.below(10)),
    }
    let format = format.filter(|f| f.width() == width);
    let mask = ones(width as u128);
    if !case.landmarks.is_empty() && chooser.below(6) == 0 {
        let bits = match case.landmarks[chooser.below(case.landmarks.len() as u32) as usize] {
            Landmark::Bits(bits) => bits,
            Landmark::Float(bits) => float_bits(bits, format.unwrap_or(Format::Double)),
        };
        return beside(bits, chooser) & mask;
    }
    if let Some(format) = format {
        match chooser.below(6) {
            0 | 1 => return special(format, chooser) & mask,
            2 | 3 => return turning(format, chooser) & mask,
            4 => return near(format, case, chooser) & mask,
            _ => {}
        }
    } else if chooser.below(6) == 0 {
        return tie(width, chooser) & mask;
    }
    let earlier: Vec<u128> = case.terms.iter().flatten().map(|t| t.1).collect();
    let seed = match chooser.below(4) {
        0 => chooser.bits(),
        1 => chooser.bits() >> chooser.below(128),
        2 if !earlier.is_empty() => earlier[chooser.below(earlier.len() as u32) as usize],
        _ => case.numbers[chooser.below(MAX_SLOTS as u32) as usize],
    };
    let sign = 1u128 << (width - 1);
    mask & match chooser.below(12) {
        0 => 0,
        1 => 1,
        2 => mask,
        3 => sign,
        4 => sign - 1,
        5 => seed.wrapping_add(1),
        6 => seed.wrapping_sub(1),
        7 => !seed,
        8 => ones(chooser.below(width as u32 + 1) as u128),
        9 => 1 << chooser.below(width as u32),
        _ => seed,
    }
}

/// A number at a distance of at most 2.
fn beside(bits: u128, chooser: &mut Chooser) -> u128 {
    let step = u128::from(chooser.below(5));
    bits.wrapping_add(step).wrapping_sub(2)
}

/// An integer half way between two floats of some format, or near such an integer.
fn tie(width: u8, chooser: &mut Chooser) -> u128 {
    let top = chooser.below(width.into());
    let precision = precision(chooser);
    let odd = u128::from(chooser.below(2));
    let halfway = |below: u32| 1u128 << (top - below) | odd << (top - below + 1);
    let value = 1 << top | top.checked_sub(precision).map_or(0, |_| halfway(precision));
    // A distance so small that an intermediate format does not represent it.
    let far = 1u128 << chooser.below(top + 1);
    match chooser.below(6) {
        0 => value,
        1 => value.wrapping_add(1),
        2 => value.wrapping_sub(1),
        3 => value.wrapping_add(far),
        4 => value.wrapping_sub(far),
        _ => value.wrapping_neg(),
    }
}

/// The precision of a random format that programs use.
fn precision(chooser: &mut Chooser) -> u32 {
    let formats = Format::ALL;
    let format = formats[chooser.below(formats.len() as u32) as usize];
    format.precision().into()
}

/// A float at a discontinuity of roundings and conversions: half way between two numbers of a
/// narrower format, half way between integers, at a power of two, or one unit away.
fn turning(format: Format, chooser: &mut Chooser) -> u128 {
    let fraction = u32::from(format.precision()) - 1;
    // x87 stores its leading bit, which is part of the power.
    let stored = fraction + u32::from(format == Format::X87);
    let range = format.max_exponent() as u32;
    let exponent = match chooser.below(4) {
        0 => chooser.below(range) as i64,
        1 => -i64::from(chooser.below(range)),
        _ => i64::from(chooser.below(160).min(range)) - i64::from(chooser.below(32)),
    };
    let exponent = exponent.clamp(-i64::from(range) + 1, i64::from(range));
    let power = format
        .one()
        .wrapping_add_signed(i128::from(exponent) << stored);
    let bits = chooser.bits() & ones(fraction.into());
    let low = |kept: u32| match fraction.checked_sub(kept) {
        // Half of a unit of the kept bits, below random bits or all ones.
        Some(below) if below > 0 => {
            let above = bits >> below << below;
            match bits & 1 == 0 {
                true => above | 1 << (below - 1),
                false => ones(fraction.into()) >> below << below | 1 << (below - 1),
            }
        }
        _ => bits,
    };
    let mantissa = match chooser.below(4) {
        0 => 0,
        1 => low(precision(chooser).saturating_sub(1)),
        // Halves of integers.
        2 => low(u32::try_from(exponent).unwrap_or(0)),
        _ => bits,
    };
    let magnitude = beside_by_one(power + mantissa, chooser) & (format.sign_mask() - 1);
    signed(format, magnitude, chooser)
}

fn beside_by_one(bits: u128, chooser: &mut Chooser) -> u128 {
    match chooser.below(4) {
        0 => bits.wrapping_add(1),
        1 => bits.wrapping_sub(1),
        _ => bits,
    }
}

/// A float related to one that the case already contains: a unit away, its negation, or of an
/// exponent at which the other one is rounded off, or nearly so.
fn near(format: Format, case: &Case, chooser: &mut Chooser) -> u128 {
    let same = |t: &&(u8, u128)| t.0 == format.width();
    let earlier: Vec<u128> = case
        .terms
        .iter()
        .flatten()
        .filter(same)
        .map(|t| t.1)
        .collect();
    if earlier.is_empty() {
        return turning(format, chooser);
    }
    let bits = earlier[chooser.below(earlier.len() as u32) as usize];
    let fraction = u32::from(format.precision()) - 1;
    let stored = fraction + u32::from(format == Format::X87);
    match chooser.below(4) {
        0 => beside_by_one(bits, chooser),
        1 => beside_by_one(bits ^ format.sign_mask(), chooser),
        step => {
            let by = u128::from(chooser.below(u32::from(format.precision()) + 3)) << stored;
            let magnitude = bits & (format.sign_mask() - 1);
            let moved = match step {
                2 => magnitude.saturating_sub(by),
                _ => (magnitude + by).min(format.infinity()),
            };
            let moved = match chooser.below(2) {
                0 => moved >> stored << stored,
                _ => moved,
            };
            signed(format, moved, chooser)
        }
    }
}

fn signed(format: Format, magnitude: u128, chooser: &mut Chooser) -> u128 {
    match chooser.below(2) {
        0 => magnitude,
        _ => magnitude | format.sign_mask(),
    }
}

/// A small integer, on which float arithmetic is exact.
fn small_integer(format: Format, n: u32) -> u128 {
    let value = n as i64 - 32;
    // At most 4 in magnitude for half and bfloat16, so that products of three stay exact.
    let value = if format == Format::Half || format == Format::BFloat {
        value % 5
    } else {
        value
    };
    of_integer(format, value)
}

/// 1 to 16, of either sign.
fn power_of_two(format: Format, n: u32) -> u128 {
    let magnitude = 1i64 << (n / 2);
    let value = if n.is_multiple_of(2) {
        magnitude
    } else {
        -magnitude
    };
    of_integer(format, value)
}

fn of_integer(format: Format, value: i64) -> u128 {
    let spec = term::Spec::from_int(Op::SiToF, format, Rounding::NearestEven);
    term::apply(spec, &[64], &[value as u64 as u128])
}

/// A special value, on which float rules are likely to fail.
fn special(format: Format, chooser: &mut Chooser) -> u128 {
    let (one, inf) = (format.one(), format.infinity());
    let ulp_fraction = ones(format.precision() as u128 - 1);
    let magnitude = match chooser.below(16) {
        0 => 0,
        1 => one,
        2 => inf,
        3 => format.canonical_nan(),
        4 => inf | 1,
        5 => 1,
        6 => ulp_fraction,
        7 => ulp_fraction + 1,
        8 => inf - 1,
        9 => one + 1,
        10 => one - 1,
        11 => small_integer(format, chooser.below(65)) & (format.sign_mask() - 1),
        12 => one + (1 << (format.precision() - 1)),
        13 => one - (1 << (format.precision() - 2)),
        14 => one + (chooser.bits() & ulp_fraction),
        _ => chooser.bits() & (format.sign_mask() - 1),
    };
    signed(format, magnitude, chooser)
}
