//! The values of a size that the user leaves open.

use std::collections::BTreeSet;

use super::names;
use crate::contract::{Comparison, Contract, Length, Sizes, Term};

/// The values of a size beside those that were chosen before: those that relations state, or the
/// default ones. `free` counts the sizes that are open, strides aside.
pub(super) fn open(
    contract: &Contract,
    (name, is_stride): (&str, bool),
    free: usize,
    chosen: &Sizes,
) -> Vec<i64> {
    let related = || is_stride.then(|| related_strides(contract, name, chosen));
    stated(contract, name, free)
        .or_else(|| related().flatten())
        .unwrap_or_else(|| by_default(name, free, chosen))
}

/// The default values of a size: zero and every remainder of the usual vector widths, fewer
/// of them the more variables there are.
fn by_default(name: &str, free: usize, chosen: &Sizes) -> Vec<i64> {
    let width = chosen
        .iter()
        .find(|(v, _)| names::is_width(v))
        .map(|(_, w)| *w);
    if let Some(width) = width.filter(|_| names::is_stride(name)) {
        return vec![width, width + 3];
    }
    if names::is_height(name) && free > 1 {
        return vec![0, 1, 2, 3, 5];
    }
    match free {
        0 | 1 => (0..=20).chain([31, 32, 33, 64]).collect(),
        2 => vec![0, 1, 2, 3, 4, 7, 8, 9, 16, 17],
        3 => vec![0, 1, 2, 4, 5, 9],
        _ => vec![0, 1, 4, 5],
    }
}

/// The largest bound from which on a size has every remainder that the default sizes have.
const LEAST_OF_ALL: i64 = 64;

/// The bounds that relations state for a size.
#[derive(Default)]
struct Bounds {
    /// The least value.
    least: Option<i64>,
    /// The only value.
    fixed: Option<i64>,
}

impl Bounds {
    /// The bounds of a size that follow from the sizes that were chosen.
    fn of(contract: &Contract, name: &str, chosen: &Sizes) -> Bounds {
        let is_size = |term: &Term| matches!(term, Term::Size(Length::Var(own)) if own == name);
        let number = |term: &Term| i64::try_from(term.value(chosen, &[])?).ok();
        let mut bounds = Bounds::default();
        for relation in &contract.relations {
            let (left, right) = (&relation.left, &relation.right);
            let least = match relation.comparison {
                Comparison::Equal if is_size(left) => {
                    bounds.fixed = number(right).or(bounds.fixed);
                    None
                }
                Comparison::Equal if is_size(right) => {
                    bounds.fixed = number(left).or(bounds.fixed);
                    None
                }
                Comparison::Less if is_size(right) => number(left).map(|bound| bound + 1),
                Comparison::LessOrEqual if is_size(right) => number(left),
                _ => None,
            };
            bounds.least = bounds.least.max(least);
        }
        bounds
    }
}

/// The values of a size that relations with numbers fix, or those that they leave where the
/// smallest default ones are too small; `None` where no relation says so.
fn stated(contract: &Contract, name: &str, free: usize) -> Option<Vec<i64>> {
    let bounds = Bounds::of(contract, name, &Sizes::new());
    if let Some(fixed) = bounds.fixed {
        return Some(vec![fixed]);
    }
    let least = bounds.least.filter(|least| *least > 4)?;
    let first = least..least + 5;
    let values: BTreeSet<i64> = match (free, least) {
        (0 | 1, ..=LEAST_OF_ALL) => {
            let defaults = by_default(name, free, &Sizes::new()).into_iter();
            let further = defaults.clone().map(|value| value + least);
            let defaults = defaults.filter(|value| *value >= least);
            first.chain(defaults).chain(further).collect()
        }
        _ => first.collect(),
    };
    Some(values.into_iter().collect())
}

/// The values of a stride that relations leave beside the sizes chosen before, where they say more
/// than that it is at least the width: `pitch >= 4*w`.
fn related_strides(contract: &Contract, name: &str, chosen: &Sizes) -> Option<Vec<i64>> {
    let bounds = Bounds::of(contract, name, chosen);
    if let Some(fixed) = bounds.fixed {
        return Some(vec![fixed]);
    }
    let widths = chosen.iter().filter(|(other, _)| names::is_width(other));
    let width = widths.map(|(_, width)| *width).max();
    let least = bounds.least.filter(|least| Some(*least) > width)?;
    Some(vec![least, least + 3])
}
