//! Fewer sizes where a launch at each of them takes long.

use super::subject::Subject;
use crate::budgets::sizes::SWEEP_ROUNDS;
use crate::contract::Sizes;
use crate::frontend::sizes::SizeRange;

/// Values to keep of a size that is left open, most of them first. Each list has zero, one,
/// and sizes that are no multiple of another.
const KEPT: [&[i64]; 3] = [
    &[0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 33],
    &[0, 1, 2, 3, 5, 9],
    &[0, 1, 2, 5],
];

/// The sizes of a sweep that are executed: all of them, unless that takes too many rounds.
/// `items` says how many work-items there are at a size.
pub(super) fn thinned(
    subject: &Subject,
    sweep: Vec<Sizes>,
    given: &[SizeRange],
    items: impl Fn(&Sizes) -> Option<u64>,
) -> Vec<Sizes> {
    let rounds = |sizes: &Sizes| {
        let sizes_of = sizes.values().map(|size| size.unsigned_abs().max(1));
        sizes_of.chain(items(sizes)).fold(1, u64::saturating_mul)
    };
    let cost = |sweep: &[Sizes]| sweep.iter().map(rounds).fold(0, u64::saturating_add);
    let is_open = |name: &String| {
        let is_given = given.iter().any(|range| range.name.part() == name);
        let listed = crate::frontend::sizes::listed_values(&subject.contract, name);
        !is_given && listed.is_none()
    };
    let mut best = sweep;
    for kept in KEPT {
        if cost(&best) <= SWEEP_ROUNDS {
            break;
        }
        let is_kept = |sizes: &&Sizes| {
            let mut open = sizes.iter().filter(|(name, _)| is_open(name));
            open.all(|(_, value)| kept.contains(value))
        };
        let fewer: Vec<Sizes> = best.iter().filter(is_kept).cloned().collect();
        // Relations may leave none of them.
        if fewer.is_empty() {
            break;
        }
        best = fewer;
    }
    best
}
