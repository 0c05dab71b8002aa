//! The pages that people read first: their commands do what they show, where they say, and
//! the table of contents names what there is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Pages with commands.
const PAGES: [&str; 3] = ["README.md", "docs/tour.md", "docs/contracts.md"];

/// What a line of a block stands for that leaves some out.
const SOME: &str = "...";

/// A command of a page, and the lines below it.
struct Shown {
    words: Vec<String>,
    lines: Vec<String>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The commands of a page: blocks that begin with `$ simdiff`.
fn shown(page: &str) -> Vec<Shown> {
    let text = fs::read_to_string(root().join(page)).expect("a page");
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("    ") {
            Some(line) if line.starts_with("$ simdiff ") => {
                let words = shlex::split(&line["$ simdiff ".len()..]).expect("words");
                let lines = Vec::new();
                all.push(Shown { words, lines });
                inside = true;
            }
            Some(line) if inside => all
                .last_mut()
                .expect("a command")
                .lines
                .push(line.to_owned()),
            // Between the lines of a block.
            None if inside && line.is_empty() => {
                all.last_mut().expect("a command").lines.push(String::new());
            }
            _ => inside = false,
        }
    }
    for shown in &mut all {
        while shown.lines.last().is_some_and(String::is_empty) {
            shown.lines.pop();
        }
    }
    all
}

/// Whether lines are as shown, some left out.
fn are_shown(lines: &[&str], shown: &[String]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == SOME => {
            (0..=lines.len()).any(|from| are_shown(&lines[from..], rest))
        }
        Some((first, rest)) => {
            lines.first().is_some_and(|line| line.trim_end() == first)
                && are_shown(&lines[1..], rest)
        }
    }
}

#[test]
fn commands_print_what_pages_show() {
    let mut count = 0;
    for page in PAGES {
        for Shown { words, lines } in shown(page) {
            let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
                .args(&words)
                .current_dir(root().join("examples"))
                .output()
                .expect("the binary runs");
            let printed = [output.stderr, output.stdout].concat();
            let printed = String::from_utf8_lossy(&printed);
            let printed: Vec<&str> = printed.trim_end().lines().collect();
            assert!(
                are_shown(&printed, &lines),
                "{page}: simdiff {}\nprints\n{}",
                words.join(" "),
                printed.join("\n")
            );
            count += 1;
        }
    }
    assert!(count >= 8, "{count} commands");
}

#[test]
fn contents_name_every_page() {
    let docs = root().join("docs");
    let contents = fs::read_to_string(docs.join("SUMMARY.md")).expect("contents");
    let named = contents.split("](").skip(1);
    let named: Vec<&str> = named
        .filter_map(|rest| Some(rest.split_once(')')?.0))
        .collect();
    for page in &named {
        assert!(docs.join(page).exists(), "there is no {page}");
    }
    for entry in fs::read_dir(&docs).expect("docs") {
        let name = entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("a name");
        if Path::new(&name).extension().is_some_and(|e| e == "md") && name != "SUMMARY.md" {
            assert!(
                named.contains(&name.as_str()),
                "{name} is not in the contents"
            );
        }
    }
}

/// The options that a text names: `--size`, say.
fn options(text: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
    let starts = text.match_indices("--").map(|(at, _)| &text[at..]);
    let whole = starts.map(|rest| &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())]);
    whole
        .filter(|option| option.len() > 2 && !option.starts_with("---"))
        .collect()
}

#[test]
fn options_of_pages_exist() {
    let help = |command: &str| {
        let simdiff = Command::new(env!("CARGO_BIN_EXE_simdiff"))
            .args(command.split(' '))
            .arg("--help")
            .output()
            .expect("simdiff starts");
        String::from_utf8(simdiff.stdout).expect("text")
    };
    let commands = [
        "check",
        "run",
        "kernel",
        "test",
        "intrinsics",
        "certificate check",
    ];
    let helps: String = commands.into_iter().map(help).collect();
    let known = options(&helps);
    for page in ["README.md", "docs/options.md"] {
        let text = fs::read_to_string(root().join(page)).expect("a page");
        let unknown: Vec<_> = options(&text).difference(&known).copied().collect();
        assert!(
            unknown.is_empty(),
            "{page} names options that do not exist: {unknown:?}"
        );
    }
}
