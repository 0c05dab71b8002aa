//! Cache of the bitcode of simdiff's own files (its run-time library, the semantics of vector
//! intrinsics) in the user's cache directory: compiling them takes longer than most checks.
//! [`Cache::answer`] keeps what programs say about themselves.
//!
//! Invariant: an entry that is returned was made by the same clang, with the same flags and
//! environment, from the same text and from headers that have not changed since. Entries are
//! written atomically. The compiler is told apart by [`compilers::identity`]. If they cannot be read or written, everything is compiled as without a
//! cache.

#![forbid(unsafe_code)]

mod answers;
pub mod compilers;

pub use answers::located;

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Size limit of an entry in bytes; the largest real one is a few hundred KiB.
const MOST: u64 = 1 << 26;

/// The directory of the entries, if there is one.
#[derive(Clone, Debug)]
pub struct Cache {
    directory: Option<PathBuf>,
}

/// The header of an entry: a line of JSON before the bitcode.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// Everything that determines the bitcode except the system's headers.
    key: String,
    headers: Vec<Header>,
    /// Bytes of bitcode.
    length: usize,
    /// A digest of the bitcode, since LLVM's reader does not validate its input.
    digest: String,
}

/// The path, size and modification time of a header when it was read.
#[derive(PartialEq, Serialize, Deserialize)]
struct Header {
    path: PathBuf,
    size: u64,
    modified: Duration,
}

impl Header {
    fn now(path: PathBuf) -> Option<Header> {
        let metadata = std::fs::metadata(&path).ok()?;
        let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Header {
            size: metadata.len(),
            modified,
            path,
        })
    }

    fn unchanged(&self) -> bool {
        Header::now(self.path.clone()).is_some_and(|now| now == *self)
    }
}

impl Cache {
    /// The user's cache: `$XDG_CACHE_HOME/simdiff`, or `~/.cache/simdiff`.
    pub fn of_user() -> Cache {
        let absolute = |name: &str| {
            let path = PathBuf::from(std::env::var_os(name)?);
            path.is_absolute().then_some(path)
        };
        let home = || Some(absolute("HOME")?.join(".cache"));
        let directory = absolute("XDG_CACHE_HOME").or_else(home);
        Cache {
            directory: directory.map(|d| d.join("simdiff")),
        }
    }

    /// A cache that keeps nothing.
    pub fn none() -> Cache {
        Cache { directory: None }
    }

    /// Returns the bitcode of a key, if it is cached and its headers are unchanged. The key is
    /// everything that determines the bitcode except the system's headers: compiler, flags,
    /// environment, text.
    pub fn fetch(&self, key: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = File::open(self.path(key)?).ok()?;
        file.take(MOST).read_to_end(&mut bytes).ok()?;
        let line = bytes.iter().position(|b| *b == b'\n')?;
        let entry: Entry = serde_json::from_slice(&bytes[..line]).ok()?;
        let bitcode = bytes.split_off(line + 1);
        let whole =
            entry.key == key && entry.length == bitcode.len() && entry.digest == digest(&bitcode);
        (whole && entry.headers.iter().all(Header::unchanged)).then_some(bitcode)
    }

    /// Stores bitcode that a compiler, started at `start`, made from these headers of the
    /// system. Failure to store is ignored.
    pub fn store(&self, key: &str, bitcode: &[u8], headers: Vec<PathBuf>, start: SystemTime) {
        let store = || {
            let path = self.path(key)?;
            let headers = headers.into_iter().map(Header::now);
            let headers: Vec<Header> = headers.collect::<Option<_>>()?;
            // A header written after the start may differ from the version that the compiler
            // read.
            let start = start.duration_since(UNIX_EPOCH).ok()?;
            if headers.iter().any(|header| header.modified >= start) {
                return None;
            }
            let entry = Entry {
                key: key.to_owned(),
                headers,
                length: bitcode.len(),
                digest: digest(bitcode),
            };
            let directory = path.parent()?;
            std::fs::create_dir_all(directory).ok()?;
            let mut file = tempfile::NamedTempFile::new_in(directory).ok()?;
            serde_json::to_writer(&mut file, &entry).ok()?;
            file.write_all(b"\n").ok()?;
            file.write_all(bitcode).ok()?;
            file.persist(path).ok()
        };
        // A failure costs only time in later runs.
        let _ = store();
    }

    /// The path of a key's entry.
    fn path(&self, key: &str) -> Option<PathBuf> {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let name = format!("{:016x}.bc", hasher.finish());
        Some(self.directory.as_ref()?.join(name))
    }
}

/// FNV-1a with 128 bits: detects damage, not forgery.
fn digest(bytes: &[u8]) -> String {
    const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let mix = |hash: u128, byte: &u8| (hash ^ u128::from(*byte)).wrapping_mul(PRIME);
    format!("{:032x}", bytes.iter().fold(START, mix))
}

/// Returns the files that a dependency list in `make` syntax names after its target, except
/// those below `scratch`.
pub fn dependencies(list: &str, scratch: &Path) -> Vec<PathBuf> {
    let Some((_, files)) = list.split_once(": ") else {
        return Vec::new();
    };
    let files = files.replace("\\\n", " ").replace("\\ ", "\0");
    files
        .split_whitespace()
        .map(|file| PathBuf::from(file.replace('\0', " ").replace("$$", "$")))
        .filter(|file| !file.starts_with(scratch))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITCODE: &[u8] = b"some bitcode\nof two lines";

    fn cache(temporary: &tempfile::TempDir) -> Cache {
        Cache {
            directory: Some(temporary.path().join("not/yet/there")),
        }
    }

    #[test]
    fn what_was_stored_is_found_until_a_header_changes() {
        let temporary = tempfile::tempdir().unwrap();
        let header = temporary.path().join("header.h");
        let file = std::fs::File::create(&header).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(1))
            .unwrap();
        let cache = cache(&temporary);
        assert_eq!(cache.fetch("key"), None);
        cache.store("key", BITCODE, vec![header.clone()], SystemTime::now());
        assert_eq!(cache.fetch("another key"), None);
        assert_eq!(cache.fetch("key").as_deref(), Some(BITCODE));
        std::fs::write(&header, "changed").unwrap();
        assert_eq!(cache.fetch("key"), None);
    }

    #[test]
    fn an_entry_with_a_flipped_bit_is_not_taken() {
        let temporary = tempfile::tempdir().unwrap();
        let cache = cache(&temporary);
        cache.store("key", BITCODE, Vec::new(), SystemTime::now());
        let entry = cache.path("key").unwrap();
        let whole = std::fs::read(&entry).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            std::fs::write(&entry, bytes).unwrap();
            assert!(cache.fetch("key").is_none_or(|b| b == BITCODE), "byte {at}");
        }
    }

    #[test]
    fn a_damaged_entry_is_not_taken() {
        let temporary = tempfile::tempdir().unwrap();
        let cache = cache(&temporary);
        cache.store("key", BITCODE, Vec::new(), SystemTime::now());
        let entry = cache.path("key").unwrap();
        let mut bytes = std::fs::read(&entry).unwrap();
        bytes.pop();
        std::fs::write(&entry, bytes).unwrap();
        assert_eq!(cache.fetch("key"), None);
    }

    #[test]
    fn the_key_is_compared_and_not_only_its_hash() {
        let temporary = tempfile::tempdir().unwrap();
        let cache = cache(&temporary);
        cache.store("key", BITCODE, Vec::new(), SystemTime::now());
        let (entry, other) = (cache.path("key").unwrap(), cache.path("other").unwrap());
        std::fs::rename(entry, other).unwrap();
        assert_eq!(cache.fetch("other"), None);
    }

    #[test]
    fn a_place_that_cannot_be_written_does_no_harm() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let cache = Cache {
            directory: Some(file.path().join("below a file")),
        };
        cache.store("key", BITCODE, Vec::new(), SystemTime::now());
        assert_eq!(cache.fetch("key"), None);
    }

    #[test]
    fn dependencies_are_read_as_make_writes_them() {
        let list = "out.bc: /tmp/x/unit.c /usr/include/a.h \\\n  /opt/my\\ headers/b.h\n";
        let found = dependencies(list, Path::new("/tmp/x"));
        let expected = ["/usr/include/a.h", "/opt/my headers/b.h"];
        assert_eq!(found, expected.map(PathBuf::from));
    }
}
