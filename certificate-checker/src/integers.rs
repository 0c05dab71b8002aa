//! Bounds of integers, unsigned and signed at the same time.
//!
//! Invariant: the result of every operation contains the value for all operands within the given
//! bounds.

use term::signed;

/// Bounds of a bit vector in both readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    pub width: u8,
    /// Least and greatest unsigned values.
    pub u: (u128, u128),
    /// Least and greatest signed values.
    pub s: (i128, i128),
}

/// The greatest unsigned value of a width.
pub(crate) const fn ones(width: u8) -> u128 {
    u128::MAX >> (128 - width)
}
/// The greatest signed value of a width.
const fn most(width: u8) -> i128 {
    (ones(width) >> 1) as i128
}

impl Integer {
    pub(crate) fn any(width: u8) -> Integer {
        let (u, s) = ((0, ones(width)), (!most(width), most(width)));
        Integer { width, u, s }
    }
    pub(crate) fn constant(width: u8, value: u128) -> Integer {
        let s = signed(value, width);
        Integer {
            width,
            u: (value, value),
            s: (s, s),
        }
    }
    /// All values within unsigned bounds.
    pub(crate) fn unsigned(width: u8, low: u128, high: u128) -> Integer {
        let mut all = Integer::any(width);
        all.u = (low, high.min(ones(width)));
        all.agree()
    }
    /// All values within signed bounds.
    pub(crate) fn signed(width: u8, low: i128, high: i128) -> Integer {
        let mut all = Integer::any(width);
        all.s = (low.max(all.s.0), high.min(all.s.1));
        all.agree()
    }
    /// Tightens both readings by each other.
    fn agree(mut self) -> Integer {
        let (w, half) = (self.width, most(self.width) as u128);
        let bits = |x: i128| x as u128 & ones(w);
        if self.u.1 <= half || self.u.0 > half {
            let (low, high) = (signed(self.u.0, w), signed(self.u.1, w));
            self.s = (self.s.0.max(low), self.s.1.min(high));
        }
        if self.s.0 >= 0 || self.s.1 < 0 {
            let (low, high) = (bits(self.s.0), bits(self.s.1));
            self.u = (self.u.0.max(low), self.u.1.min(high));
        }
        self
    }
    /// The intersection; `self` if it is empty.
    pub(crate) fn and(self, other: Integer) -> Integer {
        let both = Integer {
            width: self.width,
            u: (self.u.0.max(other.u.0), self.u.1.min(other.u.1)),
            s: (self.s.0.max(other.s.0), self.s.1.min(other.s.1)),
        };
        let both = both.agree();
        if both.u.0 > both.u.1 || both.s.0 > both.s.1 {
            return self;
        }
        both
    }
    /// The convex hull of both.
    pub(crate) fn or(self, other: Integer) -> Integer {
        Integer {
            width: self.width,
            u: (self.u.0.min(other.u.0), self.u.1.max(other.u.1)),
            s: (self.s.0.min(other.s.0), self.s.1.max(other.s.1)),
        }
    }

    /// Bounds of an exact result in each reading, where it does not leave the width.
    fn within(width: u8, u: Option<(u128, u128)>, s: Option<(i128, i128)>) -> Integer {
        let mut all = Integer::any(width);
        let (top, full) = (all.u.1, all.s);
        if let Some(u) = u.filter(|u| u.1 <= top) {
            all.u = u;
        }
        if let Some(s) = s.filter(|s| full.0 <= s.0 && s.1 <= full.1) {
            all.s = s;
        }
        all.agree()
    }

    pub(crate) fn plus(self, y: Integer) -> Integer {
        let x = self;
        let pair = |a: Option<u128>, b: Option<u128>| Some((a?, b?));
        let u = pair(x.u.0.checked_add(y.u.0), x.u.1.checked_add(y.u.1));
        let low = x.s.0.checked_add(y.s.0);
        let s = low.zip(x.s.1.checked_add(y.s.1));
        Integer::within(x.width, u, s)
    }
    pub(crate) fn minus(self, y: Integer) -> Integer {
        let x = self;
        let u = x.u.0.checked_sub(y.u.1).zip(x.u.1.checked_sub(y.u.0));
        let s = x.s.0.checked_sub(y.s.1).zip(x.s.1.checked_sub(y.s.0));
        Integer::within(x.width, u, s)
    }
    pub(crate) fn times(self, y: Integer) -> Integer {
        let x = self;
        let u = x.u.0.checked_mul(y.u.0).zip(x.u.1.checked_mul(y.u.1));
        let corners = [
            (x.s.0, y.s.0),
            (x.s.0, y.s.1),
            (x.s.1, y.s.0),
            (x.s.1, y.s.1),
        ];
        let corners: Option<Vec<i128>> = corners.iter().map(|(a, b)| a.checked_mul(*b)).collect();
        let s = corners.and_then(|c| Some((*c.iter().min()?, *c.iter().max()?)));
        Integer::within(x.width, u, s)
    }
    pub(crate) fn bit_and(self, y: Integer) -> Integer {
        Integer::unsigned(self.width, 0, self.u.1.min(y.u.1))
    }
    pub(crate) fn bit_or(self, y: Integer) -> Integer {
        let high = all_below(self.u.1 | y.u.1);
        Integer::unsigned(self.width, self.u.0.max(y.u.0), high)
    }
    pub(crate) fn bit_xor(self, y: Integer) -> Integer {
        Integer::unsigned(self.width, 0, all_below(self.u.1 | y.u.1))
    }
    pub(crate) fn shifted_left(self, by: u128) -> Integer {
        if by >= u128::from(self.width) {
            return Integer::constant(self.width, 0);
        }
        let lost = |x: u128| x.leading_zeros() < by as u32;
        let u = (!lost(self.u.1)).then(|| (self.u.0 << by, self.u.1 << by));
        let s = match 1i128.checked_shl(by as u32).filter(|factor| *factor > 0) {
            Some(f) => self.s.0.checked_mul(f).zip(self.s.1.checked_mul(f)),
            None => None,
        };
        Integer::within(self.width, u, s)
    }
    pub(crate) fn shifted_right(self, by: u128) -> Integer {
        if by >= u128::from(self.width) {
            return Integer::constant(self.width, 0);
        }
        Integer::unsigned(self.width, self.u.0 >> by, self.u.1 >> by)
    }
    pub(crate) fn shifted_right_signed(self, by: u128) -> Integer {
        let by = by.min(127);
        Integer::signed(self.width, self.s.0 >> by, self.s.1 >> by)
    }
    /// The bits from `offset` on.
    pub(crate) fn part(self, offset: u8, width: u8) -> Integer {
        let mut part = Integer::any(width);
        let high = self.u.1 >> offset;
        let same_above = |low: u128| width < 128 && low >> width == high >> width;
        if high <= ones(width) {
            part = Integer::unsigned(width, self.u.0 >> offset, high);
        } else if same_above(self.u.0 >> offset) {
            let low = self.u.0 >> offset & ones(width);
            part = Integer::unsigned(width, low, high & ones(width));
        }
        // A number that fits in so few bits equals its low part, sign included.
        let (full, shifted) = (
            Integer::any(width).s,
            (self.s.0 >> offset, self.s.1 >> offset),
        );
        if full.0 <= shifted.0 && shifted.1 <= full.1 {
            part = part.and(Integer::signed(width, shifted.0, shifted.1));
        }
        part
    }
    /// `self` concatenated above `low`.
    pub(crate) fn above(self, low: Integer) -> Integer {
        let (w, width) = (low.width, self.width + low.width);
        let unsigned = Integer::unsigned(width, self.u.0 << w | low.u.0, self.u.1 << w | low.u.1);
        // The sign is that of the upper part.
        let ends = (low.u.0 as i128, low.u.1 as i128);
        let signed = Integer::signed(width, self.s.0 << w | ends.0, self.s.1 << w | ends.1);
        unsigned.and(signed)
    }
}

/// The least number of the form 2^n − 1 that is at least `x`.
fn all_below(x: u128) -> u128 {
    match x.leading_zeros() {
        128 => 0,
        zeros => u128::MAX >> zeros,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Op, Spec, apply};

    type Operation = (Op, fn(Integer, Integer) -> Integer);

    /// Every operation on every pair of intervals of 3 bits contains every
    /// result.
    #[test]
    fn bounds_hold_exhaustively_at_three_bits() {
        const W: u8 = 3;
        let operations: [Operation; 6] = [
            (Op::Add, Integer::plus),
            (Op::Sub, Integer::minus),
            (Op::Mul, Integer::times),
            (Op::And, Integer::bit_and),
            (Op::Or, Integer::bit_or),
            (Op::Xor, Integer::bit_xor),
        ];
        let mut all = Vec::new();
        for low in 0..8 {
            for high in low..8 {
                all.push(Integer::unsigned(W, low, high));
            }
        }
        for low in -4..4 {
            for high in low..4 {
                all.push(Integer::signed(W, low, high));
            }
        }
        let holds = |i: Integer, v: u128| {
            let s = signed(v, i.width);
            i.u.0 <= v && v <= i.u.1 && i.s.0 <= s && s <= i.s.1
        };
        for &x in &all {
            for &y in &all {
                for a in (0..8).filter(|&a| holds(x, a)) {
                    for b in (0..8).filter(|&b| holds(y, b)) {
                        for (op, bounds) in operations {
                            let value = apply(Spec::int(op, W), &[W, W], &[a, b]);
                            assert!(holds(bounds(x, y), value), "{} {x:?} {y:?}", op.name());
                        }
                        assert!(holds(x.above(y), a << W | b));
                        assert!(holds(x.or(y), a) && holds(x.or(y), b));
                        if a == b {
                            assert!(holds(x.and(y), a), "{x:?} {y:?}");
                        }
                    }
                    for by in 0..5u128 {
                        let shift = |op| apply(Spec::int(op, W), &[W, W], &[a, by]);
                        assert!(holds(x.shifted_left(by), shift(Op::Shl)));
                        assert!(holds(x.shifted_right(by), shift(Op::LShr)));
                        assert!(holds(x.shifted_right_signed(by), shift(Op::AShr)));
                    }
                    for (offset, width) in [(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (0, 3)] {
                        assert!(holds(x.part(offset, width), a >> offset & ones(width)));
                    }
                }
            }
        }
    }
}
