//! Inputs near the one on which versions were found to differ.
//!
//! What decides a result by one element of many, such as a search or the question whether all
//! elements are small, gives one result on almost every ordinary input, whatever a port does.

use std::collections::{BTreeMap, BTreeSet};

use term::{Arena, SymbolId};

use crate::budgets::cause::{
    FLIPPED_BITS, NEIGHBOURS_BETWEEN, NEIGHBOURS_CHANGED, NEIGHBOURS_CONSTANTS, NEIGHBOURS_MOVED,
    NEIGHBOURS_RARE, OWN_VALUES,
};
use crate::check::differing::Differing;
use crate::contract::Scalar;
use crate::equiv::Witness;
use crate::side::Inputs;

/// What is added to all integers of an input: what is equal stays so.
const OFFSETS: [u128; 4] = [1, 2, 7, 100];

/// The admitted inputs among these: the one of `differing` with its elements moved, with one
/// value of another input, with its rarest value replaced by each of `constants`, with other rare
/// values replaced by each of `limits`, and with all integers increased; one value of it among
/// those of another input; and its values in turn with those of another input. `others` is not
/// empty.
pub(super) fn neighbours(
    (arena, inputs): (&Arena, &Inputs),
    differing: &Differing,
    (others, constants, limits): (&[Witness], &[u128], &[u128]),
) -> Vec<Witness> {
    let first = differing.witness(arena, inputs);
    let scalars: Vec<(SymbolId, Scalar)> = inputs
        .scalars()
        .filter_map(|(term, scalar)| Some((arena.symbol_id(term)?, scalar)))
        .collect();
    let value = |witness: &Witness, symbol: SymbolId| {
        witness.values.get(&symbol).copied().unwrap_or_default()
    };
    let few = |most: usize| scalars.len().div_ceil(most).max(1);
    let mut all = Vec::new();
    for from in (1..scalars.len()).step_by(few(NEIGHBOURS_MOVED)) {
        all.push(differing.repeated(arena, inputs, (inputs, from)));
    }
    let integers = scalars.iter().filter_map(|(symbol, scalar)| match scalar {
        Scalar::Int { bits, .. } => Some((*symbol, u128::MAX >> (128 - u32::from(*bits)))),
        Scalar::Float { .. } => None,
    });
    let integers: Vec<(SymbolId, u128)> = integers.collect();
    let mut counts: BTreeMap<u128, usize> = BTreeMap::new();
    for (symbol, _) in &integers {
        *counts.entry(value(&first, *symbol)).or_default() += 1;
    }
    let mut rare: Vec<(u128, usize)> = counts.into_iter().collect();
    rare.sort_by_key(|(_, count)| *count);
    let replaced = |own: u128, constant: u128| {
        let mut other = first.clone();
        for (symbol, mask) in &integers {
            if value(&first, *symbol) == own {
                other.values.insert(*symbol, constant & mask);
            }
        }
        other
    };
    if let Some((rarest, _)) = rare.first() {
        let constants = constants.iter().take(NEIGHBOURS_CONSTANTS);
        all.extend(constants.map(|constant| replaced(*rarest, *constant)));
    }
    for (own, _) in rare.iter().skip(1).take(NEIGHBOURS_RARE) {
        let limits = limits.iter().take(NEIGHBOURS_BETWEEN);
        all.extend(limits.map(|limit| replaced(*own, *limit)));
    }
    for offset in OFFSETS {
        let mut other = first.clone();
        for (symbol, mask) in &integers {
            let sum = value(&first, *symbol).wrapping_add(offset) & mask;
            other.values.insert(*symbol, sum);
        }
        all.push(other);
    }
    let places = scalars.iter().step_by(few(NEIGHBOURS_CHANGED));
    for (place, (symbol, _)) in places.enumerate() {
        let other = &others[place % others.len()];
        let mut changed = first.clone();
        changed.values.insert(*symbol, value(other, *symbol));
        let mut lone = other.clone();
        lone.values.insert(*symbol, value(&first, *symbol));
        let mut mixed = first.clone();
        for (at, (symbol, _)) in scalars.iter().enumerate() {
            if at / (1 + place / 2) % 2 == place % 2 {
                mixed.values.insert(*symbol, value(other, *symbol));
            }
        }
        all.extend([changed, lone, mixed]);
    }
    for witness in &mut all {
        inputs.arrange(witness);
    }
    all.retain(|witness| {
        let mut scalars = scalars.iter();
        scalars.all(|of| is_in_range(inputs, *of, value(witness, of.0)))
            && inputs.admits(arena, witness)
    });
    all
}

/// Numbers between neighbours among the integers of 32 bits in a list, and these themselves: on
/// either side of each limit, code takes another way.
pub(super) fn between(constants: &[u128]) -> Vec<u128> {
    let fits = |constant: &u128| i32::try_from(*constant as i128).ok();
    let mut limits: Vec<i32> = constants.iter().filter_map(fits).collect();
    limits.sort_unstable();
    limits.dedup();
    let pairs = limits
        .windows(2)
        .filter(|pair| pair[1].abs_diff(pair[0]) > 1);
    let middle = |pair: &[i32]| pair[0] + (pair[1].abs_diff(pair[0]) / 2) as i32;
    let all: Vec<i32> = pairs.map(middle).chain(limits.iter().copied()).collect();
    all.into_iter()
        .map(|number| i128::from(number) as u128)
        .collect()
}

/// Numbers near the greatest values of an input. A repair by such a number moves a special case
/// to other inputs, which show it: where a wrong port tests for 77, it tests for 76.
pub(super) fn beside(input: &Witness) -> impl Iterator<Item = u128> {
    let values: BTreeSet<u128> = input.values.values().copied().collect();
    let values = values.into_iter().rev().take(OWN_VALUES);
    values.flat_map(|value| {
        let near = [1, 2].map(|by| [value.wrapping_add(by), value.wrapping_sub(by)]);
        let other = [value << 1, value >> 1, value.wrapping_neg(), !value];
        let flips = (0..FLIPPED_BITS).map(move |bit| value ^ 1 << bit);
        near.into_iter().flatten().chain(other).chain(flips)
    })
}

/// Whether a value is in the range of an input, and in its list of values.
fn is_in_range(inputs: &Inputs, (symbol, scalar): (SymbolId, Scalar), bits: u128) -> bool {
    let number = match scalar {
        Scalar::Int {
            bits: width,
            signed: true,
        } => term::signed(bits, width) as f64,
        Scalar::Int { .. } => bits as f64,
        Scalar::Float { format } => format.to_f64(bits),
    };
    let range = inputs.ranges.get(&symbol);
    let within = range.is_none_or(|range| (range.low..=range.high).contains(&number));
    let mask = u128::MAX >> (128 - u32::from(scalar.bits()));
    let listed = inputs.listed.get(&symbol);
    within && listed.is_none_or(|all| all.iter().any(|one| one & mask == bits))
}
