//! The elements of outputs that differ, as found by trials on many inputs.

use serde::Serialize;

/// The elements `first..=last`.
pub type Run = (u64, u64);

/// The elements of one array, or of one member of its elements, that differ on some input
/// tried, and those that do not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Spread {
    /// The array.
    pub output: String,
    /// The member of its elements: `.re`; empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub member: String,
    /// The period of the pattern in elements, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<u64>,
    /// The elements that differ; those of the first period if there is a pattern.
    pub differ: Vec<Run>,
    /// The other elements.
    pub equal: Vec<Run>,
}

/// Periods of patterns that are sought: those of vectors and of elements in them.
const PERIODS: [usize; 8] = [2, 3, 4, 8, 16, 32, 64, 128];

impl Spread {
    /// Returns the pattern of an array's elements; `differs` states for each whether it
    /// differs.
    pub fn of(output: String, member: String, differs: &[bool]) -> Spread {
        let repeats = |period: &&usize| {
            let first = &differs[..**period];
            let mut rest = differs.chunks(**period);
            rest.all(|chunk| chunk == &first[..chunk.len()])
        };
        let mixed = differs.contains(&true) && differs.contains(&false);
        let periods = PERIODS
            .iter()
            .filter(|period| 2 * **period <= differs.len());
        let each = periods.filter(|_| mixed).find(repeats).copied();
        let shown = &differs[..each.unwrap_or(differs.len())];
        Spread {
            output,
            member,
            each: each.map(|each| each as u64),
            differ: runs(shown, true),
            equal: runs(shown, false),
        }
    }

    /// Formats runs for people: `dst[8..15]`, `dst[0], dst[2..3].re`.
    pub fn show(&self, runs: &[Run]) -> String {
        let run = |(first, last): &Run| {
            let place = match first == last {
                true => first.to_string(),
                false => format!("{first}..{last}"),
            };
            format!("{}[{place}]{}", self.output, self.member)
        };
        let shown: Vec<String> = runs.iter().take(SHOWN).map(run).collect();
        let more = if runs.len() > SHOWN { ", …" } else { "" };
        format!("{}{more}", shown.join(", "))
    }
}

/// Most runs shown.
const SHOWN: usize = 6;

/// Returns the runs of elements for which `differs` is `wanted`.
fn runs(differs: &[bool], wanted: bool) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, _) in differs.iter().enumerate().filter(|(_, d)| **d == wanted) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == at as u64 => *last = at as u64,
            _ => runs.push((at as u64, at as u64)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(differs: &[bool]) -> (Option<u64>, String, String) {
        let spread = Spread::of("dst".to_owned(), String::new(), differs);
        let (differ, equal) = (spread.show(&spread.differ), spread.show(&spread.equal));
        (spread.each, differ, equal)
    }

    #[test]
    fn patterns_that_repeat_are_told_once() {
        let half: Vec<bool> = (0..32).map(|i| i % 16 >= 8).collect();
        let expected = (Some(16), "dst[8..15]".to_owned(), "dst[0..7]".to_owned());
        assert_eq!(shown(&half), expected);
        let last = [false, false, false, true];
        assert_eq!(
            shown(&last),
            (None, "dst[3]".to_owned(), "dst[0..2]".to_owned())
        );
        assert_eq!(
            shown(&[true; 8]),
            (None, "dst[0..7]".to_owned(), String::new())
        );
    }
}
