//! Intervals of integers: bounds of a bit vector, read as unsigned and as signed.
//!
//! Invariant: every operation returns an interval that contains the result for all operands in
//! the given intervals; `umin..=umax` and `smin..=smax` hold at the same time.

use crate::bits::ones;

/// Bounds of a value, read as unsigned and as signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// Least unsigned value.
    pub umin: u128,
    /// Greatest unsigned value.
    pub umax: u128,
    /// Least signed value.
    pub smin: i128,
    /// Greatest signed value.
    pub smax: i128,
}

impl Interval {
    /// All values of `width` bits.
    pub fn full(width: u8) -> Interval {
        let umax = ones(width as u128);
        let smax = (umax >> 1) as i128;
        Interval {
            umin: 0,
            umax,
            smin: -smax - 1,
            smax,
        }
    }

    /// The unsigned values `lo ..= hi`.
    pub fn unsigned(width: u8, lo: u128, hi: u128) -> Interval {
        let full = Interval::full(width);
        let half = full.smax as u128;
        let shift = |x: u128| (x | !full.umax) as i128;
        let (smin, smax) = if hi <= half {
            (lo as i128, hi as i128)
        } else if lo > half {
            (shift(lo), shift(hi))
        } else {
            (full.smin, full.smax)
        };
        Interval {
            umin: lo,
            umax: hi.min(full.umax),
            smin,
            smax,
        }
    }

    /// The signed values `lo ..= hi`.
    pub fn signed(width: u8, lo: i128, hi: i128) -> Interval {
        let full = Interval::full(width);
        let bits = |x: i128| x as u128 & full.umax;
        let (umin, umax) = if lo >= 0 || hi < 0 {
            (bits(lo), bits(hi))
        } else {
            (0, full.umax)
        };
        Interval {
            umin,
            umax,
            smin: lo.max(full.smin),
            smax: hi.min(full.smax),
        }
    }

    /// A single value.
    pub fn constant(width: u8, value: u128) -> Interval {
        Interval::unsigned(width, value, value)
    }

    /// The intersection; `self` if it is empty.
    pub fn and(self, other: Interval) -> Interval {
        let both = Interval {
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
        };
        let both = both.settled();
        if both.umin > both.umax || both.smin > both.smax {
            self
        } else {
            both
        }
    }

    /// Tightens both readings by each other, if no value is negative.
    fn settled(self) -> Interval {
        if self.smin < 0 || self.smin > self.smax {
            return self;
        }
        let lo = self.umin.max(self.smin as u128);
        let hi = self.umax.min(self.smax as u128);
        Interval {
            umin: lo,
            umax: hi,
            smin: lo as i128,
            smax: hi as i128,
        }
    }

    /// The convex hull of both intervals.
    pub fn hull(self, other: Interval) -> Interval {
        Interval {
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
        }
    }

    /// Whether every value fits in `bits` bits, signed.
    pub fn fits_signed(&self, bits: u128) -> bool {
        bits >= 128 || {
            let half = 1i128 << bits.saturating_sub(1);
            bits >= 1 && -half <= self.smin && self.smax < half
        }
    }

    /// x + y.
    pub fn add(width: u8, x: Interval, y: Interval) -> Interval {
        let full = Interval::full(width);
        let mut result = full;
        if let (Some(lo), Some(hi)) = (x.umin.checked_add(y.umin), x.umax.checked_add(y.umax))
            && hi <= full.umax
        {
            result = result.and(Interval::unsigned(width, lo, hi));
        }
        if let (Some(lo), Some(hi)) = (x.smin.checked_add(y.smin), x.smax.checked_add(y.smax))
            && lo >= full.smin
            && hi <= full.smax
        {
            result = result.and(Interval::signed(width, lo, hi));
        }
        result
    }

    /// x − y.
    pub fn sub(width: u8, x: Interval, y: Interval) -> Interval {
        let full = Interval::full(width);
        let mut result = full;
        if x.umin >= y.umax {
            result = result.and(Interval::unsigned(width, x.umin - y.umax, x.umax - y.umin));
        }
        if let (Some(lo), Some(hi)) = (x.smin.checked_sub(y.smax), x.smax.checked_sub(y.smin))
            && lo >= full.smin
            && hi <= full.smax
        {
            result = result.and(Interval::signed(width, lo, hi));
        }
        result
    }

    /// x × y.
    pub fn mul(width: u8, x: Interval, y: Interval) -> Interval {
        let full = Interval::full(width);
        let mut result = full;
        if let (Some(lo), Some(hi)) = (x.umin.checked_mul(y.umin), x.umax.checked_mul(y.umax))
            && hi <= full.umax
        {
            result = result.and(Interval::unsigned(width, lo, hi));
        }
        let corners = [
            x.smin.checked_mul(y.smin),
            x.smin.checked_mul(y.smax),
            x.smax.checked_mul(y.smin),
            x.smax.checked_mul(y.smax),
        ];
        if let [Some(a), Some(b), Some(c), Some(d)] = corners {
            let (lo, hi) = (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
            if lo >= full.smin && hi <= full.smax {
                result = result.and(Interval::signed(width, lo, hi));
            }
        }
        result
    }

    /// x & y.
    pub fn bit_and(width: u8, x: Interval, y: Interval) -> Interval {
        Interval::unsigned(width, 0, x.umax.min(y.umax))
    }
    /// x | y.
    pub fn bit_or(width: u8, x: Interval, y: Interval) -> Interval {
        let hi = all_below(x.umax.max(y.umax));
        Interval::unsigned(width, x.umin.max(y.umin), hi)
    }
    /// x ^ y.
    pub fn bit_xor(width: u8, x: Interval, y: Interval) -> Interval {
        Interval::unsigned(width, 0, all_below(x.umax.max(y.umax)))
    }

    /// x << `by`.
    pub fn shl(width: u8, x: Interval, by: u128) -> Interval {
        if by < 128 && x.umax <= ones(width as u128) >> by {
            Interval::unsigned(width, x.umin << by, x.umax << by)
        } else {
            Interval::full(width)
        }
    }
    /// x >> `by`, with zero fill.
    pub fn lshr(width: u8, x: Interval, by: u128) -> Interval {
        if by >= width as u128 {
            return Interval::constant(width, 0);
        }
        Interval::unsigned(width, x.umin >> by, x.umax >> by)
    }
    /// x >> `by`, with sign fill.
    pub fn ashr(width: u8, x: Interval, by: u128) -> Interval {
        let by = by.min(width as u128 - 1).min(127);
        Interval::signed(width, x.smin >> by, x.smax >> by)
    }

    /// Bits `offset .. offset + width` of x.
    pub fn extract(offset: u8, width: u8, x: Interval) -> Interval {
        let mut result = Interval::full(width);
        let (lo, hi) = (x.umin >> offset, x.umax >> offset);
        if hi <= result.umax {
            result = Interval::unsigned(width, lo, hi);
        }
        if offset == 0 && x.fits_signed(width as u128) {
            result = result.and(Interval::signed(width, x.smin, x.smax));
        }
        result
    }
    /// `high` concatenated above `low`, which has `low_width` bits.
    pub fn concat(width: u8, high: Interval, low: Interval, low_width: u8) -> Interval {
        let unsigned = Interval::unsigned(
            width,
            high.umin << low_width | low.umin,
            high.umax << low_width | low.umax,
        );
        unsigned.and(Interval::signed(
            width,
            high.smin << low_width | low.umin as i128,
            high.smax << low_width | low.umax as i128,
        ))
    }
}

/// The least number of the form 2^n − 1 that is at least `x`.
fn all_below(x: u128) -> u128 {
    ones(128 - x.leading_zeros() as u128)
}
