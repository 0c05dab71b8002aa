//! Concrete values and expressions, as a person reads them.

use serde::Serialize;

use crate::contract::Scalar;

/// A concrete scalar with its type: bits, and how a person reads it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// Its type.
    #[serde(flatten)]
    pub scalar: Scalar,
    /// Bits in hexadecimal (`0x3f800000`).
    pub hex: String,
    /// Shortest decimal that reads back to the same value.
    pub decimal: String,
}

impl Value {
    /// The value of a scalar with these bits.
    pub fn new(scalar: Scalar, bits: u128) -> Value {
        let digits = usize::from(scalar.bits()).div_ceil(4) + 2;
        let decimal = match scalar {
            Scalar::Float { format } => term::decimal(format, bits),
            Scalar::Int {
                bits: width,
                signed: true,
            } => term::signed(bits, width).to_string(),
            Scalar::Int { .. } => bits.to_string(),
        };
        Value {
            scalar,
            hex: format!("{bits:#0digits$x}"),
            decimal,
        }
    }
}

/// One input value of a witness.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InputValue {
    /// `src[3]`, `k`, `z[0].re`.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// Whether the differing result depends on it.
    pub involved: bool,
}

/// The text of an expression, with the part that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expression {
    /// The rendered expression, one line.
    pub text: String,
    /// Byte range in `text` of the smallest part that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked: Option<(usize, usize)>,
}
