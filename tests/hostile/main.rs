//! Input that nobody would write: damaged IR and bitcode, sources, caches,
//! certificates, rules, contracts, and command lines without sense. What needs neither
//! clang nor LLVM is tried more often in `tests/damaged` and `tests/certificate`. Whatever it is, a run ends by
//! itself with an exit code that means something, says so in one message, and no
//! panic of ours is behind it.
//!
//! Mutations are drawn with fixed seeds: `SIMDIFF_FUZZ` says how many of each kind.

#[path = "../support/mutate.rs"]
mod mutate;
mod seeds;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mutate::Mutator;

/// Mutants of each kind without `SIMDIFF_FUZZ`.
const FEW: u64 = 6;

/// Far longer than a run takes with its `--timeout`: a guard against hangs.
const GUARD: Duration = Duration::from_secs(60);

/// Bounds for every run.
const BOUNDS: [&str; 4] = ["--timeout", "2s", "--max-memory", "256M"];

fn rounds() -> u64 {
    let asked = std::env::var("SIMDIFF_FUZZ");
    asked.map_or(FEW, |n| n.parse().expect("a number"))
}

/// Runs simdiff; the exit code and standard output.
///
/// # Panics
/// Where the run is not what every run has to be; `what` names the mutant.
fn run(words: &[&str], cache: Option<&Path>, what: &str) -> (i32, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let kept = |name: &str| {
        let file = std::fs::File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(directory.path().join(name));
        file.expect("a file")
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_simdiff"));
    command.args(words).stdin(Stdio::null());
    command.stdout(kept("out")).stderr(kept("err"));
    if let Some(cache) = cache {
        command.env("XDG_CACHE_HOME", cache);
    }
    let mut child = command.spawn().expect("it starts");
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if started.elapsed() > GUARD {
            child.kill().expect("a child to end");
            panic!("{what}: it does not end: {words:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let text = |name: &str| {
        let bytes = std::fs::read(directory.path().join(name)).expect("a file");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let (out, err) = (text("out"), text("err"));
    let code = status.code();
    let shown = || format!("{what}: {code:?} {words:?}\n{out}{err}");
    assert!(matches!(code, Some(0..=3)), "{}", shown());
    assert!(code != Some(2) || err.contains("error"), "{}", shown());
    // The supervisor quotes a panic with its place.
    assert!(!err.contains(".rs:"), "{}", shown());
    (code.unwrap_or(-1), out)
}

/// Checks `count` mutants of a file, each for the functions `f` and `g` in it.
fn check_mutants(kind: &str, name: &str, mutate: fn(&mut Mutator, &[u8]) -> Vec<u8>) {
    let directory = tempfile::tempdir().expect("a directory");
    let seeds = seeds::files(directory.path(), kind);
    let file = directory.path().join(name);
    for round in 0..rounds() {
        let mut mutator = Mutator::new(round);
        let seed = &seeds[round as usize % seeds.len()];
        std::fs::write(&file, mutate(&mut mutator, seed)).expect("a file");
        let file = file.to_string_lossy().into_owned();
        let mut words = vec!["check", &file, "--reference", "f", "--port", "g"];
        words.extend(["--size", "n=1..3"]);
        words.extend(BOUNDS);
        run(&words, None, &format!("{kind}, round {round}"));
    }
}

#[test]
fn assembly() {
    check_mutants("ll", "mutant.ll", Mutator::text);
}

#[test]
fn bitcode() {
    check_mutants("bc", "mutant.bc", Mutator::bytes);
}

#[test]
fn sources() {
    check_mutants("c", "mutant.c", Mutator::text);
}

/// Flipped bits in a cache change no answer.
#[test]
fn caches() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("kernel.c");
    std::fs::write(&file, seeds::VECTOR).expect("a file");
    let file = file.to_string_lossy().into_owned();
    let words = ["check", &file, "--reference", "f", "--port", "g"];
    let words = [&words[..], &["--size", "n=1..5", "--timeout", "30s"]].concat();
    let cache = directory.path().join("cache");
    let whole = run(&words, Some(&cache), "a fresh cache");
    assert_eq!(whole.0, 0, "{}", whole.1);
    for round in 0..rounds() {
        let mut mutator = Mutator::new(round);
        for entry in std::fs::read_dir(cache.join("simdiff")).expect("a cache") {
            let path = entry.expect("an entry").path();
            let bytes = std::fs::read(&path).expect("an entry");
            std::fs::write(&path, mutator.bytes(&bytes)).expect("an entry");
        }
        let answer = run(&words, Some(&cache), &format!("caches, round {round}"));
        assert_eq!(answer, whole);
    }
}

/// Certificates that were changed and whose digest was made anew.
#[test]
fn certificates() {
    let directory = tempfile::tempdir().expect("a directory");
    let seed = seeds::certificate(directory.path());
    let file = directory.path().join("mutant.cert");
    for round in 0..rounds() {
        let mut mutator = Mutator::new(round);
        let mutant = mutator.text(&seed);
        std::fs::write(&file, seeds::with_digest(&mutant)).expect("a file");
        let file = file.to_string_lossy().into_owned();
        let what = format!("certificates, round {round}");
        run(&["certificate", "check", &file], None, &what);
    }
}

/// Rules of the user's, in a check that would use them.
#[test]
fn rules() {
    let directory = tempfile::tempdir().expect("a directory");
    let [code, rules] = ["kernel.bc", "mutant.rules"].map(|name| directory.path().join(name));
    std::fs::write(&code, &seeds::files(directory.path(), "bc")[0]).expect("a file");
    let [code, file] = [&code, &rules].map(|path| path.to_string_lossy().into_owned());
    for round in 0..rounds() {
        let seed = seeds::RULES[round as usize % seeds::RULES.len()];
        std::fs::write(&rules, Mutator::new(round).text(seed.as_bytes())).expect("a file");
        let mut words = vec!["check", &code, "--reference", "f", "--port", "g"];
        words.extend(["--size", "n=1..3", "--rules", &file]);
        words.extend(BOUNDS);
        run(&words, None, &format!("rules, round {round}"));
    }
}

/// Contracts, sizes and relations between inputs, against the parameters of a function.
#[test]
fn contracts() {
    let directory = tempfile::tempdir().expect("a directory");
    let code = directory.path().join("kernel.bc");
    std::fs::write(&code, &seeds::files(directory.path(), "bc")[0]).expect("a file");
    let code = code.to_string_lossy().into_owned();
    for round in 0..rounds() {
        let mut mutator = Mutator::new(round);
        let (option, seed) = seeds::CONTRACTS[round as usize % seeds::CONTRACTS.len()];
        let mutant = mutator.text(seed.as_bytes());
        let mutant = format!("{option}={}", String::from_utf8_lossy(&mutant));
        // No argument has one in it.
        let mutant = mutant.replace('\0', "");
        let mut words = vec!["check", &code, "--reference", "f", "--port", "g", &mutant];
        words.extend(BOUNDS);
        run(&words, None, &format!("contracts, round {round}"));
    }
}

#[test]
fn command_lines() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("kernel.c");
    std::fs::write(&file, seeds::SCALAR).expect("a file");
    let file = file.to_string_lossy().into_owned();
    for round in 0..rounds() {
        let words = Mutator::new(round).words(&file);
        let words: Vec<&str> = words.iter().map(String::as_str).chain(BOUNDS).collect();
        run(&words, None, &format!("command lines, round {round}"));
    }
}
