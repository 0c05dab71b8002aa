//! What programs say about themselves, kept between runs: starting clang only to read its
//! version takes longer than executing most functions.
//!
//! Invariant: an answer that is returned was given by the present file of the program, to the
//! same question, with the same search paths. A script is asked each time, because the program
//! that it starts may have changed.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use crate::Cache;

/// The environment variables in which a compiler looks for its helper programs.
const SEARCHED: [&str; 2] = ["PATH", "COMPILER_PATH"];

/// The first bytes of a script.
const SCRIPT: [u8; 2] = *b"#!";

impl Cache {
    /// Returns the standard output of a program that is asked about itself, such as `clang
    /// --version`. If the output is the path of a file, the answer holds for as long as that
    /// file is unchanged too.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn answer(&self, program: &Path, question: &str) -> io::Result<String> {
        let compiled = located(program).filter(|file| !is_script(file));
        let searched = SEARCHED.map(|name| std::env::var_os(name).unwrap_or_default());
        // A program may act by the name under which it is started.
        let key = format!("answer\n{program:?} {compiled:?}\n{question}\n{searched:?}");
        if compiled.is_some()
            && let Some(kept) = self.fetch(&key)
        {
            return Ok(String::from_utf8_lossy(&kept).into_owned());
        }
        let start = SystemTime::now();
        let mut command = Command::new(program);
        let output = command.arg(question).stdin(Stdio::null()).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let named = PathBuf::from(text.trim());
        let is_bare = !named.is_absolute() && !text.trim().contains(char::is_whitespace);
        // The bare name of a helper program says that it is missing; it may be installed later.
        if let Some(file) = compiled
            && output.status.success()
            && !is_bare
        {
            let named = Some(named).filter(|path| path.is_absolute());
            let files = [file].into_iter().chain(named).collect();
            self.store(&key, text.as_bytes(), files, start);
        }
        Ok(text)
    }
}

/// Whether a file is a script. A file that cannot be read counts as one.
fn is_script(file: &Path) -> bool {
    let mut start = [0; 2];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut start));
    read.is_err() || start == SCRIPT
}

/// The file of a program that is named as in a shell.
pub fn located(program: &Path) -> Option<PathBuf> {
    let is_path = program.components().count() > 1;
    let directories = std::env::var_os("PATH").filter(|_| !is_path);
    let directories: Vec<PathBuf> = match &directories {
        Some(all) => std::env::split_paths(all).collect(),
        None => vec![PathBuf::new()],
    };
    let mut files = directories.iter().map(|directory| directory.join(program));
    std::fs::canonicalize(files.find(|file| file.is_file())?).ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn cache(temporary: &tempfile::TempDir) -> Cache {
        Cache {
            directory: Some(temporary.path().join("cache")),
        }
    }

    fn kept(temporary: &tempfile::TempDir) -> usize {
        std::fs::read_dir(temporary.path().join("cache")).map_or(0, Iterator::count)
    }

    #[test]
    fn a_compiled_program_is_asked_once() {
        let temporary = tempfile::tempdir().unwrap();
        let cache = cache(&temporary);
        let first = cache.answer(Path::new("ls"), "--version").unwrap();
        assert!(first.contains("ls"), "{first}");
        assert_eq!(kept(&temporary), 1);
        let entry = std::fs::read_dir(temporary.path().join("cache")).unwrap();
        let entry = entry.flatten().next().unwrap().path();
        let stored = std::fs::metadata(&entry).unwrap().modified().unwrap();
        let second = cache.answer(Path::new("ls"), "--version").unwrap();
        assert_eq!(second, first);
        assert_eq!(
            std::fs::metadata(&entry).unwrap().modified().unwrap(),
            stored
        );
    }

    #[test]
    fn a_script_is_asked_each_time() {
        let temporary = tempfile::tempdir().unwrap();
        let (cache, script) = (cache(&temporary), temporary.path().join("clang"));
        for version in ["1", "2"] {
            std::fs::write(&script, format!("#!/bin/sh\necho version {version}\n")).unwrap();
            let executable = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&script, executable).unwrap();
            let answer = cache.answer(&script, "--version").unwrap();
            assert_eq!(answer, format!("version {version}\n"));
        }
        assert_eq!(kept(&temporary), 0);
    }

    #[test]
    fn a_missing_program_is_an_error() {
        let temporary = tempfile::tempdir().unwrap();
        let missing = Path::new("/nowhere/clang-19");
        assert!(cache(&temporary).answer(missing, "--version").is_err());
    }
}
