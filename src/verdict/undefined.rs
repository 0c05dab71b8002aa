//! Undefined behaviour of C that has a defined result on the machine.

use serde::Serialize;

use super::Verdict;
use super::source::{Location, Side};
use super::value::InputValue;
use crate::contract::Sizes;

/// A kind of undefined behaviour with a defined result on the machine. It is found and
/// reported; its effect on the verdict is the user's choice (`--undefined`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undefined {
    /// A signed integer overflows (C17 6.5p5). The value compared is the wrapped one.
    Overflow,
    /// An integer is shifted by its width or more, or by a negative amount (C17 6.5.7p3).
    /// It has no value.
    Shift,
    /// A scalar is accessed at an address without its type's alignment (C17 6.3.2.3p7). The
    /// value compared is that of the bytes there.
    Alignment,
    /// A float is converted to an integer type that cannot represent it (C17 6.3.1.4).
    Conversion,
    /// The index of the first set bit of zero is taken (`__builtin_clz`, `__builtin_ctz`).
    /// It has no value.
    BitScan,
    /// A variable-length array has no or a negative number of elements (C17 6.7.6.2p5).
    ArrayLength,
    /// An index is outside its array, which is part of a larger array or a structure (C17
    /// 6.5.6p8). The value compared is that of the memory there.
    ArrayIndex,
    /// The condition of `__builtin_assume` is false. The value compared ignores the
    /// assumption.
    Assume,
    /// `__builtin_unreachable` is reached. It has no value.
    Unreachable,
    /// An integer is divided by zero, or the quotient overflows (C17 6.5.5p5). It has no
    /// value.
    Division,
    /// The program ends in a failed assertion, `abort()` or an uncaught exception. It has
    /// no value.
    Refusal,
    /// Memory accessed through a `restrict` parameter of an active call is also accessed by
    /// other pointers, with at least one write (C17 6.7.3.1). The value compared ignores
    /// the promise.
    Restrict,
}

impl Undefined {
    /// Every kind.
    pub const ALL: [Undefined; 12] = [
        Undefined::Overflow,
        Undefined::Shift,
        Undefined::Alignment,
        Undefined::Conversion,
        Undefined::BitScan,
        Undefined::ArrayLength,
        Undefined::ArrayIndex,
        Undefined::Assume,
        Undefined::Unreachable,
        Undefined::Division,
        Undefined::Refusal,
        Undefined::Restrict,
    ];

    /// Returns its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Undefined::Overflow => "overflow",
            Undefined::Shift => "shift",
            Undefined::Alignment => "alignment",
            Undefined::Conversion => "conversion",
            Undefined::BitScan => "bit-scan",
            Undefined::ArrayLength => "array-length",
            Undefined::ArrayIndex => "array-index",
            Undefined::Assume => "assume",
            Undefined::Unreachable => "unreachable",
            Undefined::Division => "division",
            Undefined::Refusal => "refusal",
            Undefined::Restrict => "restrict",
        }
    }

    /// Whether the verdict makes no claim for inputs that reach it.
    pub const fn has_no_value(self) -> bool {
        matches!(
            self,
            Undefined::Conversion
                | Undefined::Unreachable
                | Undefined::Division
                | Undefined::Refusal
        )
    }

    /// Returns what happens, as a phrase that follows the version.
    pub const fn words(self) -> &'static str {
        match self {
            Undefined::Overflow => "overflows a signed integer",
            Undefined::Shift => "shifts an integer by its width or more",
            Undefined::Alignment => "accesses a scalar at a misaligned address",
            Undefined::Conversion => "converts a float to an integer that cannot hold it",
            Undefined::BitScan => "seeks the first bit that is set in zero",
            Undefined::ArrayLength => "declares an array without elements",
            Undefined::ArrayIndex => "names an element that its array does not have",
            Undefined::Assume => "assumes what is false",
            Undefined::Unreachable => "reaches a point that it declares unreachable",
            Undefined::Division => "divides by zero, or has a quotient that is too large",
            Undefined::Refusal => {
                "fails: an assertion, `abort()` or an exception that it does not catch"
            }
            Undefined::Restrict => {
                "accesses bytes through a `restrict` parameter and around it, and writes some"
            }
        }
    }

    /// Returns what was compared on such inputs, as far as a verdict makes a claim.
    pub const fn compared(self, verdict: Verdict) -> &'static str {
        match self {
            Undefined::Overflow => "compared as it wraps around",
            Undefined::Shift | Undefined::BitScan => {
                "no output that is compared rests on the result"
            }
            Undefined::Alignment => "compared as the bytes that are there",
            Undefined::Conversion if matches!(verdict, Verdict::Different) => {
                "undefined in C, and other instructions give other values"
            }
            Undefined::Conversion => {
                "undefined in C, and other instructions give other values: nothing is claimed for such inputs"
            }
            Undefined::ArrayLength => "compared as an array of no bytes",
            Undefined::ArrayIndex => "compared as what lies there",
            Undefined::Assume => "compared as if nothing were assumed",
            Undefined::Restrict => "compared as if no pointer were `restrict`",
            Undefined::Unreachable | Undefined::Division | Undefined::Refusal => {
                "such inputs are left out"
            }
        }
    }
}

/// A source position for which it is undecided whether an input makes it undefined.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UndefinedOpen {
    /// The kind.
    pub kind: Undefined,
    /// The version.
    pub side: Side,
    /// The position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

/// Undefined behaviour that an admissible input reaches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UndefinedFound {
    /// The kind.
    pub kind: Undefined,
    /// The version.
    pub side: Side,
    /// The position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The sizes at which it was found.
    pub sizes: Sizes,
    /// An input that reaches it.
    pub inputs: Vec<InputValue>,
}
