//! Evaluation of guards and attribute expressions.
//!
//! Invariant: an expression whose value is not known evaluates to `None`, and a rule with such a
//! guard or attribute does not apply.

use term::{Format, Outcomes, Rounding};

use crate::bits::ones;
use crate::category::{FloatFacts, Interval};
use crate::constants::{
    exact, float_bits, innocuous, integral, is_finite, is_integral, narrowed, power_product,
    reciprocal, signed_range, widens,
};
pub use crate::function::Func;
use crate::pattern::Expr;

/// The facts that guards can query about the operands that a rule matched.
pub trait Operands {
    /// Width of the term in a slot.
    fn width(&mut self, slot: u8) -> u8;
    /// The value of the term in a slot, if it is a constant.
    fn constant(&mut self, slot: u8) -> Option<u128>;
    /// Bounds of the value of the term in a slot, as an integer.
    fn interval(&mut self, slot: u8) -> Interval;
    /// Bounds of the low `n` bits of the value.
    fn low_bits(&mut self, slot: u8, n: u32) -> (u128, u128);
    /// The greatest number of nested sums and products of which bits other than the lowest are
    /// extracted.
    fn shift_depth(&mut self, slot: u8) -> u8;
    /// Whether the low `count` bits of the first term equal those of the exclusive or of the
    /// other two from bit `from` on; with `partly`, each bit may be zero instead.
    fn is_xor(&mut self, slots: [u8; 3], from: u32, count: u32, partly: bool) -> bool;
    /// Facts about the value as a float.
    fn float(&mut self, format: Format, slot: u8) -> FloatFacts;
    /// Whether the value, read as a float, is never a NaN other than the canonical one.
    fn canonical_nan(&mut self, format: Format, slot: u8) -> bool;
    /// Bounds of `p ? x : y`, its arms narrowed by the condition.
    fn select_interval(&mut self, p: u8, x: u8, y: u8) -> Interval;
    /// Whether two slots hold the same term.
    fn same(&mut self, x: u8, y: u8) -> bool;
    /// Whether the first term comes after the second in the canonical order of commutative
    /// operands.
    fn misordered(&mut self, x: u8, y: u8) -> bool;
}

/// The value of an expression, `None` if not known; truth values are 0 and 1.
#[inline(always)]
pub fn eval<O: Operands>(expr: &Expr, numbers: &[u128], o: &mut O) -> Option<u128> {
    match expr {
        Expr::Num(n) => Some(*n),
        Expr::Var(slot) => Some(numbers[*slot as usize]),
        Expr::Width(slot) => Some(o.width(*slot) as u128),
        expr => compound(expr, numbers, o),
    }
}

/// The value of an expression that has to be computed.
fn compound<O: Operands>(expr: &Expr, numbers: &[u128], o: &mut O) -> Option<u128> {
    match expr {
        Expr::Call(func, args) => match args.as_slice() {
            // Most guards compare small sums: this path must be cheap.
            [a, b] if func.is_arithmetic() => {
                let (a, b) = (eval(a, numbers, o)?, eval(b, numbers, o)?);
                arithmetic(*func, a, b)
            }
            args => call(*func, args, numbers, o),
        },
        Expr::Float(bits, format) => {
            let format = Format::from_code(eval(format, numbers, o)? as u16);
            Some(float_bits(*bits, format))
        }
        _ => None,
    }
}

/// A function of two numbers that does not depend on terms.
#[inline]
fn arithmetic(func: Func, a: u128, b: u128) -> Option<u128> {
    match func {
        Func::Add => a.checked_add(b),
        Func::Sub => a.checked_sub(b),
        Func::Mul => a.checked_mul(b),
        Func::Shl => (b < 128).then(|| a << b),
        Func::Shr => Some(if b < 128 { a >> b } else { 0 }),
        Func::BitAnd | Func::Intersect => Some(a & b),
        Func::BitOr | Func::Union => Some(a | b),
        Func::BitXor => Some(a ^ b),
        Func::Min => Some(a.min(b)),
        Func::Max => Some(a.max(b)),
        Func::Eq | Func::SameFormat | Func::SameOutcomes => Some((a == b) as u128),
        Func::Ne => Some((a != b) as u128),
        Func::Lt => Some((a < b) as u128),
        Func::Le => Some((a <= b) as u128),
        _ => None,
    }
}

fn call<O: Operands>(func: Func, args: &[Expr], numbers: &[u128], o: &mut O) -> Option<u128> {
    let term = |i: usize| match args[i] {
        Expr::Term(slot) => Some(slot),
        _ => None,
    };
    // Functions that do not need all operands to be known come first.
    if func == Func::Either {
        let known = args.iter().any(|a| eval(a, numbers, o) == Some(1));
        return Some(known as u128);
    }
    let mut v = [0u128; 5];
    for (value, arg) in v.iter_mut().zip(args) {
        if !matches!(arg, Expr::Term(_)) {
            *value = eval(arg, numbers, o)?;
        }
    }
    let [a, b, c, d, e] = v;
    // `code` decodes an argument as a format; functions without formats do not use it.
    let code = |number: u128| Format::from_code(number as u16);
    let format = code(a);
    let truth = |t: bool| Some(t as u128);
    let bits = |number: u128| u32::try_from(number).ok().filter(|&n| n <= 128);
    match func {
        Func::Ones => Some(ones(a)),
        Func::Log2 => a.is_power_of_two().then(|| a.trailing_zeros() as u128),
        Func::LowZeros => (a != 0).then(|| a.trailing_zeros() as u128),
        Func::BitLength => Some((128 - a.leading_zeros()).into()),
        Func::LaneStart => Some(if b < 16 { a } else { a & !7 }),
        Func::Not => truth(a == 0),
        Func::Either => None,
        // Functions of two numbers are arithmetic.
        Func::Add
        | Func::Sub
        | Func::Mul
        | Func::Shl
        | Func::Shr
        | Func::BitAnd
        | Func::BitOr
        | Func::BitXor
        | Func::Min
        | Func::Max
        | Func::Eq
        | Func::Ne
        | Func::Lt
        | Func::Le
        | Func::SameFormat
        | Func::SameOutcomes
        | Func::Intersect
        | Func::Union => arithmetic(func, a, b),
        Func::Width => Some(o.width(term(0)?) as u128),
        Func::IsConstant => truth(o.constant(term(0)?).is_some()),
        Func::Value => o.constant(term(0)?),
        Func::Umin => Some(o.interval(term(0)?).umin),
        Func::Umax => Some(o.interval(term(0)?).umax),
        Func::LowMin | Func::LowMax => {
            let (low, high) = o.low_bits(term(0)?, bits(b)?);
            Some(if func == Func::LowMin { low } else { high })
        }
        Func::ShiftDepth => Some(o.shift_depth(term(0)?).into()),
        Func::IsXor | Func::InXor => {
            let slots = [term(0)?, term(1)?, term(2)?];
            let (from, count) = (bits(d)?, bits(e)?);
            truth(o.is_xor(slots, from, count, func == Func::InXor))
        }
        Func::FitsUnsigned => truth(o.interval(term(0)?).umax <= ones(b)),
        Func::FitsSigned => truth(o.interval(term(0)?).fits_signed(b)),
        Func::AlwaysLess => truth(o.interval(term(0)?).smax < o.interval(term(1)?).smin),
        Func::NeverLess => truth(o.interval(term(0)?).smin >= o.interval(term(1)?).smax),
        Func::SubFits => {
            let full = Interval::full(o.width(term(0)?));
            let (x, y) = (o.interval(term(0)?), o.interval(term(1)?));
            let within = |v: Option<i128>| v.is_some_and(|v| full.smin <= v && v <= full.smax);
            truth(within(x.smin.checked_sub(y.smax)) && within(x.smax.checked_sub(y.smin)))
        }
        Func::NarrowingClamp => {
            let fits = |i: Interval| i.umax <= ones(e) || i.fits_signed(e);
            let whole = o.select_interval(term(0)?, term(1)?, term(2)?);
            let arms = [o.interval(term(1)?), o.interval(term(2)?)];
            truth(d == 0 && fits(whole) && !arms.into_iter().all(fits))
        }
        Func::SignExtended => {
            let low = a & ones(c);
            let negative = c > 0 && low >> (c - 1) & 1 == 1;
            let extended = if negative { low | !ones(c) } else { low };
            truth(c > 0 && c <= 128 && extended & ones(b) == a)
        }
        Func::SignedLess => {
            let flip = 1u128.checked_shl(c.checked_sub(1)? as u32)?;
            truth(a ^ flip < b ^ flip)
        }
        Func::SameTerms => truth(o.same(term(0)?, term(1)?)),
        Func::Innocuous => truth(innocuous(format, code(b))),
        Func::Narrowed => narrowed(format, code(b), c),
        Func::Reciprocal => reciprocal(format, b),
        Func::PowerProduct => power_product(format, b, c),
        Func::SameZero => {
            let (x, y) = (o.float(format, term(1)?), o.float(format, term(2)?));
            truth(!x.zeros_differ(&y))
        }
        Func::Misordered => truth(o.misordered(term(0)?, term(1)?)),
        Func::Precision => Some(format.precision() as u128),
        Func::FormatWidth => Some(format.width() as u128),
        Func::Widens => truth(widens(format, code(b))),
        Func::ExactInt => {
            truth(b <= format.precision() as u128 && b <= format.max_exponent() as u128)
        }
        Func::Nearest => truth(a == Rounding::NearestEven.code() as u128),
        Func::Complement => Some(!a & 15),
        Func::Swap => Some(Outcomes::from_bits(a as u8).swap().bits() as u128),
        Func::Feasible => {
            let x = o.float(format, term(1)?);
            let y = o.float(format, term(2)?);
            Some(x.feasible(&y).bits() as u128)
        }
        Func::Covers | Func::AllFeasible => {
            let format = code(b);
            let x = o.float(format, term(2)?);
            let feasible = x.feasible(&o.float(format, term(3)?)).bits() as u128;
            truth(match func {
                Func::Covers => feasible & !a == 0,
                _ => a & !feasible == 0,
            })
        }
        Func::NeverNan => truth(!o.float(format, term(1)?).may_be_nan()),
        Func::CanonicalNan => truth(o.canonical_nan(format, term(1)?)),
        Func::NeverInfinite => truth(!o.float(format, term(1)?).may_be_infinite()),
        Func::DoublesExactly => truth(o.float(format, term(1)?).doubles_exactly(format)),
        Func::NeverZero => truth(!o.float(format, term(1)?).may_be_zero()),
        Func::NeverNegZero => truth(!o.float(format, term(1)?).may_be_negative_zero()),
        Func::NeverNegative => truth(!o.float(format, term(1)?).may_be_negative()),
        Func::InSignedRange => truth(o.float(format, term(1)?).rounds_to_signed(c)),
        Func::Integral => truth(integral(format, b).is_some()),
        Func::Fractional => truth(is_finite(format, b) && !is_integral(format, b)),
        Func::ExactSigned => truth(integral(format, b).is_some_and(|i| {
            (1..=127).contains(&c) && exact(format, i) && signed_range(c).contains(&i)
        })),
        Func::ExactUnsigned => truth(
            integral(format, b)
                .is_some_and(|i| exact(format, i) && i >= 0 && (i as u128) <= ones(c)),
        ),
    }
}
