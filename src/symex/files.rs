//! The files that a program may read: those below directories named by the user.
//!
//! Invariant: within one run, a file has the same contents on all paths, those of its first
//! read; no other file is read, and none is written.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The result of opening a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// Its contents.
    Contents(Arc<[u8]>),
    /// It cannot be opened; this is the value of `errno`.
    Failed(i32),
    /// It is outside the permitted directories, or not a regular file.
    Forbidden,
}

/// The values of `ENOENT`, `EACCES` and `EISDIR` on Linux.
const NO_ENTRY: i32 = 2;
const NO_ACCESS: i32 = 13;
const IS_DIRECTORY: i32 = 21;

/// The files that a program may read.
#[derive(Clone, Debug, Default)]
pub struct Files {
    roots: Vec<PathBuf>,
    read: Arc<Mutex<HashMap<PathBuf, File>>>,
}

impl Files {
    /// Permits the files below these directories.
    ///
    /// # Errors
    /// Returns the first path that is not a directory.
    pub fn below(directories: &[PathBuf]) -> Result<Files, PathBuf> {
        let roots = directories.iter().map(|directory| {
            let real = directory.canonicalize().ok().filter(|real| real.is_dir());
            real.ok_or_else(|| directory.clone())
        });
        Ok(Files {
            roots: roots.collect::<Result<_, _>>()?,
            read: Arc::default(),
        })
    }

    /// Reads the file at a path, relative to the working directory.
    pub(super) fn get(&self, path: &Path) -> File {
        let mut read = match self.read.lock() {
            Ok(read) => read,
            Err(poisoned) => poisoned.into_inner(),
        };
        let file = read.entry(path.to_owned());
        file.or_insert_with(|| self.look(path)).clone()
    }

    fn look(&self, path: &Path) -> File {
        let allowed = |real: &Path| self.roots.iter().any(|root| real.starts_with(root));
        let real = match path.canonicalize() {
            Ok(real) => real,
            // That a file is missing is revealed only where reading is permitted.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let above = path.ancestors().skip(1).find_map(|a| match a.as_os_str() {
                    name if name.is_empty() => Path::new(".").canonicalize().ok(),
                    _ => a.canonicalize().ok(),
                });
                return match above.is_some_and(|above| allowed(&above)) {
                    true => File::Failed(NO_ENTRY),
                    false => File::Forbidden,
                };
            }
            Err(_) => return File::Forbidden,
        };
        if !allowed(&real) {
            return File::Forbidden;
        }
        if real.is_dir() {
            return File::Failed(IS_DIRECTORY);
        }
        if !real.is_file() {
            return File::Forbidden;
        }
        match std::fs::read(&real) {
            Ok(contents) => File::Contents(contents.into()),
            Err(_) => File::Failed(NO_ACCESS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_below_a_directory_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let inside = directory.path().join("in");
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(inside.join("a"), "text").unwrap();
        std::fs::write(directory.path().join("b"), "secret").unwrap();
        std::os::unix::fs::symlink("../b", inside.join("link")).unwrap();
        let files = Files::below(std::slice::from_ref(&inside)).unwrap();
        let get = |name: &str| files.get(&inside.join(name));
        assert_eq!(get("a"), File::Contents(b"text"[..].into()));
        assert_eq!(get("none"), File::Failed(NO_ENTRY));
        assert_eq!(get("link"), File::Forbidden);
        assert_eq!(get("../b"), File::Forbidden);
        assert_eq!(get("../none"), File::Forbidden);
        assert_eq!(get("."), File::Failed(IS_DIRECTORY));
        std::fs::write(inside.join("a"), "changed").unwrap();
        assert_eq!(get("a"), File::Contents(b"text"[..].into()));
        assert_eq!(Files::default().get(&inside.join("a")), File::Forbidden);
    }

    #[test]
    fn a_directory_that_is_none_is_told() {
        let none = PathBuf::from("/no such directory");
        assert_eq!(Files::below(std::slice::from_ref(&none)).unwrap_err(), none);
    }
}
