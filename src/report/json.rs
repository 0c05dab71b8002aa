//! The machine interface: one JSON object, schema `simdiff/1`.

use crate::verdict::Outcome;

/// The outcome as pretty-printed JSON with a final newline.
pub fn json(outcome: &Outcome) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(outcome)?;
    text.push('\n');
    Ok(text)
}
