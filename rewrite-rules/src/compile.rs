//! Rules compiled to small matching programs and building programs.
//!
//! Invariant: a program reads a register only after a step has written it.

use term::Op;

use crate::bits::ones;
use crate::function::{Func, Kind};
use crate::parse::MAX_SLOTS;
use crate::pattern::{Expr, Field, Pattern, ROOT_WIDTH, Rule, fields};

/// Registers of a matching program: term variables, then inner nodes.
pub(crate) const REGISTERS: usize = MAX_SLOTS + 12;

/// The pseudo register of the term being built, which has no id yet.
pub(crate) const ROOT: u8 = u8::MAX;

/// One step of a matching program; a match fails at the first that does.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The node in a register has this operator; its operands go to `to`.
    Open { node: u8, op: Op, to: [u8; 3] },
    /// A field of a node goes to a number slot.
    Bind { node: u8, field: Field, slot: u8 },
    /// A field of a node equals an expression.
    Check { node: u8, field: Field, value: Expr },
    /// The node is a constant; its value goes to a number slot.
    BindConst { node: u8, slot: u8 },
    /// The node is a constant of this value.
    CheckConst { node: u8, value: Expr },
    /// Both registers hold the same term.
    Same { a: u8, b: u8 },
    /// A condition holds.
    Guard(Expr),
}

/// One instruction of a building program: a stack machine over terms.
#[derive(Clone, Debug)]
pub enum Make {
    /// Pushes a register.
    Var(u8),
    /// Pushes a constant.
    Const {
        /// Its width.
        width: Expr,
        /// Its value.
        value: Expr,
    },
    /// Pops operands and pushes the built term.
    Node {
        /// The operator.
        op: Op,
        /// Its attributes, as rules write them.
        attributes: Box<[Expr]>,
        /// The number of operands.
        arity: usize,
    },
}

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
    fn of(pattern: &Pattern) -> Shape {
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

/// One way to match a rule.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Operator of the left side.
    pub root: Op,
    /// What the left side's operands must look like.
    pub operands: [Shape; 3],
    /// The outcome set that a comparison must have, if it is one in particular.
    pub outcomes: Option<u8>,
    /// Operand positions that must hold the same term.
    pub same: Option<(usize, usize)>,
    /// Matching steps.
    pub steps: Box<[Step]>,
    /// Building steps of the right side.
    pub makes: Box<[Make]>,
}

/// Every program of a rule: one for each order of its commutative operands
/// that can occur. The message of an error names what the rule lacks.
pub(crate) fn compile(rule: &Rule) -> Result<Vec<Program>, String> {
    let makes = building(&rule.rhs, Some(Expr::Var(ROOT_WIDTH)))?;
    let mut programs = Vec::new();
    for lhs in orders(&rule.lhs) {
        let (steps, used) = matching(&lhs, rule)?;
        if used > REGISTERS {
            return Err("the left side is too large".into());
        }
        let Pattern::Node(root, attributes, args) = &lhs else {
            return Err("the left side must be an operation".into());
        };
        let mut operands = [Shape::Any; 3];
        for (shape, arg) in operands.iter_mut().zip(args) {
            *shape = Shape::of(arg);
        }
        let outcomes = match (root, attributes.first()) {
            (Op::FCmp, Some(Expr::Num(set))) => Some(*set as u8),
            _ => None,
        };
        let equal = |i: usize, j: usize| {
            let pair = args.get(i).zip(args.get(j));
            pair.is_some_and(|(x, y)| matches!(x, Pattern::Var(_)) && x == y)
        };
        let same = [(0, 1), (1, 2)].into_iter().find(|(i, j)| equal(*i, *j));
        programs.push(Program {
            root: *root,
            operands,
            outcomes,
            same,
            steps: steps.into(),
            makes: makes.clone().into(),
        });
    }
    Ok(programs)
}

/// The pattern with the operands of commutative operators in every order that
/// can occur: constants come last.
fn orders(pattern: &Pattern) -> Vec<Pattern> {
    let Pattern::Node(op, attributes, args) = pattern else {
        return vec![pattern.clone()];
    };
    let mut choices: Vec<Vec<Pattern>> = vec![Vec::new()];
    for arg in args {
        let alternatives = orders(arg);
        choices = choices
            .iter()
            .flat_map(|prefix| {
                alternatives.iter().map(move |a| {
                    let mut next = prefix.clone();
                    next.push(a.clone());
                    next
                })
            })
            .collect();
    }
    let node = |args| Pattern::Node(*op, attributes.clone(), args);
    let constant = |p: &Pattern| matches!(p, Pattern::Const(..));
    let mut all = Vec::new();
    for args in choices {
        let swappable = op.is_commutative() && args.len() == 2 && args[0] != args[1];
        if swappable && !constant(&args[1]) {
            all.push(node(vec![args[1].clone(), args[0].clone()]));
        }
        if !(swappable && constant(&args[0]) && !constant(&args[1])) {
            all.insert(0, node(args));
        }
    }
    all
}

/// The matching steps of a left side and the number of registers used.
fn matching(lhs: &Pattern, rule: &Rule) -> Result<(Vec<Step>, usize), String> {
    let mut m = Matching {
        rule,
        steps: Vec::new(),
        next: rule.term_slots() as u8,
        terms: 0,
        numbers: 1 << ROOT_WIDTH,
        late: Vec::new(),
    };
    m.node(ROOT, lhs)?;
    // Fields that are computed from variables bound further right.
    for (node, field, value) in std::mem::take(&mut m.late) {
        m.bound(&value)?;
        m.steps.push(Step::Check { node, field, value });
    }
    for guard in &rule.guards {
        m.bound(guard)?;
        m.steps.push(Step::Guard(guard.clone()));
    }
    Ok((m.steps, m.next as usize))
}

struct Matching<'a> {
    rule: &'a Rule,
    steps: Vec<Step>,
    next: u8,
    /// Bit sets of the slots bound so far.
    terms: u32,
    numbers: u32,
    late: Vec<(u8, Field, Expr)>,
}

impl Matching<'_> {
    /// Matches an operation or a constant in a register.
    fn node(&mut self, register: u8, pattern: &Pattern) -> Result<(), String> {
        match pattern {
            Pattern::Var(_) => Ok(()),
            Pattern::Const(value, Some(width)) => {
                self.node(register, &Pattern::Const(value.clone(), None))?;
                self.field(register, Field::Width, width);
                Ok(())
            }
            Pattern::Const(Expr::Var(slot), None) if self.numbers & 1 << slot == 0 => {
                self.numbers |= 1 << slot;
                self.steps.push(Step::BindConst {
                    node: register,
                    slot: *slot,
                });
                Ok(())
            }
            Pattern::Const(value, None) => {
                self.bound(value)?;
                let value = here(value, &Expr::Width(register));
                self.steps.push(Step::CheckConst {
                    node: register,
                    value,
                });
                Ok(())
            }
            Pattern::Node(op, attributes, args) => {
                let mut to = [0; 3];
                let mut repeated = Vec::new();
                for (target, arg) in to.iter_mut().zip(args) {
                    *target = match arg {
                        Pattern::Var(slot) if self.terms & 1 << slot == 0 => {
                            self.terms |= 1 << slot;
                            *slot
                        }
                        _ => {
                            self.next += 1;
                            self.next - 1
                        }
                    };
                    if let Pattern::Var(slot) = arg
                        && *slot != *target
                    {
                        repeated.push(Step::Same {
                            a: *slot,
                            b: *target,
                        });
                    }
                }
                self.steps.push(Step::Open {
                    node: register,
                    op: *op,
                    to,
                });
                self.steps.extend(repeated);
                for (field, value) in fields(*op).iter().zip(attributes) {
                    self.field(register, *field, value);
                }
                for (target, arg) in to.iter().zip(args) {
                    self.node(*target, arg)?;
                }
                Ok(())
            }
        }
    }

    fn field(&mut self, node: u8, field: Field, value: &Expr) {
        match value {
            Expr::Var(slot) if self.numbers & 1 << slot == 0 => {
                self.numbers |= 1 << slot;
                let slot = *slot;
                self.steps.push(Step::Bind { node, field, slot });
            }
            value if self.bound(value).is_ok() => self.steps.push(Step::Check {
                node,
                field,
                value: value.clone(),
            }),
            value => self.late.push((node, field, value.clone())),
        }
    }

    /// Whether everything an expression reads is bound.
    fn bound(&self, expr: &Expr) -> Result<(), String> {
        match expr {
            Expr::Num(_) | Expr::Here => Ok(()),
            Expr::Var(slot) if self.numbers & 1 << slot != 0 => Ok(()),
            Expr::Term(slot) | Expr::Width(slot) if self.terms & 1 << slot != 0 => Ok(()),
            Expr::Float(_, format) => self.bound(format),
            Expr::Call(_, args) => args.iter().try_for_each(|a| self.bound(a)),
            Expr::Var(slot) => Err(self.unbound(false, *slot)),
            Expr::Term(slot) | Expr::Width(slot) => Err(self.unbound(true, *slot)),
        }
    }

    fn unbound(&self, term: bool, slot: u8) -> String {
        let name = self
            .rule
            .variables
            .iter()
            .find(|v| (v.kind == Kind::Term) == term && v.slot == slot)
            .map_or("?", |v| v.name.as_str());
        format!("the left side does not bind `{name}` before its use")
    }
}

/// The building steps of a right side; `width` is its width where known.
fn building(side: &Pattern, width: Option<Expr>) -> Result<Vec<Make>, String> {
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

/// The building steps of any side. A constant whose width nothing determines
/// has width [`Expr::Here`].
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

/// The width of a side, as far as its parts determine it.
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

/// `expr` with the constant's own width put in.
pub fn here(expr: &Expr, width: &Expr) -> Expr {
    match expr {
        Expr::Here => width.clone(),
        Expr::Call(func, args) => Expr::Call(*func, args.iter().map(|a| here(a, width)).collect()),
        other => other.clone(),
    }
}
