//! Negative values of several sizes at once, such as the corner of a rectangle that lies outside
//! of an image.
//!
//! Coverage asks for a negative value of one size where a branch tests it; what two such tests do
//! together is executed here.

use crate::contract::{Contract, Sizes};
use crate::frontend::sizes::is_admissible;

/// The value that the other sizes take, if it was tried: not the smallest, so that all loops run.
const USUAL: i64 = 4;

/// The largest number of sizes whose negative values are combined.
const COMBINED: usize = 5;

/// The combinations of the negative values of sizes that were tried one at a time, beside usual
/// values of the other sizes.
pub(super) fn crossed(contract: &Contract, tried: &[Sizes]) -> Vec<Sizes> {
    let Some(first) = tried.first() else {
        return Vec::new();
    };
    let negative = |name: &str| {
        let values = tried.iter().map(|sizes| sizes[name]);
        values.filter(|value| *value < 0).max()
    };
    let usual = |name: &str| {
        let mut values: Vec<i64> = tried.iter().map(|sizes| sizes[name]).collect();
        values.sort_by_key(|value| ((*value - USUAL).abs(), *value));
        values.first().copied().unwrap_or(USUAL)
    };
    let moved: Vec<(&String, i64)> = first
        .keys()
        .filter_map(|name| Some((name, negative(name)?)))
        .take(COMBINED)
        .collect();
    if first.len() < 2 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for chosen in 1..1usize << moved.len() {
        let is_chosen = |at: usize| chosen >> at & 1 == 1;
        let mut sizes: Sizes = first
            .keys()
            .map(|name| (name.clone(), usual(name)))
            .collect();
        for (at, (name, value)) in moved.iter().enumerate() {
            sizes.insert((*name).clone(), if is_chosen(at) { *value } else { 0 });
        }
        // Two sizes of one value may be the ends of an empty range.
        let lowered = (0..moved.len()).filter(|at| is_chosen(*at) && chosen.count_ones() > 1);
        let lowered = lowered.map(|at| {
            let (name, value) = moved[at];
            let mut sizes = sizes.clone();
            sizes.insert(name.clone(), value - 1);
            sizes
        });
        let all: Vec<Sizes> = lowered.chain([sizes.clone()]).collect();
        let is_new = |sizes: &Sizes| is_admissible(contract, sizes) && !tried.contains(sizes);
        found.extend(all.into_iter().filter(is_new));
    }
    found
}
