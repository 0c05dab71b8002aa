//! Vectors of constants, packed in two machine words.

/// A vector of constants, at most 128 bits in all; lane 0 has the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Packed {
    /// Width of a lane: a power of two, at most 64.
    bits: u8,
    count: u8,
    words: [u64; 2],
}

impl Packed {
    /// Makes a vector of zeros; `None` if it does not fit.
    pub fn new(bits: u8, count: usize) -> Option<Packed> {
        let fits = bits.is_power_of_two() && bits <= 64 && usize::from(bits) * count <= 128;
        fits.then_some(Packed {
            bits,
            count: count as u8,
            words: [0; 2],
        })
    }

    /// Makes a vector whose lanes together have these bits; `None` if it does not fit.
    pub fn from_bits(bits: u8, count: usize, all: u128) -> Option<Packed> {
        let packed = Packed::new(bits, count)?;
        Some(Packed {
            words: [all as u64, (all >> 64) as u64],
            ..packed
        })
    }

    /// Returns the bits of all lanes.
    pub const fn all(&self) -> u128 {
        self.words[0] as u128 | (self.words[1] as u128) << 64
    }

    /// Returns the width of a lane.
    pub const fn bits(&self) -> u8 {
        self.bits
    }

    /// Returns the number of lanes.
    pub const fn count(&self) -> usize {
        self.count as usize
    }

    /// Returns a lane, zero-extended.
    pub fn lane(&self, index: usize) -> u64 {
        let at = index * usize::from(self.bits);
        self.words[at / 64] >> (at % 64) & (u64::MAX >> (64 - self.bits))
    }

    /// Sets a lane to a value of the lane's width.
    pub fn set(&mut self, index: usize, value: u64) {
        let at = index * usize::from(self.bits);
        let mask = (u64::MAX >> (64 - self.bits)) << (at % 64);
        let word = &mut self.words[at / 64];
        *word = *word & !mask | value << (at % 64);
    }

    /// Returns all lanes in order.
    pub fn lanes(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.count()).map(|i| self.lane(i))
    }
}
