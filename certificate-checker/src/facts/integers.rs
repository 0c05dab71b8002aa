//! Bounds of integers, derived from those of their operands.

use term::{Op, Outcomes, Rounding, TermId};

use super::look::Look;
use super::range::whole;
use crate::integers::{Integer, ones};

/// Depth of nested selects whose conditions are combined.
const NESTING: usize = 6;

impl Look<'_> {
    pub(super) fn integer_of(&mut self, term: TermId) -> Integer {
        let node = *self.arena.node(term);
        let (w, spec) = (node.width(), node.spec());
        if let Some(value) = self.arena.constant_value(term) {
            return Integer::constant(w, value);
        }
        let constant = |i: usize| self.arena.constant_value(node.child(i));
        match node.op() {
            Op::Symbol => self.symbol(term),
            Op::ZExt => {
                let x = self.integer(node.child(0));
                Integer::unsigned(w, x.u.0, x.u.1)
            }
            Op::SExt => {
                let x = self.integer(node.child(0));
                Integer::signed(w, x.s.0, x.s.1)
            }
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Concat => {
                let (x, y) = (self.integer(node.child(0)), self.integer(node.child(1)));
                match node.op() {
                    Op::Add => x.plus(y),
                    Op::Sub => x.minus(y),
                    Op::Mul => x.times(y),
                    Op::And => x.bit_and(y),
                    Op::Or => x.bit_or(y),
                    // The negation of a condition.
                    Op::Xor if w == 1 && x.u.0 == x.u.1 && y.u.0 == y.u.1 => {
                        Integer::constant(1, x.u.0 ^ y.u.0)
                    }
                    Op::Xor => x.bit_xor(y),
                    _ => x.above(y),
                }
            }
            Op::Shl | Op::LShr | Op::AShr => {
                let Some(by) = constant(1) else {
                    return Integer::any(w);
                };
                let x = self.integer(node.child(0));
                match node.op() {
                    Op::Shl => x.shifted_left(by),
                    Op::LShr => x.shifted_right(by),
                    _ => x.shifted_right_signed(by),
                }
            }
            Op::UDiv | Op::URem => {
                let Some(by) = constant(1).filter(|by| *by != 0) else {
                    return Integer::any(w);
                };
                let x = self.integer(node.child(0)).u;
                match node.op() {
                    Op::UDiv => Integer::unsigned(w, x.0 / by, x.1 / by),
                    _ => Integer::unsigned(w, 0, x.1.min(by - 1)),
                }
            }
            Op::Extract => self.integer(node.child(0)).part(spec.offset(), w),
            Op::Select => self.arm(term, &mut Vec::new()),
            Op::Eq | Op::Ult | Op::Slt => {
                let (x, y) = (self.integer(node.child(0)), self.integer(node.child(1)));
                let (never, always) = match node.op() {
                    Op::Ult => (x.u.0 >= y.u.1, x.u.1 < y.u.0),
                    Op::Slt => (x.s.0 >= y.s.1, x.s.1 < y.s.0),
                    _ => {
                        let apart =
                            x.u.1 < y.u.0 || y.u.1 < x.u.0 || x.s.1 < y.s.0 || y.s.1 < x.s.0;
                        (apart, x.u.0 == x.u.1 && x.u == y.u)
                    }
                };
                truth(never, always)
            }
            Op::FCmp => {
                let format = spec.format();
                let (x, y) = (
                    self.float(node.child(0), format),
                    self.float(node.child(1), format),
                );
                let possible = x.facts().feasible(&y.facts());
                let never = possible.intersect(spec.outcomes()) == Outcomes::NONE;
                truth(never, spec.outcomes().contains(possible))
            }
            Op::FToSi => {
                let x = self.float(node.child(0), spec.format());
                let Some((low, high)) = x.span.filter(|_| !x.nan && w <= 64) else {
                    return Integer::any(w);
                };
                let to = |bits, side| {
                    let wide = term::Spec::to_int(Op::FToSi, spec.format(), side, 128);
                    term::apply(wide, &[spec.format().width()], &[bits]) as i128
                };
                let (low, high) = (
                    to(low, Rounding::TowardNegative),
                    to(high, Rounding::TowardPositive),
                );
                let any = Integer::any(w).s;
                match any.0 <= low && high <= any.1 && low <= high {
                    true => Integer::signed(w, low, high),
                    false => Integer::any(w),
                }
            }
            _ => Integer::any(w),
        }
    }

    fn symbol(&mut self, term: TermId) -> Integer {
        let w = self.arena.width(term);
        let any = Integer::any(w);
        let Some(id) = self.arena.symbol_id(term) else {
            return any;
        };
        let buffer = self.arena.buffer(self.arena.symbol(id).buffer);
        let float = buffer.format.is_some_and(|f| f.width() == w);
        match self.known.ranges.get(&id).copied().filter(|_| !float) {
            Some(range) => match whole(w, buffer.signed, range) {
                Some((low, high)) if buffer.signed => Integer::signed(w, low as i128, high as i128),
                Some((low, high)) => Integer::unsigned(w, low, high),
                None => any,
            },
            None => any,
        }
    }

    /// An arm of nested selects, narrowed by the conditions above it.
    pub(super) fn arm(&mut self, term: TermId, above: &mut Vec<(TermId, bool)>) -> Integer {
        let node = *self.arena.node(term);
        if node.op() == Op::Select && above.len() < NESTING {
            above.push((node.child(0), true));
            let x = self.arm(node.child(1), above);
            above.pop();
            above.push((node.child(0), false));
            let y = self.arm(node.child(2), above);
            above.pop();
            return x.or(y);
        }
        let mut bounds = self.integer(term);
        for &(condition, holds) in above.iter() {
            bounds = self.narrowed(bounds, condition, term, holds);
        }
        bounds
    }

    /// The bounds of a term, narrowed by the outcome of a comparison with it.
    fn narrowed(
        &mut self,
        bounds: Integer,
        condition: TermId,
        term: TermId,
        holds: bool,
    ) -> Integer {
        let w = bounds.width;
        let any = Integer::any(w);
        let node = *self.arena.node(condition);
        let sign = node.op() == Op::Extract && node.spec().offset() == w - 1 && node.width() == 1;
        if sign && node.child(0) == term {
            return bounds.and(match holds {
                true => Integer::signed(w, any.s.0, -1),
                false => Integer::signed(w, 0, any.s.1),
            });
        }
        if !matches!(node.op(), Op::Ult | Op::Slt) {
            return bounds;
        }
        let (a, b) = (node.child(0), node.child(1));
        // Whether the term is the lesser side; strictly, if the comparison holds.
        let (other, below) = match (term == a, term == b) {
            (true, _) => (b, holds),
            (_, true) => (a, !holds),
            _ => return bounds,
        };
        let o = self.integer(other);
        let step = i128::from(holds);
        let by = match (node.op(), below) {
            (Op::Ult, true) => Integer::unsigned(w, 0, o.u.1.saturating_sub(step as u128)),
            (Op::Ult, false) => {
                let low = o.u.0.saturating_add(step as u128).min(ones(w));
                Integer::unsigned(w, low, ones(w))
            }
            (_, true) => Integer::signed(w, any.s.0, o.s.1.saturating_sub(step).max(any.s.0)),
            (_, false) => Integer::signed(w, o.s.0.saturating_add(step).min(any.s.1), any.s.1),
        };
        bounds.and(by)
    }
}

fn truth(never: bool, always: bool) -> Integer {
    match (never, always) {
        (true, _) => Integer::constant(1, 0),
        (_, true) => Integer::constant(1, 1),
        _ => Integer::any(1),
    }
}
