//! Versions from commits: `git:REVISION:PATH::FUNCTION`.
//!
//! The whole tree of the commit is written to a temporary directory, so that the file
//! includes what lay beside it then; the user's repository, index and files stay as they
//! are. Programs that the repository's configuration names are not run.

use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::child;
use crate::deadline::Deadline;
use crate::problem::Problem;

/// A function as the user names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a> {
    /// The commit, as git names it.
    pub revision: &'a str,
    /// The file: relative to the top of the repository or, after `./`, to the current
    /// directory.
    pub path: &'a str,
    /// The function.
    pub function: &'a str,
}

impl<'a> Name<'a> {
    /// The parts of a name, if it names a commit.
    pub fn of(text: &'a str) -> Option<Name<'a>> {
        let (revision, rest) = text.strip_prefix("git:")?.split_once(':')?;
        let (path, function) = rest.split_once("::")?;
        Some(Name {
            revision,
            path,
            function,
        })
    }
}

/// The tree of a commit, as files.
#[derive(Debug)]
pub struct Commit {
    /// The prefix by which reports name the directory of the tree.
    prefix: String,
    /// The top directory of the user's working tree.
    top: PathBuf,
    /// The named file, relative to the top.
    path: PathBuf,
    /// The directory of the tree, and of the index that it was written from.
    directory: TempDir,
}

impl Commit {
    /// Writes the tree of the commit in a function's name; `None` if the name has no
    /// commit.
    ///
    /// # Errors
    /// If the name is incomplete, or git, a repository in the current directory, the commit
    /// or the file is missing.
    pub fn named(name: &str, deadline: &Deadline) -> Result<Option<Commit>, Problem> {
        if !name.starts_with("git:") {
            return Ok(None);
        }
        let Some(name) = Name::of(name) else {
            let problem = Problem::new(format!("`{name}` does not name a function of a commit"));
            return Err(problem.help("git:REVISION:PATH::FUNCTION, such as git:HEAD~1:src/f.c::f"));
        };
        let git = Git { deadline };
        let top = git.ask(&["rev-parse", "--show-toplevel"]).map_err(|said| {
            let problem = Problem::new(format!("`git:` needs a git repository here: {said}"));
            problem.help("run simdiff in the directory of a working tree")
        })?;
        let commit = format!("{}^{{commit}}", name.revision);
        let commit = git.ask(&["rev-parse", "--verify", "--end-of-options", &commit]);
        let commit = commit.map_err(|_| {
            let problem = Problem::new(format!("git knows no commit `{}`", name.revision));
            problem.help("`git log --oneline` lists commits")
        })?;
        let path = match name.path.strip_prefix("./") {
            Some(path) => {
                git.ask(&["rev-parse", "--show-prefix"])
                    .map_err(Problem::new)?
                    + path
            }
            None => name.path.to_owned(),
        };
        git.ask(&["cat-file", "-e", &format!("{commit}:{path}")])
            .map_err(|_| {
                let problem = format!("there is no file {path} in commit `{}`", name.revision);
                Problem::new(problem)
                    .help("paths begin at the top of the repository, or with ./ here")
            })?;
        let directory = TempDir::new().map_err(|e| Problem::new(e.to_string()))?;
        git.write_tree(&commit, directory.path())
            .map_err(Problem::new)?;
        Ok(Some(Commit {
            prefix: format!("git:{}:", name.revision),
            top: PathBuf::from(top),
            path: PathBuf::from(path),
            directory,
        }))
    }

    /// The named file as it is now, by a path from the current directory if it lies below.
    pub fn present(&self) -> PathBuf {
        let present = self.top.join(&self.path);
        let here = std::env::current_dir().and_then(std::fs::canonicalize);
        let below = here
            .ok()
            .and_then(|here| present.strip_prefix(here).ok().map(Path::to_owned));
        below.unwrap_or(present)
    }

    fn tree(&self) -> PathBuf {
        self.directory.path().join("tree")
    }

    /// The prefix in reports, and the directory of the tree.
    pub fn alias(&self) -> (String, PathBuf) {
        (self.prefix.clone(), self.tree())
    }

    /// The files of the version from the commit: those of the commit in place of `files`
    /// inside the repository, if the commit has them, `files` outside of it, and the named
    /// file.
    pub fn files(&self, files: &[PathBuf]) -> Vec<PathBuf> {
        let named = self.tree().join(&self.path);
        let mut own: Vec<PathBuf> = Vec::new();
        for file in files {
            match self.inside(file) {
                None => own.push(file.clone()),
                Some(path) => {
                    own.extend(Some(self.tree().join(path)).filter(|path| path.is_file()))
                }
            }
        }
        // Its own definitions come before those of other files.
        own.retain(|file| *file != named);
        own.insert(0, named);
        own
    }

    /// The user's own file in place of one of the commit.
    pub fn original(&self, file: &Path) -> PathBuf {
        match file.strip_prefix(self.tree()) {
            Ok(path) => self.top.join(path),
            Err(_) => file.to_owned(),
        }
    }

    /// Compiler flags with directories of the commit in place of the user's own.
    pub fn flags(&self, flags: &[String]) -> Vec<String> {
        const PATHS: [&str; 8] = [
            "-cxx-isystem",
            "-idirafter",
            "-isysroot",
            "-isystem",
            "-imacros",
            "-include",
            "-iquote",
            "-I",
        ];
        let mut after_option = false;
        let own = flags.iter().map(|word| {
            if std::mem::replace(&mut after_option, PATHS.contains(&word.as_str())) {
                return self.moved(word);
            }
            let joined = PATHS
                .iter()
                .find_map(|option| Some((*option, word.strip_prefix(*option)?)));
            match joined {
                Some((option, path)) if !path.is_empty() => format!("{option}{}", self.moved(path)),
                _ => word.clone(),
            }
        });
        own.collect()
    }

    /// The flag that makes debug info name files as reports do.
    pub fn renaming(&self) -> String {
        format!(
            "-ffile-prefix-map={}/={}",
            self.tree().display(),
            self.prefix
        )
    }

    /// Checks that a file of the commit includes no other version of the commit's files, and
    /// returns the included files that only the working tree has, which a build may have made.
    ///
    /// # Errors
    /// If a header is included as it is in the working tree although git knows it, in the commit
    /// or now.
    pub fn included(
        &self,
        included: &[PathBuf],
        deadline: &Deadline,
    ) -> Result<Vec<String>, Problem> {
        let mut made = Vec::new();
        let tree = self.tree();
        for file in included.iter().filter(|file| !file.starts_with(&tree)) {
            let Some(path) = self.inside(file) else {
                continue;
            };
            let shown = path.display();
            if tree.join(&path).exists() {
                let commit = self.prefix.trim_end_matches(':');
                let problem = Problem::new(format!(
                    "the version of {commit} includes {shown} as it is in the working tree, not \
                     as it is in the commit"
                ));
                return Err(problem.help(
                    "name the directories of headers by -I in --cflags or in the build, not by \
                     the environment or by absolute paths in sources",
                ));
            }
            let known = Git { deadline }.ask(&[
                "ls-files",
                "--error-unmatch",
                "--",
                &self.top.join(&path).to_string_lossy(),
            ]);
            if known.is_ok() {
                let commit = self.prefix.trim_end_matches(':');
                let problem = Problem::new(format!(
                    "the version of {commit} includes {shown} as it is in the working tree, which \
                     the commit does not have"
                ));
                return Err(problem.help(
                    "name the directories that had the headers then by -I in --reference-flags or \
                     --port-flags",
                ));
            }
            made.push(format!("{shown} is that of the working tree"));
        }
        Ok(made)
    }

    fn moved(&self, path: &str) -> String {
        let own = self
            .inside(Path::new(path))
            .map(|path| self.tree().join(path));
        match own.filter(|own| own.exists()) {
            Some(own) => own.display().to_string(),
            None => path.to_owned(),
        }
    }

    /// A path relative to the top of the repository, if it lies inside.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        let here = std::env::current_dir().ok()?;
        let mut whole = PathBuf::new();
        for component in std::fs::canonicalize(&here)
            .unwrap_or(here)
            .join(path)
            .components()
        {
            match component {
                Component::ParentDir => drop(whole.pop()),
                Component::CurDir => {}
                component => whole.push(component),
            }
        }
        let below = |whole: &Path| whole.strip_prefix(&self.top).ok().map(Path::to_owned);
        // The path may lead through symbolic links.
        below(&whole).or_else(|| below(&std::fs::canonicalize(&whole).ok()?))
    }
}

/// git, started in the current directory.
struct Git<'a> {
    deadline: &'a Deadline,
}

impl Git<'_> {
    fn command(&self, words: &[&str]) -> Command {
        let mut git = Command::new("git");
        git.args([
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=/dev/null",
        ]);
        git.args(words).stdin(Stdio::null());
        git
    }

    fn run(&self, command: &mut Command) -> Result<String, String> {
        let ended = child::output(command, self.deadline);
        let (ended, said) = match ended {
            Ok(Some(ended)) => ended,
            Ok(None) => return Err("time was up".to_owned()),
            Err(error) => return Err(format!("git cannot be started: {error}")),
        };
        match ended.status.success() {
            true => Ok(String::from_utf8_lossy(&said)
                .trim_end_matches('\n')
                .to_owned()),
            false => {
                let messages = ended.messages.lines().next().unwrap_or("git failed");
                Err(messages.trim_start_matches("fatal: ").to_owned())
            }
        }
    }

    fn ask(&self, words: &[&str]) -> Result<String, String> {
        self.run(&mut self.command(words))
    }

    /// Writes the files of a commit below a directory, by an index of its own.
    fn write_tree(&self, commit: &str, directory: &Path) -> Result<(), String> {
        let tree = format!("--prefix={}/tree/", directory.display());
        let steps = [
            vec!["read-tree", commit],
            vec!["checkout-index", "--all", &tree],
        ];
        let top = self.ask(&["rev-parse", "--show-toplevel"])?;
        for step in steps {
            let mut command = self.command(&step);
            command
                .current_dir(&top)
                .env("GIT_INDEX_FILE", directory.join("index"));
            self.run(&mut command)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let name = Name::of("git:HEAD~1:src/f.cpp::dsp::f(int)");
        let parts = Name {
            revision: "HEAD~1",
            path: "src/f.cpp",
            function: "dsp::f(int)",
        };
        assert_eq!(name, Some(parts));
        assert_eq!(Name::of("f.c::f"), None);
    }
}
