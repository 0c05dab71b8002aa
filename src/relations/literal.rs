//! Numbers of relations: decimal or hexadecimal, with an optional suffix `f`.

/// The number at the start of a text: its length in bytes, and its value as an integer, if
/// it is one, and as a float; `None` if it is not a number.
pub(super) fn literal(text: &str) -> (usize, Option<(Option<i128>, f64)>) {
    let (bytes, is_hexadecimal) = (text.as_bytes(), text.starts_with("0x"));
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        let sign = matches!(byte, b'+' | b'-')
            && end > 0
            && matches!(bytes[end - 1], b'e' | b'E')
            && !is_hexadecimal;
        if !(byte.is_ascii_alphanumeric() || *byte == b'.' || sign) {
            break;
        }
        end += 1;
    }
    let word = &text[..end];
    let (integer, real) = match word.strip_prefix("0x") {
        Some(digits) => (i128::from_str_radix(digits, 16).ok(), None),
        None => match word.strip_suffix(['f', 'F']) {
            // With the suffix, the number is rounded to single precision.
            Some(float) => (None, float.parse::<f32>().ok().map(f64::from)),
            None => (word.parse().ok(), word.parse::<f64>().ok()),
        },
    };
    let real = real.or(integer.map(|x: i128| x as f64));
    (end, real.map(|real| (integer, real)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_two_kinds() {
        assert_eq!(literal("12<3"), (2, Some((Some(12), 12.0))));
        assert_eq!(literal("0x1e-1"), (4, Some((Some(30), 30.0))));
        assert_eq!(literal("1e-1 "), (4, Some((None, 0.1))));
        assert_eq!(literal("0.1f"), (4, Some((None, f64::from(0.1f32)))));
        assert_eq!(literal("1.2.3").1, None);
    }
}
