//! The ranges of loop variables, from the conditions that end the loops.

use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode};
use num_integer::gcd;

use super::extent::{Analysis, larger};
use super::poly::{Poly, Symbol};
use crate::budgets::contract::{CHOICES, NESTED_LOOPS, OFFSET_DEPTH};
use crate::llvm::{Block, Value};

impl<'m> Analysis<'m> {
    /// The largest value of a polynomial over all iterations.
    pub(super) fn highest(&mut self, poly: &Poly) -> Option<Poly> {
        let mut poly = poly.clone();
        for _ in 0..NESTED_LOOPS {
            let Some(number) = poly.loop_variable() else {
                return Some(poly);
            };
            let (factor, rest) = poly.split(Symbol::Loop(number))?;
            let bound = if factor.is_nonnegative() {
                self.bounds(number)?.1
            } else if factor.scale(-1, 1)?.is_nonnegative() {
                self.bounds(number)?.0
            } else {
                None
            };
            poly = rest.add(&factor.mul(&bound?)?)?;
        }
        None
    }

    /// The start and the step of a loop variable.
    fn progress(&mut self, number: usize) -> Option<(Poly, Poly)> {
        let phi = *self.loops.get(number)?;
        let own = Poly::symbol(Symbol::Loop(number));
        let (mut start, mut step) = (None, None);
        for (incoming, _) in phi.incoming() {
            let value = match self.longest(incoming, number, 0) {
                Some(longest) => longest,
                None => self.value(incoming)?,
            };
            let (target, value) = match value.mentions(Symbol::Loop(number)) {
                true => (&mut step, value.sub(&own)?),
                false => (&mut start, value),
            };
            if target.replace(value.clone()).is_some_and(|v| v != value) {
                return None;
            }
        }
        Some((start?, step.filter(|s| s.loop_variable().is_none())?))
    }

    /// The largest value of a loop variable after an iteration that advances it in several ways,
    /// as `if (c) d[k++] = x;` does; `None` for a value that is no choice between such.
    fn longest(&mut self, value: Value<'m>, number: usize, depth: usize) -> Option<Poly> {
        let own = *self.loops.get(number)?;
        if value.opcode() != LLVMOpcode::LLVMPHI || value == own || depth > NESTED_LOOPS {
            return None;
        }
        let mut largest: Option<Poly> = None;
        for (incoming, _) in value.incoming() {
            let next = match self.longest(incoming, number, depth + 1) {
                Some(next) => next,
                None => self.value(incoming)?,
            };
            if !next.mentions(Symbol::Loop(number)) {
                return None;
            }
            largest = Some(match largest {
                Some(largest) => larger(largest, next)?,
                None => next,
            });
        }
        largest
    }

    /// The smallest and the largest value of a loop variable, each if known.
    fn bounds(&mut self, number: usize) -> Option<(Option<Poly>, Option<Poly>)> {
        let Some((start, step)) = self.progress(number) else {
            return Some((None, Some(self.remembered(number)?)));
        };
        let by = step.as_constant();
        let limit = match by.and_then(|step| self.limit(number, (&start, step))) {
            Some(limit) => Some(limit),
            None => Some(start.add(&self.rounds(number)?.mul(&step)?)?),
        };
        if step.is_nonnegative() {
            Some((Some(start), limit))
        } else {
            step.scale(-1, 1)?
                .is_nonnegative()
                .then_some((limit, Some(start)))
        }
    }

    /// The largest value of a variable that only ever takes values of others, as the index of the
    /// least element does: `if (a[i] < a[k]) k = i;`.
    fn remembered(&mut self, number: usize) -> Option<Poly> {
        if self.depth > OFFSET_DEPTH {
            return None;
        }
        self.depth += 1;
        let largest = self.largest_taken(number);
        self.depth -= 1;
        largest
    }

    /// Whether a phi is a loop variable that advances by a step.
    fn advances(&mut self, phi: Value<'m>) -> bool {
        match self.symbol(phi) {
            Symbol::Loop(number) => self.progress(number).is_some(),
            Symbol::Argument(_) => false,
        }
    }

    fn largest_taken(&mut self, number: usize) -> Option<Poly> {
        use LLVMOpcode::{LLVMPHI, LLVMSelect};
        let mut open = vec![*self.loops.get(number)?];
        let mut seen = open.clone();
        let mut largest: Option<Poly> = None;
        while let Some(choice) = open.pop() {
            let taken: Vec<Value<'m>> = match choice.opcode() {
                LLVMSelect => vec![choice.operand(1), choice.operand(2)],
                _ => choice.incoming().map(|(value, _)| value).collect(),
            };
            for value in taken {
                if seen.contains(&value) {
                    continue;
                }
                let is_choice = match value.opcode() {
                    LLVMPHI => !self.advances(value),
                    opcode => opcode == LLVMSelect,
                };
                if is_choice {
                    (seen.len() < CHOICES).then_some(())?;
                    seen.push(value);
                    open.push(value);
                    continue;
                }
                let poly = self.value(value)?;
                let phis = seen.iter().filter(|choice| choice.opcode() == LLVMPHI);
                let phis: Vec<Value<'m>> = phis.copied().collect();
                // A value that grows from a former one of its own is unbounded here.
                if phis.into_iter().any(|phi| poly.mentions(self.symbol(phi))) {
                    return None;
                }
                let highest = self.highest(&poly)?;
                largest = Some(match largest {
                    Some(largest) => larger(largest, highest)?,
                    None => highest,
                });
            }
        }
        largest
    }

    /// The number of times the loop of this phi repeats, found from another variable of the
    /// loop.
    fn rounds(&mut self, number: usize) -> Option<Poly> {
        let block = self.loops.get(number)?.block()?;
        for other in block.phis() {
            self.loop_symbol(other);
            let Some(at) = self.loops.iter().position(|p| *p == other) else {
                continue;
            };
            let Some((start, step)) = self.progress(at) else {
                continue;
            };
            let Some(step) = step.as_constant().filter(|s| *s != 0) else {
                continue;
            };
            if let Some(limit) = self.limit(at, (&start, step)) {
                let way = limit.sub(&start)?;
                return match way.as_constant() {
                    Some(way) => Some(Poly::constant(way.div_euclid(step))),
                    None => way.scale(1, step),
                };
            }
        }
        None
    }

    /// The last value of a loop variable in the loop's body, from the comparison that ends
    /// the loop.
    fn limit(&mut self, number: usize, (start, step): (&Poly, i64)) -> Option<Poly> {
        let phi = *self.loops.get(number)?;
        let header = phi.block()?;
        let advances = |analysis: &mut Self, value| {
            let value = analysis.value(value);
            value.is_some_and(|v| v.mentions(Symbol::Loop(number)))
        };
        let latches: Vec<Block<'m>> = phi
            .incoming()
            .filter(|(value, _)| advances(self, *value))
            .map(|(_, block)| block)
            .collect();
        // A comparison in the latch sees the next iteration's value.
        let late = latches.contains(&header);
        let tests = [header].into_iter().chain(latches);
        for (block, late) in tests.enumerate().map(|(i, b)| (b, late || i > 0)) {
            let Some(condition) = block.terminator().and_then(Value::condition) else {
                continue;
            };
            let next = if late { step } else { 0 };
            if let Some(limit) = self.compared(condition, number, step, next) {
                return on_way(limit, start, step, condition);
            }
        }
        None
    }

    /// The last value of a loop variable for which a comparison continues the loop. `next`
    /// is the variable's advance over its value in the body at the time of the comparison.
    fn compared(
        &mut self,
        condition: Value<'m>,
        number: usize,
        step: i64,
        next: i64,
    ) -> Option<Poly> {
        use LLVMIntPredicate::*;
        let predicate = condition.predicate()?;
        let sides = [0, 1].map(|side| self.count(condition.operand(side)));
        let [Some(left), Some(right)] = sides else {
            return None;
        };
        let symbol = Symbol::Loop(number);
        let (own, bound, swapped) = match (left.mentions(symbol), right.mentions(symbol)) {
            (true, false) => (left, right, false),
            (false, true) => (right, left, true),
            _ => return None,
        };
        let ahead = own.sub(&Poly::symbol(symbol))?.as_constant()?;
        // Whether the loop continues at the bound itself: `<=`, or an exit on `>`.
        let (less_or_equal, greater_or_equal) = match predicate {
            LLVMIntSLE | LLVMIntULE | LLVMIntSGT | LLVMIntUGT => (!swapped, swapped),
            LLVMIntSGE | LLVMIntUGE | LLVMIntSLT | LLVMIntULT => (swapped, !swapped),
            _ => (false, false),
        };
        let exact = matches!(predicate, LLVMIntEQ | LLVMIntNE);
        let slack = match (exact, step > 0) {
            (true, _) => step,
            (false, true) => i64::from(!less_or_equal),
            (false, false) => -i64::from(!greater_or_equal),
        };
        // The compared value is `ahead` of the variable; at a late comparison the
        // variable has advanced by `next`.
        let shift = next.checked_sub(ahead)?.checked_sub(slack)?;
        bound.add(&Poly::constant(shift))
    }
}

/// The last value up to `limit` that a variable takes on its way from `start`: 8 bytes at once up to
/// 256 begin at 248, and up to a multiple of 8 at 8 before it. `condition` ends the loop.
fn on_way(limit: Poly, start: &Poly, step: i64, condition: Value<'_>) -> Option<Poly> {
    let Some(first) = start.as_constant().filter(|_| step > 1) else {
        return Some(limit);
    };
    if let Some(last) = limit.as_constant() {
        let steps = (last - first).div_euclid(step);
        return Some(Poly::constant(first + steps * step));
    }
    let bounds = [0, 1].map(|side| condition.operand(side));
    let is_aligned = first % step == 0
        && bounds.into_iter().any(|bound| {
            let is_constant = bound.unsigned().is_some();
            !is_constant && multiple(bound, 0).is_multiple_of(step.unsigned_abs())
        });
    let excluded = limit.add(&Poly::constant(1))?;
    match is_aligned && !excluded.has_constant() {
        true => excluded.sub(&Poly::constant(step)),
        false => Some(limit),
    }
}

/// A number that a value is a multiple of.
fn multiple(value: Value<'_>, depth: u32) -> u64 {
    use LLVMOpcode::*;
    if let Some(constant) = value.signed() {
        return constant.unsigned_abs();
    }
    if depth > OFFSET_DEPTH || !value.is_instruction() {
        return 1;
    }
    let of = |side: u32| multiple(value.operand(side), depth + 1);
    let constant = |side: u32| value.operand(side).unsigned();
    match value.opcode() {
        LLVMZExt | LLVMSExt | LLVMTrunc | LLVMFreeze => of(0),
        LLVMMul => of(0).saturating_mul(of(1)),
        LLVMShl => {
            let power = constant(1).filter(|power| *power < 63);
            power.map_or(1, |power| of(0).saturating_mul(1 << power))
        }
        LLVMAnd => {
            let mask = value.operand(1).signed().unwrap_or(-1);
            1 << mask.trailing_zeros().min(62)
        }
        LLVMSub => match (value.operand(1).opcode(), value.operand(1)) {
            (LLVMURem | LLVMSRem, rest) if rest.operand(0) == value.operand(0) => {
                rest.operand(1).unsigned().unwrap_or(1).max(1)
            }
            _ => gcd(of(0), of(1)),
        },
        LLVMAdd => gcd(of(0), of(1)),
        _ => 1,
    }
}
