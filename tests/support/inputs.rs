//! Structured input values: those on which SIMD ports go wrong.

use fastrand::Rng;

use super::contract::Scalar;

/// A way to fill the inputs of one call. Each differs from the others in the
/// mistakes it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Special values: zeros, infinities, NaN, denormals, saturation edges.
    Special,
    /// Small integers of both signs, so that ties happen.
    Small,
    /// Uniformly random bits.
    Bits,
    /// Two values only, for ties and equal operands.
    Palette,
    /// NaN, both zeros and ones, for the order of comparisons.
    Order,
    /// Every element another value in order, for wrong indices.
    Index,
    /// Halves, give or take one unit in the last place, for rounding.
    Half,
    /// Values of a usual magnitude.
    Usual,
}

pub const PROFILES: [Profile; 8] = [
    Profile::Special,
    Profile::Small,
    Profile::Bits,
    Profile::Palette,
    Profile::Order,
    Profile::Index,
    Profile::Half,
    Profile::Usual,
];

const FLOATS: [f64; 27] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1.401298464324817e-45,
    -1.401298464324817e-45,
    1.1754943508222875e-38,
    5e-324,
    3.4028234663852886e38,
    -3.4028234663852886e38,
    1.7976931348623157e308,
    255.0,
    256.0,
    32767.0,
    32768.0,
    -32768.0,
    65535.0,
    65536.0,
    8388608.0,
    2147483648.0,
    -2147483648.0,
];

const ORDER: [f64; 6] = [0.0, -0.0, f64::NAN, 1.0, -1.0, 0.0];

/// A source of values for one call.
pub struct Source {
    rng: Rng,
    profile: Profile,
    palette: [u64; 2],
    index: u64,
}

impl Source {
    pub fn new(profile: Profile, seed: u64) -> Source {
        let mut rng = Rng::with_seed(seed);
        let palette = [rng.u64(..), rng.u64(..)];
        Source {
            rng,
            profile,
            palette,
            index: 0,
        }
    }

    /// The next value as bytes in memory.
    pub fn value(&mut self, scalar: Scalar) -> Vec<u8> {
        self.index += 1;
        match scalar {
            Scalar::Float(4) => (self.float(true) as f32).to_le_bytes().to_vec(),
            Scalar::Float(8) => self.float(false).to_le_bytes().to_vec(),
            Scalar::Int(bytes) | Scalar::Float(bytes) => {
                let value = self.int(8 * bytes as u32);
                (0..bytes)
                    .map(|i| (value >> (8 * i).min(63)) as u8)
                    .collect()
            }
        }
    }

    fn float(&mut self, single: bool) -> f64 {
        match self.profile {
            Profile::Special => FLOATS[self.rng.usize(..FLOATS.len())],
            Profile::Small => f64::from(self.rng.i32(-4..=4)),
            Profile::Bits if single => f64::from(f32::from_bits(self.rng.u32(..))),
            Profile::Bits => f64::from_bits(self.rng.u64(..)),
            Profile::Palette => {
                let choice = self.palette[self.rng.usize(..2)];
                FLOATS[choice as usize % FLOATS.len()]
            }
            Profile::Order => ORDER[self.rng.usize(..ORDER.len())],
            Profile::Index => self.index as f64,
            Profile::Half => {
                let scale = [4, 300, 40_000, 70_000][self.rng.usize(..4)];
                let half = f64::from(self.rng.i32(-scale..=scale)) + 0.5;
                let steps = self.rng.i32(-1..=1);
                if single {
                    f64::from(step(half as f32, steps))
                } else {
                    half
                }
            }
            Profile::Usual => (self.rng.f64() - 0.5) * [2.0, 20.0, 2e5][self.rng.usize(..3)],
        }
    }

    fn int(&mut self, bits: u32) -> u64 {
        let top = 1u64 << (bits.min(64) - 1);
        let edges = [
            0,
            1,
            2,
            top - 1,
            top,
            top + 1,
            top.wrapping_mul(2).wrapping_sub(2),
        ];
        let edge = |choice: u64| match choice % 8 {
            7 => u64::MAX,
            i => edges[i as usize],
        };
        match self.profile {
            Profile::Special => edge(self.rng.u64(..)),
            Profile::Small | Profile::Order => self.rng.i64(-4..=4) as u64,
            Profile::Bits | Profile::Usual => self.rng.u64(..),
            Profile::Palette if self.palette[1].is_multiple_of(2) => {
                self.palette[self.rng.usize(..2)]
            }
            Profile::Palette => edge(self.palette[self.rng.usize(..2)] >> 8),
            Profile::Index => self.index,
            Profile::Half => (top | 0x7f).wrapping_add(self.rng.i64(-2..=2) as u64),
        }
    }
}

fn step(x: f32, steps: i32) -> f32 {
    match steps {
        0 => x,
        1 => x.next_up(),
        _ => x.next_down(),
    }
}
