//! Conversion of text to floats, correctly rounded as in the C library.

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round, Status};

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::symex::chunk::{Byte, Part};
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[("simdiff_parse_float", Any(parse))];

/// The number at the start of a text.
struct Number<'a> {
    negative: bool,
    body: Body<'a>,
    /// Number of bytes of the text that it takes.
    length: usize,
}

enum Body<'a> {
    Infinite,
    Nan,
    /// Digits, after `0x` if they are hexadecimal, and an exponent.
    Finite(&'a str),
}

/// Returns the number at the start of a text without leading blanks, if there is one.
fn number(text: &str) -> Option<Number<'_>> {
    let negative = text.starts_with('-');
    let start = usize::from(negative || text.starts_with('+'));
    let rest = &text[start..];
    let found = |body, length| {
        Some(Number {
            negative,
            body,
            length: start + length,
        })
    };
    let is = |word: &str| {
        rest.get(..word.len())
            .is_some_and(|w| w.eq_ignore_ascii_case(word))
    };
    for word in ["infinity", "inf"] {
        if is(word) {
            return found(Body::Infinite, word.len());
        }
    }
    if is("nan") {
        let named = rest[3..].strip_prefix('(').and_then(|inside| {
            let end = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
            inside[end..].starts_with(')').then_some(end + 2)
        });
        return found(Body::Nan, 3 + named.unwrap_or(0));
    }
    let length = match is("0x") {
        true => match extent(&rest[2..], |c| c.is_ascii_hexdigit(), ['p', 'P']) {
            // Only the zero before the x is a number.
            0 => 1,
            length => length + 2,
        },
        false => extent(rest, |c| c.is_ascii_digit(), ['e', 'E']),
    };
    match length {
        0 => None,
        _ => found(Body::Finite(&rest[..length]), length),
    }
}

/// Returns the length of digits with a point and an exponent; zero if there is no digit.
fn extent(text: &str, is_digit: impl Fn(char) -> bool + Copy, marks: [char; 2]) -> usize {
    let run = |from: usize, of: &dyn Fn(char) -> bool| {
        let rest = text.get(from..).unwrap_or_default();
        rest.chars().take_while(|c| of(*c)).count()
    };
    let whole = run(0, &is_digit);
    let fraction = match text[whole..].starts_with('.') {
        true => run(whole + 1, &is_digit),
        false => 0,
    };
    if whole + fraction == 0 {
        return 0;
    }
    let mut length = whole;
    if text[whole..].starts_with('.') {
        length += 1 + fraction;
    }
    if text[length..].starts_with(marks) {
        let sign = usize::from(text[length + 1..].starts_with(['+', '-']));
        let exponent = run(length + 1 + sign, &|c| c.is_ascii_digit());
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    length
}

/// Returns the bits of a number, and whether it is out of the range of its format.
fn round<F: Float>(number: &Number<'_>) -> (u128, bool) {
    let (value, status) = match number.body {
        Body::Infinite => (F::INFINITY, Status::OK),
        Body::Nan => (F::NAN, Status::OK),
        Body::Finite(digits) => {
            let is_hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
            let digits = match is_hexadecimal && !digits.contains(['p', 'P']) {
                true => format!("{digits}p0"),
                false => digits.to_owned(),
            };
            match F::from_str_r(&digits, Round::NearestTiesToEven) {
                Ok(rounded) => (rounded.value, rounded.status),
                Err(_) => (F::ZERO, Status::OK),
            }
        }
    };
    let value = if number.negative { -value } else { value };
    let out_of_range = status.intersects(Status::OVERFLOW | Status::UNDERFLOW);
    (value.to_bits(), out_of_range)
}

/// `int simdiff_parse_float(const char *text, char **end, int bits, void *value)`: parses
/// the number at the start of a text without leading blanks, as a float of 32, 64 or 80
/// bits. Returns whether it is out of range; `*end` is `text` if there is no number.
fn parse(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let Some(text) = e.text(site.lane(0), usize::MAX)? else {
        return Err(e.unsupported(site, "a text that depends on the inputs"));
    };
    let ascii = text.iter().take_while(|c| c.is_ascii()).count();
    let text = String::from_utf8_lossy(&text[..ascii]).into_owned();
    let number = number(&text);
    let length = number.as_ref().map_or(0, |number| number.length);
    let bits = e.concrete_lane(site.lane(2)).unwrap_or_default();
    let (value, out_of_range) = match (&number, bits) {
        (None, _) => (0, false),
        (Some(number), 32) => round::<Single>(number),
        (Some(number), 80) => round::<X87DoubleExtended>(number),
        (Some(number), _) => round::<Double>(number),
    };
    let size = bits as usize / 8;
    let bytes: Vec<Byte> = (0..size)
        .map(|i| Byte::Constant((value >> (8 * i)) as u8, Part::new(i, size)))
        .collect();
    e.write_block(site.lane(3), &bytes)?;
    let consumed = e.b().constant(64, length as u128);
    if let Some(start) = site.lane(0) {
        let stop = e.b().add(start, consumed);
        e.write_pointer(site.lane(1), stop)?;
    }
    Ok(e.result(site, u128::from(out_of_range)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(text: &str) -> usize {
        number(text).map_or(0, |number| number.length)
    }

    #[test]
    fn numbers_end_where_c_says() {
        let cases = [
            ("12ab", 2),
            ("-1.5e3x", 6),
            ("1e+", 1),
            (".5", 2),
            (".", 0),
            ("0x", 1),
            ("0x1.8p1", 7),
            ("0x.", 1),
            ("0x1p", 3),
            ("INFinit", 3),
            ("nan(12)x", 7),
            ("nan(", 3),
            ("+", 0),
        ];
        for (text, expected) in cases {
            assert_eq!(length(text), expected, "{text}");
        }
    }
}
