//! Concrete values for people: shortest decimals, hexadecimal, distances.

use crate::bits::{mask, signed};
use crate::format::Format;
use crate::soft;

/// The shortest decimal that reads back as the same float, with C's suffix:
/// `0.1f`, `-1e20`, `INFINITY`, `NAN`, and `nan(0x7fc00001)` for NaNs that are
/// not canonical.
pub fn decimal(format: Format, bits: u128) -> String {
    if bits == format.canonical_nan() {
        return "NAN".into();
    }
    if format.is_nan(bits) {
        return format!("nan({bits:#x})");
    }
    if bits & !format.sign_mask() == format.infinity() {
        let sign = if bits & format.sign_mask() != 0 {
            "-"
        } else {
            ""
        };
        return format!("{sign}INFINITY");
    }
    let digits = match format {
        Format::Single => format!("{:?}", f32::from_bits(bits as u32)),
        Format::Double => format!("{:?}", f64::from_bits(bits as u64)),
        _ => soft::shortest(format, bits),
    };
    digits + suffix(format)
}

/// C's literal suffix for a format.
fn suffix(format: Format) -> &'static str {
    match format {
        Format::Half => "f16",
        Format::BFloat => "bf16",
        Format::Single => "f",
        Format::Double => "",
        Format::X87 => "L",
        Format::Quad => "Q",
        Format::E4M3 => "f8e4m3",
        Format::E5M2 => "f8e5m2",
    }
}

/// A float in decimal and hexadecimal: `0.1f (0x3dcccccd)`.
pub fn show_float(format: Format, bits: u128) -> String {
    let digits = usize::from(format.width() / 4) + 2;
    format!("{} ({bits:#0digits$x})", decimal(format, bits))
}

/// An integer in decimal and hexadecimal: `-3 (0xfd)`.
pub fn show_int(width: u8, is_signed: bool, bits: u128) -> String {
    let bits = bits & mask(width);
    let digits = usize::from(width).div_ceil(4) + 2;
    if is_signed && width > 1 {
        format!("{} ({bits:#0digits$x})", signed(bits, width))
    } else {
        format!("{bits} ({bits:#0digits$x})")
    }
}

/// The distance of two floats in representable values: 0 for equal ones (zeros of either sign
/// included), 1 for neighbours; infinity is the neighbour of the largest finite number. `None`
/// when either is a NaN.
pub fn ulps(format: Format, x: u128, y: u128) -> Option<u128> {
    if format.is_nan(x) || format.is_nan(y) {
        return None;
    }
    let rank = |bits: u128| {
        let magnitude = bits & !format.sign_mask() & mask(format.width());
        // The explicit integer bit is redundant with the exponent.
        let magnitude = match format {
            Format::X87 => magnitude >> 64 << 63 | magnitude & mask(63),
            _ => magnitude,
        };
        (bits & format.sign_mask() != 0 && magnitude != 0, magnitude)
    };
    let ((x_negative, x), (y_negative, y)) = (rank(x), rank(y));
    Some(if x_negative == y_negative {
        x.abs_diff(y)
    } else {
        x + y
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_shortest_and_carry_the_suffix() {
        let single = |x: f32| decimal(Format::Single, x.to_bits().into());
        assert_eq!(single(0.1), "0.1f");
        assert_eq!(single(-0.0), "-0.0f");
        assert_eq!(single(1e20), "1e20f");
        assert_eq!(single(f32::NEG_INFINITY), "-INFINITY");
        assert_eq!(single(f32::from_bits(0x7fc0_0000)), "NAN");
        assert_eq!(single(f32::from_bits(0xffc0_0001)), "nan(0xffc00001)");
        assert_eq!(decimal(Format::Double, 0.1f64.to_bits().into()), "0.1");
        assert_eq!(decimal(Format::Half, 0x2e66), "0.1f16");
        assert_eq!(decimal(Format::Half, 0x7bff), "6.55e4f16");
        assert_eq!(decimal(Format::Quad, Format::Quad.one()), "1.0Q");
        assert_eq!(decimal(Format::X87, 0x3ffb_cccc_cccc_cccc_cccd), "0.1L");
    }

    #[test]
    fn every_half_and_bfloat_has_its_own_decimal() {
        for format in [Format::Half, Format::BFloat] {
            let mut seen = std::collections::HashSet::new();
            for bits in 0..=format.infinity() {
                assert!(seen.insert(decimal(format, bits)), "{format} {bits:#x}");
            }
        }
    }

    #[test]
    fn values_show_decimal_and_hexadecimal() {
        assert_eq!(show_float(Format::Single, 0x3dcc_cccd), "0.1f (0x3dcccccd)");
        assert_eq!(show_int(8, true, 0xfd), "-3 (0xfd)");
        assert_eq!(show_int(8, false, 0xfd), "253 (0xfd)");
        assert_eq!(show_int(16, true, 7), "7 (0x0007)");
        assert_eq!(show_int(1, true, 1), "1 (0x1)");
    }

    #[test]
    fn ulps_count_steps_across_zero_and_to_infinity() {
        let single = |x: f32, y: f32| ulps(Format::Single, x.to_bits().into(), y.to_bits().into());
        assert_eq!(single(1.0, 1.0f32.next_up()), Some(1));
        assert_eq!(single(0.0, -0.0), Some(0));
        assert_eq!(single(f32::from_bits(1), -f32::from_bits(1)), Some(2));
        assert_eq!(single(f32::MAX, f32::INFINITY), Some(1));
        assert_eq!(single(f32::NAN, 1.0), None);
    }

    #[test]
    fn x87_neighbours_are_one_apart_across_a_power_of_two() {
        let below = 0x3ffe_ffff_ffff_ffff_ffff;
        assert_eq!(ulps(Format::X87, Format::X87.one(), below), Some(1));
    }
}
