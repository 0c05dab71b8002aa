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
//!                                   | [in:|out:|inout:] [TYPE] [ROWS][LENGTH]
//!                                   | [in:|inout:] cstr[..LENGTH] [of CAPACITY] [align:BYTES]
//!                                   | [in:|out:|inout:] [TYPE] [[LENGTH][@ORIGIN] [of CAPACITY]]
//!                                     [align:BYTES] [in LOW..HIGH]
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
    /// The address of a function.
    Function(Quote),
    /// The address of an element of another parameter's buffer, or of its end.
    Place {
        /// The other parameter.
        of: Quote,
        /// The element.
        index: Length,
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
        /// The length of a row, where it points to pointers to rows; of all rows together
        /// otherwise.
        row: Option<Length>,
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

impl Meaning {
    /// A symbolic value or buffer of which everything stays inferred.
    pub fn unsaid() -> Meaning {
        Meaning::Symbolic {
            direction: None,
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

    /// Whether it says of what a call leaves in a structure only what a report says.
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
    match cursor.path() {
        Some(_) => Ok(cursor.quote(start, cursor.end())),
        None => Err(cursor.expected("the name of a parameter")),
    }
}
