//! Floating-point formats and rounding modes.

use std::fmt;

use rustc_apfloat::Float;
use rustc_apfloat::ieee::X87DoubleExtended;

use crate::bits::mask;

/// A binary floating-point interchange format, or x87's 80-bit one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Format {
    /// IEEE binary16.
    Half,
    /// bfloat16: the upper half of a binary32.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// x87 double extended, 80 bits with an explicit integer bit.
    X87,
    /// IEEE binary128.
    Quad,
    /// An 8-bit format by the rules of IEEE 754, with 4 bits of exponent and 3 of fraction.
    /// Programs do not use it: rules are tested on all of its values.
    E4M3,
    /// An 8-bit format with 5 bits of exponent and 2 of fraction (the OCP's E5M2).
    E5M2,
}

/// Every format, indexed by its code.
const CODES: [Format; 8] = [
    Format::Half,
    Format::BFloat,
    Format::Single,
    Format::Double,
    Format::X87,
    Format::Quad,
    Format::E4M3,
    Format::E5M2,
];

impl Format {
    /// Every format that programs have, in ascending order of [`Format::code`].
    pub const ALL: [Format; 6] = [
        Format::Half,
        Format::BFloat,
        Format::Single,
        Format::Double,
        Format::X87,
        Format::Quad,
    ];

    /// The formats that are small enough to try every value, and every pair of values.
    pub const SMALL: [Format; 2] = [Format::E4M3, Format::E5M2];

    /// Storage width in bits.
    pub const fn width(self) -> u8 {
        match self {
            Format::E4M3 | Format::E5M2 => 8,
            Format::Half | Format::BFloat => 16,
            Format::Single => 32,
            Format::Double => 64,
            Format::X87 => 80,
            Format::Quad => 128,
        }
    }

    /// Precision in bits, the leading bit included (24 for single).
    pub const fn precision(self) -> u8 {
        match self {
            Format::E4M3 => 4,
            Format::E5M2 => 3,
            Format::Half => 11,
            Format::BFloat => 8,
            Format::Single => 24,
            Format::Double => 53,
            Format::X87 => 64,
            Format::Quad => 113,
        }
    }

    /// Largest exponent `e` such that 2^e is finite.
    pub const fn max_exponent(self) -> i32 {
        match self {
            Format::E4M3 => 7,
            Format::Half | Format::E5M2 => 15,
            Format::BFloat | Format::Single => 127,
            Format::Double => 1023,
            Format::X87 | Format::Quad => 16383,
        }
    }

    /// The mask of the sign bit.
    pub const fn sign_mask(self) -> u128 {
        1 << (self.width() - 1)
    }

    /// The bits of +∞.
    pub const fn infinity(self) -> u128 {
        match self {
            Format::E4M3 => 0x78,
            Format::E5M2 => 0x7c,
            Format::Half => 0x7c00,
            Format::BFloat => 0x7f80,
            Format::Single => 0x7f80_0000,
            Format::Double => 0x7ff0_0000_0000_0000,
            Format::X87 => 0x7fff_8000_0000_0000_0000,
            Format::Quad => 0x7fff << 112,
        }
    }

    /// The bits of the canonical quiet NaN (positive, payload zero).
    pub const fn canonical_nan(self) -> u128 {
        match self {
            Format::X87 => 0x7fff_c000_0000_0000_0000,
            _ => self.infinity() | 1 << (self.precision() - 2),
        }
    }

    /// The bits of 1.0.
    pub const fn one(self) -> u128 {
        match self {
            Format::E4M3 => 0x38,
            Format::E5M2 => 0x3c,
            Format::Half => 0x3c00,
            Format::BFloat => 0x3f80,
            Format::Single => 0x3f80_0000,
            Format::Double => 0x3ff0_0000_0000_0000,
            Format::X87 => 0x3fff_8000_0000_0000_0000,
            Format::Quad => 0x3fff << 112,
        }
    }

    /// The format's number in a term's attribute word.
    pub const fn code(self) -> u16 {
        self as u16
    }

    /// The format with this [`Format::code`]; only the low three bits count.
    pub const fn from_code(code: u16) -> Format {
        CODES[(code & 7) as usize]
    }

    /// Whether the bits are a NaN of the format.
    pub fn is_nan(self, bits: u128) -> bool {
        match self {
            Format::X87 => X87DoubleExtended::from_bits(bits).is_nan(),
            _ => bits & !self.sign_mask() & mask(self.width()) > self.infinity(),
        }
    }

    /// The short name used in contracts and rules: `f16 bf16 f32 f64 f80 f128`;
    /// `f8e4m3` and `f8e5m2` in counterexamples.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Half => "f16",
            Format::BFloat => "bf16",
            Format::Single => "f32",
            Format::Double => "f64",
            Format::X87 => "f80",
            Format::Quad => "f128",
            Format::E4M3 => "f8e4m3",
            Format::E5M2 => "f8e5m2",
        }
    }

    /// The format of programs with this [`Format::name`].
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|f| f.name() == name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An IEEE 754 rounding direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rounding {
    /// To nearest, ties to even: the default of C and of MXCSR.
    NearestEven,
    /// Toward zero: C's conversion to integer.
    TowardZero,
    /// Toward +∞ (`ceil`).
    TowardPositive,
    /// Toward −∞ (`floor`).
    TowardNegative,
    /// To nearest, ties away from zero (C's `round`).
    NearestAway,
}

impl Rounding {
    /// Every rounding direction, in ascending order of [`Rounding::code`].
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::TowardZero,
        Rounding::TowardPositive,
        Rounding::TowardNegative,
        Rounding::NearestAway,
    ];

    /// The direction's number in a term's attribute word.
    pub const fn code(self) -> u16 {
        self as u16
    }

    /// The direction with this [`Rounding::code`]; to nearest even for any other number.
    pub const fn from_code(code: u16) -> Rounding {
        match code {
            1 => Rounding::TowardZero,
            2 => Rounding::TowardPositive,
            3 => Rounding::TowardNegative,
            4 => Rounding::NearestAway,
            _ => Rounding::NearestEven,
        }
    }

    /// The short name used in rules: `rne rtz rtp rtn rna`.
    pub const fn name(self) -> &'static str {
        match self {
            Rounding::NearestEven => "rne",
            Rounding::TowardZero => "rtz",
            Rounding::TowardPositive => "rtp",
            Rounding::TowardNegative => "rtn",
            Rounding::NearestAway => "rna",
        }
    }
}
