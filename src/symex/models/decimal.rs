//! Numbers as text and back, as the C library does it: correctly rounded.

use super::Model::Any;
use super::print::Conversion;
use super::{Site, Table};
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("strtod", Any(|e, s| parse(e, s, true, 64))),
    ("strtof", Any(|e, s| parse(e, s, true, 32))),
    ("atof", Any(|e, s| parse(e, s, false, 64))),
];

/// `sign` and `digits` at the conversion's width.
pub(super) fn pad(conversion: &Conversion, sign: &str, digits: &str, zeros: bool) -> String {
    let missing = conversion.width.saturating_sub(sign.len() + digits.len());
    match (conversion.left, zeros) {
        (true, _) => format!("{sign}{digits}{}", " ".repeat(missing)),
        (false, true) => format!("{sign}{}{digits}", "0".repeat(missing)),
        (false, false) => format!("{}{sign}{digits}", " ".repeat(missing)),
    }
}

fn sign(conversion: &Conversion, negative: bool) -> &'static str {
    match negative {
        true => "-",
        false if conversion.plus => "+",
        false if conversion.space => " ",
        false => "",
    }
}

/// `%d`, `%u`, `%x`, `%o` of the low `bits` of a value.
pub(super) fn integer(conversion: &Conversion, value: u64, bits: u8) -> String {
    let unused = 64 - u32::from(bits);
    let signed = ((value << unused) as i64) >> unused;
    let value = (value << unused) >> unused;
    let (prefix, mut digits) = match conversion.kind {
        b'd' | b'i' => (
            sign(conversion, signed < 0),
            signed.unsigned_abs().to_string(),
        ),
        b'x' if conversion.alternate && value != 0 => ("0x", format!("{value:x}")),
        b'X' if conversion.alternate && value != 0 => ("0X", format!("{value:X}")),
        b'x' => ("", format!("{value:x}")),
        b'X' => ("", format!("{value:X}")),
        b'o' if conversion.alternate && value != 0 => ("", format!("0{value:o}")),
        b'o' => ("", format!("{value:o}")),
        _ => ("", value.to_string()),
    };
    if let Some(precision) = conversion.precision {
        if precision == 0 && value == 0 {
            digits.clear();
        }
        digits = "0".repeat(precision.saturating_sub(digits.len())) + &digits;
    }
    let zeros = conversion.zeros && conversion.precision.is_none();
    pad(conversion, prefix, &digits, zeros)
}

/// `%f`, `%e`, `%g`.
pub(super) fn float(conversion: &Conversion, value: f64) -> String {
    let sign = sign(conversion, value.is_sign_negative());
    let magnitude = value.abs();
    let upper = conversion.kind.is_ascii_uppercase();
    let case = |text: String| if upper { text.to_uppercase() } else { text };
    if !value.is_finite() {
        let text = if value.is_nan() { "nan" } else { "inf" };
        return pad(conversion, sign, &case(text.to_owned()), false);
    }
    let precision = conversion.precision.unwrap_or(6);
    let digits = match conversion.kind.to_ascii_lowercase() {
        b'f' => fixed(conversion, magnitude, precision),
        b'e' => scientific(conversion, magnitude, precision),
        _ => general(conversion, magnitude, precision.max(1)),
    };
    pad(conversion, sign, &case(digits), conversion.zeros)
}

fn fixed(conversion: &Conversion, value: f64, precision: usize) -> String {
    let point = if conversion.alternate && precision == 0 {
        "."
    } else {
        ""
    };
    format!("{value:.precision$}{point}")
}

fn scientific(conversion: &Conversion, value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    let point = if conversion.alternate && precision == 0 {
        "."
    } else {
        ""
    };
    format!("{digits}{point}e{sign}{exponent:0>2}")
}

fn general(conversion: &Conversion, value: f64, precision: usize) -> String {
    let rounded = format!("{value:.*e}", precision - 1);
    let exponent = rounded.split_once('e').and_then(|(_, e)| e.parse().ok());
    let exponent: i64 = exponent.unwrap_or(0);
    let fits = (-4..precision as i64).contains(&exponent);
    let text = match fits {
        true => fixed(
            conversion,
            value,
            (precision as i64 - 1 - exponent) as usize,
        ),
        false => scientific(conversion, value, precision - 1),
    };
    if conversion.alternate {
        return text;
    }
    let (digits, tail) = match text.find('e') {
        Some(at) => text.split_at(at),
        None => (&text[..], ""),
    };
    let digits = match digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    };
    format!("{digits}{tail}")
}

/// The length of the decimal number that a text starts with.
fn extent(text: &[u8]) -> usize {
    let digits = |from: usize| {
        text[from..]
            .iter()
            .take_while(|c| c.is_ascii_digit())
            .count()
    };
    let mut at = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let word = |name: &str| {
        text[at..].len() >= name.len()
            && text[at..at + name.len()].eq_ignore_ascii_case(name.as_bytes())
    };
    for name in ["infinity", "inf", "nan"] {
        if word(name) {
            return at + name.len();
        }
    }
    let whole = digits(at);
    at += whole;
    let mut fraction = 0;
    if text.get(at) == Some(&b'.') {
        fraction = digits(at + 1);
        if whole + fraction > 0 {
            at += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return 0;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits((at + 1 + sign).min(text.len()));
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    at
}

fn parse(e: &mut Executor<'_, '_>, site: &Site<'_>, end: bool, bits: u8) -> Exec<Value> {
    let Some(text) = e.text(site.lane(0), usize::MAX)? else {
        return Err(e.unsupported(site, "a text that depends on the inputs"));
    };
    let blanks = text.iter().take_while(|c| c.is_ascii_whitespace()).count();
    let number = &text[blanks..];
    let unsigned = number
        .strip_prefix(b"-")
        .or(number.strip_prefix(b"+"))
        .unwrap_or(number);
    if unsigned.starts_with(b"0x") || unsigned.starts_with(b"0X") {
        return Err(e.unsupported(site, "hexadecimal floats"));
    }
    let length = extent(number);
    let digits = String::from_utf8_lossy(&number[..length]).into_owned();
    let value = match bits {
        32 => u128::from(digits.parse::<f32>().unwrap_or(0.0).to_bits()),
        _ => u128::from(digits.parse::<f64>().unwrap_or(0.0).to_bits()),
    };
    if end && e.concrete_lane(site.lane(1)) != Some(0) {
        let consumed = if length == 0 { 0 } else { blanks + length };
        let consumed = e.b().constant(64, consumed as u128);
        if let Some(start) = site.lane(0) {
            let stop = e.b().add(start, consumed);
            e.write_pointer(site.lane(1), stop)?;
        }
    }
    Ok(e.b().constant(bits, value).into())
}
