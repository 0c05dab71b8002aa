//! Compiler flags from the `compile_commands.json` of a build.
//!
//! Most builds use another compiler. Flags that say what the code means are kept, which
//! clang shares with that compiler; flags for warnings, dependencies and debug info are
//! dropped, and so are levels of optimisation, on which the meaning does not depend.

use std::path::Path;

use serde::Deserialize;

use crate::regular;

/// The most bytes of the file.
const MOST: u64 = 256 << 20;

/// Flags with a value, in the next word or in the same one.
const WITH_VALUE: [&str; 6] = ["-isystem", "-iquote", "-include", "-I", "-D", "-U"];

/// Flags among these whose value is a path.
const PATHS: [&str; 4] = ["-isystem", "-iquote", "-include", "-I"];

/// The prefixes of other flags that are kept.
const KEPT: [&str; 3] = ["-std=", "-ansi", "-m"];

/// Flags that are dropped with their value, which is the next word.
const DROPPED: [&str; 5] = ["-o", "-MF", "-MT", "-MQ", "-mllvm"];

/// The level of optimisation that changes the meaning of code, and the flag for its meaning.
const FAST: (&str, &str) = ("-Ofast", "-ffast-math");

/// Names of flags `-fNAME` and `-fno-NAME` that are kept.
const OPTIONS: [&str; 26] = [
    "fast-math",
    "unsafe-math-optimizations",
    "associative-math",
    "reciprocal-math",
    "finite-math-only",
    "honor-nans",
    "honor-infinities",
    "approx-func",
    "signed-zeros",
    "math-errno",
    "trapping-math",
    "rounding-math",
    "fp-contract=",
    "fp-model=",
    "denormal-fp-math",
    "excess-precision=",
    "wrapv",
    "trapv",
    "strict-overflow",
    "strict-aliasing",
    "signed-char",
    "unsigned-char",
    "short-enums",
    "delete-null-pointer-checks",
    "builtin",
    "ms-extensions",
];

/// One command of the build.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: String,
    file: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
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
    /// If the build does not compile the file.
    pub fn flags(&self, file: &Path) -> Result<Vec<String>, String> {
        let wanted = std::fs::canonicalize(file).ok();
        let is_meant = |entry: &&Entry| {
            let path = Path::new(&entry.directory).join(&entry.file);
            wanted.is_some() && std::fs::canonicalize(path).ok() == wanted
        };
        let Some(entry) = self.entries.iter().find(is_meant) else {
            if file.extension().is_some_and(|end| end == "cl") {
                return Ok(Vec::new());
            }
            return Err(format!("{} does not name {}", self.shown, file.display()));
        };
        let words = match (&entry.arguments, &entry.command) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(command)) => shlex::split(command).unwrap_or_default(),
            (None, None) => Vec::new(),
        };
        Ok(kept(&words, Path::new(&entry.directory)))
    }

    /// Checks that the build compiles these sources, which lie in `directory`.
    ///
    /// # Errors
    /// The first one that it does not compile.
    pub fn compiles(&self, directory: &Path, sources: &[String]) -> Result<(), Refusal> {
        match sources
            .iter()
            .find(|source| self.flags(&directory.join(source)).is_err())
        {
            None => Ok(()),
            Some(source) => {
                let what = format!("{} does not name {source}", self.shown);
                Err((
                    what,
                    "build it there, or give this check `flags`".to_owned(),
                ))
            }
        }
    }
}

/// The flags that are kept of a command that ran in `directory`.
fn kept(words: &[String], directory: &Path) -> Vec<String> {
    let mut kept = Vec::new();
    let is_level = |word: &&String| word.starts_with("-O");
    let is_fast = words
        .iter()
        .rfind(is_level)
        .is_some_and(|level| level == FAST.0);
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        if let Some(flag) = WITH_VALUE.iter().find(|flag| word.starts_with(**flag)) {
            let value = match &word[flag.len()..] {
                "" => words.next().cloned().unwrap_or_default(),
                value => value.to_owned(),
            };
            let value = match PATHS.contains(flag) {
                true => directory.join(value).to_string_lossy().into_owned(),
                false => value,
            };
            match flag.len() {
                2 => kept.push(format!("{flag}{value}")),
                _ => kept.extend([(*flag).to_owned(), value]),
            }
        } else if DROPPED.contains(&word.as_str()) {
            words.next();
        } else if is_fast && word == FAST.0 {
            kept.push(FAST.1.to_owned());
        } else if KEPT.iter().any(|start| word.starts_with(start)) || is_option(word) {
            kept.push(word.clone());
        }
    }
    kept
}

/// Whether a flag is one of [`OPTIONS`]. Names that end in `=` or have variants are
/// prefixes.
fn is_option(word: &str) -> bool {
    let name = word.strip_prefix("-fno-").or(word.strip_prefix("-f"));
    name.is_some_and(|name| {
        OPTIONS.iter().any(|option| {
            let rest = name.strip_prefix(option);
            rest.is_some_and(|rest| {
                rest.is_empty() || option.ends_with('=') || rest.starts_with(['-', '='])
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_meaning_are_kept() {
        let command = "gcc -Wall -Iinc -D X=1 -O2 -mavx2 -g -MD -MF a.d -std=gnu11 -o a.o -c a.c";
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let kept = kept(&words, Path::new("/src/build"));
        let expected = ["-I/src/build/inc", "-DX=1", "-mavx2", "-std=gnu11"];
        assert_eq!(kept, expected);
    }

    #[test]
    fn levels_are_dropped_but_not_their_meaning() {
        let of = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            kept(&words, Path::new("/b")).join(" ")
        };
        assert_eq!(of("cc -O3 -mfma -Ofast -c a.c"), "-mfma -ffast-math");
        assert_eq!(of("cc -Ofast -O2 -c a.c"), "");
    }

    #[test]
    fn options_of_other_tools_are_dropped() {
        let words = ["clang", "-mllvm", "-mstack-size=1", "-mavx", "-c", "a.c"];
        assert_eq!(kept(&words.map(str::to_owned), Path::new("/b")), ["-mavx"]);
    }

    #[test]
    fn what_floats_and_integers_mean_is_kept() {
        let said = "gcc -funsafe-math-optimizations -fno-signed-char -frounding-math -ftrapv \
                    -fno-honor-nans -ffp-contract=fast -fdenormal-fp-math=positive-zero \
                    -fno-builtin-memcpy -fno-strict-overflow";
        let also = "-fPIC -fstack-protector-strong -fdiagnostics-color -flto -c a.c";
        let words: Vec<String> = format!("{said} {also}")
            .split(' ')
            .map(str::to_owned)
            .collect();
        assert_eq!(kept(&words, Path::new("/b")).join(" "), said[4..]);
    }
}
