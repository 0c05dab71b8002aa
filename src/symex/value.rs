//! The values of registers.
//!
//! Invariant: a lane's width is that of its static type; pointers are 64-bit
//! terms; vectors are lanes, never one wide term.

use std::rc::Rc;

use term::TermId;

/// A scalar. `None` is an undefined value (uninitialised memory, undef, poison); it becomes
/// a fresh symbol where an operation needs a definite value. The result of an operation on
/// an undefined operand is undefined, which allows every value that LLVM allows, and more.
pub type Lane = Option<TermId>;

/// The value of a register.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// One scalar.
    Scalar(Lane),
    /// A vector.
    Vector(Rc<[Lane]>),
    /// An array or structure.
    Aggregate(Rc<[Value]>),
}

impl Value {
    /// Returns the lanes of a vector or the one lane of a scalar; none for aggregates.
    pub fn lanes(&self) -> &[Lane] {
        match self {
            Value::Scalar(lane) => std::slice::from_ref(lane),
            Value::Vector(lanes) => lanes,
            Value::Aggregate(_) => &[],
        }
    }

    /// Returns the lane of a scalar; undefined for other values.
    pub fn lane(&self) -> Lane {
        match self {
            Value::Scalar(lane) => *lane,
            _ => None,
        }
    }

    /// Returns every defined lane, including those inside aggregates.
    pub(super) fn leaves(&self) -> Vec<TermId> {
        match self {
            Value::Aggregate(members) => members.iter().flat_map(Value::leaves).collect(),
            other => other.lanes().iter().copied().flatten().collect(),
        }
    }

    /// Makes a value of the shape of `self` from `lanes`.
    pub(super) fn like(&self, lanes: Vec<Lane>) -> Value {
        match self {
            Value::Vector(_) => Value::Vector(lanes.into()),
            _ => Value::Scalar(lanes.first().copied().flatten()),
        }
    }

    /// Makes a vector, or else the scalar that is the first of `lanes`.
    pub(super) fn from_lanes(vector: bool, lanes: Vec<Lane>) -> Value {
        if vector {
            Value::Vector(lanes.into())
        } else {
            Value::Scalar(lanes.first().copied().flatten())
        }
    }
}

impl From<TermId> for Value {
    fn from(term: TermId) -> Value {
        Value::Scalar(Some(term))
    }
}
