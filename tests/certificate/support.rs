//! Writing certificates of examples, and checking them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use certificate_checker::{Answer, Digest, Failure, Solver, Summary, check};
use rewrite_rules::RuleSet;

/// The words of each line `// simdiff: check … => equivalent` of a file.
pub fn equivalent(file: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(file).expect("an example is UTF-8");
    let lines = text.lines().map_while(|l| l.strip_prefix("// simdiff: "));
    let proved = lines.filter_map(|line| line.strip_suffix("=> equivalent"));
    let proved = proved.filter_map(|line| line.strip_prefix("check "));
    proved
        .map(|line| shlex::split(line).expect("balanced quotes"))
        .collect()
}

/// Sizes cut to a few: `n=1..64` is `n=1..9`.
pub fn shortened(words: &[String]) -> Vec<String> {
    let cut = |size: &str| {
        let Some((low, high)) = size.split_once("..") else {
            return size.to_owned();
        };
        let digits: String = low.chars().rev().take_while(char::is_ascii_digit).collect();
        let first: u64 = digits
            .chars()
            .rev()
            .collect::<String>()
            .parse()
            .unwrap_or(1);
        let last: u64 = high.parse().unwrap_or(first);
        format!("{low}..{}", last.min(first + 8))
    };
    let mut words = words.to_vec();
    for i in 1..words.len() {
        if words[i - 1] == "--size" {
            let sizes: Vec<String> = words[i].split(',').map(cut).collect();
            words[i] = sizes.join(",");
        }
    }
    words
}

/// The certificate that `simdiff check FILE WORDS` writes.
pub fn certificate(file: &Path, words: &[String]) -> String {
    written("check", file, words)
}

/// The certificate that `simdiff run FILE WORDS` writes.
pub fn certificate_of_run(file: &Path, words: &[String]) -> String {
    written("run", file, words)
}

fn written(command: &str, file: &Path, words: &[String]) -> String {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path: PathBuf = directory.path().join("certificate");
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(file.parent().expect("a directory"))
        .arg(command)
        .arg(file)
        .args(words)
        .arg("--certificate")
        .arg(&path)
        .output()
        .expect("simdiff runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}");
    std::fs::read_to_string(&path).expect("a certificate was written")
}

/// Z3 for the checker.
struct Z3;

impl Solver for Z3 {
    fn check(&mut self, query: &str) -> Answer {
        match simdiff::solver::satisfiable(query, Duration::from_secs(20)) {
            Some(true) => Answer::Sat,
            Some(false) => Answer::Unsat,
            None => Answer::Unknown,
        }
    }
}

/// Checks a certificate.
pub fn checked(text: &str) -> Result<Summary, Failure> {
    check(text.as_bytes(), RuleSet::builtin(), &mut Z3)
}

/// The lines with a digest that is right for them.
pub fn sealed(lines: &[serde_json::Value]) -> String {
    let mut digest = Digest::default();
    let mut text = String::new();
    for line in lines {
        let mut line = line.clone();
        if let Some(end) = line.get_mut("end") {
            end["digest"] = digest.text().into();
        }
        let line = format!("{line}\n");
        digest.add(line.as_bytes());
        text += &line;
    }
    text
}

/// The same with a seal that is right for the header.
pub fn resealed(lines: &[serde_json::Value]) -> String {
    let mut lines = lines.to_vec();
    let header = lines[0]["certificate"].clone();
    if let Ok(header) = serde_json::from_value(header) {
        lines[0]["certificate"]["seal"] = certificate_checker::seal(&header).into();
    }
    sealed(&lines)
}

/// The lines of a certificate.
pub fn lines(text: &str) -> Vec<serde_json::Value> {
    let line = |line: &str| serde_json::from_str(line).expect("JSON");
    text.lines().map(line).collect()
}

/// A file of `examples/`.
pub fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples")
        .join(name)
}

/// A file of `tests/kernels/`.
pub fn kernel(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/kernels")
        .join(name)
}
