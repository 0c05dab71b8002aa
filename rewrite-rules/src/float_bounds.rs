//! Transfer functions of float operations on categories and bounds.
//!
//! Invariant: every function returns facts that hold for the rounded result for all operands
//! that satisfy the given facts.

use term::{Approximation, Format, Rounding};

use crate::floats::FloatFacts;

/// A format and a rounding, which determine how far a bound computed in double has to move.
#[derive(Clone, Copy)]
pub struct Precision {
    /// The result's format.
    pub format: Format,
    /// The rounding of the operation.
    pub rounding: Rounding,
}

impl FloatFacts {
    /// −x.
    pub fn negate(self) -> FloatFacts {
        let c = self.categories;
        let mut flipped = c & FloatFacts::NAN;
        for (a, b) in [(2, 64), (4, 32), (8, 16)] {
            flipped |= if c & a != 0 { b } else { 0 } | if c & b != 0 { a } else { 0 };
        }
        FloatFacts {
            categories: flipped,
            lo: -self.hi,
            hi: -self.lo,
        }
    }

    /// |x|.
    pub fn abs(self) -> FloatFacts {
        let categories =
            (self.categories | self.negate().categories) & (FloatFacts::NAN | FloatFacts::UNSIGNED);
        let hi = self.hi.abs().max(self.lo.abs());
        let lo = if self.lo > 0.0 {
            self.lo
        } else if self.hi < 0.0 {
            -self.hi
        } else {
            0.0
        };
        FloatFacts::new(categories, lo, hi)
    }

    /// x + y.
    pub fn plus(self, y: FloatFacts, p: Precision) -> FloatFacts {
        let x = self;
        let opposite = |a: FloatFacts, b: FloatFacts| {
            a.categories & FloatFacts::POS_INF != 0 && b.categories & FloatFacts::NEG_INF != 0
        };
        let mut categories = 127 & !FloatFacts::NAN;
        if x.may_be_nan() || y.may_be_nan() || opposite(x, y) || opposite(y, x) {
            categories |= FloatFacts::NAN;
        }
        // When rounding to nearest, exact cancellation gives +0, and so do zeros of opposite
        // sign.
        if p.rounding == Rounding::NearestEven
            && !(x.may_be_negative_zero() && y.may_be_negative_zero())
        {
            categories &= !FloatFacts::NEG_ZERO;
        }
        p.bounded(categories, x.lo + y.lo, x.hi + y.hi)
    }

    /// Sign categories of a product or quotient.
    fn product_signs(self, y: FloatFacts) -> u8 {
        let has = |f: FloatFacts, set: u8| f.categories & set != 0;
        let mut signs = 0;
        let (s, u) = (FloatFacts::SIGNED, FloatFacts::UNSIGNED);
        if has(self, s) && has(y, s) || has(self, u) && has(y, u) {
            signs |= u;
        }
        if has(self, s) && has(y, u) || has(self, u) && has(y, s) {
            signs |= s;
        }
        signs
    }

    /// x × y.
    pub fn times(self, y: FloatFacts, p: Precision) -> FloatFacts {
        let x = self;
        let mut categories = x.product_signs(y);
        let invalid =
            x.may_be_infinite() && y.may_be_zero() || x.may_be_zero() && y.may_be_infinite();
        if x.may_be_nan() || y.may_be_nan() || invalid {
            categories |= FloatFacts::NAN;
        }
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let corners = [
            product(x.lo, y.lo),
            product(x.lo, y.hi),
            product(x.hi, y.lo),
            product(x.hi, y.hi),
        ];
        let lo = corners.into_iter().fold(f64::INFINITY, f64::min);
        let hi = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
        p.bounded(categories, lo, hi)
    }

    /// x ÷ y.
    pub fn over(self, y: FloatFacts, p: Precision) -> FloatFacts {
        let x = self;
        let mut categories = x.product_signs(y);
        let invalid =
            x.may_be_infinite() && y.may_be_infinite() || x.may_be_zero() && y.may_be_zero();
        if x.may_be_nan() || y.may_be_nan() || invalid {
            categories |= FloatFacts::NAN;
        }
        let away_from_zero = y.lo > 0.0 || y.hi < 0.0;
        let finite = !x.may_be_infinite() && !y.may_be_infinite();
        if !(away_from_zero && finite) {
            return p.bounded(categories, f64::NEG_INFINITY, f64::INFINITY);
        }
        let corners = [x.lo / y.lo, x.lo / y.hi, x.hi / y.lo, x.hi / y.hi];
        let lo = corners.into_iter().fold(f64::INFINITY, f64::min);
        let hi = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
        p.bounded(categories, lo, hi)
    }

    /// √x.
    pub fn sqrt(self, p: Precision) -> FloatFacts {
        let mut categories =
            self.categories & (FloatFacts::NAN | FloatFacts::NEG_ZERO | FloatFacts::UNSIGNED);
        if self.categories & (FloatFacts::NEG | FloatFacts::NEG_INF) != 0 {
            categories |= FloatFacts::NAN;
        }
        let lo = self.lo.max(0.0).sqrt();
        p.bounded(categories, lo, self.hi.max(0.0).sqrt())
    }

    /// x × y + z, rounded once.
    pub fn fma(self, y: FloatFacts, z: FloatFacts, p: Precision) -> FloatFacts {
        // The product is not rounded: its bounds are only moved outward.
        let unrounded = Precision {
            rounding: Rounding::TowardPositive,
            ..p
        };
        let product = self.times(y, unrounded);
        let mut facts = product.plus(z, p);
        // A tiny exact sum may round to a zero of its sign.
        if facts.may_be_zero() || facts.lo <= 0.0 && facts.hi >= 0.0 {
            facts.categories |= FloatFacts::ZERO;
        }
        facts
    }

    /// x rounded to an integral value in any direction.
    pub fn round(self) -> FloatFacts {
        let mut categories = self.categories;
        if categories & FloatFacts::NEG != 0 {
            categories |= FloatFacts::NEG_ZERO;
        }
        if categories & FloatFacts::POS != 0 {
            categories |= FloatFacts::POS_ZERO;
        }
        FloatFacts::new(categories, self.lo.floor(), self.hi.ceil())
    }

    /// C's `fmod`.
    pub fn remainder(self, y: FloatFacts) -> FloatFacts {
        // The remainder has the sign of x and may be a zero of that sign.
        let mut categories = self.categories;
        if categories & FloatFacts::NEG != 0 {
            categories |= FloatFacts::NEG_ZERO;
        }
        if categories & FloatFacts::POS != 0 {
            categories |= FloatFacts::POS_ZERO;
        }
        if self.may_be_infinite() || y.may_be_zero() || y.may_be_nan() {
            categories |= FloatFacts::NAN;
        }
        let facts = FloatFacts::new(categories, self.lo.min(0.0), self.hi.max(0.0));
        FloatFacts::new(facts.categories & !FloatFacts::INFINITE, facts.lo, facts.hi)
    }

    /// x converted to another format.
    pub fn convert(self, p: Precision) -> FloatFacts {
        let mut categories = self.categories;
        if categories & FloatFacts::NEG != 0 {
            categories |= FloatFacts::NEG_ZERO | FloatFacts::NEG_INF;
        }
        if categories & FloatFacts::POS != 0 {
            categories |= FloatFacts::POS_ZERO | FloatFacts::POS_INF;
        }
        p.bounded(categories, self.lo, self.hi)
    }

    /// What the architecture promises of an approximate instruction's result.
    pub fn approximated(self, by: Approximation) -> FloatFacts {
        match by.bounds(self.lo, self.hi).filter(|_| !self.may_be_nan()) {
            Some((lo, hi)) => FloatFacts::new(127 & !FloatFacts::NAN, lo, hi),
            None => FloatFacts::UNKNOWN,
        }
    }

    /// An integer in `lo ..= hi` converted to a float.
    pub fn from_integer(lo: f64, hi: f64, p: Precision) -> FloatFacts {
        p.bounded(127 & !(FloatFacts::NAN | FloatFacts::NEG_ZERO), lo, hi)
    }
}

impl Precision {
    /// Facts with bounds moved outward as far as rounding can move a value.
    fn bounded(self, categories: u8, lo: f64, hi: f64) -> FloatFacts {
        let (lo, hi) = if lo.is_nan() || hi.is_nan() {
            (f64::NEG_INFINITY, f64::INFINITY)
        } else {
            (-self.above(-lo), self.above(hi))
        };
        FloatFacts::new(categories, lo, hi)
    }

    /// A double that no rounded value exceeds, given that no exact value exceeds the number that
    /// `hi` is the nearest double of.
    fn above(self, hi: f64) -> f64 {
        // Rounding to nearest is monotone, so it may be applied to the bound.
        match (self.rounding, self.format) {
            (Rounding::NearestEven, Format::Double) => return hi,
            (Rounding::NearestEven, Format::Single) => return f64::from(hi.next_up() as f32),
            _ => {}
        }
        let digits = self.format.precision().min(53);
        let integral = hi == hi.trunc() && hi.abs() < 2f64.powi(digits as i32);
        let in_range = hi.abs() <= 2f64.powi(self.format.max_exponent().min(1023));
        let plain = self.rounding == Rounding::NearestEven && self.format.precision() <= 53;
        if plain && integral && in_range {
            return hi;
        }
        let relative = 2f64.powi(2 - digits as i32);
        let (precision, exponent) = (i32::from(digits), self.format.max_exponent());
        // The least subnormal and the greatest number; for wider formats, those of double.
        let (tiny, greatest) = match exponent {
            ..=127 => (
                2f64.powi(2 - exponent - precision),
                (2.0 - 2f64.powi(1 - precision)) * 2f64.powi(exponent),
            ),
            _ => (f64::MIN_POSITIVE, 1.79e308),
        };
        let moved = hi + hi.abs() * relative + tiny;
        if moved > greatest {
            f64::INFINITY
        } else if moved < -greatest {
            -greatest
        } else {
            moved
        }
    }
}
