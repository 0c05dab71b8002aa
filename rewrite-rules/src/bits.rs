//! Bit masks.

/// A mask of `n` one bits, `n` at most 128.
pub(crate) fn ones(n: u128) -> u128 {
    if n >= 128 { u128::MAX } else { (1 << n) - 1 }
}
