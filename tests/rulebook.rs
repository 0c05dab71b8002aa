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
    let cases = r"\d+ cases at random(, \d+ of them on the processor too)?";
    settings.add_filter(cases, "[n] cases at random");
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

/// `simdiff check` with rules; the code is that of `sum.c`.
fn check_with(file: &str, more: &[&str]) -> (i32, String, String) {
    let check = "check sum.c --reference plus --port plus_by_bits --rules";
    let words: Vec<&str> = check
        .split(' ')
        .chain([file])
        .chain(more.iter().copied())
        .collect();
    rules(&words)
}

#[test]
fn a_rule_that_does_not_hold_is_refused() {
    assert_output(
        "wrong",
        &[
            "check",
            "sum.c",
            "--reference",
            "plus",
            "--rules",
            "wrong.rules",
            "--port",
            "plus",
        ],
    );
}

/// Rules that are false for rare values only, each in a file of its own.
#[test]
fn rare_values_refute_rules() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = fs::read_to_string("tests/rulebook/false.rules").expect("rules");
    let rules: Vec<&str> = text.split("\n(rule ").skip(1).collect();
    assert!(rules.len() > 15);
    for rule in rules {
        let name = rule.split(' ').next().unwrap_or_default();
        let file = dir.path().join(name);
        fs::write(&file, format!("(rule {rule}")).expect("written");
        // Whoever trusts rules does not trust those that values refute.
        for more in [&[][..], &["--trust-rules"]] {
            let (code, out, err) = check_with(file.to_str().expect("UTF-8"), more);
            assert_eq!(code, 2, "{name}: {out}");
            assert!(err.contains("this rule does not hold: "), "{name}: {err}");
            assert!(err.contains(&format!("(rule {name}")), "{name}: {err}");
        }
    }
}

/// A rule of a law's tier claims no more than the law, whatever holds over the real numbers.
#[test]
fn rules_of_laws_are_instances_of_them() {
    let dir = tempfile::tempdir().expect("a directory");
    let text = fs::read_to_string("tests/rulebook/lawless.rules").expect("rules");
    for rule in text.split("\n(rule ").skip(1) {
        let name = rule.split('\n').next().unwrap_or_default();
        let file = dir.path().join("lawless.rules");
        fs::write(&file, format!("(rule {rule}")).expect("written");
        let (code, out, err) = check_with(file.to_str().expect("UTF-8"), &[]);
        assert_eq!(code, 2, "{name}: {out}");
        let refused = ["this rule is not proved: ", "this rule does not hold: "];
        assert!(refused.iter().any(|why| err.contains(why)), "{name}: {err}");
    }
    let (code, _, err) = check_with("lawful.rules", &[]);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn a_rule_without_proof_is_given_or_not_used() {
    let (code, _, err) = check_with("unproved.rules", &[]);
    assert_eq!(code, 2);
    assert!(err.contains("this rule is not proved: "), "{err}");
    assert!(err.contains("--trust-rules"), "{err}");
    let (code, out, err) = check_with("unproved.rules", &["--trust-rules"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("bit for bit, given RULES"), "{out}");
    assert!(
        out.contains("the rule widen-twice of unproved.rules, which is not proved"),
        "{out}"
    );
    let (_, out, _) = check_with("unproved.rules", &["--trust-rules", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["given_rules"][0], "widen-twice of unproved.rules");
}

#[test]
fn a_rule_without_end_is_refused() {
    let (code, _, err) = check_with("endless.rules", &["--timeout", "20s"]);
    assert_eq!(code, 2);
    assert!(err.contains("does not come to an end"), "{err}");
}

#[test]
fn rules_without_cases_claim_none() {
    assert_output(
        "wide",
        &[
            "rules",
            "prove",
            "--quick",
            "--rules",
            "wide.rules",
            "wide-products-commute",
            "narrow-and-wide",
        ],
    );
}

#[test]
fn a_rule_that_follows_from_others_names_them() {
    let words = "rules prove --quick --rules consequence.rules square add-associates";
    let (code, out, err) = rules(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(code, 0, "{out}{err}");
    let row = |name: &str| {
        out.lines()
            .find(|line| line.contains(name))
            .unwrap_or_default()
    };
    assert!(
        row("square").ends_with("follows from commutativity, mul-distributes"),
        "{out}"
    );
    assert!(!row("add-associates").contains("follows"), "{out}");
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
    let (code, out, err) = check_with("sum.rules", &[]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("the rewrite rules of sum.rules"), "{out}");
}

/// A mistake in a rule of one's own is not found behind a hundred built-in ones.
#[test]
fn rules_of_ones_own_are_proved_first() {
    let (code, out, _) = rules(&["rules", "prove", "--quick", "--rules", "wrong.rules"]);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.ends_with("the built-in rules were not checked\n"),
        "{out}"
    );
    let (code, _, said) = rules(&["rules", "prove", "wrong.rules"]);
    assert!(code == 2 && said.contains("--rules wrong.rules"), "{said}");
}
