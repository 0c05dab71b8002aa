//! Parses numbers in flags to the bits of a scalar.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use term::Format;

use super::args::{GivenRange, parse_hex};
use super::quote::Quote;
use crate::contract::{Range, Scalar};

/// The bits of the number `text` as a `scalar`, rounded to nearest-even for floats; `None`
/// if it is not a number, or an integer out of range.
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
            // A hexadecimal number may also give the bits of a negative value.
            let fits = match value {
                0.. => value <= high || value as u128 <= mask && parse_hex(&plain).is_some(),
                _ => signed && value >= -high - 1,
            };
            fits.then_some(value as u128 & mask)
        }
        Scalar::Float { format } => {
            let plain = match parse_hex(&plain) {
                Some(value) => value.to_string(),
                None => without_suffix(&plain).to_owned(),
            };
            match format {
                Format::Half => float::<Half>(&plain),
                Format::BFloat => float::<BFloat>(&plain),
                Format::Single => float::<Single>(&plain),
                Format::Double => float::<Double>(&plain),
                Format::X87 => float::<X87DoubleExtended>(&plain),
                Format::Quad => float::<Quad>(&plain),
                // No C type has these formats.
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
        // A number beyond every finite one is no infinity.
        _ => body.parse::<F>().ok().filter(|value| value.is_finite())?,
    };
    Some(if negative { -value } else { value }.to_bits())
}

/// Parses a range for values of a scalar.
///
/// # Errors
/// The wrong end, or `None` for the range as a whole, and the reason.
pub fn range(given: &GivenRange, scalar: Scalar) -> Result<Range, (Option<Quote>, String)> {
    let end = |quote: &Quote| {
        let value = match scalar {
            Scalar::Int { bits, signed } => whole(quote.part(), bits, signed),
            Scalar::Float { format } => finite(quote.part(), format),
        };
        value.map_err(|reason| (Some(quote.clone()), reason))
    };
    let range = Range {
        low: end(&given.low)?,
        high: end(&given.high)?,
    };
    match range.low <= range.high {
        true => Ok(range),
        false => Err((None, format!("no {scalar} lies in it"))),
    }
}

/// The text of a number without the suffix of a `float`.
fn without_suffix(text: &str) -> &str {
    let body = text.strip_suffix(['f', 'F']);
    body.filter(|body| body.ends_with(|c: char| c.is_ascii_digit() || c == '.'))
        .unwrap_or(text)
}

/// Parses an end of a range of integers, as a float.
fn whole(text: &str, bits: u8, signed: bool) -> Result<f64, String> {
    let plain = text.replace('_', "");
    let scalar = Scalar::Int { bits, signed };
    let greatest = u128::MAX >> (128 - u32::from(bits) + u32::from(signed));
    let least = if signed { -(greatest as i128) - 1 } else { 0 };
    let float = plain.parse::<f64>().ok();
    let value = match (parse_hex(&plain).or(plain.parse().ok()), float) {
        (Some(value), _) => value,
        (None, Some(x)) if x.is_finite() && x.fract() != 0.0 => {
            return Err(format!("{text} is a fraction, and {scalar} holds integers"));
        }
        (None, Some(x)) if x.abs() < 2f64.powi(126) => x as i128,
        _ => {
            return Err(beyond(
                text,
                scalar,
                &least.to_string(),
                &greatest.to_string(),
            ));
        }
    };
    if value < least || value > 0 && value as u128 > greatest {
        return Err(beyond(
            text,
            scalar,
            &least.to_string(),
            &greatest.to_string(),
        ));
    }
    let x = value as f64;
    // The least and the greatest value of a type are accepted although a float may round
    // them.
    let exact = x as i128 == value || value == least || value as u128 == greatest;
    match exact {
        true => Ok(x),
        false => Err(format!("{text} has more than 53 significant bits")),
    }
}

/// Parses an end of a range of floats: the float of the format nearest to it, as a literal of C
/// has, so that `0..0.8` contains `0.8f`.
fn finite(text: &str, format: Format) -> Result<f64, String> {
    let plain = text.replace('_', "");
    let scalar = Scalar::Float { format };
    let value = match parse_hex(&plain) {
        Some(value) => value as f64,
        None => without_suffix(&plain)
            .parse()
            .map_err(|_| format!("{text} is not a number"))?,
    };
    // A number of several bits beyond a format's is rounded once.
    let nearest = match format.width() {
        64.. => value,
        _ => match bits(text, scalar) {
            Some(bits) => format.to_f64(bits),
            None => f64::INFINITY.copysign(value),
        },
    };
    if value.is_finite() && nearest.is_infinite() || value.is_infinite() && !plain.contains("inf") {
        return Err(format!("{text} is beyond every finite {scalar}"));
    }
    Ok(nearest)
}

fn beyond(text: &str, scalar: Scalar, least: &str, greatest: &str) -> String {
    format!("{text} is no value of {scalar}, which goes from {least} to {greatest}")
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

    fn told(low: &str, high: &str, scalar: Scalar) -> Result<Range, String> {
        let quote = |text: &str| Quote {
            flag: crate::frontend::quote::Flag::Arg,
            text: text.into(),
            start: 0,
            end: text.len(),
        };
        let given = GivenRange {
            low: quote(low),
            high: quote(high),
        };
        range(&given, scalar).map_err(|(_, reason)| reason)
    }

    #[test]
    fn ends_of_a_range_are_values_of_the_type() {
        assert!(told("0", "255", int(8, false)).is_ok());
        assert!(told("-128", "1e2", int(8, true)).is_ok());
        assert!(told("0", "18446744073709551615", int(64, false)).is_ok());
        for (low, high, bits, signed) in [
            ("0", "300", 8, false),
            ("-1", "3", 8, false),
            ("0.2", "0.8", 8, false),
            ("0", "9007199254740993", 64, true),
            ("-inf", "inf", 32, true),
        ] {
            assert!(told(low, high, int(bits, signed)).is_err(), "{low}..{high}");
        }
    }

    #[test]
    fn a_range_has_a_float_in_it() {
        let single = Scalar::Float {
            format: Format::Single,
        };
        assert!(told("-inf", "inf", single).is_ok());
        assert!(told("0.1", "0.2", single).is_ok());
        let tenth = told("0.1", "0.1", single).map(|range| range.high);
        assert_eq!(tenth, Ok(f64::from(0.1f32)));
        assert_eq!(told("0.1f", "0.1F", single), told("0.1", "0.1", single));
        assert!(told("1.0000002", "1.0000001", single).is_err());
        assert!(told("0", "1e39", single).is_err());
    }
}
