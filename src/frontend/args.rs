//! The `--arg`, `--alias` and `--global` flags, parsed.
//!
//! ```text
//! --arg  NAME=MEANING        MEANING: size[:LENGTH] | const:NUMBER
//!                                   | enum:VALUE|VALUE… | flags:VALUE|VALUE…
//!                                   | local:TYPE[LENGTH]
//!                                   | const:CLK_PROPERTY|CLK_PROPERTY…
//!                                   | [in:|out:|inout:] image [ORDER] [CHANNEL][WIDTH, HEIGHT…]
//!                                   | [in:|inout:] cstr[..LENGTH] [of CAPACITY] [align:BYTES]
//!                                   | [in:|out:|inout:] [TYPE] [[LENGTH][@ORIGIN] [of CAPACITY]]
//!                                     [align:BYTES] [in LOW..HIGH]
//! --alias NAME=NAME
//! --global NAME=initial | NAME=MEANING
//! ```
//! Every part of a meaning that is left out stays inferred.

use super::cursor::Cursor;
use super::error::FrontendError;
use super::image_arg::{self, ImageMeaning};
use super::quote::{Flag, Quote};
use crate::contract::{Direction, Length, Scalar};

const ARG_HELP: &str = "write NAME=MEANING, for example 'dst=out:f32[n]', 'x=in:f32[n] in -1e3..1e3', \
'k=f32', 'stride=const:16', 'mode=enum:A|B', 's=cstr[..n]' or 'm=size'";
const GLOBAL_HELP: &str = "write NAME=MEANING, for example 'table=initial', 'table=in:u8[256]' or \
'gain=f32 in 0..1'";
const ALIAS_HELP: &str = "write two parameters, as in 'dst=src'";

/// What a report puts after a meaning: that another parameter has the memory, and that only
/// one version has the parameter.
const SAME_MEMORY: &str = ", the same memory as";
const NOT_COMPARED: &str = ", of one version alone: not compared";

/// The largest alignment that a contract can promise, in bytes: a page.
const MAX_ALIGN: u32 = 4096;

/// One `--arg`.
#[derive(Clone, Debug)]
pub struct Arg {
    /// The whole text.
    pub text: String,
    /// The parameter it is about.
    pub name: Quote,
    /// What it says about it.
    pub meaning: Meaning,
    /// The parameter whose memory it shares, where that is said as a report says it.
    pub alias: Option<Quote>,
    /// The part of the text that says so.
    pub quote: Quote,
}

/// What an `--arg` says.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// A size variable of that name, or a size expression.
    Size(Option<Length>),
    /// A fixed value, as written.
    Const(String),
    /// Values of an enumeration, by name or as numbers.
    Enumeration {
        /// The values.
        values: Vec<String>,
        /// Whether they are bits, any of which may be set together.
        combined: bool,
    },
    /// Local memory that a kernel's parameter points to.
    Local {
        /// Type of an element.
        scalar: Scalar,
        /// Number of elements.
        length: Length,
    },
    /// An image of a kernel.
    Image(ImageMeaning),
    /// A symbolic value or buffer.
    Symbolic {
        /// How a buffer is used.
        direction: Option<Direction>,
        /// Type of the value, or of an element.
        scalar: Option<Scalar>,
        /// Its own type by its name in the source, which is no scalar's.
        named: Option<Quote>,
        /// Number of elements.
        length: Option<Length>,
        /// Whether it is a text that ends with a zero, and the length without that.
        terminated: bool,
        /// The element that the pointer points to.
        origin: Option<Length>,
        /// Number of elements that are there, the rest being of no interest.
        capacity: Option<Length>,
        /// The alignment of a buffer in bytes, and where it is told.
        align: Option<(u32, Quote)>,
        /// Range of the values.
        range: Option<Box<GivenRange>>,
    },
}

/// A range as it was typed: two numbers, the first at most the second.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenRange {
    /// The text of the smallest value.
    pub low: Quote,
    /// The text of the largest value.
    pub high: Quote,
}

/// One `--alias`: both parameters point to the same buffer.
#[derive(Clone, Debug)]
pub struct Alias {
    /// The parameter that has no buffer of its own.
    pub param: Quote,
    /// The one whose buffer it shares.
    pub target: Quote,
}

impl Arg {
    /// Parses the text of one `--arg`.
    ///
    /// # Errors
    /// [`FrontendError::Syntax`] or [`FrontendError::EmptyRange`].
    pub fn parse(text: &str) -> Result<Arg, FrontendError> {
        let mut cursor = Cursor::new(Flag::Arg, ARG_HELP, text);
        let name = param_name(&mut cursor)?;
        cursor.require("=")?;
        let start = cursor.here();
        let meaning = meaning(&mut cursor)?;
        let alias = match cursor.eat(SAME_MEMORY) {
            true => Some(param_name(&mut cursor)?),
            false => None,
        };
        remark(&mut cursor, |word| word == "given");
        cursor.eat(NOT_COMPARED);
        if !cursor.finished() {
            return Err(cursor.expected("the end"));
        }
        Ok(Arg {
            text: text.to_owned(),
            name,
            meaning,
            alias,
            quote: cursor.quote(start, text.trim_end().len()),
        })
    }
}

impl Alias {
    /// Parses the text of one `--alias`.
    ///
    /// # Errors
    /// [`FrontendError::Syntax`].
    pub fn parse(text: &str) -> Result<Alias, FrontendError> {
        let mut cursor = Cursor::new(Flag::Alias, ALIAS_HELP, text);
        let param = param_name(&mut cursor)?;
        cursor.require("=")?;
        let target = param_name(&mut cursor)?;
        match cursor.finished() {
            true => Ok(Alias { param, target }),
            false => Err(cursor.expected("the end")),
        }
    }
}

/// One `--global`: what a variable holds when the functions are called.
#[derive(Clone, Debug)]
pub struct GlobalArg {
    /// The variable.
    pub name: Quote,
    /// Its initial value (`None`), or any of these.
    pub meaning: Option<Meaning>,
    /// The part of the text that says so.
    pub quote: Quote,
}

impl GlobalArg {
    /// Parses the text of one `--global`: as an `--arg`, or `NAME=initial`.
    ///
    /// # Errors
    /// Those of [`Arg::parse`].
    pub fn parse(text: &str) -> Result<GlobalArg, FrontendError> {
        let mut cursor = Cursor::new(Flag::Global, GLOBAL_HELP, text);
        let start = cursor.here();
        if !cursor.symbol() {
            return Err(cursor.expected("the name of a variable"));
        }
        let name = cursor.quote(start, cursor.end());
        cursor.require("=")?;
        let start = cursor.here();
        let before = cursor.clone();
        let meaning = match cursor.name() {
            Some("initial") => None,
            _ => {
                cursor = before;
                Some(meaning(&mut cursor)?)
            }
        };
        remark(&mut cursor, |word| word == "given");
        if !cursor.finished() {
            return Err(cursor.expected("the end"));
        }
        Ok(GlobalArg {
            name,
            meaning,
            quote: cursor.quote(start, text.trim_end().len()),
        })
    }
}

/// Skips a word in parentheses that a report puts beside a meaning: what is printed can
/// be given back.
fn remark(cursor: &mut Cursor<'_>, known: impl Fn(&str) -> bool) {
    let before = cursor.clone();
    if !(cursor.eat("(") && cursor.name().is_some_and(known) && cursor.eat(")")) {
        *cursor = before;
    }
}

fn param_name(cursor: &mut Cursor<'_>) -> Result<Quote, FrontendError> {
    let start = cursor.here();
    match cursor.name() {
        Some(_) => Ok(cursor.quote(start, cursor.end())),
        None => Err(cursor.expected("the name of a parameter")),
    }
}

fn meaning(cursor: &mut Cursor<'_>) -> Result<Meaning, FrontendError> {
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
            // The parameter's own type, as a report has it.
            remark(cursor, |word| Scalar::from_name(word).is_some());
            return Ok(Meaning::Const(number.to_owned()));
        }
        Some(word @ ("enum" | "flags")) => {
            cursor.require(":")?;
            let combined = word == "flags";
            return values(cursor).map(|values| Meaning::Enumeration { values, combined });
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
    let direction = direction(cursor);
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
    let origin = match length.is_some() && cursor.eat("@") {
        true => Some(cursor.length()?),
        false => None,
    };
    let before = cursor.clone();
    let capacity = match length.is_some() && cursor.name() == Some("of") {
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
        scalar,
        named,
        length,
        terminated,
        origin,
        capacity,
        align,
        range,
    })
}

/// That a name is none of a type.
pub(super) fn unknown_type(name: Quote) -> FrontendError {
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

/// `align:16`.
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

/// Names or numbers, separated by bars.
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

/// `in`, `out` or `inout`, with its colon or alone; an `in` before a number starts
/// a range instead.
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

/// `in 0..31`, or `0..31`.
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

/// A hexadecimal integer with an optional sign.
pub(super) fn parse_hex(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.strip_prefix("0x").or(digits.strip_prefix("0X"))?;
    let value = i128::from_str_radix(&digits.replace('_', ""), 16).ok()?;
    Some(if negative { -value } else { value })
}
