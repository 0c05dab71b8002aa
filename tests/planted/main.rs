//! Bugs that were planted in ports, each in one line: the report has to name it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

// Running the tool is a part of it.
#[allow(dead_code)]
#[path = "../support/tool.rs"]
mod tool;

/// A port with a bug.
struct Planted {
    file: PathBuf,
    /// What its functions' names begin with.
    name: String,
    /// Further arguments: sizes as in `n=16..16`, or flags.
    arguments: Vec<String>,
    /// The line of the bug.
    line: usize,
}

/// How many the report has to find.
const ENOUGH: usize = 48;

fn planted() -> Vec<Planted> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted");
    let mut all = Vec::new();
    for file in [
        "choices.c",
        "filters.c",
        "lanes.c",
        "missing.c",
        "sums.c",
        "bounds.c",
        "scans.c",
        "loops.c",
        "moved.cpp",
    ] {
        let file = directory.join(file);
        let text = std::fs::read_to_string(&file).expect("a source of this test");
        let mut open: Option<(String, Vec<String>)> = None;
        for (at, line) in text.lines().enumerate() {
            if let Some(directive) = line.strip_prefix("// check: ") {
                let mut words = directive.split(' ').map(str::to_owned);
                open = words.next().map(|name| (name, words.collect()));
            }
            if line.ends_with("; // BUG") || line.contains("// BUG") && !line.starts_with("//") {
                let (name, arguments) = open.take().expect("one bug in a port");
                all.push(Planted {
                    file: file.clone(),
                    name,
                    arguments,
                    line: at + 1,
                });
            }
        }
    }
    all
}

/// The first line of the report that names a place in the source.
fn place(planted: &Planted) -> String {
    let Planted {
        file,
        name,
        arguments,
        ..
    } = planted;
    let mut command = Command::new(env!("CARGO_BIN_EXE_simdiff"));
    command.arg("check").arg(file);
    command.args(["--reference", &format!("{name}_ref")]);
    command.args(["--port", &format!("{name}_port")]);
    command.args(tool::sharing());
    let is_size = |argument: &&String| !argument.contains(['-', '>']);
    if arguments.first().is_some_and(|first| is_size(&first)) {
        command.arg("--size");
    }
    command.args(arguments);
    let output = command.output().expect("the simdiff binary");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{name}: {text}");
    let line = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("--> "));
    line.unwrap_or_default().to_owned()
}

#[test]
fn the_report_begins_with_the_guilty_line() {
    let all = planted();
    assert_eq!(all.len(), 58);
    let next = AtomicUsize::new(0);
    let missed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(planted) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let place = place(planted);
                    let file = planted.file.file_name().and_then(|name| name.to_str());
                    let guilty = format!("{}:{}:", file.unwrap_or_default(), planted.line);
                    if !place.contains(&guilty) {
                        let missed_here = format!("{} at {place}, not {guilty}", planted.name);
                        missed.lock().expect("no panic").push(missed_here);
                    }
                }
            });
        }
    });
    let missed = missed.into_inner().expect("no panic");
    let found = all.len() - missed.len();
    assert!(found >= ENOUGH, "{found} found: {}", missed.join("\n"));
}
