//! The outputs that differ on any of the inputs tried.

use std::collections::BTreeMap;

use super::super::pair::Pair;
use super::trials::{Trials, same};
use crate::budgets::cause::{SPREAD_INPUTS, SPREAD_SIZES};
use crate::check::differing::Differing;
use crate::contract::Sizes;
use crate::side::{Place, name};
use crate::verdict::Spread;

/// For each output array, the elements that differ and those that do not. Arrays of one
/// element and the result are left out.
pub(super) fn spread(pair: &Pair<'_, '_>, trials: &Trials) -> Vec<Spread> {
    let mut arrays: BTreeMap<(usize, usize), Vec<bool>> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for trial in &trials.all {
        let Some(actual) = &trial.actual else {
            continue;
        };
        for (expected, actual) in trial.expected.iter().zip(actual) {
            let Place::Memory {
                param, index, leaf, ..
            } = expected.0
            else {
                continue;
            };
            let array = arrays.entry((param, leaf)).or_default();
            let index = index as usize;
            array.resize(array.len().max(index + 1), false);
            array[index] |= !same(expected.1, expected.2, actual.2);
            names
                .entry((param, leaf))
                .or_insert_with(|| parts(&name(pair.contract, expected.0)));
        }
    }
    let several = arrays.into_iter().filter(|(_, differs)| differs.len() > 1);
    let spread = several.filter_map(|(key, differs)| {
        let (output, member) = names.remove(&key)?;
        Some(Spread::of(output, member, &differs))
    });
    spread.collect()
}

/// Splits `dst[3].re` into `dst` and `.re`.
fn parts(name: &str) -> (String, String) {
    match (name.find('['), name.find(']')) {
        (Some(open), Some(close)) => (name[..open].to_owned(), name[close + 1..].to_owned()),
        _ => (name.to_owned(), String::new()),
    }
}

/// Divides sizes into those at which the versions differ on some input tried, and the
/// others.
pub(super) fn by_size(
    pair: &Pair<'_, '_>,
    differing: &Differing,
    sweep: &[Sizes],
) -> (Vec<Sizes>, Vec<Sizes>) {
    let (mut differ, mut equal) = (Vec::new(), Vec::new());
    for sizes in sweep.iter().take(SPREAD_SIZES) {
        match Trials::differ_at(pair, differing, sizes, SPREAD_INPUTS) {
            Some(true) => differ.push(sizes.clone()),
            Some(false) => equal.push(sizes.clone()),
            None => return (differ, equal),
        }
    }
    (differ, equal)
}
