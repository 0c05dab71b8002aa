//! Results in exact arithmetic: the real values that they would have if no float operation
//! rounded.
//!
//! A computed float is a real number enclosed by two rationals, which are equal unless a root
//! was taken. Conversions between formats keep the number. Invariant: the real number lies
//! between the bounds. Terms that exact arithmetic gives no meaning (NaNs, infinities, the bits
//! of a computed float, a comparison that the bounds do not decide) have no value.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;
use term::{Arena, Assignment, Cone, Format, Op, Outcomes, Rounding, Spec, TermId};

use super::separation::widened;
use crate::budgets::diagnosis::EXACT_BITS;

/// Bits of precision to which a root is enclosed.
const ROOT_BITS: u32 = 256;

/// A real number, enclosed by two rationals.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Real {
    low: BigRational,
    high: BigRational,
}

#[derive(Clone)]
enum Value {
    Bits(u128),
    Real(Real),
}

/// The values of a cone's terms under one assignment.
pub(super) struct Exact<'a> {
    arena: &'a Arena,
    values: FxHashMap<TermId, Value>,
}

impl Real {
    /// The number that a float denotes; `None` for infinities and NaNs.
    pub(super) fn of_float(format: Format, bits: u128) -> Option<Real> {
        const FRACTION: u32 = 112;
        const BIAS: i64 = 16383;
        let quad = widened(format, bits);
        if quad & !Format::Quad.sign_mask() >= Format::Quad.infinity() {
            return None;
        }
        let exponent = (quad >> FRACTION & 0x7fff) as i64;
        let hidden = u128::from(exponent > 0) << FRACTION;
        let fraction = quad & ((1 << FRACTION) - 1) | hidden;
        let scale = exponent.max(1) - BIAS - i64::from(FRACTION);
        let magnitude = BigInt::from(fraction);
        let value = match scale >= 0 {
            true => BigRational::from_integer(magnitude << scale),
            false => BigRational::new(magnitude, BigInt::one() << -scale),
        };
        let negative = quad & Format::Quad.sign_mask() != 0;
        Real::exactly(if negative { -value } else { value })
    }

    fn exactly(value: BigRational) -> Option<Real> {
        Real::between(value.clone(), value)
    }

    fn between(low: BigRational, high: BigRational) -> Option<Real> {
        let small = |x: &BigRational| x.numer().bits().max(x.denom().bits()) <= EXACT_BITS;
        (small(&low) && small(&high)).then_some(Real { low, high })
    }

    fn is_exact(&self) -> bool {
        self.low == self.high
    }

    fn neg(&self) -> Option<Real> {
        Real::between(-&self.high, -&self.low)
    }

    fn abs(&self) -> Option<Real> {
        match (self.low.is_negative(), self.high.is_negative()) {
            (false, _) => Some(self.clone()),
            (true, true) => self.neg(),
            (true, false) => {
                let farthest = self.low.abs().max(self.high.clone());
                Real::between(BigRational::zero(), farthest)
            }
        }
    }

    fn plus(&self, other: &Real) -> Option<Real> {
        Real::between(&self.low + &other.low, &self.high + &other.high)
    }

    fn times(&self, other: &Real) -> Option<Real> {
        if self.is_exact() && other.is_exact() {
            return Real::exactly(&self.low * &other.low);
        }
        let ends = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        Real::between(ends.iter().min()?.clone(), ends.iter().max()?.clone())
    }

    fn over(&self, other: &Real) -> Option<Real> {
        let zero = BigRational::zero();
        if other.low <= zero && other.high >= zero {
            return None;
        }
        let inverse = Real::between(other.high.recip(), other.low.recip())?;
        self.times(&inverse)
    }

    fn sqrt(&self) -> Option<Real> {
        if self.low.is_negative() {
            return None;
        }
        let ends = [&self.low, &self.high].map(|x| {
            let root = BigRational::new(x.numer().sqrt(), x.denom().sqrt());
            if &(&root * &root) == x {
                return (root.clone(), root);
            }
            // √(n / d) = √(n d) / d.
            let scaled = (x.numer() * x.denom()) << (2 * ROOT_BITS);
            let below = scaled.sqrt();
            let unit = x.denom() << ROOT_BITS;
            let above = BigRational::new(&below + 1, unit.clone());
            (BigRational::new(below, unit), above)
        });
        let [(low, _), (_, high)] = ends;
        Real::between(low, high)
    }

    /// The integer that the number rounds to, if both bounds round to the same.
    fn rounded(&self, rounding: Rounding) -> Option<BigInt> {
        let half = BigRational::new(1.into(), 2.into());
        let round = |x: &BigRational| match rounding {
            Rounding::TowardZero => x.trunc(),
            Rounding::TowardPositive => x.ceil(),
            Rounding::TowardNegative => x.floor(),
            Rounding::NearestEven => {
                let floor = x.floor();
                let even = floor.to_integer().is_even();
                match (x - &floor).cmp(&half) {
                    std::cmp::Ordering::Less => floor,
                    std::cmp::Ordering::Equal if even => floor,
                    _ => floor + BigRational::one(),
                }
            }
            Rounding::NearestAway => x.round(),
        };
        let [low, high] = [round(&self.low), round(&self.high)];
        (low == high).then(|| low.to_integer())
    }

    /// The outcome of a comparison, if the bounds decide it.
    fn compared(&self, other: &Real) -> Option<Outcomes> {
        if self.high < other.low {
            Some(Outcomes::LT)
        } else if self.low > other.high {
            Some(Outcomes::GT)
        } else {
            (self.is_exact() && other.is_exact()).then_some(Outcomes::EQ)
        }
    }

    /// A lower bound of the distance of two numbers.
    pub(super) fn apart(&self, other: &Real) -> f64 {
        let gap = (&self.low - &other.high).max(&other.low - &self.high);
        match gap.is_negative() {
            true => 0.0,
            false => gap.to_f64().unwrap_or(f64::NAN),
        }
    }

    /// An upper bound of the distance of two numbers.
    pub(super) fn at_most_apart(&self, other: &Real) -> f64 {
        let reach = (&self.high - &other.low).max(&other.high - &self.low);
        reach.to_f64().unwrap_or(f64::NAN)
    }

    /// Whether two numbers are known to differ.
    pub(super) fn differs(&self, other: &Real) -> bool {
        self.high < other.low || self.low > other.high
    }

    /// The approximate magnitude of the number.
    pub(super) fn size(&self) -> f64 {
        self.low.to_f64().unwrap_or(f64::NAN).abs()
    }
}

impl<'a> Exact<'a> {
    /// Evaluates a cone under an assignment. Terms that exact arithmetic gives no meaning have
    /// no value.
    pub(super) fn of(arena: &'a Arena, cone: &Cone, assignment: &dyn Assignment) -> Exact<'a> {
        let mut exact = Exact {
            arena,
            values: FxHashMap::default(),
        };
        for &term in &cone.terms {
            if let Some(value) = exact.compute(term, assignment) {
                exact.values.insert(term, value);
            }
        }
        exact
    }

    /// Whether a one-bit term is known to hold.
    pub(super) fn holds(&self, term: TermId) -> bool {
        self.bits(term) == Some(1)
    }

    /// The value of a term read as a float.
    pub(super) fn real(&self, format: Format, term: TermId) -> Option<Real> {
        match self.values.get(&term)? {
            Value::Real(real) => Some(real.clone()),
            Value::Bits(bits) => Real::of_float(format, *bits),
        }
    }

    fn bits(&self, term: TermId) -> Option<u128> {
        match self.values.get(&term)? {
            Value::Bits(bits) => Some(*bits),
            Value::Real(_) => None,
        }
    }

    fn compute(&self, term: TermId, assignment: &dyn Assignment) -> Option<Value> {
        let arena = self.arena;
        if let Some(value) = arena.constant_value(term) {
            return Some(Value::Bits(value));
        }
        let node = arena.node(term);
        let spec = node.spec();
        if let Some(id) = arena.symbol_id(term) {
            let all = u128::MAX >> (128 - spec.width);
            return Some(Value::Bits(assignment.symbol(id) & all));
        }
        if spec.op.is_float() {
            return self.arithmetic(spec, node.children());
        }
        match spec.op {
            Op::Select => {
                let chosen = 2 - self.bits(node.child(0))? as usize;
                self.values.get(&node.child(chosen)).cloned()
            }
            Op::Apply => {
                let args: Option<Vec<u128>> =
                    node.children().iter().map(|&c| self.bits(c)).collect();
                let name = arena.function_name(term::FunctionId(spec.attr));
                let all = u128::MAX >> (128 - spec.width);
                Some(Value::Bits(
                    assignment.function(name, spec.width, &args?) & all,
                ))
            }
            Op::Xor | Op::And if matches!(self.values.get(&node.child(0))?, Value::Real(_)) => {
                let Some(Value::Real(real)) = self.values.get(&node.child(0)) else {
                    return None;
                };
                let sign = 1u128 << (spec.width - 1);
                let mask = arena.constant_value(node.child(1))?;
                let changed = match spec.op {
                    Op::Xor if mask == sign => real.neg(),
                    Op::And if mask == sign - 1 => real.abs(),
                    _ => None,
                };
                changed.map(Value::Real)
            }
            _ => {
                let args: Option<Vec<u128>> =
                    node.children().iter().map(|&c| self.bits(c)).collect();
                let widths: Vec<u8> = node.children().iter().map(|&c| arena.width(c)).collect();
                Some(Value::Bits(term::apply(spec, &widths, &args?)))
            }
        }
    }

    fn arithmetic(&self, spec: Spec, children: &[TermId]) -> Option<Value> {
        let format = spec.operand_format().unwrap_or(spec.format());
        let of = |i: usize| self.real(format, children[i]);
        let real = match spec.op {
            Op::FAdd => of(0)?.plus(&of(1)?),
            Op::FSub => of(0)?.plus(&of(1)?.neg()?),
            Op::FMul => of(0)?.times(&of(1)?),
            Op::FDiv => of(0)?.over(&of(1)?),
            Op::Fma => of(0)?.times(&of(1)?)?.plus(&of(2)?),
            Op::FSqrt => of(0)?.sqrt(),
            Op::FConvert => of(0),
            Op::FRound => {
                let integer = of(0)?.rounded(spec.rounding())?;
                Real::exactly(BigRational::from_integer(integer))
            }
            Op::SiToF | Op::UiToF => {
                let bits = self.bits(children[0])?;
                let unused = 128 - self.arena.width(children[0]);
                let integer = match spec.op {
                    Op::SiToF => BigInt::from((bits << unused) as i128 >> unused),
                    _ => BigInt::from(bits),
                };
                Real::exactly(BigRational::from_integer(integer))
            }
            Op::FToSi | Op::FToUi => {
                let integer = of(0)?.rounded(spec.rounding())?;
                let signed = u32::from(spec.op == Op::FToSi);
                let bound = BigInt::one() << (u32::from(spec.width) - signed);
                let least = if signed == 1 {
                    -bound.clone()
                } else {
                    BigInt::zero()
                };
                if integer < least || integer >= bound {
                    return None;
                }
                let all = u128::MAX >> (128 - spec.width);
                let bits = match integer.is_negative() {
                    true => integer.to_i128()? as u128 & all,
                    false => integer.to_u128()?,
                };
                return Some(Value::Bits(bits));
            }
            Op::FCmp => {
                let outcome = of(0)?.compared(&of(1)?)?;
                let holds = spec.outcomes().intersect(outcome) != Outcomes::NONE;
                return Some(Value::Bits(holds.into()));
            }
            _ => None,
        };
        real.map(Value::Real)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn real(x: f64) -> Real {
        Real::of_float(Format::Double, x.to_bits().into()).unwrap()
    }

    #[test]
    fn floats_are_the_numbers_that_they_are() {
        for x in [0.0, 1.5, -3.0, 5e-324, f64::MAX, -0.1] {
            let exact = BigRational::from_float(x).unwrap();
            assert_eq!(real(x), Real::exactly(exact).unwrap());
        }
        assert_eq!(Real::of_float(Format::Single, 0x7f80_0000), None);
    }

    #[test]
    fn what_cancels_leaves_nothing_behind() {
        let sum = real(1e-300).plus(&real(1e300)).unwrap();
        let rest = sum.plus(&real(-1e300)).unwrap();
        assert_eq!(rest, real(1e-300));
    }

    #[test]
    fn roots_are_enclosed() {
        assert_eq!(real(2.25).sqrt(), Some(real(1.5)));
        let two = real(2.0).sqrt().unwrap();
        let square = two.times(&two).unwrap();
        assert!(!square.differs(&real(2.0)) && square.differs(&real(2.0000001)));
        assert_eq!(square.compared(&real(2.0)), None);
        assert_eq!(real(-1.0).sqrt(), None);
    }

    #[test]
    fn roundings_to_integers_are_those_of_the_instruction() {
        let round = |x: f64, r| real(x).rounded(r).unwrap().to_i64().unwrap();
        assert_eq!(round(-2.5, Rounding::NearestEven), -2);
        assert_eq!(round(3.5, Rounding::NearestEven), 4);
        assert_eq!(round(-2.5, Rounding::TowardZero), -2);
        assert_eq!(round(-2.5, Rounding::TowardNegative), -3);
        assert_eq!(round(2.5, Rounding::NearestAway), 3);
    }
}
