//! Running the built `simdiff` and reading its JSON.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

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

/// Options by which the checks of a test program share the compiled files. Only for sources
/// that do not change while it runs.
#[allow(dead_code)] // Not every test program has such sources.
pub fn sharing() -> [String; 2] {
    static DIRECTORY: LazyLock<PathBuf> = LazyLock::new(|| {
        let program = std::env::current_exe().expect("a test program");
        let name = program.file_name().expect("a file");
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // That of an earlier run has other sources.
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).expect("a writable directory");
        directory
    });
    ["--modules".to_owned(), DIRECTORY.display().to_string()]
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
