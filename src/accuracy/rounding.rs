//! The effect of one rounding to a format (IEEE 754 §4.3).

use term::{Format, Rounding};

use super::interval::{Interval, plus, times};

/// A format and a rounding direction, as the standard model fl(x) = x (1 + e) + d.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Model {
    pub(super) format: Format,
    rounding: Rounding,
}

impl Model {
    /// The model; `None` for formats with numbers that are not doubles.
    pub(super) fn new(format: Format, rounding: Rounding) -> Option<Model> {
        let narrow = !matches!(format, Format::X87 | Format::Quad);
        narrow.then_some(Model { format, rounding })
    }

    pub(super) fn is_nearest(self) -> bool {
        matches!(self.rounding, Rounding::NearestEven | Rounding::NearestAway)
    }

    /// Largest |e|: half a unit in the last place for rounding to nearest, otherwise a whole
    /// unit.
    pub(super) fn unit(self) -> f64 {
        let half = power(-i32::from(self.format.precision()));
        if self.is_nearest() { half } else { 2.0 * half }
    }

    /// Exponent of the least positive number.
    pub(super) fn least_exponent(self) -> i32 {
        2 - self.format.max_exponent() - i32::from(self.format.precision())
    }

    /// The least positive number, which is the distance of neighbouring subnormals.
    pub(super) fn least(self) -> f64 {
        power(self.least_exponent())
    }

    /// Largest |d|, which occurs only for subnormal results.
    pub(super) fn tiny(self) -> f64 {
        // Half of the least double is not a double; the least double bounds it.
        match self.is_nearest() && self.format != Format::Double {
            true => self.least() / 2.0,
            false => self.least(),
        }
    }

    pub(super) fn least_normal(self) -> f64 {
        power(1 - self.format.max_exponent())
    }

    /// The largest finite number.
    pub(super) fn greatest(self) -> f64 {
        let ulp = power(self.format.max_exponent() - i32::from(self.format.precision()) + 1);
        (power(self.format.max_exponent()) - ulp) + power(self.format.max_exponent())
    }

    /// The distance of neighbouring numbers at a magnitude, at least that of subnormals.
    pub(super) fn spacing(self, magnitude: f64) -> f64 {
        power(self.grid(magnitude))
    }

    /// The exponent of a power of two that divides all numbers of at least this magnitude.
    pub(super) fn grid(self, magnitude: f64) -> i32 {
        match magnitude < self.least_normal() {
            true => self.least_exponent(),
            false => exponent(magnitude) + 1 - i32::from(self.format.precision()),
        }
    }

    /// The largest error of rounding a number of at most this magnitude.
    pub(super) fn error(self, magnitude: f64) -> f64 {
        // A power of two is itself a number of the format.
        let below = match magnitude > 0.0 && power(exponent(magnitude)) == magnitude {
            true => magnitude.next_down(),
            false => magnitude,
        };
        match self.is_nearest() && self.spacing(below) > f64::from_bits(1) {
            true => self.spacing(below) / 2.0,
            false => self.spacing(below),
        }
    }

    /// The roundings of all numbers in an interval, which must not overflow.
    pub(super) fn rounded(self, exact: Interval) -> Interval {
        let round = |x: f64, rounding| self.format.to_f64(self.format.from_f64(x, rounding));
        Interval::new(
            round(exact.lo, Rounding::TowardNegative),
            round(exact.hi, Rounding::TowardPositive),
        )
    }
}

/// A bound of an error: |computed − ideal| ≤ `relative` |ideal| + `absolute`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mixed {
    pub(super) relative: f64,
    pub(super) absolute: f64,
}

impl Mixed {
    /// The bound after one more rounding with relative error `unit` and absolute error `tiny`.
    pub(super) fn rounded(self, unit: f64, tiny: f64) -> Mixed {
        let more = times(unit, plus(1.0, self.relative));
        Mixed {
            relative: plus(self.relative, more),
            absolute: plus(times(self.absolute, plus(1.0, unit)), tiny),
        }
    }

    /// The absolute bound for ideal values of at most this magnitude.
    pub(super) fn at(self, magnitude: f64) -> f64 {
        plus(times(self.relative, magnitude), self.absolute)
    }

    pub(super) fn max(self, other: Mixed) -> Mixed {
        Mixed {
            relative: self.relative.max(other.relative),
            absolute: self.absolute.max(other.absolute),
        }
    }
}

/// 2^n, for −1074 ≤ n ≤ 1023.
pub(super) fn power(n: i32) -> f64 {
    // `powi` may take the reciprocal of an overflowed power.
    match n {
        ..-1022 => f64::from_bits(1 << (n + 1074)),
        _ => f64::from_bits(((n + 1023) as u64) << 52),
    }
}

/// The n with 2^n ≤ x < 2^(n + 1), for a positive normal double.
fn exponent(x: f64) -> i32 {
    (x.to_bits() >> 52) as i32 - 1023
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single() -> Model {
        Model::new(Format::Single, Rounding::NearestEven).unwrap()
    }

    #[test]
    fn single_has_the_numbers_of_the_standard() {
        let m = single();
        assert_eq!(m.unit(), 2f64.powi(-24));
        assert_eq!(m.least(), f64::from(f32::from_bits(1)));
        assert_eq!(m.least_normal(), f64::from(f32::MIN_POSITIVE));
        assert_eq!(m.greatest(), f64::from(f32::MAX));
        assert_eq!(m.spacing(1.0), f64::from(f32::EPSILON));
        assert_eq!(m.error(1.0), f64::from(f32::EPSILON) / 4.0);
        assert_eq!(m.error(1.5), f64::from(f32::EPSILON) / 2.0);
        assert_eq!(m.error(0.0), f64::from(f32::from_bits(1)) / 2.0);
    }

    #[test]
    fn doubles_have_them_too() {
        let m = Model::new(Format::Double, Rounding::TowardZero).unwrap();
        assert_eq!(m.unit(), f64::EPSILON);
        assert_eq!(m.least(), f64::from_bits(1));
        assert_eq!(m.greatest(), f64::MAX);
        assert_eq!(m.tiny(), f64::from_bits(1));
    }

    #[test]
    fn no_rounding_errs_more_than_the_model_says() {
        let m = single();
        let mut x = 1.000_000_123_4e-40;
        while x < 1e38 {
            let error = (f64::from(x as f32) - x).abs();
            assert!(error <= m.error(x), "{x}");
            assert!(error <= m.unit() * x + m.tiny(), "{x}");
            let r = m.rounded(Interval::point(x));
            assert!(r.lo <= x && x <= r.hi);
            x *= 1.7;
        }
    }
}
