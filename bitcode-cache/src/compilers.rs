//! The identity of a compiler: everything that determines its output besides flags and text.
//!
//! A version number is not enough: a wrapper script and the compiler's configuration files
//! add flags, and distributions patch a version. The compiler itself says which command it
//! would run, which has them all.

use std::collections::HashMap;
use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::{digest, located};

/// The environment variable through which a run gives the identity of its compiler to the
/// processes that it starts, so that the compiler is asked once.
pub const HANDED_ON: &str = "SIMDIFF_COMPILER_IDENTITY";

/// Greatest size in bytes of a program that is identified by its content. Larger ones are
/// compiled programs, and every compiler that is linked anew has another time.
const MOST: u64 = 1 << 20;

/// Asks for the commands that would compile C to bitcode, without running them.
const QUESTION: [&str; 7] = ["-###", "-O1", "-c", "-emit-llvm", "-x", "c", "-"];

/// Returns the identity of a compiler; `None` if it cannot be told, so that nothing that it
/// makes can be kept.
pub fn identity(compiler: &Path) -> Option<String> {
    static KNOWN: Mutex<Option<HashMap<PathBuf, Option<String>>>> = Mutex::new(None);
    let handed_on = std::env::var(HANDED_ON).ok();
    let handed_on = handed_on.and_then(|text| text.strip_prefix(&head(compiler)).map(String::from));
    if handed_on.is_some() {
        return handed_on;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let known = known.entry(compiler.to_owned());
    known.or_insert_with(|| ask(compiler)).clone()
}

/// Returns the value of [`HANDED_ON`] for a compiler.
pub fn handed_on(compiler: &Path) -> Option<OsString> {
    Some((head(compiler) + &identity(compiler)?).into())
}

fn head(compiler: &Path) -> String {
    format!("{}\n", compiler.display())
}

fn ask(compiler: &Path) -> Option<String> {
    let file = located(compiler)?;
    let found = std::fs::metadata(&file).ok()?;
    let content = match found.len() <= MOST {
        true => digest(&std::fs::read(&file).ok()?),
        false => format!("{} {} {}", found.ino(), found.mtime(), found.mtime_nsec()),
    };
    let mut command = Command::new(compiler);
    let output = command.args(QUESTION).stdin(Stdio::null()).output().ok()?;
    let said = commands(&String::from_utf8_lossy(&output.stderr));
    let said = digest(said.as_bytes());
    let size = found.len();
    let text = format!("{compiler:?} {file:?} {size} {content} {said}");
    output.status.success().then_some(text)
}

/// Returns what a compiler says about its commands (`-###`, `-v`), without the directory in
/// which it was asked.
pub fn commands(said: &str) -> String {
    const OF_DIRECTORY: [&str; 2] = ["-fdebug-compilation-dir=", "-fcoverage-compilation-dir="];
    let mut left = said.to_owned();
    for flag in OF_DIRECTORY {
        let mut parts = left.split(flag);
        let first = parts.next().unwrap_or_default().to_owned();
        left = parts.fold(first, |text, part| {
            let quoted = text.ends_with('"');
            text + after_argument(part, quoted)
        });
    }
    left
}

/// The text after the rest of an argument, which ends with its quotation mark if it is
/// quoted, else with the word.
fn after_argument(text: &str, quoted: bool) -> &str {
    let mut before = None;
    let ends = text.find(|c: char| {
        let escaped = before == Some('\\');
        before = Some(c);
        match quoted {
            true => !escaped && c == '"',
            false => c.is_whitespace(),
        }
    });
    &text[ends.unwrap_or(text.len())..]
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn wrapper(directory: &Path, name: &str, says: &str) -> PathBuf {
        let path = directory.join(name);
        std::fs::write(&path, format!("#!/bin/sh\necho \"{says}\" >&2\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn another_command_is_another_compiler() {
        let directory = tempfile::tempdir().unwrap();
        let flags = directory.path().join("flags");
        let says = format!("$(cat {})", flags.display());
        let script = wrapper(directory.path(), "clang", &says);
        std::fs::write(&flags, "-ffp-contract=off").unwrap();
        let first = ask(&script).unwrap();
        assert_eq!(ask(&script), Some(first.clone()));
        std::fs::write(&flags, "-ffp-contract=on").unwrap();
        assert_ne!(ask(&script), Some(first));
    }

    #[test]
    fn another_script_is_another_compiler() {
        let directory = tempfile::tempdir().unwrap();
        let first = ask(&wrapper(directory.path(), "clang", "x")).unwrap();
        let path = wrapper(directory.path(), "clang", "x # of another release");
        std::fs::write(&path, "#!/bin/sh\necho x >&2 # as before\n").unwrap();
        assert_ne!(ask(&path), Some(first));
    }

    #[test]
    fn a_compiler_that_does_not_answer_has_no_identity() {
        assert_eq!(identity(Path::new("/nowhere/clang-19")), None);
        assert_eq!(identity(Path::new("false")), None);
    }

    #[test]
    fn the_directory_of_the_question_is_left_out() {
        let quoted = "\"-O1\" \"-fdebug-compilation-dir=/a b\\\" c\" \"-x\"";
        assert_eq!(commands(quoted), "\"-O1\" \"\" \"-x\"");
        let bare = "-O1 -fcoverage-compilation-dir=/a -x\n-fdebug-compilation-dir=/a\nb";
        assert_eq!(commands(bare), "-O1  -x\n\nb");
    }
}
