//! The results of a suite: one record per check, as written to files, read by later runs
//! and shown by reports.
//!
//! The serialised form is a machine interface (`"schema": "simdiff-run/1"`): fields are
//! added, never renamed.

mod judge;
mod run;
mod selection;
mod status;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::suite::{Case, VERDICTS};

pub use judge::{Answer, judge};
pub use run::{Run, SCHEMA, Shard, Unfinished};
pub use selection::Selection;
pub use status::{Status, Totals};

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Its name, unique in its file.
    pub name: String,
    /// Its group, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The suite's file with the check.
    pub suite: PathBuf,
    /// Its line in that file, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The directory of its command; locations are relative to it.
    pub directory: PathBuf,
    /// The words of its command after `simdiff`.
    pub command: Vec<String>,
    /// The expected verdict.
    pub expected: String,
    /// Its status.
    pub status: Status,
    /// The deviation from what was expected, as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Whether it comes from an earlier run of the same code with the same options.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
    /// The check's output for machines (`simdiff/1`); null if the check failed to run.
    pub outcome: Value,
    /// The check's output for people.
    pub report: String,
}

impl Record {
    /// Makes the record of a check with this answer after some seconds.
    pub fn new(case: &Case, answer: Answer, seconds: f64) -> Record {
        let (status, remark) = judge(&case.expected, &answer);
        Record {
            name: case.name.clone(),
            group: case.group.clone(),
            suite: case.place.file.clone(),
            line: case.place.line(),
            column: case.place.column(),
            directory: case.directory.clone(),
            command: case.words.clone(),
            expected: case.expected.verdict.clone(),
            status,
            remark,
            seconds,
            cached: false,
            outcome: answer.outcome,
            report: answer.report,
        }
    }

    /// Makes the record of a command outside a suite from its outcome. Nothing was expected of
    /// it, so its status is that of the verdict: passed if it is EQUIVALENT, PROVED or CLEAN,
    /// trouble if there is only an error.
    pub fn of_command(outcome: Value) -> Record {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let verdict = text(&outcome["verdict"]);
        let sides = ["kernel", "port"].into_iter();
        let place = sides.map(|side| &outcome[side]["location"]);
        let place = place.into_iter().find(|place| place.is_object());
        let file = place.map(|place| text(&place["file"]));
        let line = place.and_then(|place| place["line"].as_u64());
        let mut remark = verdict.clone();
        let status = match verdict.as_str() {
            "equivalent" | "proved" | "clean" => Status::Passed,
            "undecided" if outcome["problems"].is_array() => {
                remark = text(&outcome["problems"][0]["message"]);
                Status::Trouble
            }
            "undecided" => Status::Undecided,
            "different" | "exceeded" | "defect" => Status::Failed,
            _ => {
                remark = text(&outcome["message"]);
                Status::Trouble
            }
        };
        let mut record = Record {
            name: String::new(),
            group: None,
            suite: file.unwrap_or_else(|| text(&outcome["program"])).into(),
            line: line.unwrap_or(1) as usize,
            column: 1,
            directory: PathBuf::new(),
            command: vec![text(&outcome["command"])],
            expected: String::new(),
            status,
            remark: Some(remark).filter(|_| status != Status::Passed),
            seconds: 0.0,
            cached: false,
            outcome,
            report: String::new(),
        };
        record.name = record.subject();
        record
    }

    /// Whether it is a check of a suite.
    pub fn is_of_suite(&self) -> bool {
        !self.expected.is_empty()
    }

    /// Returns the verdict, if there is one: an error is none.
    pub fn verdict(&self) -> Option<&str> {
        let verdict = self.outcome["verdict"].as_str();
        verdict.filter(|word| VERDICTS.contains(word))
    }

    /// Returns its file and name.
    pub fn title(&self) -> String {
        format!("{}: {}", self.suite.display(), self.name)
    }

    /// Returns what it compares, for lists: `port = reference`, or the program.
    pub fn subject(&self) -> String {
        let name = |side: &str| self.outcome[side]["name"].as_str();
        match (name("port"), name("reference")) {
            (Some(port), Some(reference)) if port != reference => format!("{port} = {reference}"),
            (Some(port), Some(_)) => format!("{port} under other flags"),
            _ => {
                let program = self.outcome["program"].as_str();
                program
                    .or_else(|| name("kernel"))
                    .unwrap_or(&self.name)
                    .to_owned()
            }
        }
    }
}
