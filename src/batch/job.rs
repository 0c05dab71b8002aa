//! Running one check as a process.

use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use super::{Batch, Job};
use crate::child;
use crate::record::Answer;

/// The output of a check in the format for suites.
#[derive(Deserialize)]
struct Printed {
    outcome: Value,
    report: String,
}

/// Runs a check; `None` if the batch ends first.
pub(super) fn run(batch: &Batch, job: &Job<'_>) -> Option<Answer> {
    let case = job.case;
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
        .args(&job.options)
        .args(batch.defaults.iter().filter(|option| !says(rest, option)))
        .args(rest)
        .current_dir(&case.directory)
        .env("TMPDIR", &batch.scratch)
        .envs(batch.environment.iter().map(|(name, value)| (name, value)));
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
        Err(_) => trouble(match room(&batch.scratch) {
            Ok(()) => format!("error: the check ended without a word: {}", ended.status),
            Err(error) => format!(
                "error: what the check says cannot be kept: {error}\nhelp: make room for temporary \
                 files, or set TMPDIR to another directory"
            ),
        }),
    }
}

/// Writes a block to a temporary file in this directory; fails where there is no room.
fn room(directory: &Path) -> io::Result<()> {
    tempfile::tempfile_in(directory)?.write_all(&[0; 4096])
}

/// Whether a check's own words give an option. Words after `--` are arguments of its
/// program.
fn says(words: &[String], option: &str) -> bool {
    let name = |word: &str| word.split('=').next().map(str::to_owned);
    let mut options = words.iter().take_while(|word| *word != "--");
    options.any(|word| name(word) == name(option))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_of_a_program_are_no_options() {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        assert!(says(&words("h.c --timeout=3s -- x"), "--timeout=60s"));
        assert!(!says(&words("h.c -- --no-native"), "--no-native"));
    }
}
