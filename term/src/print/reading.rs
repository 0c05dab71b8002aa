//! The values of a printed integer in C, and its C type.
//!
//! Invariant: an interval contains every value that a text has in C, with the integer promotions
//! and the usual arithmetic conversions of C23 6.3.1, where overflow wraps.

use crate::bits::mask;
use crate::op::Op;

/// The values of a text, and its C type: the number of bits, and whether it is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) low: i128,
    pub(super) high: i128,
    pub(super) bits: u8,
    pub(super) signed: bool,
}

/// The width of the C type that an integer of `width` bits is promoted to.
pub(super) fn promoted(width: u8) -> u8 {
    match width {
        0..=32 => 32,
        33..=64 => 64,
        _ => 128,
    }
}

impl Reading {
    /// All values of an integer of `width` bits.
    pub(super) fn any(width: u8, signed: bool) -> Reading {
        let bits = promoted(width);
        let (low, high) = range(width, signed);
        Reading {
            low,
            high,
            bits,
            // Integer promotion.
            signed: signed || width < bits,
        }
    }

    pub(super) fn truth() -> Reading {
        Reading {
            low: 0,
            high: 1,
            bits: 32,
            signed: true,
        }
    }

    /// The type of an operation on two operands.
    pub(super) fn usual(self, other: Reading) -> (u8, bool) {
        match self.bits.cmp(&other.bits) {
            std::cmp::Ordering::Less => (other.bits, other.signed),
            std::cmp::Ordering::Greater => (self.bits, self.signed),
            std::cmp::Ordering::Equal => (self.bits, self.signed && other.signed),
        }
    }

    /// An interval in a type; all values of the type, if the interval exceeds it.
    pub(super) fn of(interval: Option<(i128, i128)>, (bits, signed): (u8, bool)) -> Reading {
        let (least, most) = range(bits, signed);
        let (low, high) = interval
            .filter(|(low, high)| *low >= least && *high <= most)
            .unwrap_or((least, most));
        Reading {
            low,
            high,
            bits,
            signed,
        }
    }

    /// Whether the text has the term's unsigned value.
    pub(super) fn fits_unsigned(self, width: u8) -> bool {
        self.low >= 0 && self.high <= range(width, false).1
    }

    /// Whether the text has the term's signed value, and a type that stays signed beside other
    /// signed operands.
    pub(super) fn fits_signed(self, width: u8) -> bool {
        self.signed && self.holds_signed(width)
    }

    /// Whether the text has the term's signed value, perhaps with an unsigned type.
    pub(super) fn holds_signed(self, width: u8) -> bool {
        let (least, most) = range(width, true);
        self.low >= least && self.high <= most
    }

    pub(super) fn shifted_right(self, distance: u32) -> Reading {
        let distance = distance.min(127);
        Reading {
            low: self.low >> distance,
            high: self.high >> distance,
            ..self
        }
    }
}

/// The least and the greatest integer of a width; those of 128 bits are cut at the range of
/// `i128`.
fn range(width: u8, signed: bool) -> (i128, i128) {
    match (signed, width) {
        (false, 127..) => (0, i128::MAX),
        (false, _) => (0, mask(width) as i128),
        (true, 128..) => (i128::MIN, i128::MAX),
        (true, _) => {
            let half = 1i128 << (width.max(1) - 1);
            (-half, half - 1)
        }
    }
}

/// A text that is shifted to the left within its type.
pub(super) fn shifted_left(x: Reading, distance: u32) -> Reading {
    let factor = 1i128.checked_shl(distance).filter(|factor| *factor > 0);
    let interval = factor.and_then(|factor| {
        let low = x.low.checked_mul(factor);
        low.zip(x.high.checked_mul(factor))
    });
    Reading::of(interval, (x.bits, x.signed))
}

/// One of two texts.
pub(super) fn chosen(a: Reading, b: Reading) -> Reading {
    let hull = (a.low.min(b.low), a.high.max(b.high));
    Reading::of(Some(hull), a.usual(b))
}

/// An operand that is extended to `width` bits: by a cast, where C has a wider type for it.
pub(super) fn extended(x: Reading, width: u8, signed: bool) -> Reading {
    match width > 32 && promoted(width) > x.bits {
        true => Reading {
            bits: promoted(width),
            signed,
            ..x
        },
        false => x,
    }
}

/// The mathematical interval of a sum, difference, product or shift to the left.
pub(super) fn arithmetic(op: Op, a: Reading, b: Reading) -> Option<(i128, i128)> {
    match op {
        Op::Add => a.low.checked_add(b.low).zip(a.high.checked_add(b.high)),
        Op::Sub => a.low.checked_sub(b.high).zip(a.high.checked_sub(b.low)),
        Op::Mul => {
            let mut products = [None; 4];
            for (i, product) in products.iter_mut().enumerate() {
                let x = if i % 2 == 0 { a.low } else { a.high };
                let y = if i < 2 { b.low } else { b.high };
                *product = Some(x.checked_mul(y)?);
            }
            let products = products.into_iter().flatten();
            products.clone().min().zip(products.max())
        }
        _ => {
            let distance = u32::try_from(b.high).ok().filter(|_| b.low == b.high)?;
            let factor = 1i128.checked_shl(distance).filter(|factor| *factor > 0)?;
            a.low.checked_mul(factor).zip(a.high.checked_mul(factor))
        }
    }
}

pub(super) fn bitwise(op: Op, a: Reading, b: Reading) -> Reading {
    let ty = a.usual(b);
    // A negative operand that is converted to an unsigned type.
    let converted = !ty.1 && (a.low < 0 || b.low < 0);
    let above = |high: i128| match high {
        0 => 0,
        _ => i128::MAX >> (high.leading_zeros() - 1),
    };
    let interval = match (op, a.low >= 0, b.low >= 0) {
        (Op::And, true, true) => Some((0, a.high.min(b.high))),
        (Op::And, true, false) => Some((0, a.high)),
        (Op::And, false, true) => Some((0, b.high)),
        _ if converted => None,
        (_, true, true) => Some((0, above(a.high.max(b.high)))),
        _ => {
            let all = [a.low, a.high, b.low, b.high].map(|v| if v < 0 { !v } else { v });
            let most = above(all.into_iter().max().unwrap_or_default());
            Some((!most, most))
        }
    };
    Reading::of(interval, ty)
}

/// The greatest unsigned number of a width.
pub(super) fn low_bits(width: u8) -> i128 {
    range(width, false).1
}

/// Whether an interval is not within a type.
pub(super) fn exceeds(interval: Option<(i128, i128)>, (bits, signed): (u8, bool)) -> bool {
    let (least, most) = range(bits, signed);
    interval.is_none_or(|(low, high)| low < least || high > most)
}
