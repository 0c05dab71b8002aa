//! Guards and constants over symbolic numbers.

use term::{Format, Rounding, Spec, TermId};

use super::Scene;
use crate::expr::eval;
use crate::function::Func;
use crate::pattern::Expr;
use crate::shape::is_closed;

/// A 128-bit number, and whether it is known. Truth values are 0 and 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub value: TermId,
    /// A one-bit term.
    pub known: TermId,
}

impl Scene<'_> {
    /// The condition that a guard is known to hold.
    pub(super) fn holds(&mut self, expr: &Expr) -> TermId {
        self.has_value(expr, 1)
    }

    /// The condition that an expression is known to have this value.
    pub(super) fn has_value(&mut self, expr: &Expr, value: u128) -> TermId {
        let number = self.number(expr);
        let b = &mut *self.builder;
        let value = b.constant(128, value);
        let equal = b.eq(number.value, value);
        b.and(number.known, equal)
    }

    /// The symbolic value of an expression.
    pub(super) fn number(&mut self, expr: &Expr) -> Number {
        if is_closed(expr, self.open) {
            let numbers = self.case.numbers;
            let value = eval(expr, &numbers, &mut self.case);
            let b = &mut *self.builder;
            return Number {
                value: b.constant(128, value.unwrap_or(0)),
                known: b.bool(value.is_some()),
            };
        }
        match expr {
            Expr::Var(slot) => match self.constant(*slot) {
                Some(constant) => self.certain(constant),
                None => self.anything(expr),
            },
            Expr::Call(func, args) => self.call(*func, args, expr),
            _ => self.anything(expr),
        }
    }

    /// A term as a known number.
    pub(super) fn certain(&mut self, term: TermId) -> Number {
        let b = &mut *self.builder;
        Number {
            value: b.zext(term, 128),
            known: b.bool(true),
        }
    }

    /// An unconstrained number, for an expression that is not modelled.
    pub(super) fn anything(&mut self, expr: &Expr) -> Number {
        self.is_exact = false;
        self.fact(expr, |scene, number| {
            let name = format!("number {number}");
            Number {
                value: scene.variable(&name, 128),
                known: scene.variable(&name, 1),
            }
        })
    }

    /// The answer to a query: the same one for equal expressions.
    pub(super) fn fact(
        &mut self,
        expr: &Expr,
        new: impl FnOnce(&mut Self, usize) -> Number,
    ) -> Number {
        if let Some((_, known)) = self.facts.iter().find(|(asked, _)| asked == expr) {
            return *known;
        }
        let number = self.facts.len();
        let made = new(self, number);
        self.facts.push((expr.clone(), made));
        made
    }

    fn call(&mut self, func: Func, args: &[Expr], expr: &Expr) -> Number {
        if func == Func::Either {
            let either = [&args[0], &args[1]].map(|arg| self.holds(arg));
            let holds = self.builder.or(either[0], either[1]);
            return self.certain(holds);
        }
        if args.iter().any(|arg| matches!(arg, Expr::Term(_))) {
            return self.asked(func, args, expr);
        }
        let operands: Vec<Number> = args.iter().map(|arg| self.number(arg)).collect();
        let values: Vec<TermId> = operands.iter().map(|n| n.value).collect();
        let made = match values[..] {
            [x] => self.of_one(func, x),
            [x, y] => self.of_two(func, x, y),
            _ => None,
        };
        let made = made.or_else(|| self.of_float(func, args, &values));
        let Some(mut made) = made else {
            return self.anything(expr);
        };
        for operand in operands {
            made.known = self.builder.and(made.known, operand.known);
        }
        made
    }

    fn of_one(&mut self, func: Func, x: TermId) -> Option<Number> {
        let b = &mut *self.builder;
        let (zero, one) = (b.constant(128, 0), b.constant(128, 1));
        let yes = b.bool(true);
        let some = b.ne(x, zero);
        let (value, known) = match func {
            Func::Not => {
                let none = b.eq(x, zero);
                (b.zext(none, 128), yes)
            }
            Func::Ones => {
                let full = b.constant(128, 127);
                let all = b.ult(full, x);
                let power = b.shl(one, x);
                let low = b.sub(power, one);
                let ones = b.constant(128, u128::MAX);
                (b.select(all, ones, low), yes)
            }
            Func::Log2 => {
                let below = b.sub(x, one);
                let shared = b.and(x, below);
                let single = b.eq(shared, zero);
                let length = self.bit_length(x);
                let b = &mut *self.builder;
                (b.sub(length, one), b.and(some, single))
            }
            Func::LowZeros => {
                let negative = b.sub(zero, x);
                let lowest = b.and(x, negative);
                let length = self.bit_length(lowest);
                (self.builder.sub(length, one), some)
            }
            Func::BitLength => (self.bit_length(x), yes),
            _ => return None,
        };
        Some(Number { value, known })
    }

    /// The number of bits up to the highest set bit.
    fn bit_length(&mut self, x: TermId) -> TermId {
        let b = &mut *self.builder;
        let mut rest = x;
        let mut length = b.constant(128, 0);
        for step in [64u8, 32, 16, 8, 4, 2, 1] {
            let by = b.constant(128, step.into());
            let high = b.lshr(rest, by);
            let zero = b.constant(128, 0);
            let more = b.ne(high, zero);
            rest = b.select(more, high, rest);
            let longer = b.add(length, by);
            length = b.select(more, longer, length);
        }
        b.add(length, rest)
    }

    fn of_two(&mut self, func: Func, x: TermId, y: TermId) -> Option<Number> {
        let b = &mut *self.builder;
        let yes = b.bool(true);
        let mut known = yes;
        let value = match func {
            Func::Add => {
                let sum = b.add(x, y);
                known = b.ule(x, sum);
                sum
            }
            Func::Sub => {
                known = b.ule(y, x);
                b.sub(x, y)
            }
            Func::Mul => {
                let (constant, other) = match (b.constant_value(x), b.constant_value(y)) {
                    (Some(c), _) => (c, y),
                    (_, Some(c)) => (c, x),
                    _ => return None,
                };
                let most = b.constant(128, u128::MAX.checked_div(constant).unwrap_or(u128::MAX));
                known = b.ule(other, most);
                b.mul(x, y)
            }
            Func::Shl => {
                let width = b.constant(128, 128);
                known = b.ult(y, width);
                b.shl(x, y)
            }
            Func::Shr => b.lshr(x, y),
            Func::BitAnd | Func::Intersect => b.and(x, y),
            Func::BitOr | Func::Union => b.or(x, y),
            Func::BitXor => b.xor(x, y),
            Func::Min | Func::Max => {
                let less = b.ult(x, y);
                match func {
                    Func::Min => b.select(less, x, y),
                    _ => b.select(less, y, x),
                }
            }
            Func::Eq | Func::SameFormat | Func::SameOutcomes => {
                let equal = b.eq(x, y);
                b.zext(equal, 128)
            }
            Func::Ne => {
                let unequal = b.ne(x, y);
                b.zext(unequal, 128)
            }
            Func::Lt => {
                let less = b.ult(x, y);
                b.zext(less, 128)
            }
            Func::Le => {
                let less = b.ule(x, y);
                b.zext(less, 128)
            }
            _ => return None,
        };
        Some(Number { value, known })
    }

    /// Functions of the bits of a float constant.
    fn of_float(&mut self, func: Func, args: &[Expr], values: &[TermId]) -> Option<Number> {
        match func {
            Func::SignExtended | Func::SignedLess => self.of_signed(func, args, values),
            Func::Narrowed => {
                let from = self.format(&args[0])?;
                let to = self.format(&args[1])?;
                let b = &mut *self.builder;
                let bits = b.trunc(values[2], from.width());
                if from == to {
                    return Some(self.certain(bits));
                }
                let convert = |from, to| Spec::fconvert(from, to, Rounding::NearestEven);
                let narrow = b.build(convert(from, to), &[bits]);
                let back = b.build(convert(to, from), &[narrow]);
                Some(Number {
                    value: b.zext(narrow, 128),
                    known: b.eq(back, bits),
                })
            }
            _ => None,
        }
    }

    fn of_signed(&mut self, func: Func, args: &[Expr], values: &[TermId]) -> Option<Number> {
        let count = u8::try_from(self.closed_number(&args[2])?).ok()?;
        let count = Some(count).filter(|c| (1..=128).contains(c))?;
        let b = &mut *self.builder;
        let truth = match func {
            Func::SignExtended => {
                let low = b.trunc(values[0], count);
                let extended = b.sext(low, 128);
                let one = b.constant(128, 1);
                let all = b.constant(128, u128::MAX);
                let power = b.shl(one, values[1]);
                let wide = b.constant(128, 127);
                let full = b.ult(wide, values[1]);
                let low = b.sub(power, one);
                let mask = b.select(full, all, low);
                let kept = b.and(extended, mask);
                b.eq(kept, values[0])
            }
            _ => {
                let flip = b.constant(128, 1 << (count - 1));
                let (x, y) = (b.xor(values[0], flip), b.xor(values[1], flip));
                b.ult(x, y)
            }
        };
        Some(self.certain(truth))
    }

    /// The value of an expression that does not depend on open constants or terms.
    pub(super) fn closed_number(&mut self, expr: &Expr) -> Option<u128> {
        let numbers = self.case.numbers;
        match is_closed(expr, self.open) {
            true => eval(expr, &numbers, &mut self.case),
            false => None,
        }
    }

    pub(super) fn format(&mut self, expr: &Expr) -> Option<Format> {
        let code = self.closed_number(expr)?;
        u16::try_from(code).ok().map(Format::from_code)
    }
}
