//! Entries of the cache of verdicts: what was changed is none, and what somebody else
//! wrote with a digest that fits harms nobody.

use std::fs;
use std::path::{Path, PathBuf};

use simdiff::cache::{Cache, Key};
use simdiff::record::{Answer, Record};
use simdiff::report;
use simdiff::suite::comments;

use crate::fuzz::{each, rounds};

/// A cache with one entry: it, its key and its file.
fn kept(directory: &Path) -> (Cache, Key, PathBuf) {
    let text = "// simdiff: check --reference f => equivalent\n".into();
    let case = comments(Path::new("a.c"), &text)
        .remove(0)
        .expect("a check");
    let answer = Answer {
        outcome: serde_json::json!({
            "schema": "simdiff/1", "verdict": "equivalent", "sizes": "n = 1..4",
            "port": { "name": "g", "location": { "file": "a.c", "line": 3 } },
        }),
        report: "EQUIVALENT  g computes what f computes\n".to_owned(),
    };
    let cache = Cache::new(directory.to_owned());
    let key = Key::of([b"a".as_slice()]);
    let record = Record::new(&case, answer, 1.5);
    cache.store(&key, &record).expect("an entry");
    let only = |place: &Path| {
        let mut entries = fs::read_dir(place).expect("a directory");
        entries.next().expect("an entry").expect("an entry").path()
    };
    let file = only(&only(directory));
    (cache, key, file)
}

#[test]
fn changed_entries_are_none() {
    let directory = tempfile::tempdir().expect("a directory");
    let (cache, key, file) = kept(directory.path());
    let seed = fs::read(&file).expect("an entry");
    let whole = cache.fetch(&key).expect("an entry");
    each("cache entries", rounds(), &[seed], |mutant| {
        fs::write(&file, mutant).expect("an entry");
        if let Some(kept) = cache.fetch(&key) {
            assert_eq!(kept.answer.outcome, whole.answer.outcome);
            assert_eq!(kept.answer.report, whole.answer.report);
        }
    });
}

#[test]
fn entries_of_others_harm_nobody() {
    let directory = tempfile::tempdir().expect("a directory");
    let (cache, key, file) = kept(directory.path());
    let entry = fs::read_to_string(&file).expect("an entry");
    let (head, body) = entry.split_once('\n').expect("two lines");
    let head: serde_json::Value = serde_json::from_str(head).expect("a head");
    let text = "// simdiff: check --reference f => equivalent\n".into();
    let case = comments(Path::new("a.c"), &text)
        .remove(0)
        .expect("a check");
    each("forged cache entries", rounds(), &[body], |mutant| {
        let mut head = head.clone();
        head["digest"] = blake3::hash(mutant).to_hex().as_str().into();
        let forged = [head.to_string().as_bytes(), b"\n", mutant].concat();
        fs::write(&file, forged).expect("an entry");
        if let Some(kept) = cache.fetch(&key) {
            let record = Record::new(&case, kept.answer, kept.seconds);
            report::brief(&record);
        }
    });
}
