//! Programs that cannot be run to their end: they say why and where, and what was
//! found before is kept.

use std::path::Path;
use std::process::Command;

use super::run;

/// What a person sees of `simdiff run`, and its exit code.
fn shown(file: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/refused"))
        .args(["run", file])
        .output()
        .unwrap();
    let code = output.status.code().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    format!("exit code {code}\n{}", text.trim_end())
}

macro_rules! snapshot {
    ($($name:ident $file:literal;)*) => {
        $(#[test]
        fn $name() {
            let settings = {
                let mut settings = insta::Settings::clone_current();
                // How much of the library runs is the library's business.
                settings.add_filter(r"\d+ instructions?, \d+ folded branch(es)?", "[counts]");
                settings
            };
            settings.bind(|| insta::assert_snapshot!(stringify!($name), shown($file)));
        })*
    };
}

snapshot! {
    threads_of_c "threads.c";
    threads_of_cxx "threads.cpp";
    sockets "sockets.c";
    assembly "assembly.c";
    processes "processes.c";
    streams "streams.cpp";
    reading_a_file "file.c";
    writing_a_file "output.c";
    what_was_found_before "kept.c";
}

/// A limit is told, what was found before it is found and replayed, and without
/// that the run is undecided.
fn ends_at_a_limit(file: &str, words: &[&str], kind: &str) {
    let found = run(file, words);
    assert_eq!(found.code, 1, "{}", found.json);
    assert!(found.is_replayed(), "{}", found.json);
    let quiet = [words, &["--cflags", "-DQUIET"]].concat();
    let ended = run(file, &quiet);
    assert_eq!(ended.code, 3, "{}", ended.json);
    assert_eq!(ended.reason(), kind, "{}", ended.json);
    let covered = ended.json["coverage"]["instructions"].as_u64();
    assert!(covered.is_some_and(|n| n > 5), "{}", ended.json);
}

#[test]
fn recursion_ends() {
    ends_at_a_limit("limits/recursion.c", &[], "recursion-limit");
}

#[test]
fn memory_ends() {
    ends_at_a_limit("limits/memory.c", &["--max-memory", "4M"], "memory-limit");
}

#[test]
fn paths_end() {
    ends_at_a_limit("limits/paths.c", &["--max-paths", "50"], "path-limit");
}

#[test]
fn an_allocation_of_any_size_ends() {
    ends_at_a_limit("limits/allocation.c", &[], "symbolic-size");
}
