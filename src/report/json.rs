//! The machine interface: one JSON object, schema `simdiff/1`.

use serde::Serialize;

use super::{Decoration, Sources, text};
use crate::verdict::Outcome;

/// The outcome as pretty-printed JSON with a final newline.
pub fn json(outcome: &Outcome) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(outcome)?;
    text.push('\n');
    Ok(text)
}

/// The record that a suite keeps of a check: the outcome, and its text without colours.
pub fn record(outcome: &Outcome) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Record<'a> {
        outcome: &'a Outcome,
        report: String,
    }
    // Times would make the same check's record differ each time.
    let untimed = Outcome {
        timings: Vec::new(),
        steps: Vec::new(),
        ..outcome.clone()
    };
    let report = text(&untimed, &Sources::new(), Decoration::default());
    serde_json::to_string(&Record { outcome, report })
}
