//! Verdicts that are kept between runs, where what they depend on changes.

#[path = "support/suite.rs"]
mod suite;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use suite::{directory, simdiff, write};
use tempfile::TempDir;

const SOURCE: &str = "\
// simdiff: check --reference f --port g --cflags='-Ifirst -Isecond' => equivalent
#include <factor.h>
int f(int x) { return (x & 255) * 3; }
int g(int x) { return (x & 255) * FACTOR; }
";

/// A compiler that is clang, but for what it does before each compilation.
fn test(here: &TempDir) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .args(["test", "--cache", "kept", "port.c", "simdiff.toml"])
        .current_dir(here)
        .env("SIMDIFF_CLANG", here.path().join("clang"))
        .output()
        .expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), text)
}

/// A header that is there, and flags of the build that hold, while a check is compiled and not
/// before: what the check finds is no verdict on the code that was there before.
#[test]
fn what_changes_before_a_check_compiles_is_not_kept() {
    let script = "#!/bin/sh\n\
                  if [ -e changes ]; then case \"$*\" in *\" -E \"*) ;; *port.c*|*built.c*)\n\
                  mkdir -p first; echo '#define FACTOR 3' > first/factor.h\n\
                  cp later.json build/compile_commands.json;; esac; fi\n\
                  exec clang-19 \"$@\"\n";
    let manifest = "[[check]]\nfiles = ['built.c']\nreference = 'f'\nport = 'g'\n\
                    compile-commands = 'build'\n";
    let built = SOURCE
        .replace("// simdiff", "// no check")
        .replace("#include <factor.h>", "");
    let here = directory(&[
        ("port.c", SOURCE),
        ("built.c", &built),
        ("second/factor.h", "#define FACTOR 4\n"),
        ("clang", script),
        ("simdiff.toml", manifest),
        ("changes", ""),
    ]);
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(here.path().join("clang"), executable).expect("a script");
    let build = |factor: u32| {
        let place = here.path().display();
        format!(
            r#"[{{"directory": "{place}", "file": "built.c", "command": "cc -DFACTOR={factor} -c built.c"}}]"#
        )
    };
    write(&here, "build/compile_commands.json", &build(4));
    write(&here, "later.json", &build(3));
    let (code, text) = test(&here);
    assert!(code == Some(1) || code == Some(0), "{text}");
    assert!(
        text.contains("EQUIVALENT"),
        "the change came in time: {text}"
    );
    for name in ["changes", "first/factor.h"] {
        fs::remove_file(here.path().join(name)).expect("it is there");
    }
    write(&here, "build/compile_commands.json", &build(4));
    let (code, text) = test(&here);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("0 of 2 checks") && !text.contains("cached"),
        "{text}"
    );
    let (code, text) = test(&here);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("2 from the cache"), "{text}");
}

/// The entries of a cache by the words that their reports name, `f`'s port or its sizes.
fn entries(here: &TempDir) -> BTreeMap<String, PathBuf> {
    let parts = fs::read_dir(here.path().join("kept")).expect("the cache");
    let files = parts.flat_map(|part| fs::read_dir(part.expect("a part").path()).expect("files"));
    let paths = files.map(|file| file.expect("a file").path());
    let entries = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let named = entries.map(|path| {
        let text = fs::read_to_string(&path).expect("an entry");
        let body = text.split_once('\n').expect("two lines").1;
        let body: Value = serde_json::from_str(body).expect("JSON");
        let outcome = &body["outcome"];
        let file = outcome["port"]["location"]["file"].as_str();
        let name = format!("{} {}", file.expect("a file"), outcome["sizes"]);
        (name, path)
    });
    named.collect()
}

/// A certificate is a proof of its claim, whoever wrote it, and no proof of another one.
#[test]
fn a_certificate_of_another_claim_is_none() {
    let source = |add: &str, sizes: &str| {
        format!(
            "// simdiff: check --reference f --port g {sizes} --arg 'd=out:u32[n]' => equivalent\n\
             void f(const unsigned *s, unsigned *d, int n) \
             {{ for (int i = 0; i < n; i++) d[i] = s[i] + s[i]; }}\n\
             void g(const unsigned *s, unsigned *d, int n) \
             {{ for (int i = 0; i < n; i++) d[i] = 2 * s[i] + {add}; }}\n"
        )
    };
    let here = directory(&[
        ("good.c", &source("0", "--size n=1..4")),
        ("bad.c", &source("(n == 4)", "--size n=1..4")),
    ]);
    let test = ["test", "--cache", "kept", "--verify-cache"];
    let run = |file: &str| simdiff(&here, &[&test[..], &[file]].concat());
    assert_eq!((run("good.c").0, run("bad.c").0), (0, 1));
    write(&here, "bad.c", &source("(n == 4)", "--size n=1..3"));
    assert_eq!(run("bad.c").0, 0);
    assert!(run("good.c").1.contains("1 from the cache"));
    assert!(run("bad.c").1.contains("1 from the cache"));
    write(&here, "bad.c", &source("(n == 4)", "--size n=1..4"));
    let entries = entries(&here);
    let bad = &entries["bad.c \"n = 1..4\""];
    for other in ["good.c \"n = 1..4\"", "bad.c \"n = 1..3\""] {
        let other = &entries[other];
        let text = fs::read_to_string(other).expect("an entry");
        let (head, body) = text.split_once('\n').expect("two lines");
        let mut head: Value = serde_json::from_str(head).expect("JSON");
        head["key"] = bad.file_stem().expect("a key").to_string_lossy().into();
        fs::write(bad, format!("{head}\n{body}")).expect("an entry");
        let proof = |entry: &PathBuf| entry.with_extension("certificate");
        fs::copy(proof(other), proof(bad)).expect("a certificate");
        let (code, text) = run("bad.c");
        assert!(code == 1 && text.contains("DIFFERENT"), "{text}");
    }
}

/// A certificate says nothing of relations, so that such a check is run without one.
#[test]
fn a_check_without_a_certificate_is_run_again() {
    let source = "// simdiff: check --reference f --port g --assume 'x < y' => equivalent\n\
                  int f(int x, int y) { return x < y; }\n\
                  int g(int x, int y) { return 1; }\n";
    let here = directory(&[("related.c", source)]);
    for _ in 0..2 {
        let (code, text) = simdiff(&here, &["test", "--cache", "kept", "--verify-cache"]);
        assert!(code == 0 && !text.contains("from the cache"), "{text}");
    }
}
