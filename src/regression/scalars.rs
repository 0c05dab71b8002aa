//! Numbers in a test in C or C++.

use term::Format;

use super::unsupported;
use crate::contract::Scalar;
use crate::problem::Problem;

/// The type of a number.
fn c_type(scalar: Scalar) -> Result<&'static str, Problem> {
    Ok(match scalar {
        Scalar::Float { format } => match format {
            Format::Single => "float",
            Format::Double => "double",
            Format::Half => "_Float16",
            _ => return Err(unsupported(scalar)),
        },
        Scalar::Int { bits, signed } => match (bits, signed) {
            (1 | 8, false) => "uint8_t",
            (8, true) => "int8_t",
            (16, false) => "uint16_t",
            (16, true) => "int16_t",
            (32, false) => "uint32_t",
            (32, true) => "int32_t",
            (64, false) => "uint64_t",
            (64, true) => "int64_t",
            _ => return Err(unsupported(scalar)),
        },
    })
}

/// A C expression with exactly these bits.
pub(super) fn literal(scalar: Scalar, bits: u128) -> Result<String, Problem> {
    let c_type = c_type(scalar)?;
    Ok(match scalar {
        Scalar::Int { .. } => format!("({c_type}){bits:#x}ull"),
        Scalar::Float { format } => format!("simdiff_{}({bits:#x}u)", format.name()),
    })
}
