//! Quantities with units on the command line.

use std::time::Duration;

use simdiff::deadline;

/// A time such as `1500ms`, `30s` or `5m`; seconds without a unit.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    match text.ends_with(|c: char| c.is_ascii_alphabetic()) {
        true => deadline::duration(text),
        false => deadline::duration(&format!("{text}s")),
    }
}

/// A number of bytes such as `64K`, `256M` or `2G`.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.strip_suffix(['K', 'M', 'G']) {
        Some(number) if text.ends_with('K') => (number, 10),
        Some(number) if text.ends_with('M') => (number, 20),
        Some(number) => (number, 30),
        None => (text, 0),
    };
    match number.parse::<u64>() {
        Ok(n) if n > 0 && n < 1 << 30 => Ok(n << shift),
        Ok(n) if n > 0 && shift == 0 => Ok(n),
        _ => Err("expected a positive number of bytes such as 256M".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_counts_have_units() {
        assert_eq!(bytes("64K"), Ok(65536));
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("5000000000"), Ok(5_000_000_000));
        assert!(bytes("0").is_err() && bytes("many").is_err() && bytes("1T").is_err());
    }

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("1500ms").unwrap().as_millis(), 1500);
        assert_eq!(duration("2m").unwrap().as_secs(), 120);
        assert!(duration("0").is_err() && duration("3 parsecs").is_err());
    }
}
