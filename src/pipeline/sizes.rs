//! Formatting of sizes for people.

use std::collections::BTreeSet;

use crate::contract::Sizes;

/// Formats one size assignment: `n = 4, w = 16`.
pub fn show(sizes: &Sizes) -> String {
    sizes
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Formats a sweep: `n = 1..64`, `n = 1..20, 31..33, 64; w = 16`. Where not every combination of
/// the values is in it, the number of those that are comes first.
pub fn describe(sweep: &[Sizes]) -> String {
    let Some(first) = sweep.first() else {
        return String::new();
    };
    let mut parts = Vec::new();
    let mut all: usize = 1;
    for name in first.keys() {
        let mut values: Vec<i64> = sweep.iter().map(|s| s[name]).collect();
        values.sort_unstable();
        values.dedup();
        all = all.saturating_mul(values.len());
        parts.push(format!("{name} = {}", runs(values)));
    }
    let distinct = sweep.iter().collect::<BTreeSet<_>>().len();
    let listed = parts.join("; ");
    match distinct == all {
        true => listed,
        false => format!("{distinct} of the {all} combinations of {listed}"),
    }
}

/// Formats ascending numbers as ranges: `1..20, 64`.
pub fn runs(values: impl IntoIterator<Item = i64>) -> String {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == value => *last = value,
            _ => runs.push((value, value)),
        }
    }
    let runs = runs.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}..{last}"),
    });
    runs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_reads_as_ranges() {
        let at = |n: i64| Sizes::from([("n".to_owned(), n), ("w".to_owned(), 16)]);
        let sweep: Vec<Sizes> = [1, 2, 3, 7, 9, 10].map(at).to_vec();
        assert_eq!(describe(&sweep), "n = 1..3, 7, 9..10; w = 16");
        assert_eq!(describe(&[]), "");
    }

    #[test]
    fn combinations_that_are_left_out_are_counted() {
        let at = |h: i64, w: i64| Sizes::from([("h".to_owned(), h), ("w".to_owned(), w)]);
        let sweep = [at(0, 0), at(1, 4), at(1, 5)];
        let expected = "3 of the 6 combinations of h = 0..1; w = 0, 4..5";
        assert_eq!(describe(&sweep), expected);
    }
}
