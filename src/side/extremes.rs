//! Extreme inputs, on which arithmetic is most likely undefined.

use fastrand::Rng;
use term::{Arena, Format, Rounding};

use super::inputs::Inputs;
use crate::budgets::trials::EXTREME_TRIALS;
use crate::contract::{Range, Scalar};
use crate::equiv::Witness;

/// The choice at which floats without a range are NaNs.
const NAN: usize = 18;

/// Floats next to the bounds of integer types, where conversions overflow.
const EDGES: [f64; 18] = [
    -1.0,
    128.0,
    -129.0,
    255.5,
    256.0,
    300.0,
    32768.0,
    -32769.0,
    65536.0,
    70000.0,
    2147483648.0,
    -2147483904.0,
    4294967296.0,
    3e9,
    1e10,
    -1e10,
    1e19,
    2e19,
];

/// Inputs of extreme values: first the same choice for all scalars, then two choices in
/// turn, then NaNs, then a random choice for each. Deterministic.
pub fn extremes<'i>(arena: &Arena, inputs: &'i Inputs) -> impl Iterator<Item = Witness> + use<'i> {
    let mut random = Rng::with_seed(0x2545_f491_4f6c_dd1d);
    let symbols: Vec<_> = inputs
        .scalars()
        .filter_map(|(term, scalar)| Some((arena.symbol_id(term)?, scalar)))
        .map(|(symbol, scalar)| (symbol, scalar, inputs.ranges.get(&symbol).copied()))
        .collect();
    (0..EXTREME_TRIALS).map(move |trial| {
        let mut witness = Witness::default();
        for (place, (symbol, scalar, range)) in symbols.iter().enumerate() {
            let choice = match trial {
                // First one choice for all symbols, then two choices in alternation.
                0..24 => trial,
                24..32 => (trial - 24) * 2 + place % 2,
                32..40 => NAN,
                _ => random.usize(..48),
            };
            let bits = value(&mut random, *scalar, range.as_ref(), choice);
            witness.values.insert(*symbol, bits);
        }
        inputs.arrange(&mut witness);
        witness
    })
}

fn value(random: &mut Rng, scalar: Scalar, range: Option<&Range>, choice: usize) -> u128 {
    match scalar {
        Scalar::Int { bits, signed } => {
            let mask = u128::MAX >> (128 - u32::from(bits));
            let (low, high) = match (range, signed) {
                (Some(range), _) => (range.low as i128, range.high as i128),
                (None, true) => (i128::MIN >> (128 - bits), i128::MAX >> (128 - bits)),
                (None, false) => (0, (mask >> u8::from(bits == 128)) as i128),
            };
            let x = match choice % 8 {
                0 => high,
                1 => low,
                2 => high / 2 + 1,
                3 => low / 2 - i128::from(low < 0),
                4 => 1,
                5 => -1,
                6 => 0,
                _ => {
                    let span = (high.wrapping_sub(low) as u128).saturating_add(1);
                    let drawn = random.u128(..);
                    low.wrapping_add((drawn % span) as i128)
                }
            };
            x.clamp(low, high) as u128 & mask
        }
        Scalar::Float { format } => {
            let x = match (range, choice) {
                (Some(range), _) => match choice % 3 {
                    0 => range.high,
                    1 => range.low,
                    _ => range.low + random.f64() * (range.high - range.low),
                },
                (None, 0..18) => EDGES[choice],
                (None, NAN | 31..36) => return nan(random, format),
                (None, 19) => f64::INFINITY,
                (None, 20) => f64::NEG_INFINITY,
                (None, 21..31) => EDGES[choice - 21] * (1.0 + random.f64()),
                (None, _) => {
                    let sign = if random.bool() { 1.0 } else { -1.0 };
                    sign * random.f64() * 2f64.powi(random.i32(0..40))
                }
            };
            format.from_f64(x, Rounding::NearestEven)
        }
    }
}

/// A NaN with a random sign, quiet or signalling.
fn nan(random: &mut Rng, format: Format) -> u128 {
    let payload = u128::from(random.u64(..)) & (format.sign_mask() - 1) & !format.infinity();
    let sign = if random.bool() { 0 } else { format.sign_mask() };
    sign | format.infinity() | payload | 1
}
