//! The machine interface: one JSON object, schema `simdiff/1`.

use serde::Serialize;
use serde_json::Value;

use super::contract::contract_rows;
use super::{Decoration, Sources, text};
use crate::verdict::Outcome;

/// The outcome as pretty-printed JSON with a final newline.
pub fn json(outcome: &Outcome) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(outcome)?;
    text.push('\n');
    Ok(text)
}

/// The record that a suite keeps of a check: the outcome, and its text without colours. Each
/// contract also has its rows as printed.
pub fn record(outcome: &Outcome) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Record {
        outcome: Value,
        report: String,
    }
    // Times would make the same check's record differ each time.
    let untimed = Outcome {
        timings: Vec::new(),
        steps: Vec::new(),
        ..outcome.clone()
    };
    let report = text(&untimed, &Sources::new(), Decoration::default());
    let mut outcome = serde_json::to_value(&untimed)?;
    add_rows(&mut outcome, &untimed);
    if let Some(kernels) = outcome["kernels"].as_array_mut() {
        for (value, kernel) in kernels.iter_mut().zip(&untimed.kernels) {
            add_rows(value, kernel);
        }
    }
    serde_json::to_string(&Record { outcome, report })
}

fn add_rows(value: &mut Value, of: &Outcome) {
    if let Some(contract) = &of.contract {
        let rows = contract_rows(contract);
        value["contract"]["rows"] = rows.lines().collect();
    }
}
