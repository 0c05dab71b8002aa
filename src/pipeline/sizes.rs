//! Formatting of sizes for people.

use crate::contract::Sizes;

/// Formats one size assignment: `n = 4, w = 16`.
pub fn show(sizes: &Sizes) -> String {
    sizes
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Formats a sweep: `n = 1..64`, `n = 1..20, 31..33, 64; w = 16`.
pub fn describe(sweep: &[Sizes]) -> String {
    let Some(first) = sweep.first() else {
        return String::new();
    };
    let mut parts = Vec::new();
    for name in first.keys() {
        let mut values: Vec<i64> = sweep.iter().map(|s| s[name]).collect();
        values.sort_unstable();
        values.dedup();
        parts.push(format!("{name} = {}", runs(values)));
    }
    parts.join("; ")
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
}
