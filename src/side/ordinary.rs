//! Inputs for running both versions natively in search of a mismatch.
//!
//! They serve results that rest on instructions or functions whose values only the machine
//! knows (`rsqrtps`, libm): the ladder can suspect a difference of these, but not evaluate
//! it.

use fastrand::Rng;
use term::{Arena, Assignment, Cone, Evaluator, Rounding, TermId};

use super::inputs::Inputs;
use crate::budgets::trials::{ADMITTED_DRAWS, ORDINARY_TRIALS};
use crate::contract::{Range, Scalar};
use crate::equiv::Witness;

/// Seed of the sequence of inputs.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// Inputs that satisfy `path`, spread over ordinary values: random integers, and floats of
/// magnitudes from 2^-8 to 2^9. Deterministic.
pub fn candidates(arena: &Arena, inputs: &Inputs, path: &[TermId]) -> Vec<Witness> {
    let cone = Cone::of(arena, path);
    let mut evaluator = Evaluator::new(arena, &cone);
    let mut random = Rng::with_seed(SEED);
    let mut found = Vec::new();
    for _ in 0..ORDINARY_TRIALS {
        let witness = drawn_by(arena, inputs, &mut random);
        evaluator.run(&witness as &dyn Assignment);
        if path
            .iter()
            .all(|condition| evaluator.value(*condition) == 1)
        {
            found.push(witness);
        }
    }
    found
}

/// An ordinary input that is admitted; `None` if none of a fixed number is.
pub fn arbitrary(arena: &Arena, inputs: &Inputs) -> Option<Witness> {
    let mut conditions = inputs.conditions.iter();
    if conditions.any(|condition| arena.constant_value(*condition) == Some(0)) {
        return None;
    }
    let mut random = Rng::with_seed(SEED);
    let mut drawn = (0..ADMITTED_DRAWS).map(|_| drawn_by(arena, inputs, &mut random));
    drawn.find(|witness| inputs.admits(arena, witness))
}

/// An ordinary input, admitted or not.
pub fn ordinary(arena: &Arena, inputs: &Inputs) -> Witness {
    drawn_by(arena, inputs, &mut Rng::with_seed(SEED))
}

/// The next ordinary input of a sequence, admitted or not.
pub(super) fn drawn_by(arena: &Arena, inputs: &Inputs, random: &mut Rng) -> Witness {
    let mut witness = Witness::default();
    for (term, scalar) in inputs.scalars() {
        if let Some(symbol) = arena.symbol_id(term) {
            let bits = match inputs.listed.get(&symbol) {
                Some(values) if !values.is_empty() => {
                    let bits = values[random.usize(..values.len())];
                    bits & (u128::MAX >> (128 - u32::from(scalar.bits())))
                }
                _ => value(random, scalar, inputs.ranges.get(&symbol)),
            };
            witness.values.insert(symbol, bits);
        }
    }
    inputs.arrange(&mut witness);
    witness
}

fn value(random: &mut Rng, scalar: Scalar, range: Option<&Range>) -> u128 {
    match scalar {
        Scalar::Int { bits, .. } => {
            let x = match range {
                Some(r) => (r.low + random.f64() * (r.high - r.low)) as i128 as u128,
                None => random.u128(..),
            };
            x & (u128::MAX >> (128 - u32::from(bits)))
        }
        Scalar::Float { format } => {
            let x = match range {
                Some(r) => r.low + random.f64() * (r.high - r.low),
                None => {
                    let sign = if random.bool() { 1.0 } else { -1.0 };
                    let exponent = random.i32(0..17) - 8;
                    sign * (1.0 + random.f64()) * 2f64.powi(exponent)
                }
            };
            format.from_f64(x, Rounding::NearestEven)
        }
    }
}
