//! Sizes without gaps, for versions whose results are computed from a size.
//!
//! The result of `table[n & 255]` or `sum / n` at one size says nothing of the next size,
//! and coverage of the code says nothing of table entries that were not read. Both versions
//! are therefore executed concretely at every size from zero on: as many as a table has
//! bytes if a size indexes one, and at multiples of the divisors of sizes. So they are where a
//! state that a loop leaves meets a condition on a size, and at the sizes behind a constant that
//! the condition may name.

use std::collections::BTreeSet;

use super::pair::Pair;
use super::trials::OTHERS;
use crate::budgets::sizes::{EACH_ELEMENTS, EACH_SIZE, NAMED_SIZE, STATES, TABLE_ENTRIES};
use crate::contract::Sizes;
use crate::coverage::SizeData;
use crate::frontend::sizes;

impl Pair<'_, '_> {
    /// The sizes to try for results that are computed from sizes; `named` are the integers in the
    /// code.
    pub(super) fn each(&self, data: &SizeData, named: &[i64]) -> Vec<Sizes> {
        let mut values = match data.counts {
            true => values(data),
            false => Vec::new(),
        };
        if data.meets {
            values.extend(in_states(named));
        }
        values.sort_unstable();
        values.dedup();
        self.each_of(&values)
    }

    /// The sizes at which states that loops leave are looked at; `named` are the integers in the
    /// code.
    pub(super) fn each_state(&self, named: &[i64]) -> Vec<Sizes> {
        self.each_of(&in_states(named))
    }

    /// Sizes of which each variable in turn takes every value, while the others are fixed.
    fn each_of(&self, values: &[i64]) -> Vec<Sizes> {
        let names = &self.contract.size_variables;
        let mut all = Vec::new();
        for alone in names.iter().filter(|name| self.given_size(name).is_none()) {
            let mut work = 0u64;
            for value in values {
                let size = |name: &String| match name == alone || sizes::is_stride(names, name) {
                    true => *value,
                    false => OTHERS[1],
                };
                let size = |name: &String| {
                    self.given_size(name)
                        .map_or(size(name), |range| range.nearest(size(name)))
                };
                let sizes: Sizes = names.iter().map(|n| (n.clone(), size(n))).collect();
                if !self.has_room(&sizes) {
                    continue;
                }
                work = work.saturating_add(self.elements(&sizes).max(1));
                if work > EACH_ELEMENTS {
                    break;
                }
                all.push(sizes);
            }
        }
        all
    }
}

/// Every value up to the last one, and the values behind each integer beyond.
fn in_states(named: &[i64]) -> Vec<i64> {
    let beyond = named
        .iter()
        .filter(|v| (EACH_SIZE..=NAMED_SIZE).contains(*v));
    let beyond: BTreeSet<i64> = beyond.flat_map(|v| v + 1..=v + STATES).collect();
    (0..=EACH_SIZE).chain(beyond).collect()
}

/// Every value up to the last one, and the multiples of each divisor for every entry of a
/// table.
fn values(data: &SizeData) -> Vec<i64> {
    let entries = i64::try_from(data.table).unwrap_or(i64::MAX);
    let entries = entries.min(TABLE_ENTRIES);
    let mut values: Vec<i64> = (0..=EACH_SIZE.max(entries)).collect();
    let known = values.len() as i64;
    if entries > 0 {
        for divisor in &data.divisors {
            let multiples = (0..entries).map(|entry| entry * divisor.cast_signed());
            values.extend(multiples.filter(|value| *value >= known));
        }
    }
    values
}
