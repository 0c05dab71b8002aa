//! Bit masks.

/// `n` one bits (128 at most).
pub(crate) fn ones(n: u128) -> u128 {
    if n >= 128 { u128::MAX } else { (1 << n) - 1 }
}
