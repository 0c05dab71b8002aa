//! Findings: every file here is a small program whose first line says what simdiff
//! must find in it, or that it must find nothing; what a person reads of a finding
//! is a snapshot.

use std::path::{Path, PathBuf};
use std::process::Command;

use insta::Settings;

/// A file's first line.
struct Expectation {
    /// The words after `simdiff`, without the file.
    words: Vec<String>,
    /// The verdict, and the kind of a defect.
    verdict: String,
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings")
}

fn expectation(file: &str) -> Expectation {
    let text = std::fs::read_to_string(directory().join(file)).unwrap();
    let line = text.lines().next().unwrap_or_default();
    let line = line
        .strip_prefix("// simdiff: ")
        .unwrap_or_else(|| panic!("{file}: {line}"));
    let (words, verdict) = line.split_once(" => ").unwrap();
    Expectation {
        words: shlex::split(words).unwrap(),
        verdict: verdict.to_owned(),
    }
}

/// The report on a file, after its verdict was found to be the expected one.
fn report(file: &str, more: &[&str]) -> String {
    let expected = expectation(file);
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(directory())
        .arg(&expected.words[0])
        .arg(file)
        .args(&expected.words[1..])
        .args(more)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (code, told) = match expected.verdict.split_once(' ') {
        Some((_, kind)) => (1, format!("fails: {kind}\n")),
        None => (0, "EQUIVALENT".to_owned()),
    };
    let said = output.status.code();
    assert!(
        said == Some(code) && text.contains(&told),
        "{file}: {said:?}\n{text}"
    );
    text
}

/// Snapshots of what is found in one file each.
macro_rules! findings {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            let text = report(concat!(stringify!($name), ".c"), &[]);
            let finding = text.split("\nDEFECT").next().unwrap();
            assert!(finding.contains("replayed:"), "{text}");
            let mut settings = Settings::clone_current();
            settings.set_prepend_module_to_snapshot(false);
            settings.bind(|| insta::assert_snapshot!(stringify!($name), finding));
        })*
    };
}

findings! {
    after_return after_scope checked_access dead_copy dead_length dead_quotient dead_read
    division_by_zero division_overflow double_free empty_block endless endless_trials
    false_promise freed_arguments guarded_shift invalid_free leak leak_at_exit left_scope local_copy_overrun local_index
    local_vector_overrun misaligned no_function null over_shift overflow_asked_for overlap overrun
    part_of_an_array reported several_objects_outside stack_overrun uninitialised
    uninitialised_branch uninitialised_way unused_shift use_after_free wrapped_shift
}

/// Files in which nothing is found.
macro_rules! clean {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            report(concat!(stringify!($name), ".c"), &[]);
        })*
    };
}

clean! { inner_scope kept kept_at_exit masked_bits masked_lanes overflow_noted scopes }

fn json(file: &str, more: &[&str]) -> serde_json::Value {
    let expected = expectation(file);
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg(&expected.words[0])
        .arg(directory().join(file))
        .args(&expected.words[1..])
        .args(["--format", "json"])
        .args(more)
        .output()
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let (verdict, _) = expected
        .verdict
        .split_once(' ')
        .unwrap_or((&expected.verdict, ""));
    assert_eq!(json["verdict"], verdict, "{json}");
    json
}

#[test]
fn what_no_sanitizer_shows_is_suspected() {
    // The checks for shifts are clang's; in a module that is compiled already there
    // are none.
    let directory = tempfile::tempdir().unwrap();
    let module = directory.path().join("wrapped_shift.ll");
    let compiled = Command::new("clang-19")
        .args(["-S", "-emit-llvm", "-g", "-O1", "-o"])
        .arg(&module)
        .arg(self::directory().join("wrapped_shift.c"))
        .status();
    assert!(compiled.unwrap().success());
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(&module)
        .args(["--reference", "scale", "--port", "scale_wrapped"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("undecided[suspected-over-shift]"), "{text}");
}

#[test]
fn machines_learn_places_and_the_sanitizers_word() {
    let json = json("use_after_free.c", &[]);
    let line = |what: &str| json["defect"][what]["line"].clone();
    assert_eq!(
        [line("allocation"), line("release"), line("location")],
        [5, 7, 8]
    );
    let said = "AddressSanitizer: heap-use-after-free (use_after_free.c:8:12)";
    assert_eq!(json["defect"]["sanitizer"], said);
}

#[test]
fn an_address_in_two_objects_takes_two_paths() {
    let coverage = &json("several_objects.c", &[])["coverage"];
    assert_eq!(coverage["paths"], 2);
    assert_eq!(coverage["branches"]["split_addresses"], 1);
}

#[test]
fn contradictory_float_branches_are_never_explored() {
    for search in ["depth-first", "random-path", "coverage"] {
        let coverage = &json("float_branches.c", &["--search", search])["coverage"];
        assert_eq!(coverage["paths"], 4, "{search}: {coverage}");
        assert_eq!(coverage["ended"]["returned"], 4);
        assert_eq!(coverage["branches"]["unknown"], 0);
    }
}

#[test]
fn a_loop_with_too_many_paths_starves_only_depth_first_search() {
    for (search, exited) in [("depth-first", 0), ("random-path", 1), ("coverage", 1)] {
        let ended = &json("wide_loop.c", &["--search", search])["coverage"]["ended"];
        assert_eq!(ended["exited"], exited, "{search}: {ended}");
    }
}

#[test]
fn every_file_is_tested() {
    let source = include_str!("main.rs");
    for entry in std::fs::read_dir(directory()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "c") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            assert!(source.contains(&name), "{name}.c is in no test");
        }
    }
}
