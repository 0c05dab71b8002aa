//! Numbers that are written by a slip of the pen in place of another one.

use term::Format;

/// The integers whose decimal or hexadecimal digits differ from those of a value in one place, or
/// in the order of two neighbours; the negative of a float.
pub(super) fn slips(bits: u8, value: u128, format: Option<Format>) -> Vec<u128> {
    if format.is_some() {
        return vec![value ^ 1 << (bits - 1)];
    }
    let mask = u128::MAX >> (128 - u32::from(bits));
    if bits == 8 {
        return (0..=mask).collect();
    }
    let signed = term::signed(value, bits);
    let sign = if signed < 0 { -1 } else { 1 };
    let mut all = Vec::new();
    for (base, number, sign) in [(10, signed.unsigned_abs(), sign), (16, value, 1)] {
        let digits = digits(number, base);
        let mut add = |digits: &[u128]| {
            let number = digits.iter().rev().fold(0_u128, |sum, digit| {
                sum.wrapping_mul(base).wrapping_add(*digit)
            });
            all.push((number as i128).wrapping_mul(sign) as u128 & mask);
        };
        for at in 0..digits.len().saturating_sub(1) {
            let mut other = digits.clone();
            other.swap(at, at + 1);
            add(&other);
        }
        for at in 0..digits.len() {
            for digit in 0..base {
                let mut other = digits.clone();
                other[at] = digit;
                add(&other);
            }
        }
    }
    all
}

/// The digits of a number, the lowest first.
fn digits(number: u128, base: u128) -> Vec<u128> {
    let mut rest = number;
    let mut all = Vec::new();
    while rest > 0 || all.is_empty() {
        all.push(rest % base);
        rest /= base;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::slips;

    #[test]
    fn digits_are_replaced_and_exchanged() {
        let slips = |value: i32| slips(32, u128::from(value as u32), None);
        assert!(slips(234).contains(&243));
        assert!(slips(-234).contains(&u128::from(-243_i32 as u32)));
        assert!(slips(0xa1ce).contains(&0xac1e));
        assert!(slips(0x1f3d).contains(&0x1f8d));
        assert!(!slips(234).contains(&532));
    }
}
