//! Abstract syntax of the rule language.
//!
//! Invariant (kept by the parser): every variable has one kind and is bound by the left side
//! before it is used, and every operator has the operands and attributes that it needs.

use term::{Format, Op, Outcomes, Rounding, Spec};

use crate::assumptions::Assumptions;
use crate::function::{Func, Kind};
use crate::sexp::Span;

/// A variable of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name with the question mark.
    pub name: String,
    /// The kind of its values.
    pub kind: Kind,
    /// Its index among the rule's terms, or among its numbers (all other kinds are stored as
    /// numbers).
    pub(crate) slot: u8,
}

/// Number of variables of one sort in a rule, at most.
pub const MAX_SLOTS: usize = 12;

/// The number slot that holds the width of the rule's root.
pub const ROOT_WIDTH: u8 = 0;

/// A term of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Any term, bound to a term slot.
    Var(u8),
    /// A constant with this value and, if written, this width.
    Const(Expr, Option<Expr>),
    /// An operator, its attributes in the order of [`fields`], and its operands.
    Node(Op, Vec<Expr>, Vec<Pattern>),
}

/// An expression over numbers, formats, roundings and outcome sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A literal.
    Num(u128),
    /// A number slot.
    Var(u8),
    /// The width of a term slot.
    Width(u8),
    /// The width of the constant whose value this is in; replaced by compilation.
    Here,
    /// A float literal in a format.
    Float(u64, Box<Expr>),
    /// A term slot as an operand of a function.
    Term(u8),
    /// A function and its operands.
    Call(Func, Vec<Expr>),
}

/// How a rule is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From left to right wherever it matches, while terms are built.
    Directed,
    /// In both directions, in equality saturation only.
    Search,
}

/// A rewrite rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Unique name.
    pub name: String,
    /// The assumptions that it needs, all of them at once; empty for the tier `exact`.
    pub tiers: Assumptions,
    /// Its source, such as a paper.
    pub source: String,
    /// How it is used.
    pub direction: Direction,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// Conditions, all of which must be known to hold.
    pub guards: Vec<Expr>,
    /// Left side.
    pub lhs: Pattern,
    /// Right side.
    pub rhs: Pattern,
    /// The name of its file in messages.
    pub file: String,
    /// Its byte range in the file.
    pub span: Span,
    /// Its text.
    pub text: String,
}

impl Rule {
    /// Whether a float sum of sums, or product of products, occurs in a side: the rule then uses
    /// associativity.
    pub fn associates(&self) -> bool {
        fn group(op: Op) -> u8 {
            match op {
                Op::FAdd | Op::FSub => 1,
                Op::FMul => 2,
                _ => 0,
            }
        }
        fn any(pattern: &Pattern) -> bool {
            let Pattern::Node(op, _, args) = pattern else {
                return false;
            };
            let nested = |arg: &Pattern| matches!(arg, Pattern::Node(inner, _, _) if group(*op) != 0 && group(*inner) == group(*op));
            args.iter().any(|arg| nested(arg) || any(arg))
        }
        any(&self.lhs) || any(&self.rhs)
    }

    /// Number of variables of kind term.
    pub(crate) fn term_slots(&self) -> usize {
        self.variables
            .iter()
            .filter(|v| v.kind == Kind::Term)
            .count()
    }
    /// Number of number slots, the root's width included.
    pub(crate) fn number_slots(&self) -> usize {
        1 + self.variables.len() - self.term_slots()
    }
}

/// A plausible rule that does not hold, with a witness.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The rule.
    pub rule: Rule,
    /// Values of its variables for which the sides differ: width and bits for terms, width 0 and
    /// the number for other variables.
    pub witness: Vec<(u8, u128)>,
}

/// A field of a term's [`Spec`] that patterns can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Result width.
    Width,
    /// Bit offset of `Extract`.
    Offset,
    /// Float format.
    Format,
    /// Source format of `FConvert`.
    Source,
    /// Rounding direction.
    Rounding,
    /// Outcome set.
    Outcomes,
}

impl Field {
    /// The kind of value it holds.
    pub const fn kind(self) -> Kind {
        match self {
            Field::Width | Field::Offset => Kind::Number,
            Field::Format | Field::Source => Kind::Format,
            Field::Rounding => Kind::Rounding,
            Field::Outcomes => Kind::Outcomes,
        }
    }
    /// Its value in a spec, as a number.
    pub fn get(self, spec: Spec) -> u128 {
        match self {
            Field::Width => spec.width as u128,
            Field::Offset => spec.offset() as u128,
            Field::Format => spec.format().code() as u128,
            Field::Source => spec.source_format().code() as u128,
            Field::Rounding => spec.rounding().code() as u128,
            Field::Outcomes => spec.outcomes().bits() as u128,
        }
    }
}

/// The attributes of an operator, in the order in which rules write them. Formats and roundings
/// at the end may be omitted: they are then the rule's `?format` and `?rounding`.
pub fn fields(op: Op) -> &'static [Field] {
    use Field::*;
    match op {
        Op::Extract => &[Offset, Width],
        Op::ZExt | Op::SExt => &[Width],
        Op::FCmp => &[Outcomes, Format],
        Op::FConvert => &[Source, Format, Rounding],
        Op::FToSi | Op::FToUi => &[Width, Format, Rounding],
        op if op.is_float() => &[Format, Rounding],
        _ => &[],
    }
}

/// The spec of an operator with unevaluated attributes; `None` when one has no value or the spec
/// would be ill-sorted.
pub(crate) fn evaluated_spec(
    op: Op,
    attributes: &[Expr],
    widths: &[u8],
    mut value: impl FnMut(&Expr) -> Option<u128>,
) -> Option<Spec> {
    let mut attrs = [0; 3];
    for (attr, expr) in attrs.iter_mut().zip(attributes) {
        *attr = value(expr)?;
    }
    make_spec(op, &attrs, widths)
}

/// The spec of an operator from its attribute values and operand widths;
/// `None` when it would be ill-sorted.
pub fn make_spec(op: Op, attrs: &[u128], widths: &[u8]) -> Option<Spec> {
    let format = |i: usize| (attrs[i] < 8).then(|| Format::from_code(attrs[i] as u16));
    let rounding = |i: usize| Rounding::ALL.get(attrs[i] as usize).copied();
    let width = |i: usize| (1..=128).contains(&attrs[i]).then_some(attrs[i] as u8);
    let all = |w: u8| widths.iter().all(|x| *x == w);
    match op {
        Op::Const | Op::Symbol | Op::Apply => None,
        Op::Eq | Op::Ult | Op::Slt => all(widths[0]).then_some(Spec::int(op, 1)),
        Op::Select => {
            (widths[0] == 1 && widths[1] == widths[2]).then_some(Spec::int(op, widths[1]))
        }
        Op::Concat => {
            let sum = widths[0] as u16 + widths[1] as u16;
            (sum <= 128).then_some(Spec::int(op, sum as u8))
        }
        Op::Extract => {
            let w = width(1)?;
            (attrs[0] + w as u128 <= widths[0] as u128).then_some(Spec::extract(attrs[0] as u8, w))
        }
        Op::ZExt | Op::SExt => {
            let w = width(0)?;
            (w >= widths[0]).then_some(Spec::int(op, w))
        }
        Op::FCmp => {
            let f = format(1)?;
            all(f.width()).then_some(Spec::fcmp(f, Outcomes::from_bits(attrs[0] as u8)))
        }
        Op::FConvert => {
            let f = format(0)?;
            all(f.width()).then_some(Spec::fconvert(f, format(1)?, rounding(2)?))
        }
        Op::FToSi | Op::FToUi => {
            let f = format(1)?;
            all(f.width()).then_some(Spec::to_int(op, f, rounding(2)?, width(0)?))
        }
        Op::SiToF | Op::UiToF => Some(Spec::from_int(op, format(0)?, rounding(1)?)),
        op if op.is_float() => {
            let f = format(0)?;
            all(f.width()).then_some(Spec::float(op, f, rounding(1)?))
        }
        _ => all(widths[0]).then_some(Spec::int(op, widths[0])),
    }
}
