//! Bit vectors of a given width, in the low bits of a word.

/// A mask of the low `width` bits.
pub(crate) const fn mask(width: u8) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

/// The low `width` bits of `x` read as two's complement.
pub const fn signed(x: u128, width: u8) -> i128 {
    let shift = 128 - width as u32;
    ((x << shift) as i128) >> shift
}
