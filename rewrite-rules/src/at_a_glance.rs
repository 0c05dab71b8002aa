//! The properties of a request that the rule index tests: its attributes, and the operators (or
//! frequent constants) of its operands and of their operands.
//!
//! Invariant: a pattern accepts the key of every operand that it may match.

use term::{Op, TermId};

use crate::bits::ones;
use crate::function::Func;
use crate::look::Look;
use crate::pattern::{Expr, Field, Pattern, fields};

/// A position below the root that the index tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// An operand.
    Operand(u8),
    /// An operand of an operand.
    Inner(u8, u8),
}

/// The requirements that a left side has on these properties; none by default.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sketch {
    pub operands: [Shape; 3],
    /// The outcome set that a comparison must have, if only one can match.
    pub outcomes: Option<u8>,
    /// Values that other fields of the root must have.
    pub fields: Vec<(Field, u128)>,
    /// Pairs of places that must hold the same term. If one is inside an operand, the operand's
    /// shape is an operator with that many operands.
    pub equal: Vec<(Place, Place)>,
    inner: [[Shape; 3]; 3],
}

impl Sketch {
    /// The sketch of the left side `root[attributes](args)`.
    pub(crate) fn of(root: Op, attributes: &[Expr], args: &[Pattern]) -> Sketch {
        let mut sketch = Sketch::default();
        for (field, value) in fields(root).iter().zip(attributes) {
            match (field, value) {
                (Field::Outcomes, Expr::Num(set)) => sketch.outcomes = Some(*set as u8),
                (field, Expr::Num(value)) => sketch.fields.push((*field, *value)),
                _ => {}
            }
        }
        let mut variables: Vec<(u8, Place)> = Vec::new();
        let mut seen = |pattern: &Pattern, place| {
            let Pattern::Var(slot) = pattern else { return };
            match variables.iter().find(|(known, _)| known == slot) {
                Some((_, first)) => sketch.equal.push((*first, place)),
                None => variables.push((*slot, place)),
            }
        };
        for (i, arg) in args.iter().enumerate() {
            sketch.operands[i] = Shape::of(arg);
            seen(arg, Place::Operand(i as u8));
        }
        for (i, arg) in args.iter().enumerate() {
            if let Pattern::Node(_, _, inner) = arg {
                for (j, arg) in inner.iter().enumerate() {
                    sketch.inner[i][j] = Shape::of(arg);
                    seen(arg, Place::Inner(i as u8, j as u8));
                }
            }
        }
        sketch
    }

    /// The requirements on operands of operands: the operand's position and operator, the inner
    /// position, and the shape required there.
    pub(crate) fn inner(&self) -> impl Iterator<Item = (u8, Op, u8, Shape)> {
        let places = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
        places.filter_map(|(i, j)| match (self.operands[i], self.inner[i][j]) {
            (_, Shape::Any) => None,
            (Shape::Op(op), shape) => Some((i as u8, op, j as u8, shape)),
            _ => None,
        })
    }
}

/// A requirement on one operand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shape {
    #[default]
    Any,
    Op(Op),
    /// A constant of this value.
    Value(u128),
    /// A constant of all ones.
    Ones,
}

/// Number of keys that [`key`] returns.
pub(crate) const KEYS: usize = Op::ALL.len() + 3;

/// The index key of an operand: its operator, or its value if it is a frequent constant.
fn key(op: Op, constant: Option<u128>, width: u8) -> usize {
    match constant {
        Some(0) => Op::ALL.len(),
        Some(1) => Op::ALL.len() + 1,
        Some(value) if value == ones(width as u128) => Op::ALL.len() + 2,
        _ => op as usize,
    }
}

/// The index key of a term as an operand.
#[inline]
pub(crate) fn key_of_term(look: &mut impl Look, term: TermId) -> usize {
    match look.op(term) {
        Op::Const => key(Op::Const, look.constant_value(term), look.width(term)),
        op => op as usize,
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
    /// Whether an operand with this key can match.
    pub(crate) fn accepts(self, key: usize) -> bool {
        let n = Op::ALL.len();
        match self {
            Shape::Any => true,
            Shape::Op(Op::Const) => key == Op::Const as usize || key >= n,
            Shape::Op(op) => key == op as usize,
            Shape::Value(0) => key == n,
            Shape::Value(1) => key == n + 1,
            // The value is all ones in some width; in width 1, all ones have the key of 1.
            Shape::Value(_) => key == Op::Const as usize || key == n + 2,
            Shape::Ones => key == n + 1 || key == n + 2,
        }
    }
}
