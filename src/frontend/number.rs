//! Numbers that the user typed, as the bits of a scalar.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use term::Format;

use super::args::parse_hex;
use crate::contract::{Range, Scalar};

/// The bits of the number `text` as a `scalar`, rounded to nearest-even for floats;
/// `None` when it is not a number or an integer that does not fit.
pub fn bits(text: &str, scalar: Scalar) -> Option<u128> {
    let plain = text.replace('_', "");
    match scalar {
        Scalar::Int { bits, signed } => {
            let mask = u128::MAX >> (128 - u32::from(bits));
            let value = match parse_hex(&plain) {
                Some(value) => value,
                None => plain.parse::<i128>().ok()?,
            };
            let high = i128::try_from(mask >> u32::from(signed)).unwrap_or(i128::MAX);
            // A hexadecimal number may also give the bits of a negative one.
            let fits = match value {
                0.. => value <= high || value as u128 <= mask && parse_hex(&plain).is_some(),
                _ => signed && value >= -high - 1,
            };
            fits.then_some(value as u128 & mask)
        }
        Scalar::Float { format } => {
            let plain = match parse_hex(&plain) {
                Some(value) => value.to_string(),
                None => plain,
            };
            match format {
                Format::Half => float::<Half>(&plain),
                Format::BFloat => float::<BFloat>(&plain),
                Format::Single => float::<Single>(&plain),
                Format::Double => float::<Double>(&plain),
                Format::X87 => float::<X87DoubleExtended>(&plain),
                Format::Quad => float::<Quad>(&plain),
                // No type of a program's.
                Format::E4M3 | Format::E5M2 => None,
            }
        }
    }
}

fn float<F: Float>(text: &str) -> Option<u128> {
    let (negative, body) = match text.strip_prefix('-') {
        Some(body) => (true, body),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match body.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => F::INFINITY,
        "nan" => F::NAN,
        _ => body.parse::<F>().ok()?,
    };
    Some(if negative { -value } else { value }.to_bits())
}

/// Whether some value of the scalar lies in the range.
pub fn admits(range: Range, scalar: Scalar) -> bool {
    match scalar {
        Scalar::Int { bits, signed } => {
            let whole = 2f64.powi(i32::from(bits) - i32::from(signed));
            let lowest = if signed { -whole } else { 0.0 };
            range.low.ceil() <= range.high.floor() && range.low < whole && range.high >= lowest
        }
        Scalar::Float { .. } => range.low <= range.high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(bits: u8, signed: bool) -> Scalar {
        Scalar::Int { bits, signed }
    }

    #[test]
    fn integers_have_to_fit() {
        assert_eq!(bits("-1", int(32, true)), Some(0xffff_ffff));
        assert_eq!(bits("0xffffffff", int(32, true)), Some(0xffff_ffff));
        assert_eq!(bits("4294967295", int(32, true)), None);
        assert_eq!(bits("-1", int(32, false)), None);
        assert_eq!(bits("1.5", int(32, true)), None);
    }

    #[test]
    fn floats_round_once() {
        let single = Scalar::Float {
            format: Format::Single,
        };
        assert_eq!(bits("0.1", single), Some(u128::from(0.1f32.to_bits())));
        assert_eq!(bits("-inf", single), Some(0xff80_0000));
    }

    #[test]
    fn a_range_between_two_integers_is_empty() {
        let range = Range {
            low: 0.2,
            high: 0.8,
        };
        assert!(!admits(range, int(8, false)));
    }
}
