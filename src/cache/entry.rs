//! What is kept of a verdict: a line with the key and a digest, and what it is of.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::{Answer, Record};

/// The version tag.
const SCHEMA: &str = "simdiff-verdict/1";

/// What is kept of a verdict.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What the check said.
    pub answer: Answer,
    /// The wall time that it took.
    pub seconds: f64,
}

#[derive(Serialize, Deserialize)]
struct Head {
    schema: String,
    key: String,
    /// Of the body.
    digest: String,
}

#[derive(Serialize, Deserialize)]
struct Body {
    outcome: Value,
    report: String,
    seconds: f64,
}

impl Kept {
    /// What is kept of a check; nothing where it is not decided.
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
        // Texts, numbers and trees of them are always written.
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

    /// The entry of this key; nothing where it is another one, or damaged.
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
