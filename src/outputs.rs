//! Output files that the user asks for: tried before the work, written after it.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use simdiff::problem::Problem;

/// Checks that each of the files, with its option, can be written and is not read.
///
/// # Errors
/// The first file that cannot be written, or is read.
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
        // Opening a pipe would block, and a device tells no more now than later.
        Ok(_) => Ok(()),
        Err(_) => {
            OpenOptions::new().write(true).create_new(true).open(path)?;
            fs::remove_file(path)
        }
    }
}

/// Writes a file as a whole, or leaves the present one unchanged.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Problem> {
    replace(path, text).map_err(|e| Problem::new(format!("cannot write {}: {e}", path.display())))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays, and its target is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let present = fs::metadata(&target).ok();
    // A pipe or a device cannot be replaced.
    if present.as_ref().is_some_and(|found| !found.is_file()) {
        return fs::write(path, text);
    }
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let made = tempfile::Builder::new()
        .permissions(fs::Permissions::from_mode(0o666))
        .tempfile_in(directory);
    let mut file = match made {
        Ok(file) => file,
        // A directory may admit no new files although its files may be written.
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied && present.is_some() => {
            return fs::write(path, text);
        }
        Err(e) => return Err(e),
    };
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    if let Some(present) = present {
        file.as_file().set_permissions(present.permissions())?;
    }
    file.persist(&target).map(drop).map_err(|e| e.error)
}
