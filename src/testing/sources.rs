//! A digest of the sources of a suite, by which `simdiff merge` refuses shards of different code.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use simdiff::compile_commands::Build;
use simdiff::suite::Case;

use super::planned::{common, files_of};
use crate::args::Command;

/// The extensions of files that a source beside them may include.
const INCLUDED: [&str; 12] = [
    "h", "hh", "hpp", "hxx", "inc", "inl", "ipp", "tpp", "txx", "def", "cuh", "cl",
];

/// A digest of the files of every check of a suite, the suite's own files, the headers beside
/// them, and the flags that builds have for them. It does not depend on where the files are.
///
/// Shards see all checks of the suite, so shards of one checkout have one digest.
pub(super) fn digest(cases: &[(Case, Command)]) -> String {
    let mut files: BTreeSet<PathBuf> = BTreeSet::new();
    let mut flags: BTreeSet<String> = BTreeSet::new();
    for (case, command) in cases {
        files.insert(case.place.file.clone());
        let sources = files_of(command)
            .iter()
            .map(|file| case.directory.join(file));
        let sources: Vec<PathBuf> = sources.collect();
        let build = common(command).and_then(|common| common.compile_commands.as_ref());
        let build = build.and_then(|path| Build::read(&case.directory.join(path)).ok());
        if let Some(build) = build {
            let of_build = sources.iter().filter_map(|file| build.commands(file).ok());
            let of_build = of_build.flatten().flat_map(|command| command.flags);
            flags.extend(of_build.filter(|flag| !flag.contains('/')));
        }
        files.extend(sources);
    }
    let directories: BTreeSet<PathBuf> = files
        .iter()
        .filter_map(|file| file.parent().map(Path::to_owned))
        .collect();
    for directory in directories {
        let entries = fs::read_dir(match directory.as_os_str().is_empty() {
            true => Path::new("."),
            false => &directory,
        });
        let entries = entries.into_iter().flatten().flatten();
        let is_header = |path: &PathBuf| {
            let extension = path.extension().and_then(|end| end.to_str());
            extension.is_some_and(|end| INCLUDED.contains(&end))
        };
        files.extend(entries.map(|entry| entry.path()).filter(is_header));
    }
    let mut contents: Vec<String> = files
        .iter()
        .filter_map(|file| {
            let name = file.file_name()?.to_string_lossy().into_owned();
            let text = fs::read(file).ok()?;
            Some(format!("{name} {}", blake3::hash(&text).to_hex()))
        })
        .collect();
    contents.sort();
    contents.dedup();
    contents.extend(flags);
    blake3::hash(contents.join("\n").as_bytes()).to_hex()[..32].to_owned()
}
