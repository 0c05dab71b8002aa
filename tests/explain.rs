//! `simdiff explain`: every word that a report says of itself has a page.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use simdiff::explain::{Class, entries};
use simdiff::verdict::{UndecidedKind, Undefined, Verdict};

fn simdiff(words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .args(words)
        .output()
        .expect("the binary runs");
    let text = [output.stdout, output.stderr].concat();
    let code = output.status.code().expect("no signal ended it");
    (code, String::from_utf8_lossy(&text).into_owned())
}

/// Whether every one of these words has an entry of a class.
fn assert_entries(class: Class, words: impl IntoIterator<Item = String>) {
    let known: BTreeSet<&str> = entries(class).iter().map(|(word, ..)| *word).collect();
    let mut count = 0;
    for word in words {
        count += 1;
        assert!(
            known.contains(word.as_str()),
            "no page for `{word}`, {class:?}"
        );
    }
    assert!(count > 2, "{count} words of {class:?}");
}

fn source(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    fs::read_to_string(path).expect("a source file")
}

/// The body of the first function of this name.
fn function<'a>(source: &'a str, name: &str) -> &'a str {
    let from = source.find(name).expect("the function");
    let body = &source[from..];
    &body[..body.find("\n    }\n").expect("its end")]
}

/// What string literals stand after a text, to the end of the line.
fn literals(source: &str, after: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in source.split(after).skip(1) {
        let line = rest.lines().next().unwrap_or_default();
        found.extend(line.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    found
}

#[test]
fn verdicts_have_pages() {
    let verdicts = [
        Verdict::Equivalent,
        Verdict::Proved,
        Verdict::Different,
        Verdict::Exceeded,
        Verdict::Clean,
        Verdict::Defect,
        Verdict::Undecided,
    ];
    assert_entries(
        Class::Verdict,
        verdicts.map(|verdict| verdict.word().to_owned()),
    );
}

#[test]
fn kinds_of_differences_have_pages() {
    let text = source("verdict/kind.rs");
    let from = text.find("pub enum Kind {").expect("the kinds");
    let body = &text[from..from + text[from..].find("\n}").expect("their end")];
    let variants = body.lines().filter_map(|line| {
        let word = line.trim().strip_suffix(',')?;
        word.chars().all(char::is_alphanumeric).then_some(word)
    });
    let kebab = |word: &str| {
        let mut name = String::new();
        for c in word.chars() {
            if c.is_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.extend(c.to_lowercase());
        }
        name
    };
    assert_entries(Class::Difference, variants.map(kebab));
}

#[test]
fn kinds_of_defects_have_pages() {
    let text = source("verdict/defect_kind.rs");
    let table = function(&text, "const fn row(self)");
    let flat = table.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut names = Vec::new();
    for rest in flat.split("=> row(").skip(1) {
        let rest = rest.trim_start();
        let words: Vec<&str> = rest.split('"').skip(1).step_by(2).collect();
        match rest.starts_with("a.of(") {
            true => names.extend(&words[..2]),
            false if rest.starts_with('"') => names.push(words[0]),
            // By the name that the sanitizer gives it.
            false => {}
        }
    }
    assert_entries(Class::Defect, names.into_iter().map(str::to_owned));
}

#[test]
fn undefined_behaviour_has_pages() {
    let kinds = Undefined::ALL.map(|kind| kind.name().to_owned());
    assert_entries(Class::Undefined, kinds);
}

#[test]
fn steps_have_pages() {
    let text = source("equiv/decision.rs");
    let names = literals(function(&text, "const fn name(self)"), "Step::");
    assert_entries(Class::Step, names);
}

#[test]
fn reasons_have_pages() {
    let kinds = UndecidedKind::all().map(|kind| kind.class().to_owned());
    assert_entries(Class::Reason, kinds);
}

#[test]
fn rows_have_pages() {
    let text = source("report/text.rs");
    let rows = text.split(" row(\"").skip(1);
    let rows = rows.filter_map(|rest| rest.split('"').next());
    assert_entries(Class::Row, rows.map(str::to_owned));
}

#[test]
fn lines_of_findings_have_pages() {
    let words = ["difference", "defect", "section"].map(|file| {
        let text = source(&format!("report/{file}.rs"));
        // Labels with a name in them are not words.
        let labels = text.split("bold(\"").skip(1);
        let labels = labels.filter_map(|rest| rest.split('"').next());
        let labels = labels.map(|label| label.trim_end_matches(':').to_owned());
        labels.collect::<Vec<_>>()
    });
    // That of a row.
    let words = words
        .concat()
        .into_iter()
        .filter(|word| word != "undefined");
    assert_entries(Class::Line, words);
}

#[test]
fn stages_have_pages() {
    let mut files = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut stages = Vec::new();
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a directory");
            files.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            for call in [".lap(\"", ".lap_but_for(\""] {
                for rest in text.split(call).skip(1) {
                    let arguments = rest.split(')').next().unwrap_or_default();
                    stages.extend(arguments.split('"').step_by(2).map(str::to_owned));
                }
            }
        }
    }
    stages.retain(|stage| !stage.is_empty() && !stage.starts_with(','));
    // The contract is a row too.
    stages.retain(|stage| stage != "contract");
    assert_entries(Class::Stage, stages);
}

#[test]
fn words_of_several_words_are_found() {
    for word in ["left out", "leaning-on", "not confirmed:", "native samples"] {
        let (code, text) = simdiff(&["explain", word]);
        assert_eq!(code, 0, "{text}");
    }
}

#[test]
fn suspicions_have_the_page_of_their_defect() {
    let (code, text) = simdiff(&["explain", "suspected-out-of-bounds-read"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.starts_with("suspected-defect"), "{text}");
    assert!(text.contains("\nout-of-bounds-read"), "{text}");
}

#[test]
fn a_page() {
    let (code, text) = simdiff(&["explain", "conversion"]);
    assert_eq!(code, 0);
    insta::assert_snapshot!(text);
}

#[test]
fn an_option_is_a_word_too() {
    let (code, text) = simdiff(&["explain", "--assume-finite"]);
    assert_eq!(code, 0);
    assert!(text.starts_with("finite (assumption)"), "{text}");
}

#[test]
fn a_wrong_word_names_the_nearest() {
    let (code, text) = simdiff(&["explain", "satration"]);
    assert_eq!(code, 2);
    assert!(text.contains("did you mean `saturation`?"), "{text}");
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().to_str().expect("a path");
    assert_eq!(simdiff(&["manual", path]), (0, String::new()));
    for name in ["simdiff.1", "simdiff-check.1", "simdiff-explain.1"] {
        assert!(directory.path().join(name).is_file(), "{name}");
    }
}

#[test]
fn shells_complete_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let (code, text) = simdiff(&["completions", shell]);
        assert_eq!(code, 0);
        assert!(text.contains("certificate"), "{shell}");
    }
}
