//! Scalar types.

use std::fmt;

use serde::Serialize;
use term::Format;

/// The type of a machine scalar: of a leaf of a buffer element, or of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Scalar {
    /// An integer of 1 to 128 bits (`bool` is 8 bits wide in memory).
    Int {
        /// Width in bits.
        bits: u8,
        /// Whether it is shown and compared as signed.
        signed: bool,
    },
    /// A float.
    Float {
        /// Its format.
        #[serde(serialize_with = "format_name")]
        format: Format,
    },
}

fn format_name<S: serde::Serializer>(format: &Format, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(format.name())
}

impl Scalar {
    /// Width in bits.
    pub const fn bits(self) -> u8 {
        match self {
            Scalar::Int { bits, .. } => bits,
            Scalar::Float { format } => format.width(),
        }
    }

    /// Returns its alignment in bytes on x86-64: its size, rounded up to a power of two.
    pub const fn align(self) -> u32 {
        (self.bits() as u32).div_ceil(8).next_power_of_two()
    }

    /// Whether it can represent a size.
    pub fn holds(self, size: i64) -> bool {
        match self {
            Scalar::Int { bits, signed } => {
                let usable = u32::from(bits) - u32::from(signed);
                let beyond = size.checked_shr(usable).unwrap_or(size >> 63);
                beyond == 0 || signed && beyond == -1
            }
            Scalar::Float { .. } => false,
        }
    }

    /// Returns the bits of a size, truncated to its width.
    pub fn bits_of(self, size: i64) -> u128 {
        let unused = 128 - u32::from(self.bits());
        (i128::from(size) << unused).cast_unsigned() >> unused
    }

    /// Returns the scalar type with this name: `u8 i16 u32 i64 … f16 bf16 f32 f64`.
    pub fn from_name(name: &str) -> Option<Scalar> {
        if let Some(format) = Format::from_name(name) {
            return Some(Scalar::Float { format });
        }
        let signed = name.starts_with('i');
        let bits = name.strip_prefix(['i', 'u'])?.parse().ok()?;
        matches!(bits, 8 | 16 | 32 | 64 | 128).then_some(Scalar::Int { bits, signed })
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int { bits, signed: true } => write!(f, "i{bits}"),
            Scalar::Int {
                bits,
                signed: false,
            } => write!(f, "u{bits}"),
            Scalar::Float { format } => write!(f, "{format}"),
        }
    }
}
