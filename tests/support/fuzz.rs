//! Mutants by the thousand, looked at in this process.
//!
//! `SIMDIFF_FUZZ` says how many of each kind. Invariants: they are drawn with fixed seeds;
//! one that panics or does not come to an end is shown.

// Every test crate uses a part of it.
#![allow(dead_code)]

mod mutate;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use mutate::Mutator;

/// Mutants of each kind without `SIMDIFF_FUZZ`.
const FEW: u64 = 1000;

/// Far longer than a mutant takes: a guard against hangs.
const GUARD: Duration = Duration::from_secs(60);

/// How many mutants of each kind are asked for.
pub fn rounds() -> u64 {
    let asked = std::env::var("SIMDIFF_FUZZ");
    asked.map_or(FEW, |n| n.parse().expect("a number"))
}

/// Looks at mutants of these seeds.
///
/// # Panics
/// Where a look panics, with the mutant. One that does not come to an end ends the tests.
pub fn each(kind: &str, rounds: u64, seeds: &[impl AsRef<[u8]>], look: impl Fn(&[u8])) {
    let current = Mutex::new((0, Vec::new()));
    let (done, ended) = channel();
    std::thread::scope(|scope| {
        let current = &current;
        scope.spawn(move || watch(kind, current, &ended));
        for round in 0..rounds {
            let seed = seeds[round as usize % seeds.len()].as_ref();
            let mutant = Mutator::new(round).any(seed);
            *current.lock().expect("a mutant") = (round + 1, mutant.clone());
            if catch_unwind(AssertUnwindSafe(|| look(&mutant))).is_err() {
                drop(done);
                panic!("{kind}, round {round}: {}", shown(&mutant));
            }
        }
        drop(done);
    });
}

/// Ends the tests where nothing moves.
fn watch(kind: &str, current: &Mutex<(u64, Vec<u8>)>, ended: &std::sync::mpsc::Receiver<()>) {
    let mut last = 0;
    while ended.recv_timeout(GUARD) == Err(RecvTimeoutError::Timeout) {
        let (round, mutant) = &*current.lock().expect("a mutant");
        if *round == last {
            eprintln!("{kind}: it does not end: {}", shown(mutant));
            std::process::abort();
        }
        last = *round;
    }
}

fn shown(mutant: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(mutant))
}

/// Looks at mutants of these seeds in a file of this name.
pub fn each_file(name: &str, rounds: u64, seeds: &[impl AsRef<[u8]>], look: impl Fn(&Path)) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join(name);
    each(name, rounds, seeds, |mutant| {
        fs::write(&path, mutant).expect("a file");
        look(&path);
    });
}
