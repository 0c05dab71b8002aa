//! File names on the command line.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

/// The parser of a file's name. A name that other tools would take for an option gets its
/// directory.
pub(super) fn file() -> impl TypedValueParser<Value = PathBuf> {
    let explicit = |path: PathBuf| match path.as_os_str().as_encoded_bytes() {
        [b'-', ..] => Path::new(".").join(path),
        _ => path,
    };
    PathBufValueParser::new().map(explicit)
}
