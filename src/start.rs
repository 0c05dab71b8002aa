//! Start addresses of objects: vocabulary of decoding, execution and replay.

/// The residue of an object's address modulo a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// The modulus in bytes, a power of two.
    pub modulus: u64,
    /// The residue, less than the modulus.
    pub residue: u64,
}

impl Start {
    /// A start at a multiple of `align` bytes, rounded up to a power of two, but not of
    /// twice that.
    pub fn exactly(align: u64) -> Start {
        let align = align.clamp(1, 1 << 20).next_power_of_two();
        Start {
            modulus: 2 * align,
            residue: align,
        }
    }

    /// A start as compilers and allocators choose it: a multiple of at least 16 bytes.
    pub fn placed(align: u64) -> Start {
        Start::exactly(align.max(16))
    }

    /// The first address from `after` on with this residue.
    pub fn from(self, after: u64) -> u64 {
        after.saturating_add(self.residue.wrapping_sub(after) & (self.modulus - 1))
    }
}
