//! The files of a suite: sources and manifests, sorted by name.

use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use super::manifest::MANIFEST;
use crate::problem::Problem;

/// The extensions of sources that may hold checks as comments.
const SOURCES: [&str; 8] = ["c", "cc", "cpp", "cxx", "c++", "C", "cl", "ll"];

/// The extensions of headers. A check in a header is reported as trouble, not skipped, for
/// no compiler compiles a header by itself.
const HEADERS: [&str; 13] = [
    "h", "hh", "hpp", "hxx", "inc", "inl", "ipp", "tpp", "txx", "def", "clh", "cu", "cuh",
];

/// The path, if it is a file. Otherwise the sources, headers and manifests below it that
/// version control does not ignore, sorted by name. Symbolic links are followed that lead out of
/// the directory.
///
/// # Errors
/// If there is no such path, or a directory cannot be read.
pub(super) fn files(path: &Path) -> Result<Vec<PathBuf>, Problem> {
    let unread = |what: String| {
        let problem = Problem::new(format!("{}: {what}", path.display()));
        problem.help("name source files, manifests or directories")
    };
    let found = std::fs::metadata(path).map_err(|e| unread(e.to_string()))?;
    if found.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    let root = std::fs::canonicalize(path).map_err(|e| unread(e.to_string()))?;
    let leads_out = move |entry: &ignore::DirEntry| {
        let target = || std::fs::canonicalize(entry.path());
        !entry.path_is_symlink()
            || entry.depth() == 0
            || target().is_ok_and(|target| !target.starts_with(&root))
    };
    let walk = WalkBuilder::new(path)
        .require_git(false)
        .follow_links(true)
        .filter_entry(leads_out)
        .sort_by_file_path(Ord::cmp)
        .build();
    for entry in walk {
        let entry = match entry {
            Ok(entry) => entry,
            // The directories of the loop are walked once, and a link without a target holds no
            // check.
            Err(error) if is_loop(&error) || is_missing(&error) => continue,
            Err(error) => return Err(unread(error.to_string())),
        };
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        if is_file && is_of_suite(entry.path()) {
            let path = entry.into_path();
            // Without its directory, the name might be taken for an option.
            let is_option = |short: &Path| short.as_os_str().as_encoded_bytes()[0] == b'-';
            let short = path
                .strip_prefix(".")
                .ok()
                .filter(|short| !is_option(short));
            let short = short.map(Path::to_owned);
            files.push(short.unwrap_or(path));
        }
    }
    Ok(files)
}

/// Whether a link leads to a directory that contains it.
fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => is_loop(err),
        ignore::Error::Loop { .. } => true,
        _ => false,
    }
}

/// Whether a link leads nowhere.
fn is_missing(error: &ignore::Error) -> bool {
    let error = error.io_error();
    error.is_some_and(|error| error.kind() == std::io::ErrorKind::NotFound)
}

/// The source files among these paths and below them.
///
/// # Errors
/// If a path does not exist, or a directory cannot be read.
pub fn sources(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Problem> {
    let mut found = Vec::new();
    for path in paths {
        found.extend(files(path)?.into_iter().filter(|file| is_source(file)));
    }
    Ok(found)
}

fn is_source(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    extension.is_some_and(|e| SOURCES.contains(&e))
}

fn is_header(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    extension.is_some_and(|e| HEADERS.contains(&e))
}

fn is_of_suite(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == MANIFEST) || is_source(path) || is_header(path)
}
