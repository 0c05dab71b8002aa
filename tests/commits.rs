//! Versions taken from a commit, and flags taken from a build.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

const SOURCE: &str = "\
#include \"factor.h\"
void scale(const float *x, float *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * FACTOR;
}
";

fn git(at: &Path, words: &[&str]) {
    let names = ["-c", "user.name=n", "-c", "user.email=n@example.org"];
    let mut git = Command::new("git");
    let output = git.current_dir(at).args(names).args(words).output();
    let output = output.expect("git runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {words:?}: {errors}");
}

/// A repository with two commits: the factor is 3, and then 4.
fn repository() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    fs::create_dir_all(at.join("src")).expect("a directory");
    fs::create_dir_all(at.join("include")).expect("a directory");
    git(at, &["init", "--quiet"]);
    for factor in ["3.0f", "4.0f"] {
        let header = format!("#define FACTOR {factor}\n");
        fs::write(at.join("include/factor.h"), header).expect("a file");
        fs::write(at.join("src/scale.c"), SOURCE).expect("a file");
        git(at, &["add", "."]);
        git(at, &["commit", "--quiet", "--message", factor]);
    }
    directory
}

/// Checks `scale` here against another version of it.
fn check(at: &TempDir, reference: &str, more: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(at.path())
        .args(["check", "src/scale.c", "--reference", reference])
        .args(["--port", "scale", "--size", "n=2", "--format", "json"])
        .args(more)
        .output()
        .expect("the binary runs");
    serde_json::from_slice(&output.stdout).expect("JSON in every case")
}

#[test]
fn a_commit_has_its_own_headers() {
    let at = repository();
    let flags = ["--cflags", "-Iinclude"];
    let before = check(&at, "git:HEAD~1:src/scale.c::scale", &flags);
    assert_eq!(before["verdict"], "different", "{before:#}");
    let difference = &before["difference"];
    assert_eq!(
        difference["reference_location"]["file"],
        "git:HEAD~1:src/scale.c"
    );
    let now = check(&at, "git:HEAD:src/scale.c::scale", &flags);
    assert_eq!(now["verdict"], "equivalent", "{now:#}");
    let untouched = Command::new("git")
        .current_dir(at.path())
        .args(["status", "--porcelain"])
        .output();
    assert!(untouched.expect("git runs").stdout.is_empty());
}

/// The file of a version is part of its name.
#[test]
fn files_may_be_left_out() {
    let at = repository();
    let check = |reference: &str, port: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
            .current_dir(at.path())
            .args(["check", "--reference", reference, "--port", port])
            .args(["--size", "n=2", "--cflags", "-Iinclude"])
            .output()
            .expect("the binary runs");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), text)
    };
    let (old, new) = (
        "git:HEAD~1:src/scale.c::scale",
        "git:HEAD:src/scale.c::scale",
    );
    for (reference, port, code) in [
        (old, "src/scale.c::scale", 1),
        (new, "src/scale.c::scale", 0),
        (old, "scale", 1),
        (old, new, 1),
        (new, new, 0),
    ] {
        let (found, text) = check(reference, port);
        assert_eq!(found, Some(code), "{reference} {port}: {text}");
    }
    let (code, text) = check("scale", "scale");
    assert_eq!(code, Some(2));
    assert!(text.contains("no file is given"), "{text}");
}

#[test]
fn what_is_wrong_with_a_commit_is_said() {
    let at = repository();
    for (name, said) in [
        (
            "git:HEAD~7:src/scale.c::scale",
            "git knows no commit `HEAD~7`",
        ),
        (
            "git:HEAD:src/other.c::scale",
            "there is no file src/other.c in commit `HEAD`",
        ),
        (
            "git:HEAD:src/scale.c",
            "`git:HEAD:src/scale.c` does not name a function of a commit",
        ),
    ] {
        let answer = check(&at, name, &[]);
        assert_eq!(answer["message"], said);
    }
    let elsewhere = tempfile::tempdir().expect("a directory");
    fs::create_dir(elsewhere.path().join("src")).expect("a directory");
    fs::write(elsewhere.path().join("src/scale.c"), "").expect("a file");
    let answer = check(&elsewhere, "git:HEAD:src/scale.c::scale", &[]);
    let message = answer["message"].as_str().expect("a message");
    assert!(
        message.starts_with("`git:` needs a git repository here"),
        "{message}"
    );
}

#[test]
fn a_build_knows_the_flags_of_each_file() {
    let at = repository();
    fs::create_dir(at.path().join("build")).expect("a directory");
    let entry = serde_json::json!([{
        "directory": at.path().join("build"),
        "file": "../src/scale.c",
        "command": "gcc -I../include -O3 -Wall -fno-fancy -c ../src/scale.c -o scale.o",
    }]);
    let commands = at.path().join("build/compile_commands.json");
    fs::write(&commands, entry.to_string()).expect("a file");
    // Of the commit too: its headers lie where the build's did.
    for (reference, verdict) in [
        ("git:HEAD~1:src/scale.c::scale", "different"),
        ("git:HEAD:src/scale.c::scale", "equivalent"),
    ] {
        let answer = check(&at, reference, &["-p", "build"]);
        assert_eq!(answer["verdict"], verdict, "{answer:#}");
    }
    fs::write(&commands, "[]").expect("a file");
    let answer = check(&at, "git:HEAD:src/scale.c::scale", &["-p", "build"]);
    let message = answer["message"].as_str().expect("a message");
    assert!(message.contains("does not name"), "{message}");
}

#[test]
fn a_missing_header_is_found() {
    let at = repository();
    let answer = check(&at, "scale", &["--port-flags=-DX"]);
    assert_eq!(answer["help"], "factor.h is in include: --cflags -Iinclude");
}

/// Headers are those of the commit, whatever name of a directory leads to them.
#[test]
fn headers_of_the_working_tree_are_refused() {
    let at = repository();
    let old = "git:HEAD~1:src/scale.c::scale";
    for flags in ["-idirafter include", "-imacros include/factor.h -Iinclude"] {
        let answer = check(&at, old, &["--cflags", flags]);
        assert_eq!(answer["verdict"], "different", "{flags}: {answer:#}");
    }
    let links = tempfile::tempdir().expect("a directory");
    let link = links.path().join("link");
    std::os::unix::fs::symlink(at.path(), &link).expect("a link");
    let through_link = format!("-I{}", link.join("include").display());
    let answer = check(&at, old, &["--cflags", &through_link]);
    assert_eq!(answer["verdict"], "different", "{answer:#}");
    for flags in ["-Wp,-Iinclude", "-Xclang -I -Xclang include"] {
        let answer = check(&at, old, &["--cflags", flags]);
        let message = answer["message"].as_str().expect("a message");
        assert!(message.contains("includes include/factor.h"), "{message}");
    }
}

/// What a build says beyond the flags that clang is given is named.
#[test]
fn what_is_left_out_of_a_build_is_said() {
    let at = tempfile::tempdir().expect("a directory");
    let source = "#ifndef SCALE\n#define SCALE 1\n#endif\nint twice(int x) { return 2 * x; }\n\
                  int scaled(int x) { return 2 * SCALE * x; }\n";
    fs::write(at.path().join("a.c"), source).expect("a file");
    fs::write(at.path().join("flags.rsp"), "-DSCALE=3").expect("a file");
    let answer = |commands: &[&str]| -> Value {
        let entry = |command: &&str| serde_json::json!({ "directory": at.path(), "file": "a.c", "command": command });
        let entries: Vec<Value> = commands.iter().map(entry).collect();
        let text = Value::from(entries).to_string();
        fs::write(at.path().join("compile_commands.json"), text).expect("a file");
        let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
            .current_dir(at.path())
            .args(["check", "a.c", "-p", ".", "--format", "json"])
            .args(["--reference", "twice", "--port", "scaled"])
            .output()
            .expect("the binary runs");
        serde_json::from_slice(&output.stdout).expect("JSON in every case")
    };
    for command in [
        "cc @flags.rsp -c a.c",
        "cc -Wp,-DSCALE=3,-MD,a.d -c a.c",
        "cc --define-macro SCALE=3 -c a.c",
    ] {
        let answer = answer(&[command]);
        assert_eq!(answer["verdict"], "different", "{command}: {answer:#}");
    }
    for (commands, said) in [
        (&["cc -fopenmp -c a.c"][..], "-fopenmp"),
        (
            &["cc -c a.c", "cc -DSCALE=3 -c a.c"],
            "another command for a.c, with -DSCALE=3",
        ),
    ] {
        let answer = answer(commands);
        assert_eq!(answer["verdict"], "equivalent", "{answer:#}");
        assert_eq!(answer["port"]["compilation"]["left_out"][0], said);
    }
    let answer = answer(&["cc -O2 -Wall -fPIC -o a.o -c a.c"]);
    let left_out = &answer["port"]["compilation"]["left_out"];
    assert!(left_out.is_null(), "{answer:#}");
}
