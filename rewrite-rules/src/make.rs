//! Sides of rules as programs of a stack machine that builds them.
//!
//! Invariant: operands come before the operation on them, and every constant has a width in
//! terms of the rule's variables, or [`Expr::Here`] where nothing determines one.

use term::Op;

use crate::function::Func;
use crate::pattern::{Expr, Pattern};

/// One instruction of a building program.
#[derive(Clone, Debug)]
pub enum Make {
    /// Pushes the term in a register.
    Var(u8),
    /// Pushes a constant.
    Const {
        /// Its width.
        width: Expr,
        /// Its value.
        value: Expr,
    },
    /// Pops the operands and pushes the built term.
    Node {
        /// The operator.
        op: Op,
        /// Its attributes, as written in the rule.
        attributes: Box<[Expr]>,
        /// The number of operands.
        arity: usize,
    },
}

/// The building steps of a right side; `width` is its width, if known. An error if the width of
/// a constant is not determined.
pub(crate) fn building(side: &Pattern, width: Option<Expr>) -> Result<Vec<Make>, String> {
    let makes = evaluating(side, width);
    let open = |make: &Make| {
        matches!(
            make,
            Make::Const {
                width: Expr::Here,
                ..
            }
        )
    };
    if makes.iter().any(open) {
        return Err("nothing determines the width of a constant".into());
    }
    Ok(makes)
}

/// The building steps of any side. A constant whose width is not determined has width
/// [`Expr::Here`].
pub(crate) fn evaluating(side: &Pattern, width: Option<Expr>) -> Vec<Make> {
    let mut makes = Vec::new();
    emit(side, width, &mut makes);
    makes
}

fn emit(pattern: &Pattern, width: Option<Expr>, makes: &mut Vec<Make>) {
    match pattern {
        Pattern::Var(slot) => makes.push(Make::Var(*slot)),
        Pattern::Const(value, own) => {
            let width = own.clone().or(width).unwrap_or(Expr::Here);
            let value = here(value, &width);
            makes.push(Make::Const { width, value });
        }
        Pattern::Node(op, attributes, args) => {
            let inner = operand_widths(*op, attributes, args, width);
            for (arg, width) in args.iter().zip(inner) {
                emit(arg, width, makes);
            }
            makes.push(Make::Node {
                op: *op,
                attributes: attributes.clone().into(),
                arity: args.len(),
            });
        }
    }
}

/// Widths of the operands, where the operator or a sibling determines them.
fn operand_widths(
    op: Op,
    attributes: &[Expr],
    args: &[Pattern],
    width: Option<Expr>,
) -> [Option<Expr>; 3] {
    let format = |i: usize| Some(call(Func::FormatWidth, vec![attributes[i].clone()]));
    match op {
        Op::Eq | Op::Ult | Op::Slt => {
            let w = args.iter().find_map(width_of);
            [w.clone(), w, None]
        }
        Op::Select => {
            let w = width.or_else(|| args[1..].iter().find_map(width_of));
            [Some(Expr::Num(1)), w.clone(), w]
        }
        Op::Concat => {
            let rest = |other: &Pattern| {
                let args = vec![width.clone()?, width_of(other)?];
                Some(call(Func::Sub, args))
            };
            [
                width_of(&args[0]).or_else(|| rest(&args[1])),
                width_of(&args[1]).or_else(|| rest(&args[0])),
                None,
            ]
        }
        Op::Extract | Op::ZExt | Op::SExt | Op::SiToF | Op::UiToF => [None, None, None],
        Op::FCmp | Op::FToSi | Op::FToUi => [format(1), format(1), None],
        op if op.is_float() => [format(0), format(0), format(0)],
        _ => {
            let w = width.or_else(|| args.iter().find_map(width_of));
            [w.clone(), w, None]
        }
    }
}

/// The width of a side, if its parts determine it.
fn width_of(pattern: &Pattern) -> Option<Expr> {
    match pattern {
        Pattern::Var(slot) => Some(Expr::Width(*slot)),
        Pattern::Const(_, width) => width.clone(),
        Pattern::Node(op, attributes, args) => match op {
            Op::Eq | Op::Ult | Op::Slt | Op::FCmp => Some(Expr::Num(1)),
            Op::Select => args[1..].iter().find_map(width_of),
            Op::Concat => {
                let sum = vec![width_of(&args[0])?, width_of(&args[1])?];
                Some(call(Func::Add, sum))
            }
            Op::Extract => Some(attributes[1].clone()),
            Op::ZExt | Op::SExt | Op::FToSi | Op::FToUi => Some(attributes[0].clone()),
            Op::FConvert => Some(call(Func::FormatWidth, vec![attributes[1].clone()])),
            op if op.is_float() => Some(call(Func::FormatWidth, vec![attributes[0].clone()])),
            _ => args.iter().find_map(width_of),
        },
    }
}

fn call(func: Func, args: Vec<Expr>) -> Expr {
    Expr::Call(func, args)
}

/// `expr` with the constant's own width substituted.
pub fn here(expr: &Expr, width: &Expr) -> Expr {
    match expr {
        Expr::Here => width.clone(),
        Expr::Call(func, args) => Expr::Call(*func, args.iter().map(|a| here(a, width)).collect()),
        other => other.clone(),
    }
}
