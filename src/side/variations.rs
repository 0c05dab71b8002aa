//! Inputs near a given one, and inputs of few special values.
//!
//! Numbers that are drawn at random are rarely equal, zero or a bound; what depends on that
//! shows on these inputs.

use fastrand::Rng;
use term::{Arena, Rounding};

use super::inputs::Inputs;
use super::ordinary;
use crate::budgets::trials::VARIATION_TRIALS;
use crate::contract::{Range, Scalar};
use crate::equiv::Witness;

/// Floats at which results change their kind.
const FLOATS: [f64; 9] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Inputs whose scalars are those of `from`, those of another place of `from`, special
/// values, or ordinary ones; those with a range stay in it. Those with a list of values are
/// ordinary. Deterministic.
pub fn variations<'i>(
    arena: &'i Arena,
    inputs: &'i Inputs,
    from: &'i Witness,
) -> impl Iterator<Item = Witness> + use<'i> {
    let mut random = Rng::with_seed(0xd1b5_4a32_d192_ed03);
    let symbols: Vec<_> = inputs
        .scalars()
        .filter_map(|(term, scalar)| Some((arena.symbol_id(term)?, scalar)))
        .map(|(symbol, scalar)| (symbol, (scalar, inputs.ranges.get(&symbol).copied())))
        .collect();
    (0..VARIATION_TRIALS).map(move |trial| {
        let mut witness = ordinary::drawn_by(arena, inputs, &mut random);
        for (symbol, of) in &symbols {
            if inputs.listed.contains_key(symbol) {
                continue;
            }
            let choice = match trial % 3 {
                0 => random.u64(..8),
                1 => random.u64(..4),
                _ => 3 + random.u64(..2),
            };
            let other = symbols[random.usize(..symbols.len())];
            let bits = match choice {
                0 => from.values.get(symbol).copied(),
                1 if other.1 == *of => from.values.get(&other.0).copied(),
                2 if other.1 == *of => witness.values.get(&other.0).copied(),
                3 => Some(special(&mut random, *of)),
                _ => None,
            };
            if let Some(bits) = bits {
                witness.values.insert(*symbol, bits);
            }
        }
        inputs.arrange(&mut witness);
        witness
    })
}

/// A special value of a type, or of a range of it.
fn special(random: &mut Rng, (scalar, range): (Scalar, Option<Range>)) -> u128 {
    match scalar {
        Scalar::Int { bits, .. } => {
            let mask = u128::MAX >> (128 - u32::from(bits));
            let top = 1u128 << (bits - 1);
            let all = match range {
                Some(range) => {
                    let (low, high) = (range.low as i128, range.high as i128);
                    let near = [
                        low,
                        high,
                        0,
                        1,
                        low.saturating_add(1),
                        high.saturating_sub(1),
                    ];
                    near.map(|x| x.clamp(low, high.max(low)) as u128)
                }
                None => [0, 1, 2, mask, top, top - 1],
            };
            all[random.usize(..all.len())] & mask
        }
        Scalar::Float { format } => {
            let x = FLOATS[random.usize(..FLOATS.len())];
            let x = match range {
                Some(_) if x.is_nan() => 0.0,
                Some(range) => x.clamp(range.low, range.high.max(range.low)),
                None => x,
            };
            format.from_f64(x, Rounding::NearestEven)
        }
    }
}
