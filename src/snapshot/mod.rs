//! Snapshots of the checks of a suite's file, as last accepted: a small readable file
//! beside it, `FILE.snap`.
//!
//! A snapshot contains what people judge a check by: the verdict, the sizes, the contract,
//! the assumptions, the inputs that are left out, the leanings and, of a finding, its kind
//! and both expressions. Invariant: it contains no line numbers, times or witnesses, so moving or reformatting the source does
//! not change it.

mod change;
mod entry;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::problem::{Origin, Problem};
use crate::record::Record;
use crate::regular;

pub use change::Change;
pub use entry::Entry;

/// The version of the format.
const SCHEMA: u32 = 2;

/// The versions that are read. Snapshots of the first one lack contracts and undefined
/// behaviour, so that checks with these differ from them.
const READ: std::ops::RangeInclusive<u32> = 1..=SCHEMA;

/// Greatest size of such a file in bytes.
const MOST: u64 = 64 << 20;

const HEAD: &str = "\
# What the checks of the file beside this one found: written by `simdiff test --accept`,
# compared by `simdiff test`, looked through by `simdiff test --review`.
";

/// The snapshots of one file of a suite, by name of the check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshots {
    schema: u32,
    #[serde(default)]
    check: BTreeMap<String, Entry>,
}

impl Snapshots {
    /// Returns the path of the snapshots of a suite's file.
    pub fn path(suite: &Path) -> PathBuf {
        let mut name = suite.file_name().unwrap_or_default().to_owned();
        name.push(".snap");
        suite.with_file_name(name)
    }

    /// Reads the snapshots of a suite's file; `None` if there are none.
    ///
    /// # Errors
    /// If they cannot be read or are of a later version.
    pub fn read(suite: &Path) -> Result<Option<Snapshots>, Problem> {
        let path = Snapshots::path(suite);
        if !path.exists() {
            return Ok(None);
        }
        let shown = path.display();
        let text = regular::read_text(&path, MOST);
        let text = text.map_err(|e| Problem::new(format!("{shown}: {e}")))?;
        let help = "write it anew with `simdiff test --accept`";
        let wrong = |error: toml::de::Error| {
            let mut problem = Problem::new(error.message().to_owned()).help(help);
            problem.origin = error.span().map(|span| {
                Box::new(Origin {
                    name: shown.to_string(),
                    text: text.clone(),
                    span,
                })
            });
            problem
        };
        #[derive(Deserialize)]
        struct Tag {
            schema: u32,
        }
        let tag: Tag = toml::from_str(&text).map_err(wrong)?;
        if !READ.contains(&tag.schema) {
            let what = format!("{shown}: schema {}, of a later simdiff", tag.schema);
            return Err(Problem::new(what).help(format!("use that, or {help}")));
        }
        toml::from_str(&text).map(Some).map_err(wrong)
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// Only those of the serialiser.
    pub fn text(&self) -> Result<String, toml::ser::Error> {
        let all = Snapshots {
            schema: SCHEMA,
            check: self.check.clone(),
        };
        Ok(format!("{HEAD}{}", toml::to_string_pretty(&all)?))
    }

    /// Returns the results of these checks that differ from the snapshots. If the checks
    /// are `all` of the file, snapshots of other checks are returned as removed.
    pub fn changes(&self, records: &[&Record], all: bool) -> Vec<Change> {
        let mut changes = Vec::new();
        for record in records {
            let Some(now) = Entry::of(record) else {
                continue;
            };
            let before = self.check.get(&record.name);
            if before != Some(&now) {
                changes.push(Change {
                    name: record.name.clone(),
                    before: before.cloned(),
                    now: Some(now),
                });
            }
        }
        let known = |name: &String| records.iter().any(|record| record.name == *name);
        let gone = self.check.iter().filter(|(name, _)| all && !known(name));
        changes.extend(gone.map(|(name, before)| Change {
            name: name.clone(),
            before: Some(before.clone()),
            now: None,
        }));
        changes
    }

    /// Applies a change to the snapshots.
    pub fn accept(&mut self, change: Change) {
        match change.now {
            Some(now) => self.check.insert(change.name, now),
            None => self.check.remove(&change.name),
        };
    }
}
