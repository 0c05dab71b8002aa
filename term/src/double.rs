//! Conversion of floating-point values between every format and double.

use crate::eval::apply;
use crate::format::{Format, Rounding};
use crate::op::Spec;

impl Format {
    /// The value of the format's bits as a double, rounded to nearest where the format has
    /// more precision or a wider range than a double.
    pub fn to_f64(self, bits: u128) -> f64 {
        let wide = Spec::fconvert(self, Format::Double, Rounding::NearestEven);
        f64::from_bits(match self {
            Format::Double => bits as u64,
            _ => apply(wide, &[self.width()], &[bits]) as u64,
        })
    }

    /// The bits of the format's value that a double rounds to.
    pub fn from_f64(self, value: f64, rounding: Rounding) -> u128 {
        let bits = u128::from(value.to_bits());
        let narrow = Spec::fconvert(Format::Double, self, rounding);
        match self {
            Format::Double => bits,
            _ => apply(narrow, &[64], &[bits]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_doubles_and_back() {
        for bits in 0..=u128::from(u16::MAX) {
            if !Format::Half.is_nan(bits) {
                let value = Format::Half.to_f64(bits);
                assert_eq!(Format::Half.from_f64(value, Rounding::NearestEven), bits);
            }
        }
        assert_eq!(Format::Half.to_f64(0x3555), 0.333_251_953_125);
    }

    #[test]
    fn what_a_format_lacks_is_rounded() {
        let third = 1.0 / 3.0;
        let to = |rounding| Format::Single.from_f64(third, rounding);
        assert_eq!(to(Rounding::TowardNegative), 0x3eaa_aaaa);
        assert_eq!(to(Rounding::TowardPositive), 0x3eaa_aaab);
        assert_eq!(to(Rounding::NearestEven), 0x3eaa_aaab);
    }
}
