//! The contents of registers: values or, outside the term store, constants.
//!
//! Invariant: a scalar constant of at most 64 bits is always a
//! [`Slot::Constant`], and a vector of constants that fits is always a
//! [`Slot::Vector`], so that code on constants neither makes nor looks up terms.

use rewrite_rules::Builder;

use super::packed::Packed;
use super::value::{Lane, Value};
use crate::program::Constant;

/// The contents of a register.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Slot {
    /// A scalar constant.
    Constant {
        /// Width in bits, at most 64.
        bits: u8,
        /// Value, zero-extended.
        value: u64,
    },
    /// A vector of constants.
    Vector(Packed),
    /// Any other value.
    Value(Value),
}

impl Slot {
    /// The undefined scalar.
    pub const UNDEFINED: Slot = Slot::Value(Value::Scalar(None));

    /// Makes the slot of a value.
    pub fn new(builder: &Builder, value: Value) -> Slot {
        let constant = match &value {
            Value::Scalar(lane) => scalar(builder, *lane),
            Value::Vector(lanes) => vector(builder, lanes),
            Value::Aggregate(_) => None,
        };
        constant.unwrap_or(Slot::Value(value))
    }

    /// Makes the slot of a constant; `None` if only terms can express it.
    pub fn of_constant(constant: &Constant) -> Option<Slot> {
        match constant {
            Constant::Scalar { bits, value } => (*bits <= 64).then_some(Slot::Constant {
                bits: *bits,
                value: (*value)? as u64,
            }),
            Constant::Vector { bits, lanes } => {
                let mut packed = Packed::new(*bits, lanes.len())?;
                for (i, lane) in lanes.iter().enumerate() {
                    packed.set(i, (*lane)? as u64);
                }
                Some(Slot::Vector(packed))
            }
            Constant::Aggregate(_) => None,
        }
    }

    /// Makes the slot of an address.
    pub const fn address(value: u64) -> Slot {
        Slot::Constant { bits: 64, value }
    }

    /// Returns the value as terms.
    pub fn value(&self, builder: &mut Builder) -> Value {
        match self {
            Slot::Constant { bits, value } => builder.constant(*bits, u128::from(*value)).into(),
            Slot::Vector(lanes) => {
                let bits = lanes.bits();
                let lane = |value| Some(builder.constant(bits, u128::from(value)));
                Value::Vector(lanes.lanes().map(lane).collect())
            }
            Slot::Value(value) => value.clone(),
        }
    }

    /// Returns the value of a scalar constant.
    pub const fn constant(&self) -> Option<u64> {
        match self {
            Slot::Constant { value, .. } => Some(*value),
            Slot::Vector(_) | Slot::Value(_) => None,
        }
    }
}

fn scalar(builder: &Builder, lane: Lane) -> Option<Slot> {
    let bits = builder.width(lane?);
    let value = builder.constant_value(lane?)?;
    (bits <= 64).then_some(Slot::Constant {
        bits,
        value: value as u64,
    })
}

fn vector(builder: &Builder, lanes: &[Lane]) -> Option<Slot> {
    let first = (*lanes.first()?)?;
    builder.constant_value(first)?;
    let mut packed = Packed::new(builder.width(first), lanes.len())?;
    for (i, lane) in lanes.iter().enumerate() {
        packed.set(i, builder.constant_value((*lane)?)? as u64);
    }
    Some(Slot::Vector(packed))
}
