//! Reader of the sides, guards and attributes of one rule.
//!
//! Invariant: a name has one kind, and only the left side introduces names.

use term::{Op, Rounding};

use super::words::{float, named, number, outcome_set};
use crate::error::Problem;
use crate::function::{Func, Kind};
use crate::pattern::{Expr, Pattern, ROOT_WIDTH, Variable, fields};
use crate::sexp::{Bracket, Sexp, Span};

/// The notation for a conversion of a format to itself, which only makes a NaN canonical.
const CANONICAL: &str = "canonical";

/// Reads the sides of one rule and collects its variables.
#[derive(Default)]
pub(super) struct Reader {
    pub variables: Vec<Variable>,
    /// Whether the left side is complete, so that new names are errors.
    pub closed: bool,
}

impl Reader {
    pub(super) fn variable(&mut self, name: &str, kind: Kind, span: &Span) -> Result<u8, Problem> {
        if name == "?width" && kind == Kind::Number {
            return Ok(ROOT_WIDTH);
        }
        if let Some(known) = self.variables.iter().find(|v| v.name == name) {
            if known.kind != kind {
                let (is, wanted) = (known.kind.name(), kind.name());
                let message = format!("`{name}` is a {is}, but a {wanted} is needed here");
                return Err(Problem::new(span.clone(), message));
            }
            return Ok(known.slot);
        }
        if self.closed {
            let names = self.variables.iter().map(|v| v.name.as_str());
            let message = format!("the left side does not bind `{name}`");
            return Err(Problem::new(span.clone(), message).nearest(name, names));
        }
        let term = kind == Kind::Term;
        let same = |v: &&Variable| (v.kind == Kind::Term) == term;
        let slot = self.variables.iter().filter(same).count() + usize::from(!term);
        self.variables.push(Variable {
            name: name.to_owned(),
            kind,
            slot: slot as u8,
        });
        Ok(slot as u8)
    }

    /// Reads a term; `format` is the format of float literals in this position.
    pub(super) fn pattern(
        &mut self,
        sexp: &Sexp,
        format: Option<Expr>,
    ) -> Result<Pattern, Problem> {
        if let Some(atom) = sexp.atom() {
            if atom.starts_with('?') {
                return Ok(Pattern::Var(self.variable(atom, Kind::Term, &sexp.span)?));
            }
            let value = self.literal(atom, format, &sexp.span)?;
            return Ok(Pattern::Const(value, None));
        }
        let Some([head, rest @ ..]) = sexp.list(Bracket::Round) else {
            return Err(Problem::new(sexp.span.clone(), "expected a term"));
        };
        let written = head.atom().unwrap_or_default();
        if written == "const" {
            return match rest {
                [value] => Ok(Pattern::Const(self.expr(value, Kind::Number)?, None)),
                [value, width] => Ok(Pattern::Const(
                    self.expr(value, Kind::Number)?,
                    Some(self.expr(width, Kind::Number)?),
                )),
                _ => Err(Problem::new(
                    sexp.span.clone(),
                    "`const` needs a value, and may have a width",
                )),
            };
        }
        let usable = |op: &&Op| !matches!(op, Op::Const | Op::Symbol | Op::Apply);
        let mut known = Op::ALL.iter().filter(usable);
        let found = match written {
            CANONICAL => Some(&Op::FConvert),
            _ => known.find(|op| op.name() == written),
        };
        let Some(&op) = found else {
            let names = Op::ALL.iter().filter(usable).map(|op| op.name());
            let names = names.chain([CANONICAL]);
            let message = format!("unknown operator `{written}`");
            return Err(Problem::new(head.span.clone(), message).nearest(written, names));
        };
        let (attributes, operands): (&[Sexp], &[Sexp]) = match rest {
            [first, operands @ ..] if first.list(Bracket::Square).is_some() => {
                (first.list(Bracket::Square).unwrap_or_default(), operands)
            }
            _ => (&[], rest),
        };
        let attributes = match written {
            CANONICAL => self.canonical(attributes, &sexp.span)?,
            _ => self.attributes(op, attributes, &sexp.span)?,
        };
        if operands.len() != op.arity() {
            let message = format!("`{written}` takes {} operands", op.arity());
            return Err(Problem::new(sexp.span.clone(), message));
        }
        let formats = operand_format(op, &attributes, format);
        let operands = operands
            .iter()
            .map(|o| self.pattern(o, formats.clone()))
            .collect::<Result<_, _>>()?;
        Ok(Pattern::Node(op, attributes, operands))
    }

    /// The attributes of `canonical`: from the format to itself, rounding to nearest.
    fn canonical(&mut self, written: &[Sexp], span: &Span) -> Result<Vec<Expr>, Problem> {
        let format = match written {
            [] => Expr::Var(self.variable("?format", Kind::Format, span)?),
            [format] => self.expr(format, Kind::Format)?,
            [_, more, ..] => {
                let message = format!("`{CANONICAL}` has 1 attribute");
                return Err(Problem::new(more.span.clone(), message));
            }
        };
        let nearest = Expr::Num(Rounding::NearestEven.code() as u128);
        Ok(vec![format.clone(), format, nearest])
    }

    /// The written attributes of an operator, completed with the implied ones.
    fn attributes(&mut self, op: Op, written: &[Sexp], span: &Span) -> Result<Vec<Expr>, Problem> {
        let all = fields(op);
        if written.len() > all.len() {
            let message = format!("`{}` has {} attributes", op.name(), all.len());
            return Err(Problem::new(written[all.len()].span.clone(), message));
        }
        let mut attributes = Vec::new();
        for (i, field) in all.iter().enumerate() {
            attributes.push(match (written.get(i), field.kind()) {
                (Some(sexp), kind) => self.expr(sexp, kind)?,
                (None, kind @ Kind::Format) => Expr::Var(self.variable("?format", kind, span)?),
                (None, kind @ Kind::Rounding) => {
                    Expr::Var(self.variable("?rounding", kind, span)?)
                }
                (None, kind) => {
                    let message = format!("`{}` needs its {}", op.name(), kind.name());
                    let help = format!("write `({} [{}…] …)`", op.name(), kind.name());
                    return Err(Problem::new(span.clone(), message).help(help));
                }
            });
        }
        Ok(attributes)
    }

    /// The value of a constant, possibly in terms of its width.
    fn literal(&mut self, atom: &str, format: Option<Expr>, span: &Span) -> Result<Expr, Problem> {
        let here = |func, args: Vec<Expr>| Expr::Call(func, args);
        Ok(match atom {
            "ones" => here(Func::Ones, vec![Expr::Here]),
            "true" => Expr::Num(1),
            "false" => Expr::Num(0),
            "sign-bit" | "signed-min" => here(
                Func::Shl,
                vec![Expr::Num(1), here(Func::Sub, vec![Expr::Here, Expr::Num(1)])],
            ),
            "signed-max" => here(
                Func::Ones,
                vec![here(Func::Sub, vec![Expr::Here, Expr::Num(1)])],
            ),
            _ => match (number(atom), float(atom), format) {
                (Some(n), _, _) => Expr::Num(n),
                (_, Some(x), Some(format)) => Expr::Float(x.to_bits(), Box::new(format)),
                (_, Some(_), None) => {
                    return Err(Problem::new(span.clone(), "no float operation gives this literal its format"));
                }
                _ => return Err(Problem::new(span.clone(), format!("`{atom}` is no term"))
                    .help("variables start with `?`; constants are numbers, `ones`, `sign-bit`, `signed-max`, `true`, `false`")),
            },
        })
    }

    /// A number, format, rounding, outcome set or condition.
    pub(super) fn expr(&mut self, sexp: &Sexp, kind: Kind) -> Result<Expr, Problem> {
        let span = &sexp.span;
        if let Some(items) = sexp.list(Bracket::Curly) {
            if kind != Kind::Outcomes {
                return Err(Problem::new(
                    span.clone(),
                    format!("expected a {}", kind.name()),
                ));
            }
            return outcome_set(items).map(|o| Expr::Num(o.bits() as u128));
        }
        if let Some(atom) = sexp.atom() {
            if atom.starts_with('?') {
                let slot = self.variable(atom, kind, span)?;
                return Ok(match kind {
                    Kind::Term => Expr::Term(slot),
                    _ => Expr::Var(slot),
                });
            }
            return named(atom, kind).map(Expr::Num).ok_or_else(|| {
                let message = format!("`{atom}` is no {}", kind.name());
                Problem::new(span.clone(), message)
            });
        }
        let Some([head, rest @ ..]) = sexp.list(Bracket::Round) else {
            return Err(Problem::new(
                span.clone(),
                format!("expected a {}", kind.name()),
            ));
        };
        let written = head.atom().unwrap_or_default();
        let Some(&func) = Func::ALL.iter().find(|f| f.name() == written) else {
            let message = format!("unknown function `{written}`");
            let names = Func::ALL.iter().map(|f| f.name());
            return Err(Problem::new(head.span.clone(), message).nearest(written, names));
        };
        if func.result() != kind {
            let message = format!(
                "`{written}` gives a {}, but a {} is needed here",
                func.result().name(),
                kind.name()
            );
            return Err(Problem::new(span.clone(), message));
        }
        if rest.len() != func.parameters().len() {
            let message = format!("`{written}` takes {} operands", func.parameters().len());
            return Err(Problem::new(span.clone(), message));
        }
        let args = rest.iter().zip(func.parameters());
        let args = args
            .map(|(s, k)| self.expr(s, *k))
            .collect::<Result<_, _>>()?;
        Ok(Expr::Call(func, args))
    }

    /// The format of the left side's value, for float literals on the right.
    pub(super) fn result_format(&self, lhs: &Pattern) -> Option<Expr> {
        match lhs {
            Pattern::Node(Op::FConvert, attributes, _) => Some(attributes[1].clone()),
            Pattern::Node(op, attributes, _) if op.yields_float() => Some(attributes[0].clone()),
            Pattern::Node(op, _, operands) if !op.is_float() => {
                operands.iter().find_map(|o| self.result_format(o))
            }
            _ => None,
        }
    }
}

/// The format of float literals among the operands of `op`.
fn operand_format(op: Op, attributes: &[Expr], outer: Option<Expr>) -> Option<Expr> {
    match op {
        Op::FCmp | Op::FToSi | Op::FToUi => Some(attributes[1].clone()),
        Op::SiToF | Op::UiToF => None,
        op if op.is_float() => Some(attributes[0].clone()),
        Op::Select => outer,
        _ => None,
    }
}
