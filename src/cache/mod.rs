//! The cache of verdicts of earlier runs, by the content of everything that they depend on.
//!
//! The key of an entry is a digest of the preprocessed text of every file under each
//! version's flags, of the compiler, this program, the processor and the options; if one of
//! them changes, so does the key (decision 95). Invariants: an entry is written completely
//! or not at all, regardless of concurrent writers; a damaged entry counts as absent;
//! UNDECIDED verdicts are never stored.

mod entry;
mod fingerprints;
mod identity;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::record::Record;
use entry::Kept;

pub use fingerprints::{Compilation, Fingerprints};
pub use identity::Identity;

/// Greatest size of an entry in bytes.
const MOST: u64 = 1 << 28;

/// A cache of verdicts in a directory.
#[derive(Clone, Debug)]
pub struct Cache {
    directory: PathBuf,
}

/// The digest of everything that a verdict depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Returns the digest of these parts, in order.
    pub fn of<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> Key {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            // The length is included, so that different lists of parts have different
            // digests.
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Key(hasher.finalize().to_hex().to_string())
    }
}

impl Cache {
    /// Makes the cache in a directory, which is created when something is stored.
    pub fn new(directory: PathBuf) -> Cache {
        Cache { directory }
    }

    /// Returns the user's cache: `$XDG_CACHE_HOME/simdiff/verdicts`, or below `~/.cache`.
    pub fn of_user() -> Option<Cache> {
        let absolute = |name: &str| {
            let path = PathBuf::from(std::env::var_os(name)?);
            path.is_absolute().then_some(path)
        };
        let home = || Some(absolute("HOME")?.join(".cache"));
        let cache = absolute("XDG_CACHE_HOME").or_else(home)?;
        Some(Cache::new(cache.join("simdiff/verdicts")))
    }

    /// Returns the stored verdict of a key, if there is one: outcome, report and seconds.
    /// The caller completes the record.
    pub fn fetch(&self, key: &Key) -> Option<Kept> {
        let mut bytes = Vec::new();
        let file = File::open(self.entry(key)).ok()?;
        file.take(MOST).read_to_end(&mut bytes).ok()?;
        Kept::read(&bytes, &key.0)
    }

    /// Stores a verdict, unless it is undecided.
    ///
    /// # Errors
    /// If it cannot be written; an existing entry is unchanged.
    pub fn store(&self, key: &Key, record: &Record) -> io::Result<()> {
        match Kept::of(record) {
            Some(kept) => put(&self.entry(key), &kept.write(&key.0)),
            None => Ok(()),
        }
    }

    /// Returns the certificate of an entry, if it has one.
    pub fn certificate(&self, key: &Key) -> Option<PathBuf> {
        Some(self.proof(key)).filter(|path| path.is_file())
    }

    /// Stores a certificate from a file.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn store_certificate(&self, key: &Key, file: &Path) -> io::Result<()> {
        put(&self.proof(key), &fs::read(file)?)
    }

    fn entry(&self, key: &Key) -> PathBuf {
        self.directory
            .join(&key.0[..2])
            .join(format!("{}.json", key.0))
    }

    fn proof(&self, key: &Key) -> PathBuf {
        self.entry(key).with_extension("certificate")
    }
}

/// Writes a file atomically.
fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut file = NamedTempFile::new_in(directory)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|e| e.error)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::record::Answer;
    use crate::suite::comments;

    fn record(verdict: &str) -> Record {
        let text: Arc<str> = "// simdiff: check --reference f => equivalent\n".into();
        let case = comments(Path::new("a.c"), &text).remove(0).unwrap();
        let answer = Answer {
            outcome: serde_json::json!({ "schema": "simdiff/1", "verdict": verdict }),
            report: "text".to_owned(),
        };
        Record::new(&case, answer, 1.5)
    }

    #[test]
    fn what_is_decided_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::new(directory.path().join("not/yet"));
        let (key, other) = (Key::of([b"a".as_slice()]), Key::of([b"b".as_slice()]));
        assert!(cache.fetch(&key).is_none());
        cache.store(&key, &record("equivalent")).unwrap();
        cache.store(&other, &record("undecided")).unwrap();
        let kept = cache.fetch(&key).unwrap();
        assert_eq!(kept.answer.outcome["verdict"], "equivalent");
        assert_eq!(kept.seconds, 1.5);
        assert!(cache.fetch(&other).is_none());
    }

    #[test]
    fn an_entry_with_a_flipped_bit_is_none() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::new(directory.path().to_owned());
        let key = Key::of([b"a".as_slice()]);
        cache.store(&key, &record("equivalent")).unwrap();
        let whole = fs::read(cache.entry(&key)).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(cache.entry(&key), bytes).unwrap();
            assert!(cache.fetch(&key).is_none(), "byte {at}");
        }
        for length in 0..whole.len() {
            fs::write(cache.entry(&key), &whole[..length]).unwrap();
            assert!(cache.fetch(&key).is_none(), "{length} bytes");
        }
    }

    #[test]
    fn parts_are_told_apart() {
        let key = |parts: &[&str]| Key::of(parts.iter().map(|p| p.as_bytes()));
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
    }
}
