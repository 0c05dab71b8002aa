//! What became different in one check.

use super::Entry;

/// What became different in one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// What was found; nothing for a new check.
    pub before: Option<Entry>,
    /// What is found; nothing where the check is gone.
    pub now: Option<Entry>,
}

impl Change {
    /// What happened to it, in a few words.
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

    /// The lines that differ, `-` before what was and `+` before what is.
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
            assuming: Vec::new(),
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
