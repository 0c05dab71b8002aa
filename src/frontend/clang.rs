//! Runs clang on one source file to produce bitcode, in a scratch directory.

use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::error::FrontendError;
use super::flags::Flags;
use super::keep::{self, Dialect};
use super::language::Language;
use super::tools::Clang;
use crate::child;

/// The harness header. It is written out for every compilation, so that an installed binary
/// carries it.
const KLEE_H: &str = include_str!("../../runtime/include/klee/klee.h");

/// The header with which harnesses make and compare values of C++ types.
const HARNESS_HPP: &str = include_str!("../../runtime/include/simdiff/harness.hpp");

/// The name of [`TEMPLATES_H`] in the scratch directory.
pub(super) const TEMPLATES: &str = "templates.h";
/// The header included before every C or C++ file.
pub(super) const TEMPLATES_H: &str = include_str!("../../runtime/include/templates.h");

/// A directory for one compilation, with the harness headers in it.
pub(super) struct Scratch {
    pub(super) dir: tempfile::TempDir,
}

impl Scratch {
    /// Writes a file to compile.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<PathBuf, FrontendError> {
        let path = self.dir.path().join(name);
        std::fs::write(&path, text).map_err(|e| FrontendError::Io {
            path: path.clone(),
            reason: e.to_string(),
        })?;
        Ok(path)
    }

    pub(super) fn new() -> Result<Scratch, FrontendError> {
        let failed = |path: &Path, e: std::io::Error| FrontendError::Io {
            path: path.into(),
            reason: e.to_string(),
        };
        let dir = tempfile::Builder::new()
            .prefix("simdiff-")
            .tempdir()
            .map_err(|e| failed(&std::env::temp_dir(), e))?;
        for (header, text) in [
            ("include/klee/klee.h", KLEE_H),
            ("include/simdiff/harness.hpp", HARNESS_HPP),
        ] {
            let header = dir.path().join(header);
            let directory = header.parent().unwrap_or(&header);
            std::fs::create_dir_all(directory).map_err(|e| failed(directory, e))?;
            std::fs::write(&header, text).map_err(|e| failed(&header, e))?;
        }
        let scratch = Scratch { dir };
        scratch.write(TEMPLATES, TEMPLATES_H)?;
        Ok(scratch)
    }
}

/// Compiles one file; returns clang's warnings.
///
/// The functions in `flags.keep` are kept alive: all of them if that compiles, else one at
/// a time, since the file need not declare every one.
pub(super) fn run_clang(
    clang: &Clang,
    source: &Path,
    output: &Path,
    flags: &Flags,
    scratch: &Scratch,
) -> Result<String, FrontendError> {
    // A kernel is never `static`, so it need not be kept alive.
    if Language::of(source) == Some(Language::OpenCl) {
        return run_clang_keeping(clang, source, output, flags, &[], scratch);
    }
    let all = (flags.keep.len() > 1).then_some(flags.keep.as_slice());
    for keep in all.into_iter().chain(flags.keep.chunks(1)) {
        match run_clang_keeping(clang, source, output, flags, keep, scratch) {
            Err(FrontendError::Clang { .. }) => {}
            ended => return ended,
        }
    }
    run_clang_keeping(clang, source, output, flags, &[], scratch)
}

/// Compiles one file. If functions are to be kept, the file is included by a text that
/// takes their addresses.
fn run_clang_keeping(
    clang: &Clang,
    source: &Path,
    output: &Path,
    flags: &Flags,
    kept: &[String],
    scratch: &Scratch,
) -> Result<String, FrontendError> {
    let io = |e: std::io::Error| FrontendError::Io {
        path: clang.path.clone(),
        reason: e.to_string(),
    };
    let language = Language::of(source).unwrap_or(Language::C);
    let mut command = Command::new(&clang.path);
    command
        .args(flags.arguments(language))
        .arg("-fno-crash-diagnostics");
    if language == Language::C {
        command
            .arg("-isystem")
            .arg(scratch.dir.path().join("include"))
            .arg("-include")
            .arg(scratch.dir.path().join(TEMPLATES));
    }
    command.arg("-o").arg(output);
    if kept.is_empty() {
        command.arg("--").arg(source).stdin(Stdio::null());
    } else {
        let (language, dialect) = match source.extension().and_then(OsStr::to_str) {
            Some("c" | "i") => ("c", Dialect::C),
            _ => ("c++", Dialect::Cpp),
        };
        let path = scratch.dir.path().join("keep");
        std::fs::write(&path, keep::text(dialect, kept)).map_err(io)?;
        if dialect == Dialect::Cpp {
            // The kept methods may be private.
            command.arg("-fno-access-control");
        }
        let text = std::fs::File::open(&path).map_err(io)?;
        command.args(["-x", language, "-include"]).arg(source);
        command.arg("-").stdin(text);
    }
    let Some(ended) = child::run(&mut command, &flags.deadline).map_err(io)? else {
        return Err(FrontendError::Time {
            path: source.into(),
        });
    };
    match ended.status.signal() {
        _ if ended.status.success() => Ok(ended.messages),
        // clang's driver exits with 70 or more if the compiler proper crashed.
        None if ended.status.code().is_none_or(|code| code < CRASHED) => {
            Err(FrontendError::Clang {
                path: source.into(),
                diagnostics: ended.messages,
            })
        }
        _ => Err(FrontendError::Crash {
            path: source.into(),
            tool: "clang",
            said: last_words(&ended.messages),
        }),
    }
}

/// The least exit code of clang after a crash (EX_SOFTWARE, or 128 plus a signal).
const CRASHED: i32 = 70;

/// LLVM's message about its own failure, without the stack trace.
pub(super) fn last_words(messages: &str) -> Option<String> {
    const SIGNS: [&str; 3] = [
        "LLVM ERROR: ",
        "Assertion ",
        "fatal error: error in backend",
    ];
    let telling = |line: &&str| SIGNS.iter().any(|sign| line.contains(sign));
    let errors = |line: &&str| line.contains("error: ");
    let mut lines = messages.lines();
    let found = lines.clone().find(telling).or_else(|| lines.find(errors));
    found.map(|line| line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_are_found_among_the_rest() {
        let said = "x.c:1:2: warning: y\nLLVM ERROR: out of memory\nStack dump:\n0. clang\n";
        assert_eq!(
            last_words(said).as_deref(),
            Some("LLVM ERROR: out of memory")
        );
        assert_eq!(last_words("Stack dump:\n"), None);
    }
}
