//! The snapshot of one check.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::Record;

/// The snapshot of one check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    /// The verdict.
    pub verdict: String,
    /// The sizes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sizes: String,
    /// The assumptions in force, as flags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assuming: Vec<String>,
    /// The models and conventions that the verdict leans on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaning_on: Vec<String>,
    /// The kinds of reasons for which it is undecided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
    /// The kind of the difference or defect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The output that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// The expression that the reference computes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The expression that the port computes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
    /// The definitions of the names in both expressions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<String>,
}

impl Entry {
    /// Returns the snapshot of a check; `None` if it has no verdict.
    pub fn of(record: &Record) -> Option<Entry> {
        let outcome = &record.outcome;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let (difference, defect) = (&outcome["difference"], &outcome["defect"]);
        let mut undecided = each(&outcome["undecided"], |why| text(&why["kind"]));
        undecided.sort();
        undecided.dedup();
        Some(Entry {
            verdict: text(&outcome["verdict"])?,
            sizes: text(&outcome["sizes"]).unwrap_or_default(),
            assuming: each(&outcome["assumptions"], text),
            leaning_on: each(&outcome["leaning_on"], text),
            undecided,
            kind: text(&difference["kind"]).or_else(|| text(&defect["kind"])),
            output: text(&difference["output"]),
            reference: text(&difference["reference_expression"]["text"]),
            port: text(&difference["port_expression"]["text"]),
            definitions: each(&difference["definitions"], |line| text(&line["text"])),
        })
    }

    /// Returns its keys and values, one line each.
    pub fn lines(&self) -> Vec<String> {
        // Serialising a table of texts and lists of texts cannot fail.
        let text = toml::to_string_pretty(self).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }
}

fn each(list: &Value, text: impl Fn(&Value) -> Option<String>) -> Vec<String> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(text)
        .collect()
}
