//! What a register holds: a value or, outside the term store, a constant.
//!
//! Invariant: a scalar constant of at most 64 bits is always a
//! [`Slot::Constant`], so that code on constants neither makes nor looks up
//! terms.

use rewrite_rules::Builder;

use super::value::Value;

/// The content of a register.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Slot {
    /// A scalar constant.
    Constant {
        /// Its width, at most 64.
        bits: u8,
        /// Its value, zero-extended.
        value: u64,
    },
    /// Anything else.
    Value(Value),
}

impl Slot {
    /// The undefined scalar.
    pub const UNDEFINED: Slot = Slot::Value(Value::Scalar(None));

    /// A register that is to hold a value.
    pub fn new(builder: &Builder, value: Value) -> Slot {
        if let Value::Scalar(Some(term)) = value
            && let bits @ ..=64 = builder.width(term)
            && let Some(value) = builder.constant_value(term)
        {
            let value = value as u64;
            return Slot::Constant { bits, value };
        }
        Slot::Value(value)
    }

    /// An address.
    pub const fn address(value: u64) -> Slot {
        Slot::Constant { bits: 64, value }
    }

    /// The value in terms.
    pub fn value(&self, builder: &mut Builder) -> Value {
        match self {
            Slot::Constant { bits, value } => builder.constant(*bits, u128::from(*value)).into(),
            Slot::Value(value) => value.clone(),
        }
    }

    /// The scalar constant in it.
    pub const fn constant(&self) -> Option<u64> {
        match self {
            Slot::Constant { value, .. } => Some(*value),
            Slot::Value(_) => None,
        }
    }
}
