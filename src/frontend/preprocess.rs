//! Preprocesses a file: its text together with everything that it includes.
//!
//! Two files with the same preprocessed text and arguments compile to the same program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bitcode_cache::{compilers, dependencies};

use super::clang::{Scratch, TEMPLATES};
use super::error::FrontendError;
use super::flags::Flags;
use super::language::Language;
use super::tools::Clang;
use crate::child;
use crate::regular;

/// The largest size of a text in bytes.
const MOST: u64 = 1 << 30;

/// A file as the preprocessor sees it.
pub struct Preprocessed {
    /// The text, with line markers; for bitcode and assembly, the file's contents.
    pub text: Vec<u8>,
    /// The compiler's arguments, without the scratch directory's paths.
    pub arguments: Vec<String>,
    /// The commands that the compiler ran, with what wrappers and configuration files add;
    /// empty for bitcode and assembly.
    pub commands: String,
    /// The files that were read, by their paths from the directory.
    pub files: Vec<PathBuf>,
}

/// Preprocesses a file, whose path is relative to a directory.
///
/// # Errors
/// clang's errors, and unreadable files.
pub fn preprocess(
    clang: &Clang,
    directory: &Path,
    source: &Path,
    flags: &Flags,
) -> Result<Preprocessed, FrontendError> {
    let io = |path: &Path, e: std::io::Error| FrontendError::Io {
        path: path.into(),
        reason: e.to_string(),
    };
    let Some(language) = Language::of(source) else {
        let path = directory.join(source);
        return Ok(Preprocessed {
            text: regular::read(&path, MOST).map_err(|e| io(&path, e))?,
            arguments: Vec::new(),
            commands: String::new(),
            files: vec![source.to_owned()],
        });
    };
    let scratch = Scratch::new()?;
    let here = scratch.dir.path();
    let (output, list) = (here.join("text"), here.join("list"));
    let arguments = flags.arguments(language);
    let mut command = Command::new(&clang.path);
    command.current_dir(directory).args(&arguments);
    command.args(["-E", "-v"]);
    if language == Language::C {
        command.arg("-isystem").arg(here.join("include"));
        command.arg("-include").arg(here.join(TEMPLATES));
    }
    command.arg("-MD").arg("-MF").arg(&list);
    command.arg("-o").arg(&output).arg("--").arg(source);
    let ended = child::run(command.stdin(Stdio::null()), &flags.deadline);
    let said = match ended.map_err(|e| io(&clang.path, e))? {
        Some(ended) if ended.status.success() => ended.messages,
        Some(ended) => {
            return Err(FrontendError::Clang {
                path: source.into(),
                diagnostics: ended.messages,
            });
        }
        None => {
            return Err(FrontendError::Time {
                path: source.into(),
            });
        }
    };
    let said = without(said.as_bytes(), here.to_string_lossy().as_bytes());
    let text = regular::read(&output, MOST).map_err(|e| io(&output, e))?;
    let list = regular::read_text(&list, MOST).map_err(|e| io(&list, e))?;
    Ok(Preprocessed {
        text: without(&text, here.to_string_lossy().as_bytes()),
        arguments,
        commands: compilers::commands(&String::from_utf8_lossy(&said)),
        files: dependencies(&list, here),
    })
}

/// The text without the name of the scratch directory, which changes from run to run.
fn without(text: &[u8], name: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.windows(name.len()).position(|window| window == name) {
        kept.extend_from_slice(&rest[..at]);
        rest = &rest[at + name.len()..];
    }
    kept.extend_from_slice(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_ours_are_left_out() {
        assert_eq!(without(b"a /tmp/x/b /tmp/x", b"/tmp/x"), b"a /b ");
        assert_eq!(without(b"none", b"/tmp/x"), b"none");
    }
}
