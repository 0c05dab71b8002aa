//! Compiler flags from the `compile_commands.json` of a build.
//!
//! A build may compile a file several times, with different flags: the first command is taken
//! unless a function is defined under another one only, and the verdict names what another one
//! has. Flags without influence on values are dropped.

mod compiler;
mod flags;
mod meaning;
mod words;

use std::path::Path;

use serde::Deserialize;

use crate::regular;
use meaning::Meant;

/// The most bytes of the file.
const MOST: u64 = 256 << 20;

/// One command of the build.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: String,
    file: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

impl Entry {
    /// The flags that say what the code means.
    ///
    /// # Errors
    /// If the words of the command are not known.
    fn meant(&self) -> Result<Meant, String> {
        let file = &self.file;
        let words = match (&self.arguments, &self.command) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(command)) => shlex::split(command).ok_or_else(|| {
                format!("in the build's command for {file}, a quote is not closed")
            })?,
            (None, None) => Vec::new(),
        };
        if words.is_empty() {
            return Err(format!(
                "the build's entry for {file} has neither `command` nor `arguments`"
            ));
        }
        if words::is_of_shell(&words) {
            return Err(format!(
                "the build's command for {file} is a text for a shell: {} {} …",
                words[0], words[1]
            ));
        }
        let directory = Path::new(&self.directory);
        let words = words::expanded(&words, directory)?;
        Ok(meaning::meant(&words, directory, file))
    }
}

/// What a build says of the compilation of a file.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// The flags for clang.
    pub flags: Vec<String>,
    /// What is left out of the build's flags although the meaning of the code may depend on it:
    /// flags, and further commands for the file.
    pub left_out: Vec<String>,
}

/// What the second list of flags has and the first one lacks, or else the reverse, in words.
pub fn apart(first: &[String], second: &[String]) -> String {
    let less = |all: &[String], known: &[String]| {
        let only = all.iter().filter(|flag| !known.contains(flag));
        only.cloned().collect::<Vec<_>>().join(" ")
    };
    match less(second, first) {
        added if !added.is_empty() => format!("with {added}"),
        _ => format!("without {}", less(first, second)),
    }
}

/// A message on what is wrong, and advice on what to do.
pub type Refusal = (String, String);

/// The commands of a build.
#[derive(Debug)]
pub struct Build {
    /// The path of the file, for messages.
    shown: String,
    entries: Vec<Entry>,
}

impl Build {
    /// Reads the commands from a file, or from a directory with a `compile_commands.json`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(build: &Path) -> Result<Build, Refusal> {
        let path = match build.is_dir() {
            true => build.join("compile_commands.json"),
            false => build.to_owned(),
        };
        let shown = path.display().to_string();
        let refusal = |why: String| {
            let help = "cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON writes it, and so does bear";
            (format!("{shown}: {why}"), help.to_owned())
        };
        let text = regular::read_text(&path, MOST).map_err(|e| refusal(e.to_string()))?;
        let entries = serde_json::from_str(&text).map_err(|e| refusal(e.to_string()))?;
        Ok(Build { shown, entries })
    }

    /// The flags with which a file is compiled, as far as they say what the code means. There
    /// are none for a file of OpenCL C that the build does not compile: a host does.
    ///
    /// # Errors
    /// If the build does not compile the file, or its command is not understood: flags in a file
    /// that cannot be read, a quote that is not closed, no command, a command for a shell.
    pub fn flags(&self, file: &Path) -> Result<Vec<String>, String> {
        Ok(self.command(file)?.flags)
    }

    /// The flags with which a file is compiled, and those that may matter and are left out.
    ///
    /// # Errors
    /// See [`Build::flags`].
    pub fn command(&self, file: &Path) -> Result<Command, String> {
        Ok(self.commands(file)?.swap_remove(0))
    }

    /// The commands for a file with different flags, at least one: the one that is taken unless
    /// the file's functions are of another one comes first.
    ///
    /// # Errors
    /// See [`Build::flags`].
    pub fn commands(&self, file: &Path) -> Result<Vec<Command>, String> {
        let wanted = std::fs::canonicalize(file).ok();
        let is_meant = |entry: &&Entry| {
            let path = Path::new(&entry.directory).join(&entry.file);
            wanted.is_some() && std::fs::canonicalize(path).ok() == wanted
        };
        let mut all: Vec<Meant> = Vec::new();
        for entry in self.entries.iter().filter(is_meant) {
            let meant = entry.meant()?;
            if !all.iter().any(|known| known.kept == meant.kept) {
                all.push(meant);
            }
        }
        if all.is_empty() {
            if file.extension().is_some_and(|end| end == "cl") {
                return Ok(vec![Command::default()]);
            }
            return Err(format!("{} does not name {}", self.shown, file.display()));
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let command = |meant: &Meant| {
            let mut left_out = meant.unknown.clone();
            for other in all.iter().filter(|other| other.kept != meant.kept) {
                let other = format!(
                    "another command for {name}, {}",
                    apart(&meant.kept, &other.kept)
                );
                if !left_out.contains(&other) {
                    left_out.push(other);
                }
            }
            Command {
                flags: meant.kept.clone(),
                left_out,
            }
        };
        Ok(all.iter().map(command).collect())
    }

    /// Checks that the build compiles these sources, which lie in `directory`.
    ///
    /// # Errors
    /// The first one that it does not compile, or whose command is not understood.
    pub fn compiles(&self, directory: &Path, sources: &[String]) -> Result<(), Refusal> {
        for source in sources {
            self.flags(&directory.join(source)).map_err(|what| {
                let help = "build it there, or give this check `flags`";
                (what, help.to_owned())
            })?;
        }
        Ok(())
    }
}
