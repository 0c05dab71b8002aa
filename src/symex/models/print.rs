//! The `printf` family. Output to streams is discarded; text printed to memory, and the
//! number of characters, are exact if the values are concrete.
//!
//! Trap: the length of a number's text depends on the number. Printing a number that
//! depends on inputs to memory is not covered; printing it to a stream is, and the count
//! returned is then undefined.

use term::{Format, TermId};

use super::decimal::{self, Conversion};
use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::Scalar;
use crate::symex::chunk::{Byte, Part};
use crate::symex::effect::Shown;
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("printf", Any(|e, s| to_stream(e, s, 0, false))),
    (ON_DEVICE, Any(on_device)),
    ("fprintf", Any(|e, s| to_stream(e, s, 1, false))),
    ("dprintf", Any(|e, s| to_stream(e, s, 1, false))),
    ("vprintf", Any(|e, s| to_stream(e, s, 0, true))),
    ("vfprintf", Any(|e, s| to_stream(e, s, 1, true))),
    ("sprintf", Any(|e, s| to_memory(e, s, None, 1, false))),
    ("vsprintf", Any(|e, s| to_memory(e, s, None, 1, true))),
    ("snprintf", Any(|e, s| to_memory(e, s, Some(1), 2, false))),
    ("vsnprintf", Any(|e, s| to_memory(e, s, Some(1), 2, true))),
];

/// The symbol of OpenCL C's `printf`.
pub(super) const ON_DEVICE: &str = "simdiff.printf";

/// The name of a printed value in reports.
const PRINTED: &str = "a printed value";

/// The source of the values to print.
enum Values {
    /// Arguments of the call, from this index on.
    Arguments(usize),
    /// The `va_list` at this address.
    List(Lane),
}

impl Values {
    fn next(&mut self, e: &mut Executor<'_, '_>, site: &Site<'_>, scalar: Scalar) -> Exec<Lane> {
        let lane = match self {
            Values::Arguments(index) => {
                e.require_type(site, *index, scalar)?;
                let lane = site.lane(*index);
                *index += 1;
                lane.map(|term| e.b().trunc(term, scalar.bits()))
            }
            Values::List(list) => e.next_in_list(*list, scalar)?,
        };
        e.require_defined(lane, PRINTED)?;
        Ok(lane)
    }

    /// Skips an argument of the call, a vector of so many lanes. A vector of three lanes may be
    /// passed with a fourth one, or as an integer, which nothing defines.
    fn skip(&mut self, e: &mut Executor<'_, '_>, site: &Site<'_>, count: usize) -> Exec<()> {
        match self {
            Values::Arguments(index) => {
                let lanes = site.arg(*index).lanes().to_vec();
                for lane in lanes.iter().take(count) {
                    match lane {
                        Some(word) if lanes.len() == 1 && count == 3 => {
                            let used = e.b().arena().width(*word) / 4 * 3;
                            let used = e.b().trunc(*word, used);
                            e.require_defined(Some(used), PRINTED)?;
                        }
                        _ => e.require_defined(*lane, PRINTED)?,
                    }
                }
                *index += 1;
                Ok(())
            }
            Values::List(_) => Err(e.unsupported(site, "vectors in a list")),
        }
    }
}

fn to_stream(e: &mut Executor<'_, '_>, site: &Site<'_>, format: usize, list: bool) -> Exec<Value> {
    let stream = if format == 0 { None } else { site.lane(0) };
    match print(e, site, format, list)? {
        Some(text) => {
            let length = text.len() as u128;
            let bytes = text.into_iter().map(Some).collect();
            e.show(Shown::Text { stream }, bytes, None);
            Ok(e.result(site, length))
        }
        None => {
            show_values(e, site, stream, format, list)?;
            Ok(Value::Scalar(None))
        }
    }
}

/// Records the effect that values which depend on inputs are printed.
fn show_values(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    stream: Lane,
    format: usize,
    list: bool,
) -> Exec<()> {
    if !e.keeps_effects() {
        return Ok(());
    }
    let text = e.text(site.lane(format), usize::MAX)?.unwrap_or_default();
    let arguments = site.args.get(format + 1..).unwrap_or_default();
    // Memory that a printed pointer points to is not recorded.
    match list || text.contains(&b's') || text.contains(&b'n') {
        true => e.show(Shown::Unknown, Vec::new(), None),
        false => {
            let format = text.into();
            let values = arguments.iter().map(Value::lane).collect();
            e.show(Shown::Formatted { stream, format }, values, None);
        }
    }
    Ok(())
}

/// `printf` of OpenCL C (6.15.14): returns zero on success.
fn on_device(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    print(e, site, 0, false)?;
    e.show(Shown::Unknown, Vec::new(), None);
    Ok(e.result(site, 0))
}

fn to_memory(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    limit: Option<usize>,
    format: usize,
    list: bool,
) -> Exec<Value> {
    let room = match limit.map(|index| site.lane(index)) {
        None => usize::MAX,
        Some(limit) => match e.concrete_lane(limit) {
            Some(limit) => limit as usize,
            None => return Err(e.unsupported(site, "a size that depends on the inputs")),
        },
    };
    let Some(text) = print(e, site, format, list)? else {
        return Err(e.unsupported(site, "a printed number that depends on the inputs"));
    };
    let written = text.len().min(room.saturating_sub(1));
    let byte = |term: &TermId| match e.concrete(*term) {
        Some(value) => Byte::Constant(value as u8, Part::NONE),
        None => Byte::Of(*term, 0),
    };
    let mut bytes: Vec<Byte> = text[..written].iter().map(byte).collect();
    if room > 0 {
        bytes.push(Byte::ZERO);
    }
    e.write_block(site.lane(0), &bytes)?;
    Ok(e.result(site, text.len() as u128))
}

/// Returns the text as 8-bit terms; `None` if its length depends on the inputs.
fn print(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    format: usize,
    list: bool,
) -> Exec<Option<Vec<TermId>>> {
    let mut values = match list {
        true => Values::List(site.lane(format + 1)),
        false => Values::Arguments(format + 1),
    };
    let Some(format) = e.text(site.lane(format), usize::MAX)? else {
        return Err(e.unsupported(site, "a format that depends on the inputs"));
    };
    let mut out = Vec::new();
    let mut rest = &format[..];
    let mut known = true;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            append(e, &mut out, &[first]);
            continue;
        }
        if let [b'%', after @ ..] = rest {
            rest = after;
            append(e, &mut out, b"%");
            continue;
        }
        let conversion = conversion(e, site, &mut rest, &mut values)?;
        known &= convert(e, site, &conversion, &mut values, &mut out)?;
    }
    Ok(known.then_some(out))
}

fn append(e: &mut Executor<'_, '_>, out: &mut Vec<TermId>, text: &[u8]) {
    let terms = text.iter().map(|c| e.b().constant(8, u128::from(*c)));
    out.extend(terms);
}

/// Parses the conversion specification after a percent sign.
fn conversion(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    rest: &mut &[u8],
    values: &mut Values,
) -> Exec<Conversion> {
    let mut conversion = Conversion {
        bits: 32,
        ..Conversion::default()
    };
    let mut next = || {
        let (first, after) = rest.split_first()?;
        *rest = after;
        Some(*first)
    };
    let mut c = next();
    loop {
        match c {
            Some(b'-') => conversion.left = true,
            Some(b'+') => conversion.plus = true,
            Some(b' ') => conversion.space = true,
            Some(b'#') => conversion.alternate = true,
            Some(b'0') => conversion.zeros = true,
            _ => break,
        }
        c = next();
    }
    let mut star = |e: &mut Executor<'_, '_>| -> Exec<i32> {
        let value = values.next(e, site, Scalar::Int(32))?;
        match e.concrete_lane(value) {
            Some(value) => Ok(value as u32 as i32),
            None => Err(e.unsupported(site, "a width that depends on the inputs")),
        }
    };
    if c == Some(b'*') {
        let width = star(e)?;
        conversion.left |= width < 0;
        conversion.width = width.unsigned_abs() as usize;
        c = next();
    }
    while let Some(digit @ b'0'..=b'9') = c {
        conversion.width = conversion.width.saturating_mul(10) + usize::from(digit - b'0');
        c = next();
    }
    if c == Some(b'.') {
        let mut precision = 0;
        c = next();
        if c == Some(b'*') {
            precision = usize::try_from(star(e)?).unwrap_or(usize::MAX);
            c = next();
        }
        while let Some(digit @ b'0'..=b'9') = c {
            precision = precision.saturating_mul(10) + usize::from(digit - b'0');
            c = next();
        }
        conversion.precision = (precision != usize::MAX).then_some(precision);
    }
    if c == Some(b'v') {
        c = next();
        while let Some(digit @ b'0'..=b'9') = c {
            conversion.lanes = conversion.lanes * 10 + u32::from(digit - b'0');
            c = next();
        }
        if !matches!(conversion.lanes, 2 | 3 | 4 | 8 | 16) {
            return Err(e.unsupported(site, "a vector of this size"));
        }
    }
    while let Some(modifier @ (b'h' | b'l' | b'j' | b'z' | b't' | b'q' | b'L')) = c {
        conversion.bits = match (modifier, conversion.bits) {
            (b'h', 16) => 8,
            (b'h', _) => 16,
            (b'L', _) => 80,
            _ => 64,
        };
        c = next();
    }
    const MOST: usize = 1 << 16;
    if conversion.width > MOST || conversion.precision.is_some_and(|p| p > MOST) {
        return Err(e.unsupported(site, "a width of more than 65536"));
    }
    conversion.kind = c.unwrap_or(0);
    Ok(conversion)
}

/// Appends the text of one value; returns whether it is known.
fn convert(
    e: &mut Executor<'_, '_>,
    site: &Site<'_>,
    conversion: &Conversion,
    values: &mut Values,
    out: &mut Vec<TermId>,
) -> Exec<bool> {
    if conversion.lanes > 0 {
        // A vector is one argument, regardless of how it is passed.
        values.skip(e, site, conversion.lanes as usize)?;
        return Ok(false);
    }
    let text = match conversion.kind {
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
            // Small integers have been promoted.
            let bits = conversion.bits.min(64);
            let scalar = Scalar::Int(bits.max(32));
            let value = values.next(e, site, scalar)?;
            let Some(value) = e.concrete_lane(value) else {
                return Ok(false);
            };
            decimal::integer(conversion, value as u64, bits)
        }
        b'p' => {
            let value = values.next(e, site, Scalar::Pointer)?;
            let Some(value) = e.concrete_lane(value) else {
                return Ok(false);
            };
            let text = match value {
                0 => "(nil)".to_owned(),
                _ => format!("{value:#x}"),
            };
            decimal::pad(conversion, "", &text, false)
        }
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
            let format = match conversion.bits {
                80 => Format::X87,
                _ => Format::Double,
            };
            let value = values.next(e, site, Scalar::Float(format))?;
            let Some(value) = e.concrete_lane(value) else {
                return Ok(false);
            };
            decimal::float(conversion, value, format)
        }
        b'c' | b's' if conversion.bits == 64 => {
            return Err(e.unsupported(site, "wide characters"));
        }
        b'c' => {
            let value = values.next(e, site, Scalar::Int(32))?;
            let value = e.defined(value, 32);
            let byte = e.b().trunc(value, 8);
            append_padded(e, conversion, &[byte], out);
            return Ok(true);
        }
        b's' => {
            let address = values.next(e, site, Scalar::Pointer)?;
            let limit = conversion.precision.unwrap_or(usize::MAX);
            let text = match e.text_or_byte(address, limit)? {
                Ok(text) => text,
                Err(unknown) => {
                    e.require_defined_text(unknown)?;
                    return Ok(false);
                }
            };
            let text: Vec<TermId> = text
                .iter()
                .map(|c| e.b().constant(8, u128::from(*c)))
                .collect();
            append_padded(e, conversion, &text, out);
            return Ok(true);
        }
        _ => return Err(e.unsupported(site, "this conversion")),
    };
    append(e, out, text.as_bytes());
    Ok(true)
}

fn append_padded(
    e: &mut Executor<'_, '_>,
    conversion: &Conversion,
    text: &[TermId],
    out: &mut Vec<TermId>,
) {
    let padding = vec![b' '; conversion.width.saturating_sub(text.len())];
    if !conversion.left {
        append(e, out, &padding);
    }
    out.extend(text);
    if conversion.left {
        append(e, out, &padding);
    }
}
