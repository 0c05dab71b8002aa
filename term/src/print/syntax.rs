//! Elements of the printed syntax: binding strengths, constants, names of functions and types.

use crate::bits::signed;
use crate::format::{Format, Rounding};
use crate::op::Outcomes;
use crate::show::decimal;

/// How the context reads a value; this decides how constants are written and which casts are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// As it is made.
    Natural,
    /// As a float.
    Float(Format),
    /// Modulo two to the power of the width: an operand of a sum, difference or product.
    Modular,
    /// Modulo two to the power of the width, as a bit pattern: constants are hexadecimal.
    Pattern,
    /// As an unsigned number.
    Unsigned,
    /// As a signed number.
    Signed,
    /// As what is stored to an integer of its width, which converts it.
    Stored {
        /// Whether that integer is signed.
        signed: bool,
    },
}

/// Binding strengths, as in C except for bitwise operators, which are always parenthesised
/// inside other operators.
pub(super) mod level {
    pub const CONDITIONAL: u8 = 1;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const BITWISE: u8 = 4;
    pub const EQUAL: u8 = 5;
    pub const ORDER: u8 = 6;
    pub const SUM: u8 = 7;
    pub const PRODUCT: u8 = 8;
    pub const UNARY: u8 = 9;
    pub const PRIMARY: u8 = 10;
}

/// The C operator that holds for exactly these ordered outcomes.
pub(super) fn operator(set: Outcomes) -> Option<(&'static str, u8)> {
    const LE: Outcomes = Outcomes::LT.union(Outcomes::EQ);
    const GE: Outcomes = Outcomes::GT.union(Outcomes::EQ);
    match set {
        Outcomes::LT => Some(("<", level::ORDER)),
        LE => Some(("<=", level::ORDER)),
        Outcomes::GT => Some((">", level::ORDER)),
        GE => Some((">=", level::ORDER)),
        Outcomes::EQ => Some(("==", level::EQUAL)),
        _ => None,
    }
}

/// The value that the text of a constant has in C.
pub(super) fn constant_value(value: u128, width: u8, context: Context) -> i128 {
    let negative = signed(value, width);
    let is_signed = match context {
        _ if width == 1 => false,
        Context::Signed | Context::Stored { signed: true } => true,
        Context::Modular => negative >= -LARGEST_DECIMAL,
        Context::Natural => width >= 32 && negative >= -LARGEST_DECIMAL,
        Context::Unsigned | Context::Pattern | Context::Stored { signed: false } => false,
        Context::Float(_) => false,
    };
    match is_signed {
        true => negative,
        // Numbers of 128 bits above the signed range have no text in C.
        false => i128::try_from(value).unwrap_or(i128::MAX),
    }
}

pub(super) fn constant(value: u128, width: u8, context: Context) -> String {
    match context {
        Context::Float(format) if format.width() == width => return decimal(format, value),
        _ if width == 1 => return if value == 0 { "false" } else { "true" }.into(),
        Context::Pattern if value > 9 => return format!("{value:#x}"),
        _ => {}
    }
    match constant_value(value, width, context) {
        // C has no literals for these two; a negated hexadecimal literal may be unsigned.
        MIN_32 => "INT_MIN".into(),
        MIN_64 => "INT64_MIN".into(),
        negative @ ..0 => negative.to_string(),
        _ => natural(value),
    }
}

const MIN_32: i128 = i32::MIN as i128;
const MIN_64: i128 = i64::MIN as i128;

/// The greatest number that is written in decimal; greater ones are usually patterns of bits.
const LARGEST_DECIMAL: i128 = 1 << 24;

fn natural(value: u128) -> String {
    if value <= LARGEST_DECIMAL as u128 {
        value.to_string()
    } else {
        format!("{value:#x}")
    }
}

/// The C library's name of a function for a format: `sqrtf`, `sqrt`, `sqrtl`.
pub(super) fn function(base: &str, format: Format) -> String {
    match format {
        Format::Single => format!("{base}f"),
        Format::Double => base.to_owned(),
        Format::X87 => format!("{base}l"),
        _ => format!("{base}_{format}"),
    }
}

pub(super) fn integral(rounding: Rounding, format: Format) -> String {
    let base = match rounding {
        Rounding::NearestEven => "rint",
        Rounding::TowardZero => "trunc",
        Rounding::TowardPositive => "ceil",
        Rounding::TowardNegative => "floor",
        Rounding::NearestAway => "round",
    };
    function(base, format)
}

pub(super) fn c_type(format: Format) -> &'static str {
    match format {
        Format::Half => "_Float16",
        Format::BFloat => "__bf16",
        Format::Single => "float",
        Format::Double => "double",
        Format::X87 => "long double",
        Format::Quad => "__float128",
        Format::E4M3 | Format::E5M2 => format.name(),
    }
}

/// The name of a conversion: `float`, or `float:rtz` when it does not round to nearest even.
pub(super) fn directed(to: &str, rounding: Rounding) -> String {
    match rounding {
        Rounding::NearestEven => to.to_owned(),
        _ => format!("{to}:{}", rounding.name()),
    }
}
