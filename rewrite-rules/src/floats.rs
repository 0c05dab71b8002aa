//! Categories and bounds of float values (KLEE-CL §6.2(2)).
//!
//! Invariant: bounds apply to values that are not NaNs; categories and bounds are consistent.

use term::{Format, Op, Outcomes, Rounding, Spec};

/// Possible categories of a float value and bounds of its non-NaN values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatFacts {
    /// A set of the `FloatFacts::NAN …` bits.
    pub categories: u8,
    /// Lower bound of all values that are not NaNs.
    pub lo: f64,
    /// Upper bound of all values that are not NaNs.
    pub hi: f64,
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

    pub(crate) const INFINITE: u8 = FloatFacts::NEG_INF | FloatFacts::POS_INF;
    pub(crate) const ZERO: u8 = FloatFacts::NEG_ZERO | FloatFacts::POS_ZERO;
    pub(crate) const SIGNED: u8 = FloatFacts::NEG_INF | FloatFacts::NEG | FloatFacts::NEG_ZERO;
    pub(crate) const UNSIGNED: u8 = FloatFacts::POS_INF | FloatFacts::POS | FloatFacts::POS_ZERO;

    /// The facts that hold for every value.
    pub const UNKNOWN: FloatFacts = FloatFacts {
        categories: 127,
        lo: f64::NEG_INFINITY,
        hi: f64::INFINITY,
    };

    /// Facts with bounds and categories made consistent.
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

    /// The facts about exactly the value with these bits.
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
            // A double may not represent the value, and x87 has encodings that are not numbers.
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

    /// Whether the value may be a NaN.
    pub fn may_be_nan(&self) -> bool {
        self.categories & FloatFacts::NAN != 0
    }
    /// Whether the value may be an infinity.
    pub fn may_be_infinite(&self) -> bool {
        self.categories & FloatFacts::INFINITE != 0
    }
    /// Whether the value may be a zero.
    pub fn may_be_zero(&self) -> bool {
        self.categories & FloatFacts::ZERO != 0
    }
    /// Whether the value may be −0.
    pub fn may_be_negative_zero(&self) -> bool {
        self.categories & FloatFacts::NEG_ZERO != 0
    }
    /// Whether the value may be below zero or −0.
    pub fn may_be_negative(&self) -> bool {
        self.categories & FloatFacts::SIGNED != 0
    }
    /// Whether the two values may be zeros of opposite sign.
    pub fn zeros_differ(&self, other: &FloatFacts) -> bool {
        let both = |a, b| self.categories & a != 0 && other.categories & b != 0;
        both(FloatFacts::NEG_ZERO, FloatFacts::POS_ZERO)
            || both(FloatFacts::POS_ZERO, FloatFacts::NEG_ZERO)
    }
    /// Whether the value is a number that every rounding takes to a signed integer of `bits`
    /// bits.
    pub fn rounds_to_signed(&self, bits: u128) -> bool {
        let limit = 2f64.powi(bits.clamp(1, 127) as i32 - 1);
        !self.may_be_nan() && self.lo.floor() >= -limit && self.hi.ceil() < limit
    }

    /// Whether neither the value nor twice the value is an infinity.
    pub fn doubles_exactly(&self, format: Format) -> bool {
        let limit = 2f64.powi(format.max_exponent());
        !self.may_be_infinite() && -limit < self.lo && self.hi < limit
    }

    /// The facts that hold for both values.
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

    /// The facts, given that comparing the value with `other` had one of `outcomes`.
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
            // Unordered then means that this value is the NaN, so the bounds for numbers hold.
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

    /// The possible outcomes of comparing `self` with `other`.
    pub fn feasible(&self, other: &FloatFacts) -> Outcomes {
        let mut outcomes = Outcomes::NONE;
        if self.may_be_nan() || other.may_be_nan() {
            outcomes = outcomes.union(Outcomes::UNO);
        }
        let number = |f: &FloatFacts| f.categories & !FloatFacts::NAN != 0;
        if !number(self) || !number(other) {
            return outcomes;
        }
        // An infinity compares equal only to itself.
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
