//! What registers hold.
//!
//! Invariant: a lane's width is that of its static type; pointers are 64-bit
//! terms; vectors are lanes, never one wide term.

use std::rc::Rc;

use term::TermId;

/// A scalar; `None` is an undefined value (uninitialised memory, undef,
/// poison), which becomes a fresh symbol where an operation needs a definite
/// one. An operation on an undefined operand is undefined: this allows every
/// value that LLVM allows, and more.
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
    /// The lanes of a vector, or the one lane of a scalar; none for aggregates.
    pub fn lanes(&self) -> &[Lane] {
        match self {
            Value::Scalar(lane) => std::slice::from_ref(lane),
            Value::Vector(lanes) => lanes,
            Value::Aggregate(_) => &[],
        }
    }

    /// The lane of a scalar; undefined for anything else.
    pub fn lane(&self) -> Lane {
        match self {
            Value::Scalar(lane) => *lane,
            _ => None,
        }
    }

    /// Every defined lane, inside aggregates too.
    pub(super) fn leaves(&self) -> Vec<TermId> {
        match self {
            Value::Aggregate(members) => members.iter().flat_map(Value::leaves).collect(),
            other => other.lanes().iter().copied().flatten().collect(),
        }
    }

    /// A value of the same shape as `self` made of `lanes`.
    pub(super) fn like(&self, lanes: Vec<Lane>) -> Value {
        match self {
            Value::Vector(_) => Value::Vector(lanes.into()),
            _ => Value::Scalar(lanes.first().copied().flatten()),
        }
    }

    /// A vector if `lanes` were vector lanes, else the scalar.
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
