//! Fingerprints of source files, each preprocessed once per set of flags.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::frontend::{Clang, Flags, Language, device_macros, preprocess};

/// The functions with which an OpenCL host compiles programs. These may include files that
/// the host's own text does not mention.
const BUILDERS: [&str; 2] = ["clBuildProgram", "clCompileProgram"];

/// How one file is compiled.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The directory that the names and flags are relative to.
    pub directory: PathBuf,
    /// The file, by its name relative to that directory.
    pub source: PathBuf,
    /// The flags.
    pub flags: Flags,
}

/// The preprocessed form of a file.
#[derive(Debug)]
struct Seen {
    digest: [u8; 32],
    /// All files that were read, with their stamps at that time.
    files: Vec<(PathBuf, Stamp)>,
}

/// Metadata that change whenever a file does.
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

/// The fingerprints of the files of one run.
pub struct Fingerprints {
    clang: Clang,
    seen: Mutex<HashMap<String, Option<Arc<Seen>>>>,
}

impl Fingerprints {
    /// Makes an empty set of fingerprints.
    pub fn new(clang: Clang) -> Fingerprints {
        Fingerprints {
            clang,
            seen: Mutex::default(),
        }
    }

    /// Makes an empty set of fingerprints with the same compiler.
    pub fn anew(&self) -> Fingerprints {
        Fingerprints::new(self.clang.clone())
    }

    /// Returns a digest of the preprocessed files; `None` if the preprocessor rejects one,
    /// or if one may have further files compiled while it runs.
    pub fn digest(&self, files: &[Compilation]) -> Option<Vec<u8>> {
        let digests = files.iter().map(|file| Some(self.of(file)?.digest));
        let digests: Vec<[u8; 32]> = digests.collect::<Option<_>>()?;
        Some(digests.concat())
    }

    /// Whether none of the files read for these compilations has changed since.
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
            // Two threads may both compute an entry; the results are equal.
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
            // A file changed since the start may differ from the text that was read.
            (stamp.changed < start).then_some((path, stamp))
        });
        if BUILDERS.iter().any(|name| mentions(&found.text, name)) {
            return None;
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&found.text);
        hasher.update(found.arguments.join("\0").as_bytes());
        hasher.update(found.commands.as_bytes());
        hasher.update(file.flags.left_out.join("\0").as_bytes());
        if Language::of(&file.source) == Some(Language::OpenCl) {
            // The verdict names the macros that conditions ask for, which are not in the text.
            let source = fs::read_to_string(file.directory.join(&file.source)).ok()?;
            let asked = device_macros(&source, &file.flags.common);
            hasher.update(asked.join("\0").as_bytes());
        }
        Some(Seen {
            digest: *hasher.finalize().as_bytes(),
            files: stamped.collect::<Option<_>>()?,
        })
    }
}

/// Whether a text contains a word.
fn mentions(text: &[u8], word: &str) -> bool {
    text.windows(word.len())
        .any(|window| window == word.as_bytes())
}
