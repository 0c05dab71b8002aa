//! One check as a process.

use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use super::Batch;
use crate::child;
use crate::record::Answer;
use crate::suite::Case;

/// What a check prints in the form for suites.
#[derive(Deserialize)]
struct Printed {
    outcome: Value,
    report: String,
}

/// Runs a check; `None` where the batch ends first.
pub(super) fn run(batch: &Batch, case: &Case) -> Option<Answer> {
    let trouble = |report: String| {
        Some(Answer {
            outcome: Value::Null,
            report,
        })
    };
    let mut command = Command::new(&batch.program);
    let (subcommand, rest) = case.words.split_first()?;
    command
        .arg(subcommand)
        .args(&batch.options)
        .args(batch.timeout.iter().filter(|_| !says_time(rest)))
        .args(rest)
        .current_dir(&case.directory)
        .env("TMPDIR", &batch.scratch);
    let (ended, printed) = match child::output(&mut command, &batch.deadline) {
        Ok(Some(ended)) => ended,
        Ok(None) => return None,
        Err(error) => return trouble(format!("error: the check cannot be run: {error}")),
    };
    match serde_json::from_slice::<Printed>(&printed) {
        Ok(printed) => Some(Answer {
            outcome: printed.outcome,
            report: printed.report,
        }),
        Err(_) if !ended.messages.trim().is_empty() => trouble(ended.messages),
        Err(_) => trouble(format!(
            "error: the check ended without a word: {}",
            ended.status
        )),
    }
}

/// Whether a check says its own time.
fn says_time(words: &[String]) -> bool {
    let is_time = |word: &String| word == "--timeout" || word.starts_with("--timeout=");
    words.iter().any(is_time)
}
