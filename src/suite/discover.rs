//! The files of a suite: sources and manifests, sorted by name.

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::WalkBuilder;
use nix::errno::Errno;

use super::manifest::MANIFEST;
use crate::problem::Problem;

/// The extensions of sources that may hold checks as comments.
const SOURCES: [&str; 8] = ["c", "cc", "cpp", "cxx", "c++", "C", "cl", "ll"];

/// The extensions of other sources that compilers know: modules of C++, Objective-C, and names in
/// capitals, which are C++ to some compilers. A check in one is reported as trouble, as those in
/// headers are.
const OTHER_SOURCES: [&str; 12] = [
    "CPP", "CXX", "CC", "C++", "cppm", "ixx", "cxxm", "ccm", "c++m", "m", "mm", "CL",
];

/// The extensions of headers. A check in a header is reported as trouble, not skipped, for
/// no compiler compiles a header by itself.
const HEADERS: [&str; 19] = [
    "h", "hh", "hpp", "hxx", "h++", "inc", "inl", "ipp", "tpp", "txx", "tcc", "def", "clh", "cu",
    "cuh", "H", "HH", "HPP", "HXX",
];

/// The path, if it is a file. Otherwise the sources, headers and manifests below it that
/// version control does not ignore, sorted by name. Symbolic links are followed that lead out of
/// the directory, or to what is passed over in it: an ignored file or directory, or a file whose
/// own name is not that of a source. Such links come last.
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
    let root = std::fs::canonicalize(path).map_err(|e| unread(e.to_string()))?;
    let mut found = Found::default();
    let mut roots = VecDeque::from([path.to_owned()]);
    // Each walk adds its directory to those that are known, so there is an end of them.
    while let Some(path) = roots.pop_front() {
        if !found.known.contains(&target(&path)) {
            let links = found.walk(&path, &root);
            roots.extend(links.map_err(|e| unread(e.to_string()))?);
        }
    }
    Ok(found.files)
}

/// What a walk has found.
#[derive(Default)]
struct Found {
    files: Vec<PathBuf>,
    /// The targets of `files`, and the directories that were walked, without links.
    known: HashSet<PathBuf>,
}

impl Found {
    /// Walks a directory. Returns links in it that lead to directories in `root` which no walk has
    /// come to yet.
    fn walk(&mut self, path: &Path, root: &Path) -> Result<Vec<PathBuf>, ignore::Error> {
        let links: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
        let (inner, root) = (Arc::clone(&links), root.to_owned());
        let leads_out = move |entry: &ignore::DirEntry| {
            if !entry.path_is_symlink() || entry.depth() == 0 {
                return true;
            }
            let is_inner = target(entry.path()).starts_with(&root);
            if is_inner {
                let mut inner = inner.lock().unwrap_or_else(PoisonError::into_inner);
                inner.push(entry.path().to_owned());
            }
            !is_inner
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
                // The directories of the loop are walked once, and a link without a target holds
                // no check.
                Err(error) if is_loop(&error) || is_no_target(&error) => continue,
                Err(error) => return Err(error),
            };
            let kind = entry.file_type();
            if kind.is_some_and(|kind| kind.is_dir()) {
                self.known.insert(target(entry.path()));
            } else if kind.is_some_and(|kind| kind.is_file())
                && is_of_suite(entry.path())
                && self.known.insert(target(entry.path()))
            {
                self.files.push(short(entry.into_path()));
            }
        }
        let links = std::mem::take(&mut *links.lock().unwrap_or_else(PoisonError::into_inner));
        let mut directories = Vec::new();
        for link in links {
            if link.is_dir() {
                if !self.known.contains(&target(&link)) {
                    directories.push(link);
                }
            } else if link.is_file() && is_of_suite(&link) && self.known.insert(target(&link)) {
                self.files.push(short(link));
            }
        }
        Ok(directories)
    }
}

/// A path without links; the same path if it leads nowhere.
fn target(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A path below `.` by the rest of its name, unless that might be taken for an option.
fn short(path: PathBuf) -> PathBuf {
    let is_option = |short: &Path| short.as_os_str().as_encoded_bytes()[0] == b'-';
    let rest = path.strip_prefix(".").ok();
    let rest = rest.filter(|rest| !is_option(rest)).map(Path::to_owned);
    rest.unwrap_or(path)
}

/// Whether a link leads to a directory that contains it.
fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => is_loop(err),
        ignore::Error::Loop { .. } => true,
        _ => false,
    }
}

/// Whether a link leads nowhere, or to itself.
fn is_no_target(error: &ignore::Error) -> bool {
    let error = error.io_error();
    error.is_some_and(|error| {
        let of_itself = std::io::Error::from(Errno::ELOOP).kind();
        error.kind() == std::io::ErrorKind::NotFound || error.kind() == of_itself
    })
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
    extension.is_some_and(|e| HEADERS.contains(&e) || OTHER_SOURCES.contains(&e))
}

fn is_of_suite(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == MANIFEST) || is_source(path) || is_header(path)
}
