//! Operand values: every pair of special values, then random mixtures.

use crate::support::wrappers::{SLOT, Shape};

pub const MOST_OPERANDS: usize = 6;
/// Operands or a result, aligned for every vector load.
#[derive(Clone, Copy, PartialEq)]
#[repr(align(64))]
pub struct Aligned<const N: usize>(pub [u8; N]);
pub type Operands = Aligned<{ SLOT * MOST_OPERANDS }>;

/// The generator splitmix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Bit patterns at which an instruction may change its behaviour.
pub fn specials(shape: Shape) -> Vec<u64> {
    match shape {
        Shape::Int { bits, .. } => ints(bits),
        Shape::Float { bits: 16, .. } => halves(),
        Shape::BFloat { .. } => bfloats(),
        Shape::Float { bits: 32, .. } => floats32(),
        Shape::Float { .. } => floats64(),
        Shape::Mask { .. } => ints(64),
        Shape::Memory => ints(8),
        Shape::Index { .. } => (0..8).collect(),
        Shape::Immediate => vec![0],
    }
}

/// The ends of the ranges of this and every other width with their neighbours, and small
/// counts.
fn ints(bits: u32) -> Vec<u64> {
    let mask = u64::MAX >> (64 - bits);
    let mut all = Vec::new();
    for width in [8, 16, 32, 64] {
        let top = 1u64 << (width - 1);
        for edge in [0, top, top.wrapping_mul(2), top.wrapping_neg()] {
            all.extend([edge.wrapping_sub(1), edge, edge.wrapping_add(1)].map(|v| v & mask));
        }
    }
    all.extend([7, 8, 15, 31, 33, 63, 65, 0x5555_5555_5555_5555].map(|v| v & mask));
    all.sort_unstable();
    all.dedup();
    all
}

/// Magnitudes, of which each is taken with both signs and with both neighbours.
const MAGNITUDES: [f64; 22] = [
    0.0,
    0.5,
    1.0,
    1.5,
    2.0,
    2.5,
    3.5,
    100.25,
    127.5,
    255.5,
    32767.5,
    65535.5,
    8388607.5,
    8388608.0,
    16777216.0,
    2147483647.0,
    2147483647.5,
    2147483648.0,
    4503599627370495.5,
    9007199254740992.0,
    9223372036854775808.0,
    18446744073709551616.0,
];

/// Both ends of each binade and its middle, zeros, infinities, subnormal numbers and NaNs.
fn halves() -> Vec<u64> {
    let middles = (0..32u64).flat_map(|exponent| [exponent << 10, exponent << 10 | 0x200]);
    with_neighbours(middles, 15)
}

/// Numbers of few bits, whose products and sums reach the subnormal numbers and the largest
/// ones of the format, which are those of a 32-bit float.
fn bfloats() -> Vec<u64> {
    let exponents = [
        0, 1, 2, 40, 51, 52, 63, 64, 101, 102, 126, 127, 128, 190, 253, 254, 255,
    ];
    let magnitudes = exponents
        .into_iter()
        .flat_map(|e: u64| [e << 7, e << 7 | 0x40]);
    with_neighbours(magnitudes, 15)
}

fn floats32() -> Vec<u64> {
    let magnitudes = MAGNITUDES.map(|m| (m as f32).to_bits());
    let odd = [f32::MIN_POSITIVE, f32::MAX, f32::INFINITY].map(f32::to_bits);
    // Denormal, signalling and quiet NaNs.
    let raw = [
        1,
        0x0040_0000,
        0x7f80_0001,
        0x7fa0_0000,
        0x7fc0_0000,
        0x7fff_ffff,
    ];
    with_neighbours(
        magnitudes.iter().chain(&odd).chain(&raw).map(|&m| m.into()),
        31,
    )
}

fn floats64() -> Vec<u64> {
    let magnitudes = MAGNITUDES.map(f64::to_bits);
    let odd = [f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, f32::MAX.into()].map(f64::to_bits);
    let raw = [
        1,
        0x7ff0_0000_0000_0001,
        0x7ff4_0000_0000_0000,
        0x7ff8_0000_0000_0000,
        i64::MAX as u64,
    ];
    with_neighbours(magnitudes.iter().chain(&odd).chain(&raw).copied(), 63)
}

fn with_neighbours(magnitudes: impl Iterator<Item = u64>, sign: u32) -> Vec<u64> {
    let mask = (1u64 << sign) - 1;
    let mut all: Vec<u64> = magnitudes
        .flat_map(|m| [m.wrapping_sub(1) & mask, m, (m + 1) & mask])
        .flat_map(|m| [m, m | 1 << sign])
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Fills `bytes` with lanes of `lane_bits`; `lane` gives the value of each, numbered from
/// 0.
pub fn fill(bytes: &mut [u8], lane_bits: u32, mut lane: impl FnMut(usize) -> u64) {
    let width = (lane_bits / 8) as usize;
    for (i, chunk) in bytes.chunks_exact_mut(width).enumerate() {
        chunk.copy_from_slice(&lane(i).to_le_bytes()[..width]);
    }
}

pub fn lane_bits(shape: Shape) -> u32 {
    match shape {
        Shape::Int { bits, .. } | Shape::Float { bits, .. } | Shape::Index { bits, .. } => bits,
        Shape::BFloat { .. } => 16,
        Shape::Mask { .. } => 64,
        Shape::Memory | Shape::Immediate => 8,
    }
}

/// Random operands of one shape.
pub struct Mixture {
    /// Whether other values than the special ones would lead to addresses out of range.
    bounded: bool,
    bits: u32,
    /// The special values of the shape.
    own: Vec<u64>,
    /// Special values of other lane types, with their width.
    others: Vec<(u32, Vec<u64>)>,
}

impl Mixture {
    pub fn of(shape: Shape) -> Self {
        let float = |bits| Shape::Float { bits, lanes: 1 };
        let int = |bits| Shape::Int { bits, lanes: 1 };
        let others = [float(16), float(32), float(64), int(16), int(32)];
        Self {
            bounded: matches!(shape, Shape::Index { .. }),
            bits: lane_bits(shape),
            own: specials(shape),
            others: others.map(|o| (lane_bits(o), specials(o))).to_vec(),
        }
    }

    /// Fills a slot with raw bits, special values of its own or of another lane type, a
    /// small count in the low 64 bits, or one value in all lanes.
    pub fn fill(&self, bytes: &mut [u8], random: &mut Random) {
        match if self.bounded { 3 } else { random.below(8) } {
            0..=2 => fill(bytes, 64, |_| random.next()),
            3..=4 => fill(bytes, self.bits, |_| self.own[random.below(self.own.len())]),
            5 => {
                let (bits, values) = &self.others[random.below(self.others.len())];
                fill(bytes, *bits, |_| values[random.below(values.len())]);
            }
            6 => fill(bytes, 64, |lane| {
                random.next() % if lane == 0 { 80 } else { u64::MAX }
            }),
            _ => {
                let value = random.next();
                fill(bytes, self.bits, |_| value);
            }
        }
    }
}

/// Makes `n` operand vectors, alternately of random special values and of random mixtures.
pub fn sample(shapes: &[Shape], n: usize) -> Vec<Operands> {
    assert!(shapes.len() <= MOST_OPERANDS);
    let mut random = Random(shapes.len() as u64);
    let special: Vec<_> = shapes.iter().map(|&s| specials(s)).collect();
    let mixtures: Vec<_> = shapes.iter().map(|&s| Mixture::of(s)).collect();
    let mut all = vec![Aligned([0; SLOT * MOST_OPERANDS]); n];
    for (at, operands) in all.iter_mut().enumerate() {
        for (i, &shape) in shapes.iter().enumerate() {
            let slot = &mut operands.0[SLOT * i..][..shape.bytes().max(16)];
            let values = &special[i];
            match at % 2 {
                0 => fill(slot, lane_bits(shape), |_| {
                    values[random.below(values.len())]
                }),
                _ => mixtures[i].fill(slot, &mut random),
            }
        }
    }
    all
}
