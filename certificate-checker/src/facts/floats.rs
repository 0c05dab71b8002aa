//! Facts about floats, derived from facts about their operands.

use term::{Approximation, Format, FunctionId, Op, Rounding, TermId};

use super::look::Look;
use crate::floats::{Float, from_double};
use crate::integers::ones;
use crate::terms::Bounds;

impl Look<'_> {
    pub(super) fn float_of(&mut self, term: TermId, format: Format) -> Float {
        let node = *self.arena.node(term);
        let spec = node.spec();
        let any = Float::any(format);
        if let Some(value) = self.arena.constant_value(term) {
            return Float::constant(format, value);
        }
        if format == Format::X87 || spec.op.yields_float() && spec.format() != format {
            return any;
        }
        let constant = |i: usize| self.arena.constant_value(node.child(i));
        match spec.op {
            Op::Symbol => {
                let id = self.arena.symbol_id(term);
                let own = id.and_then(|id| self.arena.buffer(self.arena.symbol(id).buffer).format);
                match id
                    .and_then(|id| self.known.ranges.get(&id).copied())
                    .filter(|_| own == Some(format))
                {
                    Some(Bounds { low, high }) => Float::between(
                        format,
                        from_double(format, low, Rounding::TowardPositive),
                        from_double(format, high, Rounding::TowardNegative),
                    ),
                    None => any,
                }
            }
            Op::Apply => self.approximate(term, format).unwrap_or(any),
            Op::Select => {
                let x = self.float_arm(node.child(0), node.child(1), format, true);
                let y = self.float_arm(node.child(0), node.child(2), format, false);
                x.or(y)
            }
            Op::Xor if constant(1) == Some(format.sign_mask()) => {
                self.float(node.child(0), format).negate()
            }
            Op::And if constant(1) == Some(format.sign_mask() - 1) => {
                self.float(node.child(0), format).magnitude()
            }
            Op::FConvert => {
                let source = spec.source_format();
                let x = self.float(node.child(0), source);
                if source == Format::X87 {
                    any
                } else {
                    x.convert(spec)
                }
            }
            Op::SiToF | Op::UiToF => {
                let x = self.integer(node.child(0));
                let convert = |bits: u128| term::apply(spec, &[x.width], &[bits]);
                let ends = match spec.op {
                    Op::SiToF => (x.s.0 as u128 & ones(x.width), x.s.1 as u128 & ones(x.width)),
                    _ => x.u,
                };
                let mut float = Float::between(format, convert(ends.0), convert(ends.1));
                float.zeros[0] = false;
                float
            }
            Op::FMul if node.child(0) == node.child(1) => {
                let x = self.float(node.child(0), format).magnitude();
                Float::arithmetic(spec, &[x, x])
            }
            op if op.yields_float() => {
                let children = node.children().to_vec();
                let x: Vec<Float> = children.iter().map(|&c| self.float(c, format)).collect();
                Float::arithmetic(spec, &x)
            }
            _ => any,
        }
    }

    /// What the architecture promises of an approximate instruction.
    fn approximate(&mut self, term: TermId, format: Format) -> Option<Float> {
        let node = *self.arena.node(term);
        let known = Approximation::of(self.arena.function_name(FunctionId(node.spec().attr)))?;
        let x = self.float(node.child(0), format);
        if known.format != format || x.nan || x.span.is_none() {
            return None;
        }
        let x = x.facts();
        let (low, high) = known.bounds(x.lo, x.hi)?;
        Some(Float::between(
            format,
            from_double(format, low, Rounding::TowardNegative),
            from_double(format, high, Rounding::TowardPositive),
        ))
    }

    fn float_arm(&mut self, condition: TermId, arm: TermId, format: Format, holds: bool) -> Float {
        let float = self.float(arm, format);
        let node = *self.arena.node(condition);
        if node.op() != Op::FCmp || node.spec().format() != format {
            return float;
        }
        let mut outcomes = node.spec().outcomes();
        if !holds {
            outcomes = outcomes.complement();
        }
        let (a, b) = (node.child(0), node.child(1));
        if arm == a {
            let other = self.float(b, format);
            float.given(outcomes, &other)
        } else if arm == b {
            let other = self.float(a, format);
            float.given(outcomes.swap(), &other)
        } else {
            float
        }
    }
}
