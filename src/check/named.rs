//! Function names that are qualified by a file (`FILE::function`) or by a commit.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::commit::{self, Commit};
use crate::problem::Problem;

/// The files that the names of both versions tell: `FILE::f`, or else what the file of a
/// commit is now. None are needed for two versions of commits.
///
/// # Errors
/// If the names tell no file.
pub fn files_of_names(
    names: [&str; 2],
    commits: &[Option<Arc<Commit>>; 2],
) -> Result<Vec<PathBuf>, Problem> {
    let told = |(name, commit): (&&str, &Option<Arc<Commit>>)| match commit {
        Some(_) => None,
        None => file_of(name),
    };
    let mut files: Vec<PathBuf> = names.iter().zip(commits).filter_map(told).collect();
    files.dedup();
    match commits {
        _ if !files.is_empty() => Ok(files),
        [Some(_), Some(_)] => Ok(files),
        [Some(commit), None] | [None, Some(commit)] => Ok(vec![commit.present()]),
        [None, None] => {
            let problem = Problem::new("no file is given, and none is part of the names");
            Err(problem.help("name it: simdiff check f.c --reference f --port g"))
        }
    }
}

/// The file that begins a name, if there is one.
fn file_of(name: &str) -> Option<PathBuf> {
    let ends = name.match_indices("::").map(|(at, _)| &name[..at]);
    ends.map(PathBuf::from).find(|path| path.is_file())
}

/// A function as the user names it.
pub(super) struct Named<'a> {
    /// The file that qualifies the name, one of the given files.
    file: Option<&'a Path>,
    /// The function's name.
    pub function: &'a str,
}

impl<'a> Named<'a> {
    /// Splits a name that begins with one of these files, with or without its directories.
    pub fn of(name: &'a str, files: &'a [PathBuf]) -> Named<'a> {
        if let Some(name) = commit::Name::of(name) {
            return Named {
                file: None,
                function: name.function,
            };
        }
        let here = |text: &'a str| text.strip_prefix("./").unwrap_or(text);
        let after = |prefix: &'a str| here(name).strip_prefix(here(prefix))?.strip_prefix("::");
        let within = |file: &'a PathBuf| {
            let last = file.file_name().and_then(|last| last.to_str());
            let function = file.to_str().and_then(after).or_else(|| after(last?));
            function.map(|function| Named {
                file: Some(file),
                function,
            })
        };
        files.iter().find_map(within).unwrap_or(Named {
            file: None,
            function: name,
        })
    }

    /// Whether the name is qualified by this file.
    pub fn is_in(&self, file: &Path) -> bool {
        self.file == Some(file)
    }

    /// Whether this name and another are qualified by different files. Then each version is
    /// linked without the other's file, and symbols may occur in both.
    pub fn parts(&self, other: &Named<'_>) -> bool {
        matches!((self.file, other.file), (Some(own), Some(other)) if own != other)
    }

    /// Qualifies two equal names without a file by the two files, the reference by the
    /// first.
    pub fn apart(both: &[Named<'a>; 2], files: &'a [PathBuf]) -> Option<[Named<'a>; 2]> {
        let [reference, port] = both;
        let [first, second] = files else {
            return None;
        };
        let is_open = reference.file.is_none() && port.file.is_none();
        let within = |file: &'a PathBuf| Named {
            file: Some(file),
            function: reference.function,
        };
        let one_name = reference.function == port.function;
        (is_open && one_name).then(|| [within(first), within(second)])
    }

    /// The files that the function's version is linked from.
    pub fn files(&self, other: &Named<'_>, all: &[PathBuf]) -> Vec<PathBuf> {
        let foreign = |file: &&PathBuf| self.parts(other) && other.file == Some(file.as_path());
        all.iter().filter(|file| !foreign(file)).cloned().collect()
    }

    /// The file that qualifies the name.
    pub fn file(&self) -> Option<&'a Path> {
        self.file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_off_with_and_without_its_directories() {
        let files = ["src/old.cpp", "new.cpp"].map(PathBuf::from);
        let named = |name| {
            let named = Named::of(name, &files);
            (named.file, named.function.to_owned())
        };
        let old = Some(Path::new("src/old.cpp"));
        assert_eq!(named("old.cpp::dsp::f"), (old, "dsp::f".to_owned()));
        assert_eq!(named("src/old.cpp::f"), (old, "f".to_owned()));
        assert_eq!(named("./src/old.cpp::f"), (old, "f".to_owned()));
        assert_eq!(named("dsp::f"), (None, "dsp::f".to_owned()));
        let [old, new] = ["old.cpp::f", "new.cpp::f"].map(|name| Named::of(name, &files));
        assert_eq!(old.files(&new, &files), [files[0].clone()]);
        assert_eq!(new.files(&old, &files), [files[1].clone()]);
    }
}
