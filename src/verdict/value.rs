//! Concrete values and expressions, formatted for people.

use serde::Serialize;

use crate::contract::Scalar;

/// A concrete scalar: its type, its bits and its decimal notation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// Its type.
    #[serde(flatten)]
    pub scalar: Scalar,
    /// Bits in hexadecimal (`0x3f800000`).
    pub hex: String,
    /// The shortest decimal that reads back as the same value.
    pub decimal: String,
}

impl Value {
    /// Makes the value of a scalar with these bits.
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
    /// Its name: `src[3]`, `k`, `z[0].re`.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// Whether the differing result depends on it.
    pub involved: bool,
}

/// The text of an expression, with the part that differs marked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expression {
    /// The rendered expression, one line.
    pub text: String,
    /// Byte range in `text` of the smallest subexpression that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked: Option<(usize, usize)>,
}
