//! Changes of a check's result since its snapshot.

use super::Entry;

/// The change of one check's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// The earlier result; `None` for a new check.
    pub before: Option<Entry>,
    /// The current result; `None` for a removed check.
    pub now: Option<Entry>,
}

impl Change {
    /// Returns a short description of the change.
    pub fn what(&self) -> String {
        match (&self.before, &self.now) {
            (None, _) => "new".to_owned(),
            (_, None) => "gone".to_owned(),
            (Some(before), Some(now)) if before.verdict != now.verdict => {
                format!("{} became {}", before.verdict, now.verdict)
            }
            _ => "the verdict rests on something else".to_owned(),
        }
    }

    /// Returns the lines that differ, with `-` before old and `+` before new ones.
    pub fn lines(&self) -> Vec<String> {
        let of = |entry: &Option<Entry>| entry.as_ref().map(Entry::lines).unwrap_or_default();
        let (before, now) = (of(&self.before), of(&self.now));
        let without = |lines: &[String], others: &[String], sign: &str| {
            let only = lines.iter().filter(|line| !others.contains(line));
            only.map(|line| format!("{sign} {line}"))
                .collect::<Vec<_>>()
        };
        [without(&before, &now, "-"), without(&now, &before, "+")].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(verdict: &str) -> Entry {
        Entry {
            verdict: verdict.to_owned(),
            sizes: "n = 4".to_owned(),
            left_out: Vec::new(),
            contract: Vec::new(),
            assuming: Vec::new(),
            tolerance: None,
            undefined: Vec::new(),
            undefined_ignored: Vec::new(),
            leaning_on: Vec::new(),
            undecided: Vec::new(),
            kind: None,
            output: None,
            reference: None,
            port: None,
            definitions: Vec::new(),
        }
    }

    #[test]
    fn a_better_verdict_is_a_change_too() {
        let change = Change {
            name: "f".to_owned(),
            before: Some(entry("undecided")),
            now: Some(entry("equivalent")),
        };
        assert_eq!(change.what(), "undecided became equivalent");
        let lines = ["- verdict = \"undecided\"", "+ verdict = \"equivalent\""];
        assert_eq!(change.lines(), lines);
    }
}
