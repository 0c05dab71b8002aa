//! Brings drawn values into the ranges of the contract.

use fastrand::Rng;
use term::Format;

use super::claim::integer_bounds;
use super::pool::{Kind, Pool, decode, encode};
use super::random::pick;
use crate::contract::Range;

/// Returns `value` if it is within the range, otherwise a random value that is.
pub(super) fn fit(random: &mut Rng, pool: &Pool, range: Range, value: u128) -> u128 {
    let value = pool.mask(value);
    match pool.kind {
        Kind::Float(format) => {
            if in_range(format, value, range) {
                return value;
            }
            let unit = random.u64(..) as f64 / u64::MAX as f64;
            let inside = lerp(range, unit);
            let choice = pick(
                random,
                &[range.low, range.high, inside, inside, inside.round()],
            );
            let bits = encode(pool.kind, pool.width, choice);
            if in_range(format, bits, range) {
                bits
            } else {
                encode(pool.kind, pool.width, inside)
            }
        }
        Kind::Int { signed } => {
            let Some((low, high)) = integer_bounds(pool.width, signed, range) else {
                return value;
            };
            let offset = pool.sign_extend(value).wrapping_sub(low);
            match high.wrapping_sub(low).checked_add(1) {
                Some(size) if offset >= size => {
                    let r = random.u128(..);
                    let offset = pick(random, &[0, size - 1, r % size, r % size]);
                    pool.mask(low.wrapping_add(offset))
                }
                _ => value,
            }
        }
    }
}

/// Whether a float is within a range; a NaN is not.
fn in_range(format: Format, bits: u128, range: Range) -> bool {
    let number = decode(Kind::Float(format), format.width(), bits);
    range.low <= number && number <= range.high
}

/// The number at the fraction `unit` (0 to 1) of a range.
fn lerp(range: Range, unit: f64) -> f64 {
    // In this form no intermediate result overflows.
    range.low * (1.0 - unit) + range.high * unit
}
