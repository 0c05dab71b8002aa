//! Programs whose assertions hold have certificates that check.

use std::path::Path;

use crate::support::{certificate_of_run, checked, example, lines, sealed};

fn finding(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/findings")
        .join(name)
}

#[test]
fn assertions_that_hold_have_certificates_that_check() {
    let programs = [
        (example("fig5/fig5.c"), ""),
        (
            finding("float_branches.c"),
            "--no-merge --phi-fold-threshold 0",
        ),
        (finding("several_objects.c"), ""),
    ];
    for (file, words) in programs {
        let words = shlex::split(words).expect("words");
        let text = certificate_of_run(&file, &words);
        match checked(&text) {
            Ok(summary) => assert!(summary.conditions > 0, "{}", file.display()),
            Err(failure) => panic!("{}: {failure}", file.display()),
        }
    }
}

#[test]
fn no_branch_may_be_left_out() {
    let original = lines(&certificate_of_run(&finding("several_objects.c"), &[]));
    assert!(checked(&sealed(&original)).is_ok());
    let claims: Vec<usize> = (0..original.len())
        .filter(|&i| original[i].get("obligation").is_some())
        .collect();
    assert!(!claims.is_empty());
    for &i in &claims {
        let claim = &original[i]["obligation"];
        assert!(claim["excludes"].is_string(), "{claim}");
    }
    for &i in &claims {
        let mut fewer = original.clone();
        fewer.remove(i);
        assert!(checked(&sealed(&fewer)).is_err(), "without {}", original[i]);
    }
}
