//! What an index can tell of an operand at a glance: its operator, or which of
//! the frequent constants it is.
//!
//! Invariant: a pattern accepts the key of every operand that it may match.

use term::Op;

use crate::bits::ones;
use crate::function::Func;
use crate::pattern::{Expr, Pattern};

/// What can be told of an operand at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Any,
    Op(Op),
    /// A constant of this value.
    Value(u128),
    /// A constant of all ones.
    Ones,
}

/// Number of keys that [`key`] gives.
pub(crate) const KEYS: usize = Op::ALL.len() + 3;

/// The key of an operand in the index: its operator, or which constant it is.
pub(crate) fn key(op: Op, constant: Option<u128>, width: u8) -> usize {
    match constant {
        Some(0) => Op::ALL.len(),
        Some(1) => Op::ALL.len() + 1,
        Some(value) if value == ones(width as u128) => Op::ALL.len() + 2,
        _ => op as usize,
    }
}

impl Shape {
    pub(crate) fn of(pattern: &Pattern) -> Shape {
        match pattern {
            Pattern::Var(_) => Shape::Any,
            Pattern::Node(op, ..) => Shape::Op(*op),
            Pattern::Const(Expr::Num(value), _) => Shape::Value(*value),
            Pattern::Const(Expr::Call(Func::Ones, args), _) if args[..] == [Expr::Here] => {
                Shape::Ones
            }
            Pattern::Const(..) => Shape::Op(Op::Const),
        }
    }
    /// Whether an operand with this key may match.
    pub(crate) fn accepts(self, key: usize) -> bool {
        let n = Op::ALL.len();
        match self {
            Shape::Any => true,
            Shape::Op(Op::Const) => key == Op::Const as usize || key >= n,
            Shape::Op(op) => key == op as usize,
            Shape::Value(0) => key == n,
            Shape::Value(1) => key == n + 1,
            // All ones are a value of some width, and 1 in one bit.
            Shape::Value(_) => key == Op::Const as usize || key == n + 2,
            Shape::Ones => key == n + 1 || key == n + 2,
        }
    }
}
