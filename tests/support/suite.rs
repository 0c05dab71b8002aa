//! Directories with suites, and simdiff run in them.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

/// A reference, and two ports with checks as they are expected.
#[allow(dead_code)] // Not every test program checks these.
pub const TWICE: &str = "\
// simdiff: check --reference doubled --port shifted --size n=1..4 => equivalent
// simdiff: check --reference doubled --port squared --size n=2 => different
void doubled(const unsigned *s, unsigned *d, int n) {
    for (int i = 0; i < n; i++) d[i] = 2 * s[i];
}
void shifted(const unsigned *s, unsigned *d, int n) {
    for (int i = 0; i < n; i++) d[i] = s[i] << 1;
}
void squared(const unsigned *s, unsigned *d, int n) {
    for (int i = 0; i < n; i++) d[i] = s[i] * s[i];
}
";

/// A directory with these files, by their names and texts.
pub fn directory(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, text) in files {
        write(&directory, name, text);
    }
    directory
}

/// Writes a file, and makes the directory for it.
pub fn write(directory: &TempDir, name: &str, text: &str) {
    let path = directory.path().join(name);
    let parent = path.parent().expect("a directory");
    fs::create_dir_all(parent).expect("a directory");
    fs::write(path, text).expect("a file");
}

/// The text of a file.
#[allow(dead_code)] // Not every test program reads files.
pub fn read(directory: &TempDir, name: &str) -> String {
    fs::read_to_string(directory.path().join(name)).expect("a file that was written")
}

/// Runs simdiff there, without verdicts of other runs: the exit code, and both streams.
pub fn simdiff(directory: &TempDir, args: &[&str]) -> (i32, String) {
    let is_run = args[0] == "test" && !args.contains(&"--cache");
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(directory)
        .args(args)
        .args(is_run.then_some("--no-cache"))
        .output()
        .expect("the binary runs");
    let all = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&all).into_owned();
    (output.status.code().unwrap_or(-1), text)
}
