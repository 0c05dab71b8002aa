//! The `--arg`, `--alias` and `--global` flags, parsed.
//!
//! ```text
//! --arg  NAME=MEANING        MEANING: size[:LENGTH] | const:NUMBER
//!                                   | enum:VALUE|VALUE… | flags:VALUE|VALUE…
//!                                   | local:TYPE[LENGTH]
//!                                   | const:CLK_PROPERTY|CLK_PROPERTY…
//!                                   | [in:|out:|inout:] image [ORDER] [CHANNEL][WIDTH, HEIGHT…]
//!                                   | function:NAME
//!                                   | &NAME[INDEX]
//!                                   | scratch: [TYPE] [LENGTH] | result
//!                                   | [in:|out:|inout:] [TYPE] [ROWS][LENGTH]
//!                                   | [in:|inout:] cstr[..LENGTH] [of CAPACITY] [align:BYTES]
//!                                   | [in:|out:|inout:] [TYPE] [[LENGTH][@ORIGIN] [of CAPACITY]]
//!                                     [align:BYTES] [in LOW..HIGH]
//! --reference-arg, --port-arg       as --arg, of a parameter that one version alone has;
//!                                   `result` is the place of what the other version returns
//! --alias NAME=NAME
//! --global NAME=initial | NAME=MEANING
//! ```
//! Every part of a meaning that is left out stays inferred.

mod meaning;

use self::meaning::meaning;
pub(super) use self::meaning::{parse_hex, unknown_type};
use super::cursor::Cursor;
use super::error::FrontendError;
use super::image_arg::ImageMeaning;
use super::quote::{Flag, Quote};
use crate::contract::{Direction, Length, Owner, Scalar};

const ARG_HELP: &str = "write NAME=MEANING, for example 'dst=out:f32[n]', 'x=in:f32[n] in -1e3..1e3', \
'k=f32', 'stride=const:16', 'mode=enum:A|B', 's=cstr[..n]' or 'm=size'";
const GLOBAL_HELP: &str = "write NAME=MEANING, for example 'table=initial', 'table=in:u8[256]' or \
'gain=f32 in 0..1'";
const ALIAS_HELP: &str = "write two parameters, as in 'dst=src'";

/// Remarks that a report adds to a meaning: that another parameter shares the memory, and
/// that only one version has the parameter.
const SAME_MEMORY: &str = ", the same memory as";
const OF_ONE_ALONE: [&str; 3] = [
    ", of one version alone",
    ", of the reference alone",
    ", of the port alone",
];
const NOT_COMPARED: &str = ": not compared";

/// One `--arg`.
#[derive(Clone, Debug)]
pub struct Arg {
    /// The whole text of the flag.
    pub text: String,
    /// The parameter's name.
    pub name: Quote,
    /// The parameter's meaning.
    pub meaning: Meaning,
    /// The version that alone has the parameter.
    pub owner: Option<Owner>,
    /// The parameter whose memory it shares, if the text says so in the words of a report.
    pub alias: Option<Quote>,
    /// The text of the meaning.
    pub quote: Quote,
}

/// The meaning that an `--arg` gives a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    /// A size: a size variable of the parameter's name, or a size expression.
    Size(Option<Length>),
    /// A constant, as written.
    Const(String),
    /// Values of an enumeration, by name or as numbers.
    Enumeration {
        /// The values.
        values: Vec<String>,
        /// Whether they are flags, any of which may be combined.
        combined: bool,
    },
    /// The address of a function.
    Function(Quote),
    /// The address of an element of another parameter's buffer, or of its end.
    Place {
        /// The other parameter.
        of: Quote,
        /// The element.
        index: Length,
    },
    /// The place where one version stores what the other version returns.
    Result,
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
        /// Whether a buffer is scratch memory: its final contents are not compared.
        scratch: bool,
        /// Type of the value, or of an element.
        scalar: Option<Scalar>,
        /// The name in the source of its type, if that is not a scalar.
        named: Option<Quote>,
        /// Number of elements.
        length: Option<Length>,
        /// The length of a row, if the parameter points to pointers to rows; `length` is
        /// then that of all rows together.
        row: Option<Length>,
        /// Whether it is a zero-terminated text; `length` is then the largest length
        /// without the zero.
        terminated: bool,
        /// The index of the element that the pointer points to.
        origin: Option<Length>,
        /// The number of allocated elements; those from `length` on are ignored.
        capacity: Option<Length>,
        /// The alignment of a buffer in bytes, and the text that gives it.
        align: Option<(u32, Quote)>,
        /// The range of the values.
        range: Option<Box<GivenRange>>,
    },
}

impl Meaning {
    /// A symbolic value or buffer with everything left to inference.
    pub fn unsaid() -> Meaning {
        Meaning::Symbolic {
            direction: None,
            scratch: false,
            scalar: None,
            named: None,
            length: None,
            row: None,
            terminated: false,
            origin: None,
            capacity: None,
            align: None,
            range: None,
        }
    }

    /// Whether the meaning only repeats what a report prints of a structure that a call
    /// writes.
    pub fn says_nothing(&self) -> bool {
        let one = Length::Const(1);
        let Meaning::Symbolic {
            direction: Some(Direction::Out),
            scalar: None,
            length,
            row: None,
            terminated: false,
            origin: None,
            capacity: None,
            align: None,
            range: None,
            ..
        } = self
        else {
            return false;
        };
        length.as_ref().is_none_or(|length| *length == one)
    }
}

/// A range as it was typed: two numbers, the first at most the second.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenRange {
    /// The text of the smallest value.
    pub low: Quote,
    /// The text of the largest value.
    pub high: Quote,
}

/// One `--alias`: two parameters that point to the same buffer.
#[derive(Clone, Debug)]
pub struct Alias {
    /// The parameter without a buffer of its own.
    pub param: Quote,
    /// The parameter whose buffer it shares.
    pub target: Quote,
}

impl Arg {
    /// Parses the text of one `--arg`.
    ///
    /// # Errors
    /// [`FrontendError::Syntax`] or [`FrontendError::EmptyRange`].
    pub fn parse(text: &str) -> Result<Arg, FrontendError> {
        Arg::parse_as(None, text)
    }

    /// Parses the text of one `--reference-arg` or `--port-arg` or, without an owner, `--arg`.
    ///
    /// # Errors
    /// Those of [`Arg::parse`].
    pub fn parse_as(owner: Option<Owner>, text: &str) -> Result<Arg, FrontendError> {
        let flag = match owner {
            None => Flag::Arg,
            Some(Owner::Reference) => Flag::ReferenceArg,
            Some(Owner::Port) => Flag::PortArg,
        };
        let mut cursor = Cursor::new(flag, ARG_HELP, text);
        let name = param_name(&mut cursor)?;
        cursor.require("=")?;
        let start = cursor.here();
        let meaning = meaning(&mut cursor)?;
        let alias = match cursor.eat(SAME_MEMORY) {
            true => Some(param_name(&mut cursor)?),
            false => None,
        };
        remark(&mut cursor, |word| word == "given");
        if OF_ONE_ALONE.into_iter().any(|words| cursor.eat(words)) {
            cursor.eat(NOT_COMPARED);
        }
        if !cursor.finished() {
            return Err(cursor.expected("the end"));
        }
        Ok(Arg {
            text: text.to_owned(),
            name,
            meaning,
            owner,
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

/// One `--global`: the contents of a variable when the functions are called.
#[derive(Clone, Debug)]
pub struct GlobalArg {
    /// The variable's name.
    pub name: Quote,
    /// The values that the variable may have; `None` for its initial value.
    pub meaning: Option<Meaning>,
    /// The text of the meaning.
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

/// Skips a word in parentheses that reports print after a meaning, so that printed text can
/// be passed back.
fn remark(cursor: &mut Cursor<'_>, known: impl Fn(&str) -> bool) {
    let before = cursor.clone();
    if !(cursor.eat("(") && cursor.name().is_some_and(known) && cursor.eat(")")) {
        *cursor = before;
    }
}

fn param_name(cursor: &mut Cursor<'_>) -> Result<Quote, FrontendError> {
    let start = cursor.here();
    match cursor.path() {
        Some(_) => Ok(cursor.quote(start, cursor.end())),
        None => Err(cursor.expected("the name of a parameter")),
    }
}
