//! What checks are about, each file looked at once for each set of flags.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::frontend::{Clang, Flags, preprocess};

/// The functions by which an OpenCL host has programs compiled. These may include files
/// that nothing in the host's own text tells of.
const BUILDERS: [&str; 2] = ["clBuildProgram", "clCompileProgram"];

/// How one file is compiled.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The directory that names and flags are from.
    pub directory: PathBuf,
    /// The file, as it is named there.
    pub source: PathBuf,
    /// The flags.
    pub flags: Flags,
}

/// A file as the preprocessor saw it.
#[derive(Debug)]
struct Seen {
    digest: [u8; 32],
    /// Everything that was read, as it was then.
    files: Vec<(PathBuf, Stamp)>,
}

/// What changes when a file does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    inode: u64,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    fn of(path: &Path) -> Option<Stamp> {
        let found = fs::metadata(path).ok()?;
        Some(Stamp {
            inode: found.ino(),
            size: found.size(),
            modified: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        })
    }
}

/// The files that the checks of one run are about.
pub struct Fingerprints {
    clang: Clang,
    seen: Mutex<HashMap<String, Option<Arc<Seen>>>>,
}

impl Fingerprints {
    /// None looked at yet.
    pub fn new(clang: Clang) -> Fingerprints {
        Fingerprints {
            clang,
            seen: Mutex::default(),
        }
    }

    /// A digest of what these files are to the compiler, each with what it includes;
    /// nothing where it refuses one, or where one may have the compiler read more while
    /// it runs.
    pub fn digest(&self, files: &[Compilation]) -> Option<Vec<u8>> {
        let digests = files.iter().map(|file| Some(self.of(file)?.digest));
        let digests: Vec<[u8; 32]> = digests.collect::<Option<_>>()?;
        Some(digests.concat())
    }

    /// Whether nothing that was read for these files has changed since.
    pub fn are_current(&self, files: &[Compilation]) -> bool {
        files.iter().all(|file| {
            let same = |(path, stamp): &(PathBuf, Stamp)| Stamp::of(path) == Some(*stamp);
            self.of(file)
                .is_some_and(|seen| seen.files.iter().all(same))
        })
    }

    fn of(&self, file: &Compilation) -> Option<Arc<Seen>> {
        let key = format!("{:?} {:?} {:?}", file.directory, file.source, file.flags);
        let known = self.table().get(&key).cloned();
        known.unwrap_or_else(|| {
            // Two that ask at once look twice, and see the same.
            let seen = self.look(file).map(Arc::new);
            self.table().insert(key, seen.clone());
            seen
        })
    }

    fn table(&self) -> std::sync::MutexGuard<'_, HashMap<String, Option<Arc<Seen>>>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look(&self, file: &Compilation) -> Option<Seen> {
        let start = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        let start = (
            i64::try_from(start.as_secs()).ok()?,
            i64::from(start.subsec_nanos()),
        );
        let found = preprocess(&self.clang, &file.directory, &file.source, &file.flags).ok()?;
        let stamped = found.files.into_iter().map(|path| {
            let path = file.directory.join(path);
            let stamp = Stamp::of(&path)?;
            // One that was written meanwhile may not be the one that was read.
            (stamp.changed < start).then_some((path, stamp))
        });
        if BUILDERS.iter().any(|name| mentions(&found.text, name)) {
            return None;
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&found.text);
        hasher.update(found.arguments.join("\0").as_bytes());
        Some(Seen {
            digest: *hasher.finalize().as_bytes(),
            files: stamped.collect::<Option<_>>()?,
        })
    }
}

/// Whether a text has a word in it.
fn mentions(text: &[u8], word: &str) -> bool {
    text.windows(word.len())
        .any(|window| window == word.as_bytes())
}
