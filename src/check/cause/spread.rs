//! The outputs that differ on any of the inputs tried.

use std::collections::BTreeMap;

use super::super::pair::Pair;
use super::trials::{Trials, unlike};
use crate::budgets::cause::{SPREAD_INPUTS, SPREAD_SIZES};
use crate::check::differing::Differing;
use crate::contract::Sizes;
use crate::side::{Place, parts};
use crate::verdict::Spread;

/// For each output array, the elements that differ and those that do not. Arrays of one
/// element and the result are left out.
pub(super) fn spread(
    pair: &Pair<'_, '_>,
    trials: &mut Trials,
    differing: &Differing,
) -> Vec<Spread> {
    let mut arrays: BTreeMap<(usize, usize), Vec<bool>> = BTreeMap::new();
    let mut names = BTreeMap::new();
    let moved = trials.moved(pair, differing);
    let moved = moved.iter().map(|(expected, actual)| (expected, actual));
    let known = trials.all.iter().map(|t| (&t.expected, &t.actual));
    for (expected, actual) in known.chain(moved) {
        let Some(actual) = actual else {
            continue;
        };
        for (expected, actual) in expected.iter().zip(actual) {
            let Place::Memory {
                param, index, leaf, ..
            } = expected.0
            else {
                continue;
            };
            let array = arrays.entry((param, leaf)).or_default();
            let index = index as usize;
            array.resize(array.len().max(index + 1), false);
            array[index] |=
                unlike(expected.1, expected.2, actual.2) || expected.0 == differing.place;
            names
                .entry((param, leaf))
                .or_insert_with(|| parts(pair.contract, expected.0));
        }
    }
    let several = arrays.into_iter().filter(|(_, differs)| differs.len() > 1);
    let spread = several.filter_map(|(key, differs)| {
        let (output, _, member) = names.remove(&key)?;
        Some(Spread::of(output, member, &differs))
    });
    spread.collect()
}

/// Restricts sizes at which versions differ, and sizes at which they agree, to the first size
/// by whose values alone they can be told apart; `None` if there is none.
pub(super) fn apart(differ: &[Sizes], equal: &[Sizes]) -> Option<(Vec<Sizes>, Vec<Sizes>)> {
    let first = differ.first().filter(|_| !equal.is_empty())?;
    first.keys().find_map(|name| {
        let only = |all: &[Sizes]| -> Vec<Sizes> {
            let values = all.iter().filter_map(|sizes| sizes.get(name));
            let values = values.map(|value| Sizes::from([(name.clone(), *value)]));
            values.collect()
        };
        let (differ, equal) = (only(differ), only(equal));
        let disjoint = differ.iter().all(|sizes| !equal.contains(sizes));
        disjoint.then_some((differ, equal))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_apart_by_one_of_them() {
        let at = |(n, m): (i64, i64)| Sizes::from([("m".to_owned(), m), ("n".to_owned(), n)]);
        let all = |pairs: &[(i64, i64)]| pairs.iter().copied().map(at).collect::<Vec<_>>();
        let values = |sizes: &[Sizes]| -> Vec<i64> { sizes.iter().map(|s| s["n"]).collect() };
        let (differ, equal) = (all(&[(0, 1), (0, 2)]), all(&[(1, 1), (2, 2)]));
        let (differ, equal) = apart(&differ, &equal).expect("n tells them apart");
        assert_eq!((values(&differ), values(&equal)), (vec![0, 0], vec![1, 2]));
        // Only both sizes together tell these apart.
        assert_eq!(
            apart(&all(&[(0, 0), (1, 1)]), &all(&[(0, 1), (1, 0)])),
            None
        );
        assert_eq!(apart(&all(&[(0, 0)]), &[]), None);
    }
}
