//! What C leaves undefined and the machine carries out all the same.

use serde::Serialize;

use super::source::{Location, Side};
use super::value::InputValue;
use crate::contract::Sizes;

/// A kind of undefined behaviour that has a value: it is found and named, and what
/// it means for the verdict is the user's choice (`--undefined`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undefined {
    /// A signed integer overflows (C17 6.5p5). The value compared wraps around.
    Overflow,
    /// A float is converted to an integer that cannot hold it (C17 6.3.1.4).
    Conversion,
    /// `__builtin_assume` of something false. The value compared ignores it.
    Assume,
    /// `__builtin_unreachable` is reached. There is no value.
    Unreachable,
}

impl Undefined {
    /// Every kind.
    pub const ALL: [Undefined; 4] = [
        Undefined::Overflow,
        Undefined::Conversion,
        Undefined::Assume,
        Undefined::Unreachable,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Undefined::Overflow => "overflow",
            Undefined::Conversion => "conversion",
            Undefined::Assume => "assume",
            Undefined::Unreachable => "unreachable",
        }
    }

    /// Whether nothing is claimed for inputs that reach it.
    pub const fn has_no_value(self) -> bool {
        matches!(self, Undefined::Conversion | Undefined::Unreachable)
    }

    /// What happens, as the end of a sentence that names who does it.
    pub const fn words(self) -> &'static str {
        match self {
            Undefined::Overflow => "overflows a signed integer",
            Undefined::Conversion => "converts a float to an integer that cannot hold it",
            Undefined::Assume => "assumes what is false",
            Undefined::Unreachable => "reaches a point that it declares unreachable",
        }
    }

    /// What was compared there.
    pub const fn compared(self) -> &'static str {
        match self {
            Undefined::Overflow => "compared as it wraps around",
            Undefined::Conversion => {
                "undefined in C, and other instructions give other values: nothing is claimed for such inputs"
            }
            Undefined::Assume => "compared as if nothing were assumed",
            Undefined::Unreachable => "such inputs are left out",
        }
    }
}

/// A place of which it is not known whether an input makes it undefined.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UndefinedOpen {
    /// What kind.
    pub kind: Undefined,
    /// The version that may do it.
    pub side: Side,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

/// Undefined behaviour that an admissible input reaches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UndefinedFound {
    /// What kind.
    pub kind: Undefined,
    /// The version that does it.
    pub side: Side,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Sizes of the run.
    pub sizes: Sizes,
    /// An input that reaches it.
    pub inputs: Vec<InputValue>,
}
