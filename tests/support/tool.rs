//! Running the built `simdiff` and reading its JSON.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// What a run of the tool said.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The JSON object; `Null` where there was none (trouble).
    pub json: Value,
    /// The exit code; -1 for a signal.
    pub code: i32,
    /// What it wrote to standard error.
    pub errors: String,
}

impl Answer {
    /// The verdict, or `trouble`.
    pub fn verdict(&self) -> &str {
        match self.json["verdict"].as_str() {
            None | Some("error") => "trouble",
            Some(verdict) => verdict,
        }
    }

    /// The reasons of an UNDECIDED, or the error messages of trouble.
    pub fn reason(&self) -> String {
        let kinds = self.json["undecided"].as_array().into_iter().flatten();
        let kinds: Vec<&str> = kinds.filter_map(|u| u["kind"].as_str()).collect();
        if kinds.is_empty() {
            self.errors.trim().to_owned()
        } else {
            kinds.join(", ")
        }
    }

    /// Whether what it found was replayed natively.
    pub fn is_replayed(&self) -> bool {
        ["difference", "defect"]
            .iter()
            .any(|found| self.json[found]["replay"]["status"] == "confirmed")
    }
}

/// Runs `simdiff COMMAND FILE WORDS --format json`.
pub fn run(command: &str, file: &Path, words: &[String]) -> Answer {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg(command)
        .arg(file)
        .args(words)
        .args(["--format", "json"])
        .output()
        .expect("the simdiff binary");
    Answer {
        json: serde_json::from_slice(&output.stdout).unwrap_or(Value::Null),
        code: output.status.code().unwrap_or(-1),
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
