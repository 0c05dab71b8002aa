//! `simdiff rules` and `--rules`: what a person reads, and what is refused.

use std::fs;
use std::path::Path;
use std::process::Command;

use insta::Settings;

/// Exit code, standard output and standard error of `simdiff rules …`.
fn rules(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulebook"))
        .args(words)
        .output()
        .expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().expect("no signal ended it");
    (code, text(&output.stdout), text(&output.stderr))
}

fn assert_output(name: &str, words: &[&str]) {
    let (code, out, err) = rules(words);
    let mut settings = Settings::clone_current();
    let cases = r"\d+ cases in all(, \d+ of them on the processor too)?";
    settings.add_filter(cases, "[n] cases in all");
    settings.bind(|| insta::assert_snapshot!(name, format!("exit code {code}\n{out}{err}")));
}

#[test]
fn a_rule_is_explained_as_it_is_written() {
    assert_output("explained", &["rules", "explain", "add-zero"]);
}

/// Every rule by cases, floats by all of 8 bits, most by the processor and by Z3
/// too; all rejected ones by their witnesses.
#[test]
fn every_rule_is_proved() {
    let (code, table, _) = rules(&["rules", "prove", "--quick"]);
    let rows = table
        .lines()
        .take_while(|line| !line.ends_with("rules checked:"));
    let (good, bad): (Vec<&str>, Vec<&str>) =
        rows.partition(|row| row.starts_with("holds ") || row.starts_with("rejected "));
    assert!(code == 0 && bad.is_empty(), "{}", bad.join("\n"));
    let by = |words: &str| good.iter().filter(|row| row.contains(words)).count();
    assert!(by("every case to") > 300, "{table}");
    assert!(by("every 8-bit float") > 80, "{table}");
    assert!(by("Z3 for all values") > 300, "{table}");
    assert!(by("its witness refutes it") >= 16, "{table}");
    // Nothing but x86-64 has all of these instructions.
    assert!(
        by("on the processor") > 300 || cfg!(not(target_arch = "x86_64")),
        "{table}"
    );
}

#[test]
fn a_rejected_rule_is_explained_with_its_witness() {
    assert_output("rejected", &["rules", "explain", "fsub-self"]);
}

#[test]
fn an_unknown_rule_gets_the_nearest_name() {
    assert_output("unknown", &["rules", "explain", "fmul-on"]);
}

#[test]
fn every_rule_is_listed_under_its_file() {
    let (code, out, _) = rules(&["rules", "list"]);
    assert_eq!(code, 0);
    for word in [
        "klee-cl.rules",
        "fcmp-and",
        "KLEE-CL Table 3 #26",
        "rejected",
    ] {
        assert!(out.contains(word), "{word}");
    }
}

#[test]
fn a_mistake_in_a_rule_file_is_pointed_at() {
    assert_output("mistake", &["rules", "list", "--rules", "mistake.rules"]);
}

#[test]
fn a_rule_that_does_not_hold_is_refused() {
    assert_output("wrong", &["rules", "list", "--rules", "wrong.rules"]);
}

#[test]
fn a_missing_rule_file_is_trouble() {
    let (code, _, err) = rules(&["rules", "list", "--rules", "none.rules"]);
    assert_eq!(code, 2);
    assert!(err.contains("cannot read the rules of none.rules"), "{err}");
}

/// The identity (x & y) + (x | y) = x + y is in no built-in rule file under
/// this name; with it the verdict names the file.
#[test]
fn a_rule_of_the_user_is_used_and_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let source = "unsigned f(unsigned x, unsigned y) { return x + y; }\n\
                  unsigned g(unsigned x, unsigned y) { return (x & y) + (x | y); }\n";
    let file = dir.path().join("sum.c");
    fs::write(&file, source).expect("written");
    let (code, out, err) = rules(&[
        "check",
        file.to_str().expect("UTF-8"),
        "--reference",
        "f",
        "--port",
        "g",
        "--rules",
        "sum.rules",
    ]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("the rewrite rules of sum.rules"), "{out}");
}
