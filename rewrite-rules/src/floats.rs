//! Categories and bounds of float values (KLEE-CL §6.2(2)).
//!
//! Invariant: every operation returns facts that hold of the rounded result
//! for all operands that satisfy the given facts. A NaN is outside the bounds.

use term::{Format, Op, Outcomes, Rounding, Spec};

/// Possible categories of a float value and bounds of its non-NaN values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatFacts {
    /// Set of the `FloatFacts::NAN …` bits.
    pub categories: u8,
    /// No non-NaN value is below.
    pub lo: f64,
    /// No non-NaN value is above.
    pub hi: f64,
}

/// How a format and a rounding move a bound that was computed in double.
#[derive(Clone, Copy)]
pub struct Precision {
    /// The result's format.
    pub format: Format,
    /// The rounding of the operation.
    pub rounding: Rounding,
}

impl FloatFacts {
    /// Any NaN.
    pub const NAN: u8 = 1;
    /// −∞.
    pub const NEG_INF: u8 = 2;
    /// Finite and below zero.
    pub const NEG: u8 = 4;
    /// −0.
    pub const NEG_ZERO: u8 = 8;
    /// +0.
    pub const POS_ZERO: u8 = 16;
    /// Finite and above zero.
    pub const POS: u8 = 32;
    /// +∞.
    pub const POS_INF: u8 = 64;

    const INFINITE: u8 = FloatFacts::NEG_INF | FloatFacts::POS_INF;
    const ZERO: u8 = FloatFacts::NEG_ZERO | FloatFacts::POS_ZERO;
    const SIGNED: u8 = FloatFacts::NEG_INF | FloatFacts::NEG | FloatFacts::NEG_ZERO;
    const UNSIGNED: u8 = FloatFacts::POS_INF | FloatFacts::POS | FloatFacts::POS_ZERO;

    /// Nothing is known.
    pub const UNKNOWN: FloatFacts = FloatFacts {
        categories: 127,
        lo: f64::NEG_INFINITY,
        hi: f64::INFINITY,
    };

    /// Facts with bounds and categories made to agree.
    pub fn new(categories: u8, lo: f64, hi: f64) -> FloatFacts {
        let mut possible = FloatFacts::NAN;
        if lo == f64::NEG_INFINITY {
            possible |= FloatFacts::NEG_INF;
        }
        if lo < 0.0 {
            possible |= FloatFacts::NEG;
        }
        if lo <= 0.0 && hi >= 0.0 {
            possible |= FloatFacts::ZERO;
        }
        if hi > 0.0 {
            possible |= FloatFacts::POS;
        }
        if hi == f64::INFINITY {
            possible |= FloatFacts::POS_INF;
        }
        let categories = categories & possible;
        let mut facts = FloatFacts { categories, lo, hi };
        if categories & FloatFacts::SIGNED == 0 {
            facts.lo = facts.lo.max(0.0);
        }
        if categories & FloatFacts::UNSIGNED == 0 {
            facts.hi = facts.hi.min(0.0);
        }
        if categories & FloatFacts::NEG_INF == 0 {
            facts.lo = facts.lo.max(f64::MIN);
        }
        if categories & FloatFacts::POS_INF == 0 {
            facts.hi = facts.hi.min(f64::MAX);
        }
        facts
    }

    /// Exactly the value with these bits.
    pub fn constant(format: Format, bits: u128) -> FloatFacts {
        let magnitude = bits & (format.sign_mask() - 1);
        let negative = bits & format.sign_mask() != 0;
        let category = match (magnitude, negative) {
            (m, _) if m > format.infinity() => FloatFacts::NAN,
            (m, n) if m == format.infinity() && n => FloatFacts::NEG_INF,
            (m, _) if m == format.infinity() => FloatFacts::POS_INF,
            (0, true) => FloatFacts::NEG_ZERO,
            (0, false) => FloatFacts::POS_ZERO,
            (_, true) => FloatFacts::NEG,
            (_, false) => FloatFacts::POS,
        };
        if matches!(format, Format::X87 | Format::Quad) {
            // A double may not hold it, and x87 has encodings that are no numbers.
            return match category {
                FloatFacts::POS if format == Format::X87 => FloatFacts::UNKNOWN,
                FloatFacts::NEG if format == Format::X87 => FloatFacts::UNKNOWN,
                c => FloatFacts::new(c, f64::NEG_INFINITY, f64::INFINITY),
            };
        }
        let value = to_double(format, bits);
        if value.is_nan() {
            return FloatFacts {
                categories: FloatFacts::NAN,
                lo: 0.0,
                hi: 0.0,
            };
        }
        FloatFacts::new(category, value, value)
    }

    /// Whether it may be a NaN.
    pub fn may_be_nan(&self) -> bool {
        self.categories & FloatFacts::NAN != 0
    }
    /// Whether it may be an infinity.
    pub fn may_be_infinite(&self) -> bool {
        self.categories & FloatFacts::INFINITE != 0
    }
    /// Whether it may be a zero.
    pub fn may_be_zero(&self) -> bool {
        self.categories & FloatFacts::ZERO != 0
    }
    /// Whether it may be −0.
    pub fn may_be_negative_zero(&self) -> bool {
        self.categories & FloatFacts::NEG_ZERO != 0
    }
    /// Whether it may be below zero or −0.
    pub fn may_be_negative(&self) -> bool {
        self.categories & FloatFacts::SIGNED != 0
    }
    /// Whether the two may be zeros of unlike sign.
    pub fn zeros_differ(&self, other: &FloatFacts) -> bool {
        let both = |a, b| self.categories & a != 0 && other.categories & b != 0;
        both(FloatFacts::NEG_ZERO, FloatFacts::POS_ZERO)
            || both(FloatFacts::POS_ZERO, FloatFacts::NEG_ZERO)
    }
    /// Whether it is a number that every rounding takes to a signed integer of
    /// `bits`.
    pub fn rounds_to_signed(&self, bits: u128) -> bool {
        let limit = 2f64.powi(bits.clamp(1, 127) as i32 - 1);
        !self.may_be_nan() && self.lo.floor() >= -limit && self.hi.ceil() < limit
    }

    /// Either of two values.
    pub fn hull(self, other: FloatFacts) -> FloatFacts {
        let no_number = |f: &FloatFacts| f.categories & !FloatFacts::NAN == 0;
        if no_number(&self) || no_number(&other) {
            let (nan, facts) = if no_number(&self) {
                (self, other)
            } else {
                (other, self)
            };
            return FloatFacts {
                categories: nan.categories | facts.categories,
                ..facts
            };
        }
        FloatFacts {
            categories: self.categories | other.categories,
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }

    /// The value given that comparing it with `other` had one of `outcomes`.
    pub fn given(self, outcomes: Outcomes, other: &FloatFacts) -> FloatFacts {
        let mut facts = self;
        if !outcomes.contains(Outcomes::UNO) {
            facts.categories &= !FloatFacts::NAN;
            if !outcomes.contains(Outcomes::GT) {
                facts.hi = facts.hi.min(other.hi);
            }
            if !outcomes.contains(Outcomes::LT) {
                facts.lo = facts.lo.max(other.lo);
            }
        } else if other.may_be_nan() {
            return self;
        } else {
            // Unordered means that this value is the NaN: bounds of numbers hold.
            if !outcomes.contains(Outcomes::GT) {
                facts.hi = facts.hi.min(other.hi);
            }
            if !outcomes.contains(Outcomes::LT) {
                facts.lo = facts.lo.max(other.lo);
            }
        }
        if facts.lo > facts.hi || facts.categories == 0 {
            return self;
        }
        let narrowed = FloatFacts::new(facts.categories, facts.lo, facts.hi);
        if narrowed.categories == 0 {
            self
        } else {
            narrowed
        }
    }

    /// The outcomes that comparing `self` with `other` may have.
    pub fn feasible(&self, other: &FloatFacts) -> Outcomes {
        let mut outcomes = Outcomes::NONE;
        if self.may_be_nan() || other.may_be_nan() {
            outcomes = outcomes.union(Outcomes::UNO);
        }
        let number = |f: &FloatFacts| f.categories & !FloatFacts::NAN != 0;
        if !number(self) || !number(other) {
            return outcomes;
        }
        // Infinities compare equal to the same infinity only.
        if self.lo < other.hi {
            outcomes = outcomes.union(Outcomes::LT);
        }
        if self.hi > other.lo {
            outcomes = outcomes.union(Outcomes::GT);
        }
        let same = self.categories & other.categories & !(FloatFacts::NAN | FloatFacts::ZERO) != 0
            || self.may_be_zero() && other.may_be_zero();
        if same && self.lo <= other.hi && other.lo <= self.hi {
            outcomes = outcomes.union(Outcomes::EQ);
        }
        outcomes
    }

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
        // To nearest, exact cancellation gives +0, and so do zeros of unlike sign.
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
        // A tiny exact sum may round to a zero of its own sign.
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
        // The remainder has the sign of x and may be a zero of it.
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

    /// An integer in `lo ..= hi` converted to a float.
    pub fn from_integer(lo: f64, hi: f64, p: Precision) -> FloatFacts {
        p.bounded(127 & !(FloatFacts::NAN | FloatFacts::NEG_ZERO), lo, hi)
    }
}

impl Precision {
    /// Facts with bounds moved outward as far as rounding may move a value.
    fn bounded(self, categories: u8, lo: f64, hi: f64) -> FloatFacts {
        let (lo, hi) = if lo.is_nan() || hi.is_nan() {
            (f64::NEG_INFINITY, f64::INFINITY)
        } else {
            (-self.above(-lo), self.above(hi))
        };
        FloatFacts::new(categories, lo, hi)
    }

    /// A double no rounded value exceeds, when no exact value exceeds the
    /// number that `hi` is the nearest double to.
    fn above(self, hi: f64) -> f64 {
        // Rounding to nearest keeps order, so it may be applied to the bound.
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
        let tiny = match self.format {
            Format::Half => 2f64.powi(-24),
            Format::BFloat => 2f64.powi(-133),
            Format::Single => 2f64.powi(-149),
            _ => f64::MIN_POSITIVE,
        };
        let moved = hi + hi.abs() * relative + tiny;
        let greatest = match self.format {
            Format::Half => 65504.0,
            Format::BFloat | Format::Single => 3.38e38,
            _ => 1.79e308,
        };
        if moved > greatest {
            f64::INFINITY
        } else if moved < -greatest {
            -greatest
        } else {
            moved
        }
    }
}

/// The value of a half, bfloat16, single or double.
fn to_double(format: Format, bits: u128) -> f64 {
    if format == Format::Double {
        return f64::from_bits(bits as u64);
    }
    let spec = Spec::fconvert(format, Format::Double, Rounding::NearestEven);
    debug_assert!(spec.op == Op::FConvert);
    f64::from_bits(term::apply(spec, &[format.width()], &[bits]) as u64)
}
