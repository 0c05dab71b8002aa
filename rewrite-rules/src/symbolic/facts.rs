//! Symbolic answers to the queries of guards about terms: variables constrained by nothing more
//! than what the answer promises.

use term::{Op, Outcomes, Spec, TermId};

use super::numbers::Number;
use super::{Scene, is_zero};
use crate::bits::ones;
use crate::function::Func;
use crate::pattern::Expr;

impl Scene<'_> {
    /// The answer to a function's query about terms.
    pub(super) fn asked(&mut self, func: Func, args: &[Expr], expr: &Expr) -> Number {
        let terms: Vec<TermId> = args
            .iter()
            .filter_map(|arg| match arg {
                Expr::Term(slot) => self.term(*slot),
                _ => None,
            })
            .collect();
        let number = match func {
            Func::IsConstant | Func::Value => Some(self.constantness(func, &args[0], terms[0])),
            Func::Umin | Func::Umax => Some(self.bound(func, expr, terms[0])),
            Func::LowMin | Func::LowMax => self.low_bound(func, args, expr, terms[0]),
            Func::Misordered | Func::AllFeasible => Some(self.answer(expr, None)),
            Func::Feasible => self.feasible(args, expr, &terms),
            _ => {
                let promise = self.promise(func, args, &terms);
                promise.map(|promise| self.answer(expr, Some(promise)))
            }
        };
        number.unwrap_or_else(|| self.anything(expr))
    }

    /// A *yes* or *no* answer, where *yes* implies a promise.
    fn answer(&mut self, expr: &Expr, promise: Option<TermId>) -> Number {
        self.fact(expr, |scene, number| {
            let answer = scene.variable(&format!("guard {number}"), 1);
            if let Some(promise) = promise {
                let b = &mut *scene.builder;
                let no = b.not(answer);
                let sound = b.or(no, promise);
                scene.given.push(sound);
            }
            scene.certain(answer)
        })
    }

    /// Whether a term is a constant, or its value.
    fn constantness(&mut self, func: Func, of: &Expr, term: TermId) -> Number {
        let question = Expr::Call(Func::IsConstant, vec![of.clone()]);
        let is_constant = self.answer(&question, None);
        match func {
            Func::IsConstant => is_constant,
            _ => {
                let b = &mut *self.builder;
                Number {
                    value: b.zext(term, 128),
                    known: b.trunc(is_constant.value, 1),
                }
            }
        }
    }

    /// A bound of an unsigned value.
    fn bound(&mut self, func: Func, expr: &Expr, term: TermId) -> Number {
        self.fact(expr, |scene, number| {
            let width = scene.builder.width(term);
            let name = scene.described(func, number);
            let bound = scene.variable(&name, width);
            let b = &mut *scene.builder;
            let sound = match func {
                Func::Umin => b.ule(bound, term),
                _ => b.ule(term, bound),
            };
            scene.given.push(sound);
            scene.certain(bound)
        })
    }

    fn described(&self, func: Func, number: usize) -> String {
        format!("{} {number}", func.name())
    }

    /// A bound of the low bits.
    fn low_bound(
        &mut self,
        func: Func,
        args: &[Expr],
        expr: &Expr,
        term: TermId,
    ) -> Option<Number> {
        let count = self.closed_number(&args[1])?;
        if count > 128 {
            return None;
        }
        Some(self.fact(expr, |scene, number| {
            let name = scene.described(func, number);
            let bound = scene.variable(&name, 128);
            let b = &mut *scene.builder;
            let wide = b.zext(term, 128);
            let mask = b.constant(128, ones(count));
            let low = b.and(wide, mask);
            let sound = match func {
                Func::LowMin => b.ule(bound, low),
                _ => b.ule(low, bound),
            };
            scene.given.push(sound);
            scene.certain(bound)
        }))
    }

    /// A set of outcomes that contains the actual one.
    fn feasible(&mut self, args: &[Expr], expr: &Expr, terms: &[TermId]) -> Option<Number> {
        let format = self.format(&args[0])?;
        let &[x, y] = terms else { return None };
        Some(self.fact(expr, |scene, number| {
            let name = scene.described(Func::Feasible, number);
            let set = scene.variable(&name, 4);
            let b = &mut *scene.builder;
            let mut sound = Vec::new();
            for bit in 0..4u8 {
                let occurs = b.fcmp(format, Outcomes::from_bits(1 << bit), x, y);
                let has = b.extract(set, bit, 1);
                let not = b.not(occurs);
                sound.push(b.or(not, has));
            }
            scene.given.extend(sound);
            scene.certain(set)
        }))
    }

    /// The condition that the answer *yes* promises; `None` where it is not modelled.
    fn promise(&mut self, func: Func, args: &[Expr], terms: &[TermId]) -> Option<TermId> {
        match func {
            Func::NeverNan
            | Func::CanonicalNan
            | Func::NeverInfinite
            | Func::NeverZero
            | Func::NeverNegZero
            | Func::NeverNegative => self.of_a_float(func, args, terms[0]),
            Func::SameZero => {
                let format = self.format(&args[0])?;
                let b = &mut *self.builder;
                let zeros = [terms[0], terms[1]].map(|x| is_zero(b, format, x));
                let both = b.and(zeros[0], zeros[1]);
                let differ = b.ne(terms[0], terms[1]);
                let unlike = b.and(both, differ);
                Some(b.not(unlike))
            }
            Func::Covers => {
                let set = self.closed_number(&args[0])?;
                let format = self.format(&args[1])?;
                let set = Outcomes::from_bits(set as u8);
                Some(self.builder.fcmp(format, set, terms[0], terms[1]))
            }
            _ => self.of_integers(func, args, terms),
        }
    }

    fn of_a_float(&mut self, func: Func, args: &[Expr], x: TermId) -> Option<TermId> {
        let format = self.format(&args[0])?;
        let b = &mut *self.builder;
        if b.width(x) != format.width() {
            return None;
        }
        let magnitude = b.fabs(format, x);
        let infinity = b.constant(format.width(), format.infinity());
        let number = b.ule(magnitude, infinity);
        Some(match func {
            Func::NeverNan => number,
            Func::CanonicalNan => {
                let canonical = b.constant(format.width(), format.canonical_nan());
                let is_canonical = b.eq(x, canonical);
                b.or(number, is_canonical)
            }
            Func::NeverInfinite => b.ne(magnitude, infinity),
            Func::NeverZero => {
                let zero = is_zero(b, format, x);
                b.not(zero)
            }
            Func::NeverNegZero => {
                let zero = b.constant(format.width(), format.sign_mask());
                b.ne(x, zero)
            }
            _ => {
                let sign = b.extract(x, format.width() - 1, 1);
                let positive = b.not(sign);
                let nan = b.not(number);
                b.or(positive, nan)
            }
        })
    }

    fn of_integers(&mut self, func: Func, args: &[Expr], terms: &[TermId]) -> Option<TermId> {
        let x = *terms.first()?;
        let width = self.builder.width(x);
        let same = terms.iter().all(|&t| self.builder.width(t) == width);
        match func {
            Func::FitsUnsigned => {
                let most = self.number(&Expr::Call(Func::Ones, vec![args[1].clone()]));
                let b = &mut *self.builder;
                let wide = b.zext(x, 128);
                Some(b.ule(wide, most.value))
            }
            Func::FitsSigned => {
                let count = u8::try_from(self.closed_number(&args[1])?).ok()?;
                let b = &mut *self.builder;
                match count {
                    0 => None,
                    count if count >= width => Some(b.bool(true)),
                    count => {
                        let low = b.trunc(x, count);
                        let back = b.sext(low, width);
                        Some(b.eq(back, x))
                    }
                }
            }
            Func::AlwaysLess | Func::NeverLess => {
                let b = &mut *self.builder;
                let (x, y) = (b.sext(terms[0], 128), b.sext(terms[1], 128));
                let less = b.slt(x, y);
                Some(match func {
                    Func::AlwaysLess => less,
                    _ => b.not(less),
                })
            }
            Func::SubFits if same => {
                let b = &mut *self.builder;
                let (x, y) = (terms[0], terms[1]);
                let difference = b.build(Spec::int(Op::Sub, width), &[x, y]);
                let (signs, turned) = (b.xor(x, y), b.xor(x, difference));
                let overflow = b.and(signs, turned);
                let overflows = b.extract(overflow, width - 1, 1);
                Some(b.not(overflows))
            }
            Func::SameTerms if same => Some(self.builder.eq(terms[0], terms[1])),
            Func::IsXor | Func::InXor => {
                let from = self.closed_number(&args[3])?;
                let count = self.closed_number(&args[4])?;
                let b = &mut *self.builder;
                let wide: Vec<TermId> = terms.iter().map(|&t| b.zext(t, 128)).collect();
                let both = b.xor(wide[1], wide[2]);
                let from = b.constant(128, from);
                let parity = b.lshr(both, from);
                let other = match func {
                    Func::IsXor => b.xor(wide[0], parity),
                    _ => {
                        let not = b.not(parity);
                        b.and(wide[0], not)
                    }
                };
                let mask = b.constant(128, ones(count));
                let low = b.and(other, mask);
                let zero = b.constant(128, 0);
                Some(b.eq(low, zero))
            }
            _ => None,
        }
    }
}
