//! The numbers of an execution at several lane widths.

use rustc_hash::{FxHashMap, FxHashSet};

use super::traced::Traced;

/// The lane widths, in bits, at which values are compared.
pub(super) const WIDTHS: [u8; 4] = [8, 16, 32, 64];

/// Splits a vector's bits into lanes of another width.
pub(super) fn recut(bits: u8, lanes: &[u128], width: u8) -> Vec<u128> {
    let all: Vec<bool> = lanes
        .iter()
        .flat_map(|lane| (0..bits).map(move |bit| lane >> bit & 1 == 1))
        .collect();
    all.chunks(usize::from(width))
        .map(|chunk| {
            let bits = chunk.iter().enumerate();
            bits.fold(0, |lane, (at, bit)| lane | u128::from(*bit) << at)
        })
        .collect()
}

/// Every number that the reference reads or computes, truncated to each width that is not
/// wider.
pub(super) fn numbers(reference: &Traced) -> FxHashMap<u8, FxHashSet<u128>> {
    let mut known: FxHashMap<u8, FxHashSet<u128>> = FxHashMap::default();
    for width in WIDTHS {
        let mask = u128::MAX >> (128 - u32::from(width));
        known.insert(width, FxHashSet::from_iter([0, 1, mask]));
    }
    let mut add = |bits: u8, value: u128| {
        for width in WIDTHS {
            let mask = u128::MAX >> (128 - u32::from(width));
            if width <= bits {
                known.entry(width).or_default().insert(value & mask);
            }
        }
    };
    for (bits, lanes) in reference
        .trace
        .steps
        .iter()
        .filter_map(|s| s.value.as_ref())
    {
        lanes.iter().for_each(|lane| add(*bits, *lane));
    }
    for (bits, value) in &reference.inputs {
        add(*bits, *value);
    }
    known
}
