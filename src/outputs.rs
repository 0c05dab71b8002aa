//! Files that the user asks for: tried before the work, written after it.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use simdiff::problem::Problem;

/// Tries whether each of the files can be written, each named by its option, and is none
/// of those that are read.
///
/// # Errors
/// The first that cannot be.
pub fn try_out(written: &[(&str, &PathBuf)], read: &[PathBuf]) -> Result<(), Problem> {
    let same = |a: &Path, b: &Path| {
        let real = fs::canonicalize(a).ok();
        a == b || real.is_some() && real == fs::canonicalize(b).ok()
    };
    for (i, (option, path)) in written.iter().enumerate() {
        let shown = path.display();
        let problem = |what: String| Err(Problem::new(format!("{option} {shown}: {what}")));
        if read.iter().any(|file| same(path, file)) {
            return problem("this would overwrite a source".to_owned());
        }
        if let Some((other, _)) = written[..i].iter().find(|(_, file)| same(path, file)) {
            return problem(format!("{other} writes to this file too"));
        }
        if let Err(error) = try_one(path) {
            return problem(format!("it cannot be written: {error}"));
        }
    }
    Ok(())
}

fn try_one(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() || found.is_dir() => {
            OpenOptions::new().append(true).open(path).map(drop)
        }
        // A pipe would wait for its reader, a device has no more to say than later.
        Ok(_) => Ok(()),
        Err(_) => {
            OpenOptions::new().write(true).create_new(true).open(path)?;
            fs::remove_file(path)
        }
    }
}

/// Writes a file.
///
/// # Errors
/// Why it cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Problem> {
    fs::write(path, text).map_err(|e| Problem::new(format!("cannot write {}: {e}", path.display())))
}
