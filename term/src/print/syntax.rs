//! Elements of the printed syntax: binding strengths, constants, names of functions and types.

use crate::bits::mask;
use crate::bits::signed;
use crate::format::{Format, Rounding};
use crate::op::Outcomes;
use crate::show::decimal;

/// How the context reads a value; this decides how constants are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// As it is made.
    Natural,
    /// As a float.
    Float(Format),
    /// As a number: small negative constants show their sign.
    Number,
    /// As a bit pattern: constants are hexadecimal.
    Pattern,
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

pub(super) fn constant(value: u128, width: u8, context: Context) -> String {
    match context {
        Context::Float(format) if format.width() == width => return decimal(format, value),
        _ if width == 1 => return if value == 0 { "false" } else { "true" }.into(),
        Context::Number if value > mask(width) >> 1 && signed(value, width) >= -0x1_0000 => {
            let magnitude = signed(value, width).unsigned_abs();
            return format!("-{}", natural(magnitude));
        }
        Context::Pattern if value > 9 => return format!("{value:#x}"),
        _ => {}
    }
    natural(value)
}

fn natural(value: u128) -> String {
    if value < 256 {
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
