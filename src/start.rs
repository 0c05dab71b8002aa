//! Where an object may start: vocabulary of decoding, execution and replay.

/// What an object's address leaves when divided by a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// The power of two, in bytes.
    pub modulus: u64,
    /// The rest, less than that.
    pub residue: u64,
}

impl Start {
    /// A multiple of `align` bytes, rounded up to a power of two, and of no larger one.
    pub fn exactly(align: u64) -> Start {
        let align = align.clamp(1, 1 << 20).next_power_of_two();
        Start {
            modulus: 2 * align,
            residue: align,
        }
    }

    /// As a compiler or an allocator places it: a multiple of 16 bytes at least.
    pub fn placed(align: u64) -> Start {
        Start::exactly(align.max(16))
    }

    /// The first address from `after` on that is one.
    pub fn from(self, after: u64) -> u64 {
        after.saturating_add(self.residue.wrapping_sub(after) & (self.modulus - 1))
    }
}
