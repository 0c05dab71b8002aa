//! The C driver around a version, compiled.
//!
//! All versions share the driver, and compiling it takes longer than most versions do, so
//! its object file is kept in the user's cache. Invariant: a cached object was made by the
//! present compiler, with the same flags, from the same text, and from headers that have
//! not changed since.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use bitcode_cache::{Cache, compilers};

use super::{ReplayError, in_file};
use crate::child;

/// The driver and its headers: harness primitives, the work-items of a kernel, the
/// primitives of the host library, and the inexact and the open functions of the device
/// library.
const SOURCES: [(&str, &str); 6] = [
    ("driver.c", include_str!("driver.c")),
    ("harness.h", include_str!("harness.h")),
    ("launch.h", include_str!("launch.h")),
    ("host.h", include_str!("host.h")),
    ("inexact.h", include_str!("inexact.h")),
    ("open.h", include_str!("open.h")),
];

/// Writes the driver's object file for these flags to a directory.
///
/// # Errors
/// [`ReplayError::Link`] if clang does not compile it, [`ReplayError::Io`] for files.
pub(super) fn object(
    clang: &Path,
    flags: &[String],
    directory: &Path,
) -> Result<PathBuf, ReplayError> {
    let object = directory.join("driver.o");
    let (cache, start) = (Cache::of_user(), SystemTime::now());
    let text = SOURCES.map(|(_, text)| text).concat();
    let key = compilers::identity(clang);
    let key = key.map(|clang| format!("driver\n{clang}\n{}\n{text}", flags.join(" ")));
    if let Some(kept) = key.as_ref().and_then(|key| cache.fetch(key)) {
        fs::write(&object, kept).map_err(in_file(&object))?;
        return Ok(object);
    }
    for (name, text) in SOURCES {
        let path = directory.join(name);
        fs::write(&path, text).map_err(in_file(&path))?;
    }
    let list = directory.join("driver.d");
    let mut command = Command::new(clang);
    command.args(flags).args(["-c", "-x", "c"]);
    command
        .arg(directory.join("driver.c"))
        .arg("-o")
        .arg(&object);
    command.arg("-MD").arg("-MF").arg(&list);
    let output = child::bind(&mut command).output().map_err(in_file(clang))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(ReplayError::Link(message.trim_end().into()));
    }
    if let (Some(key), Ok(list), Ok(bytes)) = (key, fs::read_to_string(&list), fs::read(&object)) {
        let files = bitcode_cache::dependencies(&list, directory);
        cache.store(&key, &bytes, files, start);
    }
    Ok(object)
}
