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
    /// The sizes of the default sweep that were left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The contract: a row for each parameter, variable and relation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contract: Vec<String>,
    /// The assumptions in force, as flags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assuming: Vec<String>,
    /// The tolerance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<String>,
    /// The kinds of undefined behaviour that inputs of the contract reach, and where: in the
    /// reference, such inputs are left out if there is no value to compare.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undefined: Vec<String>,
    /// The kinds of undefined behaviour that were not searched for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undefined_ignored: Vec<String>,
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
        let reached = |found: &Value| {
            let (kind, side) = (text(&found["kind"])?, text(&found["side"])?);
            Some(format!("{kind} in the {side}"))
        };
        Some(Entry {
            verdict: text(&outcome["verdict"])?,
            sizes: text(&outcome["sizes"]).unwrap_or_default(),
            left_out: each(&outcome["coverage"]["left_out"], |left| {
                sizes(&left["sizes"])
            }),
            contract: contract(outcome),
            assuming: each(&outcome["assumptions"], text),
            tolerance: text(&outcome["tolerance"]["asked"]),
            undefined: once(each(&outcome["undefined"], reached)),
            undefined_ignored: each(&outcome["undefined_ignored"], text),
            leaning_on: each(&outcome["leaning_on"], text),
            undecided: once(each(&outcome["undecided"], |why| text(&why["kind"]))),
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

/// The rows of the contract, or of the contracts of several kernels.
fn contract(outcome: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let rows = |of: &Value| {
        let relation = |value: &Value| Some(format!("assume {}", text(value)?));
        let rows = each(&of["contract"]["rows"], text);
        [rows, each(&of["contract"]["relations"], relation)].concat()
    };
    let Some(kernels) = outcome["kernels"].as_array() else {
        return rows(outcome);
    };
    let of_kernel = |kernel: &Value| {
        let name = text(&kernel["kernel"]["name"]).unwrap_or_default();
        let named = rows(kernel)
            .into_iter()
            .map(move |row| format!("{name}: {row}"));
        named.collect::<Vec<String>>()
    };
    kernels.iter().flat_map(of_kernel).collect()
}

/// Sizes as `n = 4, m = 2`.
fn sizes(value: &Value) -> Option<String> {
    let sizes = value.as_object()?.iter();
    let sizes: Vec<String> = sizes
        .map(|(name, size)| format!("{name} = {size}"))
        .collect();
    Some(sizes.join(", "))
}

/// Each text once, sorted.
fn once(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts.dedup();
    texts
}

fn each(list: &Value, text: impl Fn(&Value) -> Option<String>) -> Vec<String> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(text)
        .collect()
}
