//! The grammar of the meanings in `--arg` and `--global`.

use super::{ARG_HELP, GLOBAL_HELP, GivenRange, Meaning, remark};
use crate::contract::{Direction, Length, Scalar};
use crate::frontend::cursor::Cursor;
use crate::frontend::error::FrontendError;
use crate::frontend::image_arg;
use crate::frontend::quote::{Flag, Quote};

/// The largest alignment that a contract can promise, in bytes: a page.
const MAX_ALIGN: u32 = 4096;

/// Parses a meaning.
pub(super) fn meaning(cursor: &mut Cursor<'_>) -> Result<Meaning, FrontendError> {
    if cursor.eat("&") {
        return place(cursor);
    }
    let before = cursor.clone();
    match cursor.name() {
        Some("size") => {
            let value = cursor.eat(":").then(|| cursor.length()).transpose()?;
            return Ok(Meaning::Size(value));
        }
        Some("const") => {
            cursor.require(":")?;
            if let Some(bits) = image_arg::sampler(cursor)? {
                return Ok(Meaning::Const(bits));
            }
            let Some(number) = cursor.number() else {
                return Err(cursor.expected("a number"));
            };
            // A report prints the parameter's own type here.
            remark(cursor, |word| Scalar::from_name(word).is_some());
            return Ok(Meaning::Const(number.to_owned()));
        }
        Some(word @ ("enum" | "flags")) => {
            cursor.require(":")?;
            let combined = word == "flags";
            return values(cursor).map(|values| Meaning::Enumeration { values, combined });
        }
        Some("result") if cursor.finished() => return Ok(Meaning::Result),
        Some("function") => {
            cursor.require(":")?;
            return function(cursor).map(Meaning::Function);
        }
        Some("local") => {
            cursor.require(":")?;
            let scalar = scalar(cursor)?.ok_or_else(|| cursor.expected("a type"))?;
            cursor.require("[")?;
            let length = cursor.length()?;
            cursor.require("]")?;
            return Ok(Meaning::Local { scalar, length });
        }
        _ => *cursor = before,
    }
    let before = cursor.clone();
    let scratch = cursor.name() == Some("scratch")
        && (cursor.eat(":") || cursor.finished() || cursor.clone().eat("["));
    let direction = match scratch {
        true => Some(Direction::Out),
        false => {
            *cursor = before;
            direction(cursor)
        }
    };
    let before = cursor.clone();
    if cursor.name() == Some("image") {
        return image_arg::image(cursor, direction).map(Meaning::Image);
    }
    *cursor = before.clone();
    let terminated = cursor.name() == Some("cstr");
    let (scalar, named) = match terminated {
        true => (None, None),
        false => {
            *cursor = before.clone();
            match scalar(cursor) {
                Ok(scalar) => (scalar, None),
                Err(unknown) => {
                    *cursor = before;
                    (None, Some(cursor.type_name().ok_or(unknown)?))
                }
            }
        }
    };
    if terminated && !cursor.clone().eat("[") {
        return Err(cursor.expected("`[..` and the length of the longest text"));
    }
    let length = if cursor.eat("[") {
        if terminated {
            cursor.require("..")?;
        }
        let length = cursor.length()?;
        cursor.require("]")?;
        Some(length)
    } else {
        None
    };
    let row = match length.is_some() && !terminated && cursor.eat("[") {
        true => {
            let row = cursor.length()?;
            cursor.require("]")?;
            Some(row)
        }
        false => None,
    };
    // The length is that of all rows together.
    let length = match (length, &row) {
        (Some(rows), Some(row)) => Some(Length::Op('*', Box::new(rows), Box::new(row.clone()))),
        (length, _) => length,
    };
    let origin = match length.is_some() && row.is_none() && cursor.eat("@") {
        true => Some(cursor.length()?),
        false => None,
    };
    let before = cursor.clone();
    let capacity = match length.is_some() && row.is_none() && cursor.name() == Some("of") {
        true => Some(cursor.length()?),
        false => {
            *cursor = before;
            None
        }
    };
    let align = alignment(cursor)?;
    let range = range(cursor)?.map(Box::new);
    let nothing = direction.is_none() && scalar.is_none() && named.is_none();
    if nothing && length.is_none() && align.is_none() && range.is_none() {
        return Err(cursor.expected("a direction, a type, a length or a range"));
    }
    Ok(Meaning::Symbolic {
        direction,
        scratch,
        scalar,
        named,
        length,
        row,
        terminated,
        origin,
        capacity,
        align,
        range,
    })
}

/// Parses the path and index of an address such as `&p[n]`.
fn place(cursor: &mut Cursor<'_>) -> Result<Meaning, FrontendError> {
    let start = cursor.here();
    let Some(path) = cursor.path() else {
        return Err(cursor.expected("the name of a parameter"));
    };
    let end = cursor.end();
    if cursor.eat("[") {
        let index = cursor.length()?;
        cursor.require("]")?;
        let of = cursor.quote(start, end);
        return Ok(Meaning::Place { of, index });
    }
    // If the index is a number, the path has taken it.
    let number = path
        .strip_suffix(']')
        .and_then(|path| path.rsplit_once('['));
    match number.and_then(|(of, index)| Some((of, index.parse().ok()?))) {
        Some((of, index)) => Ok(Meaning::Place {
            of: cursor.quote(start, start + of.len()),
            index: Length::Const(index),
        }),
        None => Err(cursor.expected("`[`")),
    }
}

/// Parses the name of a function, up to the end or to a remark of a report.
fn function(cursor: &mut Cursor<'_>) -> Result<Quote, FrontendError> {
    let start = cursor.here();
    match cursor.symbol() {
        true => Ok(cursor.quote(start, cursor.end())),
        false => Err(cursor.expected("the name of a function")),
    }
}

/// The error for a name that is not a type.
pub(in crate::frontend) fn unknown_type(name: Quote) -> FrontendError {
    let reason = format!(
        "`{}` is not a type; types are u8 i16 u32 i64 f32 f64 …",
        name.part()
    );
    FrontendError::Syntax {
        help: match name.flag {
            Flag::Global => GLOBAL_HELP,
            _ => ARG_HELP,
        },
        quote: name,
        reason,
    }
}

/// Parses `align:16`.
fn alignment(cursor: &mut Cursor<'_>) -> Result<Option<(u32, Quote)>, FrontendError> {
    let before = cursor.clone();
    if cursor.name() != Some("align") {
        *cursor = before;
        return Ok(None);
    }
    cursor.require(":")?;
    let (bytes, quote) = cursor.count()?;
    match u32::try_from(bytes) {
        Ok(bytes) if bytes.is_power_of_two() && bytes <= MAX_ALIGN => Ok(Some((bytes, quote))),
        _ => {
            let reason = format!("an alignment is a power of two, at most {MAX_ALIGN} bytes");
            Err(cursor.error(quote.start, quote.end, reason))
        }
    }
}

/// Parses names or numbers separated by `|`.
fn values(cursor: &mut Cursor<'_>) -> Result<Vec<String>, FrontendError> {
    let mut values = Vec::new();
    loop {
        let value = match cursor.name() {
            Some(name) => Some(name),
            None => cursor.number(),
        };
        let Some(value) = value else {
            return Err(cursor.expected("an enumerator or a number"));
        };
        values.push(value.to_owned());
        if !cursor.eat("|") {
            return Ok(values);
        }
    }
}

/// Parses `in`, `out` or `inout`, with or without a colon; an `in` before a number starts a
/// range instead.
fn direction(cursor: &mut Cursor<'_>) -> Option<Direction> {
    let before = cursor.clone();
    let direction = match cursor.name() {
        Some("in") => Direction::In,
        Some("out") => Direction::Out,
        Some("inout") => Direction::InOut,
        _ => {
            *cursor = before;
            return None;
        }
    };
    if cursor.eat(":") || cursor.finished() || cursor.clone().eat("[") {
        return Some(direction);
    }
    *cursor = before;
    None
}

fn scalar(cursor: &mut Cursor<'_>) -> Result<Option<Scalar>, FrontendError> {
    let before = cursor.clone();
    let start = cursor.here();
    match cursor.name() {
        None => Ok(None),
        Some("in" | "align") => {
            *cursor = before;
            Ok(None)
        }
        Some(name) => match Scalar::from_name(name) {
            Some(scalar) => Ok(Some(scalar)),
            None => Err(unknown_type(cursor.quote(start, cursor.end()))),
        },
    }
}

/// Parses `in 0..31` or `0..31`.
fn range(cursor: &mut Cursor<'_>) -> Result<Option<GivenRange>, FrontendError> {
    let before = cursor.clone();
    if cursor.name() != Some("in") {
        cursor.clone_from(&before);
        let is_bare = cursor.number().is_some() && cursor.eat("..");
        *cursor = before;
        if !is_bare {
            return Ok(None);
        }
    }
    let start = cursor.here();
    let (low, first) = bound(cursor)?;
    cursor.require("..")?;
    if cursor.rest().starts_with('.') {
        return Err(cursor.expected("a number that starts with a digit, as in 0..0.1"));
    }
    let (high, last) = bound(cursor)?;
    let quote = cursor.quote(start, cursor.end());
    let reason = if low.is_nan() || high.is_nan() {
        "nothing compares with NaN"
    } else if low > high {
        "its lower end is above its upper end"
    } else {
        return Ok(Some(GivenRange {
            low: first,
            high: last,
        }));
    };
    let reason = reason.to_owned();
    Err(FrontendError::EmptyRange { quote, reason })
}

fn bound(cursor: &mut Cursor<'_>) -> Result<(f64, Quote), FrontendError> {
    let start = cursor.here();
    let Some(text) = cursor.number() else {
        return Err(cursor.expected("a number"));
    };
    let value = match parse_hex(text) {
        Some(bits) => Some(bits as f64),
        None => text.replace('_', "").parse().ok(),
    };
    let quote = cursor.quote(start, cursor.end());
    match value {
        Some(value) => Ok((value, quote)),
        None => Err(cursor.error(quote.start, quote.end, format!("`{text}` is not a number"))),
    }
}

/// Parses a hexadecimal integer with an optional sign.
pub(in crate::frontend) fn parse_hex(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.strip_prefix("0x").or(digits.strip_prefix("0X"))?;
    let value = i128::from_str_radix(&digits.replace('_', ""), 16).ok()?;
    Some(if negative { -value } else { value })
}
