//! What clang makes of the files of several runs at once, each file compiled once for
//! each set of flags.
//!
//! The directory is one suite's, for one run of it: what is in it stands for the files as
//! they were at the first look.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::fcntl::{Flock, FlockArg};

use super::error::FrontendError;
use crate::deadline::Deadline;

/// Time between two looks at whether another run is done with a file.
const PERIOD: Duration = Duration::from_millis(5);

/// A directory of compiled files.
#[derive(Clone, Debug)]
pub struct Shared {
    directory: PathBuf,
}

impl Shared {
    /// The files in this directory.
    pub fn new(directory: PathBuf) -> Shared {
        Shared { directory }
    }

    /// Puts the bitcode of a file at `output`: another run's, or what `make` puts at the
    /// path that it is given, for the others too. clang's warnings.
    ///
    /// # Errors
    /// Those of `make`, of the file system, and the deadline.
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
        // It is there as a whole, or not at all.
        let partial = entry.with_extension("part");
        fs::copy(output, &partial).map_err(|e| io(&partial, e))?;
        fs::rename(&partial, &bitcode).map_err(|e| io(&bitcode, e))?;
        Ok(said)
    }
}

/// Waits until no other run works at a file.
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
        std::thread::sleep(PERIOD);
    }
}
