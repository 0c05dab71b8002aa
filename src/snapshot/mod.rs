//! What the checks of a suite's file found when somebody last looked: a small readable
//! file beside it, `FILE.snap`.
//!
//! Of a check it has what people decide by: the verdict, the sizes, what it assumes and
//! leans on, and of a finding its kind and both expressions. Invariant: no line numbers,
//! times or witnesses, so that moving or reformatting the source changes nothing.

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
const SCHEMA: u32 = 1;

/// Most bytes of such a file.
const MOST: u64 = 64 << 20;

const HEAD: &str = "\
# What the checks of the file beside this one found: written by `simdiff test --accept`,
# compared by `simdiff test`, looked through by `simdiff test --review`.
";

/// The snapshots of one file of a suite, by the name of the check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshots {
    schema: u32,
    #[serde(default)]
    check: BTreeMap<String, Entry>,
}

impl Snapshots {
    /// Where the snapshots of a suite's file are.
    pub fn path(suite: &Path) -> PathBuf {
        let mut name = suite.file_name().unwrap_or_default().to_owned();
        name.push(".snap");
        suite.with_file_name(name)
    }

    /// The snapshots of a suite's file; none where there is no such file.
    ///
    /// # Errors
    /// It cannot be read, or is of a later version.
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
        if tag.schema != SCHEMA {
            let what = format!("{shown}: schema {}, of a later simdiff", tag.schema);
            return Err(Problem::new(what).help(format!("use that, or {help}")));
        }
        toml::from_str(&text).map(Some).map_err(wrong)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// None but the serializer's.
    pub fn text(&self) -> Result<String, toml::ser::Error> {
        let all = Snapshots {
            schema: SCHEMA,
            check: self.check.clone(),
        };
        Ok(format!("{HEAD}{}", toml::to_string_pretty(&all)?))
    }

    /// What these checks of the file found that is not here; where they are all of the
    /// file, also what is here of others.
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

    /// Takes a change over.
    pub fn accept(&mut self, change: Change) {
        match change.now {
            Some(now) => self.check.insert(change.name, now),
            None => self.check.remove(&change.name),
        };
    }
}
