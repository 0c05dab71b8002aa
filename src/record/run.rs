//! Runs of a suite as files.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Record, Selection, Totals};
use crate::problem::Problem;
use crate::regular;
use crate::suite::Case;

/// The version tag of such files.
pub const SCHEMA: &str = "simdiff-run/1";

/// The version tag of the outcome of one check.
const OUTCOME: &str = crate::verdict::SCHEMA;

/// Greatest size of such a file in bytes.
const MOST: u64 = 4 << 30;

/// A run of a suite or of one of its shards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of the tool.
    pub tool: String,
    /// The shard that it covers, if it is not the whole suite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// A digest of the sources of the whole suite, for a shard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sources: Option<String>,
    /// The checks of the suite that it is limited to, if it is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<Selection>,
    /// Number of checks of all shards together, for a shard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite_checks: Option<usize>,
    /// Whether it was interrupted, so that checks are missing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Number of checks that are missing because it was interrupted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unfinished: usize,
    /// These checks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfinished_checks: Vec<Unfinished>,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Numbers of checks by status.
    pub totals: Totals,
    /// Problems of the suite itself, as texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
    /// The records of the checks, in the suite's order.
    pub checks: Vec<Record>,
}

impl Run {
    /// Makes a run with these records.
    pub fn new(checks: Vec<Record>, problems: Vec<String>, seconds: f64) -> Run {
        let mut run = Run {
            schema: SCHEMA.to_owned(),
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            shard: None,
            sources: None,
            selection: None,
            suite_checks: None,
            interrupted: false,
            unfinished: 0,
            unfinished_checks: Vec::new(),
            seconds,
            totals: Totals::default(),
            problems,
            checks,
        };
        run.count();
        run
    }

    /// Counts the checks by status.
    pub fn count(&mut self) {
        self.totals = Totals::default();
        for check in &self.checks {
            self.totals.add(check.status, check.cached);
        }
    }

    /// Sets the checks that are missing because it was interrupted: those of `cases` without
    /// a record.
    pub fn miss<'c>(&mut self, cases: impl IntoIterator<Item = &'c Case>) {
        let done = self
            .checks
            .iter()
            .map(|record| (&record.suite, &record.name));
        let done: BTreeSet<(&PathBuf, &String)> = done.collect();
        let missing = cases
            .into_iter()
            .filter(|case| !done.contains(&(&case.place.file, &case.name)));
        let missing = missing.map(|case| Unfinished {
            name: case.name.clone(),
            suite: case.place.file.clone(),
            line: case.place.line(),
        });
        self.unfinished_checks = missing.collect();
        self.unfinished = self.unfinished_checks.len();
    }

    /// Returns the exit code, 0 to 3, of the checks' statuses; 2 if no check failed but the
    /// suite itself has problems or checks are missing.
    pub fn exit_code(&self) -> u8 {
        match self.totals.exit_code() {
            1 => 1,
            _ if !self.problems.is_empty() || self.interrupted => 2,
            code => code,
        }
    }

    /// Returns the run as text, pretty-printed.
    ///
    /// # Errors
    /// Only those of the serialiser.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }

    /// Reads a run from a file. The output of `simdiff check --format json` is read as a
    /// run of one check without a report, whose status is that of its verdict.
    ///
    /// # Errors
    /// If the file cannot be read, has another format, or is of a later version.
    pub fn read(path: &Path) -> Result<Run, Problem> {
        let shown = path.display();
        let text = regular::read_text(path, MOST);
        let text = text.map_err(|e| Problem::new(format!("{shown}: {e}")))?;
        #[derive(Deserialize)]
        struct Tag {
            schema: String,
        }
        let tag: Tag = serde_json::from_str(&text)
            .map_err(|e| Problem::new(format!("{shown}: this is no run of a suite: {e}")))?;
        let wrong = |e: serde_json::Error| Problem::new(format!("{shown}: {e}"));
        match tag.schema.as_str() {
            SCHEMA => serde_json::from_str(&text).map_err(wrong),
            OUTCOME => serde_json::from_str(&text)
                .map(|outcome| Run::of_one(path, outcome))
                .map_err(wrong),
            other => {
                let what = format!("{shown}: schema `{other}`, not `{SCHEMA}` or `{OUTCOME}`");
                let help = "`simdiff test --output FILE` writes such files; for one of a \
                            later version, use a later simdiff";
                Err(Problem::new(what).help(help))
            }
        }
    }

    fn of_one(path: &Path, outcome: Value) -> Run {
        let mut record = Record::of_command(outcome);
        record.suite = path.to_owned();
        record.line = 1;
        if record.name.is_empty() {
            record.name = "command".to_owned();
        }
        Run::new(vec![record], Vec::new(), 0.0)
    }

    /// Merges the runs of shards into one, in the suite's order. A missing shard is a
    /// problem of the merged run.
    ///
    /// # Errors
    /// If two runs contain the same check, or the runs are of different versions of the
    /// sources or of the tool, or of different selections of checks.
    pub fn merge(runs: Vec<Run>) -> Result<Run, Problem> {
        let versions = |of: fn(&Run) -> Option<&str>| {
            let all: BTreeSet<&str> = runs.iter().filter_map(of).collect();
            all.len() > 1
        };
        let counts = runs.iter().filter_map(|run| run.suite_checks);
        let counts: BTreeSet<usize> = counts.collect();
        if let (Some(least), Some(most)) = (counts.first(), counts.last())
            && least != most
        {
            let what = format!("the shards are of suites of {least} and of {most} checks");
            let help = "run every shard on one commit, with the same --filter and --group";
            return Err(Problem::new(what).help(help));
        }
        let shards = runs.iter().filter(|run| run.shard.is_some());
        let selections: BTreeSet<Option<&Selection>> =
            shards.map(|run| run.selection.as_ref()).collect();
        if let (Some(one), Some(other)) = (selections.first(), selections.last())
            && one != other
        {
            let said = |selection: &Option<&Selection>| match selection {
                Some(selection) => selection.to_string(),
                None => "all checks".to_owned(),
            };
            let (one, other) = (said(one), said(other));
            let what = format!("the shards are of different selections: {one}, and {other}");
            let help = "run every shard with the same --filter and --group";
            return Err(Problem::new(what).help(help));
        }
        if versions(|run| run.sources.as_deref()) {
            let what = "the shards are of different versions of the suite's sources".to_owned();
            let help = "run every shard on one commit; a file may be left from an earlier run";
            return Err(Problem::new(what).help(help));
        }
        if versions(|run| Some(run.tool.as_str())) {
            let what = "the runs are of different versions of simdiff".to_owned();
            return Err(Problem::new(what).help("run every shard with one version"));
        }
        let mut all = Run::new(Vec::new(), missing(&runs), 0.0);
        for run in runs {
            all.interrupted |= run.interrupted;
            all.unfinished += run.unfinished;
            all.unfinished_checks.extend(run.unfinished_checks);
            all.seconds += run.seconds;
            for problem in run.problems {
                if !all.problems.contains(&problem) {
                    all.problems.push(problem);
                }
            }
            all.checks.extend(run.checks);
        }
        all.checks.sort_by(|a, b| {
            let place = |r: &Record| (r.suite.clone(), r.line, r.column, r.name.clone());
            place(a).cmp(&place(b))
        });
        let twin = all
            .checks
            .windows(2)
            .find(|pair| pair[0].suite == pair[1].suite && pair[0].name == pair[1].name);
        if let Some(pair) = twin {
            let what = format!("two of the runs hold the check {}", pair[0].title());
            return Err(Problem::new(what).help("merge the shards of one run, each once"));
        }
        all.count();
        Ok(all)
    }
}

/// A check that a run did not finish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfinished {
    /// Its name.
    pub name: String,
    /// The suite's file with the check.
    pub suite: PathBuf,
    /// Its line in that file, from 1.
    pub line: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Returns the shards missing from these runs, as problems.
fn missing(runs: &[Run]) -> Vec<String> {
    let shards = runs.iter().filter_map(|run| run.shard.as_deref());
    let there: BTreeSet<Shard> = shards.filter_map(|text| text.parse().ok()).collect();
    let counts: BTreeSet<usize> = there.iter().map(|shard| shard.of).collect();
    let whole = counts
        .into_iter()
        .flat_map(|of| (1..=of).map(move |part| Shard { part, of }));
    whole
        .filter(|shard| !there.contains(shard))
        .map(|shard| format!("error: shard {shard} is not among the runs: its checks are missing"))
        .collect()
}

/// A shard of a suite: every check belongs to exactly one of `of` shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// Its number, from 1.
    pub part: usize,
    /// The number of shards.
    pub of: usize,
}

impl Shard {
    /// Whether the check with this index in the suite, from 0, belongs to it.
    pub const fn has(self, place: usize) -> bool {
        place % self.of == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((part, of)) if 1 <= part && part <= of => Ok(Shard { part, of }),
            _ => Err("a shard is I/N, with I from 1 to N: 2/8".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_is_in_one_shard() {
        let shards: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|s| s.parse().unwrap()).into();
        for place in 0..20 {
            assert_eq!(shards.iter().filter(|s| s.has(place)).count(), 1);
        }
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
