//! Syntax of float operations.

use super::expression::Writer;
use super::plan::{Kind, sign_operation};
use super::syntax::{Context, c_type, directed, function, integral, level, operator};
use crate::format::Rounding;
use crate::node::TermId;
use crate::op::{Op, Outcomes, Spec};

impl Writer<'_, '_> {
    pub(super) fn sign(&mut self, term: TermId, context: Context, min: u8) {
        let arena = self.session.arena;
        let Some(x) = sign_operation(arena, term) else {
            return;
        };
        let format = match (self.kind(term), context) {
            (Kind::Float(format), _) | (_, Context::Float(format)) => format,
            _ => return,
        };
        if arena.op(term) == Op::Xor {
            self.group(level::UNARY, min, |w| {
                w.put("-");
                w.expression(x, Context::Float(format), level::PRIMARY);
            });
        } else {
            self.call(&function("fabs", format), &[x], Context::Float(format));
        }
    }

    pub(super) fn comparison(&mut self, spec: Spec, x: TermId, y: TermId, min: u8) {
        let read = Context::Float(spec.format());
        let set = spec.outcomes();
        let ordered = set.intersect(Outcomes::UNO.complement());
        // `!=` holds for unordered operands; no other operator does.
        let positive = match set {
            s if s == Outcomes::EQ.complement() => Some(("!=", level::EQUAL)),
            s if s == ordered => operator(s),
            _ => None,
        };
        if let Some((symbol, level)) = positive {
            return self.infix(symbol, level, [(x, level + 1), (y, level + 1)], read, min);
        }
        match (set, ordered) {
            (Outcomes::NONE, _) => self.put("false"),
            (Outcomes::ALL, _) => self.put("true"),
            (Outcomes::UNO, _) => self.unordered(x, y, read),
            (s, o) if s == o && o == Outcomes::UNO.complement() => {
                self.group(level::UNARY, min, |w| {
                    w.put("!");
                    w.unordered(x, y, read);
                })
            }
            (s, o) if s == o => self.call("islessgreater", &[x, y], read),
            // A set with *unordered*: the negation of its complement.
            _ => self.group(level::UNARY, min, |w| {
                w.put("!");
                let rest = Spec::fcmp(spec.format(), set.complement());
                w.comparison(rest, x, y, level::PRIMARY);
            }),
        }
    }

    fn unordered(&mut self, x: TermId, y: TermId, read: Context) {
        if x == y {
            self.call("isnan", &[x], read);
        } else {
            self.call("unordered", &[x, y], read);
        }
    }

    pub(super) fn float(&mut self, spec: Spec, children: &[TermId], min: u8) {
        use level::*;
        let format = spec.format();
        let read = Context::Float(format);
        let x = children[0];
        let nearest = spec.rounding() == Rounding::NearestEven;
        let infix = match spec.op {
            Op::FAdd => Some(("+", SUM)),
            Op::FSub => Some(("-", SUM)),
            Op::FMul => Some(("*", PRODUCT)),
            Op::FDiv => Some(("/", PRODUCT)),
            _ => None,
        };
        match (spec.op, infix) {
            (_, Some((symbol, level))) if nearest => {
                let sides = [(x, level), (children[1], level + 1)];
                self.infix(symbol, level, sides, read, min);
            }
            (Op::FRem, _) => self.call(&function("fmod", format), children, read),
            (Op::FSqrt, _) if nearest => self.call(&function("sqrt", format), children, read),
            (Op::Fma, _) if nearest => self.call(&function("fma", format), children, read),
            (Op::FRound, _) => {
                let name = integral(spec.rounding(), format);
                self.call(&name, children, read);
            }
            (Op::FConvert, _) if spec.source_format() == format => {
                self.call(&function("canonicalize", format), children, read);
            }
            (Op::FConvert, _) => {
                let source = Context::Float(spec.source_format());
                self.cast(&directed(c_type(format), spec.rounding()), x, source, min);
            }
            (Op::SiToF, _) => {
                self.cast(
                    &directed(c_type(format), spec.rounding()),
                    x,
                    Context::Signed,
                    min,
                );
            }
            (Op::UiToF, _) => {
                let to = directed(c_type(format), spec.rounding());
                self.cast(&to, x, Context::Unsigned, min);
            }
            (Op::FToSi | Op::FToUi, _) => {
                let sign = if spec.op == Op::FToSi { 'i' } else { 'u' };
                let to = format!("{sign}{}", spec.width);
                if spec.rounding() == Rounding::TowardZero {
                    self.cast(&to, x, read, min);
                } else {
                    self.group(UNARY, min, |w| {
                        w.put(&format!("({to})"));
                        w.call(&integral(spec.rounding(), format), &[x], read);
                    });
                }
            }
            (op, _) => {
                let name = format!("{}_{}", op.name(), spec.rounding().name());
                self.call(&function(&name, format), children, read);
            }
        }
    }
}
