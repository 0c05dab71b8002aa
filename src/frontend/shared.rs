//! Shares clang's output between several concurrent runs: each file is compiled once for
//! each set of flags.
//!
//! The directory belongs to one run of a suite: its contents stand for the files as they
//! were when first read.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use nix::fcntl::{Flock, FlockArg};

use super::error::FrontendError;
use crate::budgets::waiting;
use crate::deadline::Deadline;

/// A directory of compiled files.
#[derive(Clone, Debug)]
pub struct Shared {
    directory: PathBuf,
}

impl Shared {
    /// The shared files in this directory.
    pub fn new(directory: PathBuf) -> Shared {
        Shared { directory }
    }

    /// Puts the bitcode of a file at `output`: that of another run, or the one that `make`
    /// writes to the path it is given, which is then shared. Returns clang's warnings.
    ///
    /// # Errors
    /// Those of `make` and of the file system, and an expired deadline.
    pub(super) fn take(
        &self,
        (source, fingerprint): (&Path, &str),
        deadline: &Deadline,
        output: &Path,
        make: impl FnOnce(&Path) -> Result<String, FrontendError>,
    ) -> Result<String, FrontendError> {
        let io = |path: &Path, e: std::io::Error| FrontendError::Io {
            path: path.into(),
            reason: e.to_string(),
        };
        let entry = self.directory.join(fingerprint);
        let (bitcode, warnings) = (entry.with_extension("bc"), entry.with_extension("txt"));
        let _held = lock(&entry.with_extension("lock"), source, deadline)?;
        if bitcode.exists() {
            fs::copy(&bitcode, output).map_err(|e| io(&bitcode, e))?;
            return fs::read_to_string(&warnings).map_err(|e| io(&warnings, e));
        }
        let said = make(output)?;
        fs::write(&warnings, &said).map_err(|e| io(&warnings, e))?;
        // Renaming makes the entry appear at once and complete.
        let partial = entry.with_extension("part");
        fs::copy(output, &partial).map_err(|e| io(&partial, e))?;
        fs::rename(&partial, &bitcode).map_err(|e| io(&bitcode, e))?;
        Ok(said)
    }
}

/// Waits until no other run holds the lock of a file.
fn lock(path: &Path, source: &Path, deadline: &Deadline) -> Result<Flock<File>, FrontendError> {
    let io = |reason: String| FrontendError::Io {
        path: path.into(),
        reason,
    };
    let mut file = File::create(path).map_err(|e| io(e.to_string()))?;
    loop {
        file = match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
            Ok(held) => return Ok(held),
            Err((file, nix::errno::Errno::EWOULDBLOCK)) => file,
            Err((_, error)) => return Err(io(error.to_string())),
        };
        if deadline.expired().is_some() {
            return Err(FrontendError::Time {
                path: source.into(),
            });
        }
        std::thread::sleep(waiting::LOCK);
    }
}
