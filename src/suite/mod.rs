//! Suites: the checks that a team keeps with its code, in two equivalent forms.
//!
//! A comment line in a source file, `// simdiff: check --reference f --port g =>
//! equivalent`, and a table `[[check]]` of a `simdiff.toml` both become a [`Case`]: the
//! words of a command line, the directory in which it runs, and the expected verdict.
//! Invariant: a mistake in one check is a [`Problem`] with its position, and leaves the
//! others as they are.

mod case;
mod comment;
mod discover;
mod expect;
mod manifest;
mod place;
mod resolve;
mod table;
mod unused;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::near;
use crate::problem::Problem;
use crate::regular;

pub use case::Case;
pub use comment::comments;
pub use discover::sources;
pub use expect::{Expected, VERDICTS};
pub use manifest::{MANIFEST, schema};
pub use place::Place;

/// The most bytes of a file that is searched for checks.
const MOST: u64 = 64 << 20;

/// Checks, and the mistakes in others.
#[derive(Debug, Default)]
pub struct Suite {
    /// The checks by file, in the order in which they are written there.
    pub cases: Vec<Case>,
    /// Mistakes, by file and position.
    pub problems: Vec<Problem>,
}

impl Suite {
    /// All checks in these files, and in the files below these directories; each file is read
    /// once.
    pub fn read(paths: &[PathBuf]) -> Suite {
        let mut suite = Suite::default();
        let mut known = HashSet::new();
        for path in paths {
            let before = suite.cases.len() + suite.problems.len();
            let files = match discover::files(path) {
                Ok(files) => files,
                Err(problem) => {
                    suite.problems.push(problem);
                    continue;
                }
            };
            let names = files.len();
            let is_new = |file: &PathBuf| {
                let file = file.canonicalize().unwrap_or_else(|_| file.clone());
                known.insert(file)
            };
            let files: Vec<PathBuf> = files.into_iter().filter(is_new).collect();
            if files.is_empty() && names > 0 {
                continue;
            }
            for file in files {
                suite.read_file(&file);
            }
            if suite.cases.len() + suite.problems.len() == before {
                let what = format!("{}: no check is written here", path.display());
                suite.problems.push(Problem::new(what).help(format!(
                    "write `// simdiff: check --reference F --port G => equivalent` into a \
                     source, or a {MANIFEST}; `simdiff init` writes a first one"
                )));
            }
        }
        suite.drop_twins();
        suite
    }

    fn read_file(&mut self, file: &Path) {
        let read = match is_manifest(file) {
            true => regular::read_text(file, MOST),
            // Sources in other encodings may have checks, too.
            false => {
                regular::read(file, MOST).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            }
        };
        let text = match read {
            Ok(text) => text,
            Err(error) => {
                let what = format!("{}: {error}", file.display());
                self.problems.push(Problem::new(what));
                return;
            }
        };
        let text: Arc<str> = text.into();
        let found = match is_manifest(file) {
            true => manifest::cases(file, &text),
            false => comments(file, &text),
        };
        if !found.is_empty() && file.to_str().is_none() {
            let what = format!("{}: the name of this file is not UTF-8", file.display());
            let problem = Problem::new(what);
            self.problems
                .push(problem.help("rename it: results of checks name their file"));
            return;
        }
        for case in found {
            match case {
                Ok(case) => self.cases.push(case),
                Err(problem) => self.problems.push(problem),
            }
        }
    }

    /// Keeps the first of several checks with one name in one file, and reports the others.
    fn drop_twins(&mut self) {
        let mut seen: HashMap<(PathBuf, String), String> = HashMap::new();
        let problems = &mut self.problems;
        self.cases.retain(|case| {
            let key = (case.place.file.clone(), case.name.clone());
            match seen.get(&key) {
                None => {
                    seen.insert(key, case.place.to_string());
                    true
                }
                Some(first) => {
                    let what = format!("two checks are called `{}`", case.name);
                    let help = format!(
                        "the other one is at {first}: remove one, or give them names in a {MANIFEST}"
                    );
                    problems.push(case.place.problem(what).help(help));
                    false
                }
            }
        });
    }
}

fn is_manifest(file: &Path) -> bool {
    file.extension().is_some_and(|e| e == "toml")
}
