//! Entries of the cache: a line with key and digest, and the verdict.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::{Answer, Record};

/// The version tag of the format.
const SCHEMA: &str = "simdiff-verdict/1";

/// A stored verdict.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The check's output.
    pub answer: Answer,
    /// The wall time of the check in seconds.
    pub seconds: f64,
}

#[derive(Serialize, Deserialize)]
struct Head {
    schema: String,
    key: String,
    /// The digest of the body.
    digest: String,
}

#[derive(Serialize, Deserialize)]
struct Body {
    outcome: Value,
    report: String,
    seconds: f64,
}

impl Kept {
    /// Returns the entry for a check; `None` if its verdict is undecided.
    pub(super) fn of(record: &Record) -> Option<Kept> {
        match record.verdict() {
            None | Some("undecided") => None,
            Some(_) => Some(Kept {
                answer: Answer {
                    outcome: record.outcome.clone(),
                    report: record.report.clone(),
                },
                seconds: record.seconds,
            }),
        }
    }

    pub(super) fn write(self, key: &str) -> Vec<u8> {
        let body = Body {
            outcome: self.answer.outcome,
            report: self.answer.report,
            seconds: self.seconds,
        };
        // Serialising text, numbers and trees of these cannot fail.
        let body = serde_json::to_vec(&body).unwrap_or_default();
        let head = Head {
            schema: SCHEMA.to_owned(),
            key: key.to_owned(),
            digest: blake3::hash(&body).to_hex().to_string(),
        };
        let mut bytes = serde_json::to_vec(&head).unwrap_or_default();
        bytes.push(b'\n');
        bytes.extend(body);
        bytes
    }

    /// Parses the entry for this key; `None` if it has another key or is damaged.
    pub(super) fn read(bytes: &[u8], key: &str) -> Option<Kept> {
        let line = bytes.iter().position(|b| *b == b'\n')?;
        let (head, body) = (&bytes[..line], &bytes[line + 1..]);
        let head: Head = serde_json::from_slice(head).ok()?;
        let whole = head.digest == blake3::hash(body).to_hex().as_str();
        if head.schema != SCHEMA || head.key != key || !whole {
            return None;
        }
        let body: Body = serde_json::from_slice(body).ok()?;
        Some(Kept {
            answer: Answer {
                outcome: body.outcome,
                report: body.report,
            },
            seconds: body.seconds,
        })
    }
}
