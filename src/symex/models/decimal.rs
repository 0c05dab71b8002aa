//! Numbers as text, correctly rounded as the C library writes them.

use num_bigint::BigUint;
use num_integer::Integer;
use term::Format;

/// One conversion specification of a format, such as `%-08.3lf`.
#[derive(Clone, Default)]
pub(super) struct Conversion {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zeros: bool,
    pub width: usize,
    pub precision: Option<usize>,
    pub kind: u8,
    pub bits: u8,
    /// Number of lanes of an OpenCL C vector; zero for scalars.
    pub lanes: u32,
}

/// Pads `sign` and `digits` to the conversion's width.
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

/// Formats the low `bits` of a value with `%d`, `%u`, `%x` or `%o`.
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
        b'o' => ("", format!("{value:o}")),
        _ => ("", value.to_string()),
    };
    if let Some(precision) = conversion.precision {
        if precision == 0 && value == 0 {
            digits.clear();
        }
        digits = "0".repeat(precision.saturating_sub(digits.len())) + &digits;
    }
    if conversion.kind == b'o' && conversion.alternate && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    let zeros = conversion.zeros && conversion.precision.is_none();
    pad(conversion, prefix, &digits, zeros)
}

/// A finite magnitude, `significand` · 2^`exponent`.
#[derive(Clone, Copy)]
struct Magnitude {
    significand: u64,
    exponent: i32,
}

/// Returns the magnitude of a double or of an x87 extended number; `None` if it is not
/// finite.
fn magnitude(bits: u128, format: Format) -> Option<Magnitude> {
    let (fraction, bias, field) = match format {
        Format::X87 => (bits as u64, 16383 + 63, (bits >> 64) as i32 & 0x7fff),
        _ => (
            bits as u64 & ((1 << 52) - 1),
            1023 + 52,
            (bits >> 52) as i32 & 0x7ff,
        ),
    };
    let hidden = match format {
        Format::X87 => 0,
        _ => u64::from(field > 0) << 52,
    };
    let last = if format == Format::X87 { 0x7fff } else { 0x7ff };
    (field < last).then_some(Magnitude {
        significand: fraction | hidden,
        exponent: field.max(1) - bias,
    })
}

/// Formats the bits of a double or of an x87 extended number with `%f`, `%e`, `%g` or `%a`.
pub(super) fn float(conversion: &Conversion, bits: u128, format: Format) -> String {
    let sign = sign(conversion, bits & format.sign_mask() != 0);
    let upper = conversion.kind.is_ascii_uppercase();
    let case = |text: String| if upper { text.to_uppercase() } else { text };
    let Some(value) = magnitude(bits, format) else {
        let nan = match format {
            Format::X87 => bits as u64 != 1 << 63,
            _ => bits as u64 & ((1 << 52) - 1) != 0,
        };
        let text = if nan { "nan" } else { "inf" };
        return pad(conversion, sign, &case(text.to_owned()), false);
    };
    let precision = conversion.precision.unwrap_or(6);
    let digits = match conversion.kind.to_ascii_lowercase() {
        b'f' => fixed(conversion, value, precision),
        b'e' => scientific(conversion, value, precision).0,
        b'a' => {
            let sign = format!("{sign}{}", if upper { "0X" } else { "0x" });
            let digits = hexadecimal(conversion, value, format);
            return pad(conversion, &sign, &case(digits), conversion.zeros);
        }
        _ => general(conversion, value, precision.max(1)),
    };
    pad(conversion, sign, &case(digits), conversion.zeros)
}

/// Returns the value times 10^`power`, rounded to the nearest integer, ties to even.
fn scaled(value: Magnitude, power: i64) -> BigUint {
    let ten = |power: i64| BigUint::from(10u32).pow(power.max(0) as u32);
    let two = |power: i32| BigUint::from(1u32) << power.max(0) as u32;
    let numerator = BigUint::from(value.significand) * ten(power) * two(value.exponent);
    let denominator = ten(-power) * two(-value.exponent);
    let (whole, rest) = numerator.div_rem(&denominator);
    let up = match (rest << 1u32).cmp(&denominator) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => whole.is_odd(),
        std::cmp::Ordering::Greater => true,
    };
    whole + u32::from(up)
}

/// Inserts a point before the last `places` digits, unless no digit follows it.
fn pointed(conversion: &Conversion, digits: &str, places: usize) -> String {
    let (whole, fraction) = digits.split_at(digits.len() - places);
    let has_point = conversion.alternate || places > 0;
    format!("{whole}{}{fraction}", if has_point { "." } else { "" })
}

fn fixed(conversion: &Conversion, value: Magnitude, places: usize) -> String {
    let digits = scaled(value, places as i64).to_string();
    let digits = format!("{digits:0>width$}", width = places + 1);
    pointed(conversion, &digits, places)
}

/// Returns the text with its exponent.
fn scientific(conversion: &Conversion, value: Magnitude, places: usize) -> (String, i64) {
    let bits = f64::from(value.exponent) + (value.significand.max(1) as f64).log2();
    let mut exponent = 0;
    let mut digits = "0".repeat(places + 1);
    if value.significand != 0 {
        // The least exponent that leaves no digit too many: 9.99 may round to 10.
        exponent = (bits * std::f64::consts::LOG10_2).floor() as i64 - 1;
        digits = scaled(value, places as i64 - exponent).to_string();
        while digits.len() > places + 1 {
            exponent += 1;
            digits = scaled(value, places as i64 - exponent).to_string();
        }
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    let digits = pointed(conversion, &digits, places);
    let text = format!("{digits}e{sign}{:0>2}", exponent.abs());
    (text, exponent)
}

fn general(conversion: &Conversion, value: Magnitude, precision: usize) -> String {
    let (text, exponent) = scientific(conversion, value, precision - 1);
    let fits = (-4..precision as i64).contains(&exponent);
    let text = match fits {
        true => {
            let places = precision as i64 - 1 - exponent;
            fixed(conversion, value, places as usize)
        }
        false => text,
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

/// Returns the text after `0x`, with one bit before the point for a double and four for an
/// x87 extended number.
fn hexadecimal(conversion: &Conversion, value: Magnitude, format: Format) -> String {
    let places = if format == Format::X87 { 15 } else { 13 };
    let mut exponent = i64::from(value.exponent) + 4 * places;
    let mut digits = u128::from(value.significand);
    if digits == 0 {
        exponent = 0;
    }
    let mut shown = places as usize;
    match conversion.precision {
        Some(precision) if precision < shown => {
            let dropped = 4 * (shown - precision) as u32;
            let (half, rest) = (1 << (dropped - 1), digits & ((1 << dropped) - 1));
            digits >>= dropped;
            digits += u128::from(rest > half || rest == half && digits % 2 == 1);
            shown = precision;
            if digits >> (4 * shown) > 15 {
                digits >>= 4;
                exponent += 4;
            }
        }
        Some(precision) => {
            let text = format!("{digits:0>width$x}", width = shown + 1);
            let zeros = "0".repeat(precision - shown);
            let text = pointed(conversion, &(text + &zeros), precision);
            return format!("{text}p{exponent:+}");
        }
        None => {
            while shown > 0 && digits % 16 == 0 {
                digits >>= 4;
                shown -= 1;
            }
        }
    }
    let text = format!("{digits:0>width$x}", width = shown + 1);
    format!("{}p{exponent:+}", pointed(conversion, &text, shown))
}
