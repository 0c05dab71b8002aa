//! Values on which rules tend to break, drawn at random.

use term::{Format, Op, Rounding};

use crate::bits::ones;
use crate::case::Case;
use crate::choose::Chooser;
use crate::pattern::MAX_SLOTS;

/// A value of `width` bits, read as a float of `format` where there is one. Often
/// near the values that the case has already.
pub(crate) fn sample(
    chooser: &mut Chooser,
    case: &Case,
    format: Option<Format>,
    width: u8,
) -> u128 {
    if case.small_integers {
        return small_integer(format.unwrap_or(Format::Double), chooser.below(65));
    }
    if let Some(format) = format.filter(|f| f.width() == width)
        && chooser.below(3) > 0
    {
        return special(format, chooser);
    }
    let mask = ones(width as u128);
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

/// An integer of small magnitude, on which float arithmetic is exact.
fn small_integer(format: Format, n: u32) -> u128 {
    let spec = term::Spec::from_int(Op::SiToF, format, Rounding::NearestEven);
    let value = n as i64 - 32;
    // Eight at most in half precision: products of three stay exact.
    let value = if format == Format::Half || format == Format::BFloat {
        value % 5
    } else {
        value
    };
    term::apply(spec, &[64], &[value as u64 as u128])
}

/// A value where float rules tend to break.
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
    if chooser.below(2) == 0 {
        magnitude
    } else {
        magnitude | format.sign_mask()
    }
}
