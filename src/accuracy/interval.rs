//! Intervals of real numbers with double endpoints, rounded outward.
//!
//! Invariant: the result of an operation contains the exact result for all reals in the
//! operands. An endpoint that is exact as a double is kept, so that zeros and signs survive; any
//! other endpoint moves outward by one double.

/// The reals from `lo` to `hi`; an infinite endpoint means unbounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    pub(super) lo: f64,
    pub(super) hi: f64,
}

impl Interval {
    /// All reals.
    pub(super) const ALL: Interval = Interval {
        lo: f64::NEG_INFINITY,
        hi: f64::INFINITY,
    };
    pub(super) const ZERO: Interval = Interval::point(0.0);

    pub(super) const fn new(lo: f64, hi: f64) -> Interval {
        Interval { lo, hi }
    }
    pub(super) const fn point(x: f64) -> Interval {
        Interval { lo: x, hi: x }
    }
    /// The interval from −r to r.
    pub(super) const fn around_zero(r: f64) -> Interval {
        Interval { lo: -r, hi: r }
    }

    /// The largest absolute value in the interval (its magnitude).
    pub(super) fn mag(self) -> f64 {
        self.lo.abs().max(self.hi.abs())
    }
    /// The smallest absolute value in the interval (its mignitude).
    pub(super) fn mig(self) -> f64 {
        if self.lo > 0.0 {
            self.lo
        } else if self.hi < 0.0 {
            -self.hi
        } else {
            0.0
        }
    }
    pub(super) fn is_bounded(self) -> bool {
        self.lo.is_finite() && self.hi.is_finite()
    }

    /// The intersection; `self` if it is empty.
    pub(super) fn meet(self, other: Interval) -> Interval {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        if lo <= hi { Interval { lo, hi } } else { self }
    }
    /// The convex hull of both.
    pub(super) fn hull(self, other: Interval) -> Interval {
        Interval::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    pub(super) fn neg(self) -> Interval {
        Interval::new(-self.hi, -self.lo)
    }
    pub(super) fn abs(self) -> Interval {
        Interval::new(self.mig(), self.mag())
    }
    pub(super) fn min(self, y: Interval) -> Interval {
        Interval::new(self.lo.min(y.lo), self.hi.min(y.hi))
    }
    pub(super) fn max(self, y: Interval) -> Interval {
        Interval::new(self.lo.max(y.lo), self.hi.max(y.hi))
    }

    pub(super) fn add(self, y: Interval) -> Interval {
        Interval::new(sum_down(self.lo, y.lo), sum_up(self.hi, y.hi))
    }
    pub(super) fn mul(self, y: Interval) -> Interval {
        let corners = [
            (self.lo, y.lo),
            (self.lo, y.hi),
            (self.hi, y.lo),
            (self.hi, y.hi),
        ];
        let lows = corners.map(|(a, b)| -product_up(-a, b));
        let highs = corners.map(|(a, b)| product_up(a, b));
        Interval::new(
            lows.into_iter().fold(f64::INFINITY, f64::min),
            highs.into_iter().fold(f64::NEG_INFINITY, f64::max),
        )
    }
    /// 1 ÷ self; all reals if self contains 0.
    pub(super) fn recip(self) -> Interval {
        if self.mig() == 0.0 {
            return Interval::ALL;
        }
        Interval::new(-quotient_up(-1.0, self.hi), quotient_up(1.0, self.lo))
    }
    pub(super) fn div(self, y: Interval) -> Interval {
        if y.mig() == 0.0 {
            return Interval::ALL;
        }
        let corners = [
            (self.lo, y.lo),
            (self.lo, y.hi),
            (self.hi, y.lo),
            (self.hi, y.hi),
        ];
        let lows = corners.map(|(a, b)| -quotient_up(-a, b));
        let highs = corners.map(|(a, b)| quotient_up(a, b));
        Interval::new(
            lows.into_iter().fold(f64::INFINITY, f64::min),
            highs.into_iter().fold(f64::NEG_INFINITY, f64::max),
        )
    }
    /// √max(self, 0).
    pub(super) fn sqrt(self) -> Interval {
        Interval::new(root_down(self.lo.max(0.0)), root_up(self.hi.max(0.0)))
    }
    /// self to an integer power.
    pub(super) fn powi(self, n: i32) -> Interval {
        if n < 0 {
            return self.powi(-n).recip();
        }
        let base = if n % 2 == 0 { self.abs() } else { self };
        // Powers are monotone in both endpoints once the sign is fixed.
        let end = |x: f64| (0..n).fold(Interval::point(1.0), |p, _| p.mul(Interval::point(x)));
        Interval::new(end(base.lo).lo, end(base.hi).hi)
    }
}

fn sum_up(a: f64, b: f64) -> f64 {
    let s = a + b;
    if s.is_nan() {
        return f64::INFINITY;
    }
    // The rounding error of a sum is itself a double (TwoSum).
    let t = s - a;
    let error = (a - (s - t)) + (b - t);
    if error == 0.0 { s } else { s.next_up() }
}

fn sum_down(a: f64, b: f64) -> f64 {
    -sum_up(-a, -b)
}

/// Magnitude below which the rounding error of a product may not be representable.
const TINY: f64 = 1e-290;

fn product_up(a: f64, b: f64) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    let p = a * b;
    let exact = p.abs() > TINY && a.mul_add(b, -p) == 0.0;
    match exact {
        true => p,
        // A negative product is at most zero, however small.
        false if (a < 0.0) != (b < 0.0) => p.next_up().min(0.0),
        false => p.next_up(),
    }
}

fn quotient_up(a: f64, b: f64) -> f64 {
    if a == 0.0 {
        return 0.0;
    }
    let q = a / b;
    if q.is_nan() {
        return f64::INFINITY;
    }
    let exact = q.abs() > TINY && a.abs() > TINY && q.mul_add(b, -a) == 0.0;
    match exact {
        true => q,
        false if (a < 0.0) != (b < 0.0) => q.next_up().min(0.0),
        false => q.next_up(),
    }
}

fn root_up(x: f64) -> f64 {
    let r = x.sqrt();
    if r == 0.0 || x > TINY && r.mul_add(r, -x) == 0.0 {
        r
    } else {
        r.next_up()
    }
}

fn root_down(x: f64) -> f64 {
    let r = x.sqrt();
    if r == 0.0 || x > TINY && r.mul_add(r, -x) == 0.0 {
        r
    } else {
        r.next_down()
    }
}

/// Sum of magnitudes, rounded up.
pub(super) fn plus(a: f64, b: f64) -> f64 {
    sum_up(a, b)
}

/// Product of magnitudes, rounded up; zero times infinity is zero.
pub(super) fn times(a: f64, b: f64) -> f64 {
    product_up(a, b)
}

/// Quotient of magnitudes, rounded up; infinite where only the divisor is 0.
pub(super) fn over(a: f64, b: f64) -> f64 {
    match (a, b) {
        (0.0, _) => 0.0,
        (_, 0.0) => f64::INFINITY,
        _ => quotient_up(a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_endpoints_stay() {
        let x = Interval::new(0.0, 255.0);
        assert_eq!(x.add(x), Interval::new(0.0, 510.0));
        assert_eq!(x.mul(x), Interval::new(0.0, 65025.0));
        assert_eq!(x.sqrt().lo, 0.0);
        assert_eq!(Interval::new(2.0, 4.0).recip(), Interval::new(0.25, 0.5));
    }

    #[test]
    fn inexact_endpoints_move_outward() {
        let third = Interval::point(1.0).div(Interval::point(3.0));
        assert!(third.lo < third.hi && third.lo.next_up().next_up() >= third.hi);
        let tenth = Interval::point(0.1).add(Interval::point(0.2));
        assert!(tenth.lo < tenth.hi);
        let tiny = Interval::point(1e-200).mul(Interval::point(1e-200));
        assert_eq!((tiny.lo, tiny.hi), (0.0, f64::from_bits(1)));
    }

    #[test]
    fn what_is_not_bounded_is_said() {
        assert_eq!(Interval::new(-1.0, 1.0).recip(), Interval::ALL);
        assert_eq!(Interval::ALL.add(Interval::ALL.neg()), Interval::ALL);
        assert_eq!(Interval::ZERO.mul(Interval::ALL), Interval::ZERO);
        assert!(
            !Interval::point(f64::MAX)
                .add(Interval::point(f64::MAX))
                .is_bounded()
        );
    }

    #[test]
    fn even_powers_are_not_negative() {
        assert_eq!(Interval::new(-3.0, 2.0).powi(2), Interval::new(0.0, 9.0));
        assert_eq!(Interval::new(-3.0, 2.0).powi(3), Interval::new(-27.0, 8.0));
        assert_eq!(Interval::new(2.0, 4.0).powi(-1), Interval::new(0.25, 0.5));
    }
}
