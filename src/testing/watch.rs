//! `--watch`: runs the suite again whenever one of its files changes.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

use notify::{Event, EventKind, RecursiveMode, Watcher, recommended_watcher};
use simdiff::budgets::waiting;
use simdiff::deadline::Alarm;
use simdiff::problem::Problem;

use crate::args::Test;
use crate::printing::{INTERRUPTED, Streams};

/// The extensions of files that a check may depend on: sources, their includes, and
/// manifests. Other files, as a log in the directory, may change with every run.
const ENDINGS: [&str; 20] = [
    "bc", "c", "c++", "cc", "cl", "clh", "cpp", "cxx", "def", "h", "h++", "hh", "hpp", "hxx",
    "inc", "inl", "ipp", "ll", "rules", "toml",
];

/// Runs the suite, and after each change what is affected, until Ctrl-C.
///
/// # Errors
/// If the directories cannot be watched, or the first run fails.
pub(super) fn repeat(
    (options, alarm): (&Test, &Alarm),
    streams: Streams,
    mut run: impl FnMut(&Test) -> Result<ExitCode, Problem>,
) -> Result<ExitCode, Problem> {
    let (sender, changes) = channel();
    let cannot = |e: notify::Error| Problem::new(format!("cannot watch the suite: {e}"));
    let mut watcher = recommended_watcher(sender).map_err(cannot)?;
    for (path, mode) in watched(&options.paths) {
        watcher.watch(path, mode).map_err(cannot)?;
    }
    run(options)?;
    let again = Test {
        changed: true,
        ..options.clone()
    };
    while alarm.raised().is_none() {
        streams.line("watching for changes; Ctrl-C ends it");
        if !wait(&changes, alarm) {
            break;
        }
        // A half-edited file may make the suite invalid.
        if let Err(problem) = run(&again) {
            streams.problems(&[problem]);
        }
    }
    Ok(ExitCode::from(INTERRUPTED))
}

/// The directories to watch for these paths. A file is watched in its directory: many
/// editors replace a file, with which a watch of the file itself would end.
fn watched(paths: &[PathBuf]) -> Vec<(&Path, RecursiveMode)> {
    let (files, directories): (Vec<_>, Vec<_>) = paths.iter().partition(|path| path.is_file());
    let files = files.into_iter().map(|file| directory_of(file));
    let directories = directories.into_iter().map(PathBuf::as_path);
    // For a directory that is named twice, the later mode counts.
    files
        .map(|path| (path, RecursiveMode::NonRecursive))
        .chain(directories.map(|path| (path, RecursiveMode::Recursive)))
        .collect()
}

fn directory_of(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Waits for a change. Returns whether there was one before Ctrl-C.
fn wait(changes: &Receiver<notify::Result<Event>>, alarm: &Alarm) -> bool {
    let mut changed = false;
    loop {
        let patience = if changed {
            waiting::QUIET
        } else {
            waiting::CTRL_C
        };
        match changes.recv_timeout(patience) {
            Ok(Ok(event)) => changed |= matters(&event),
            // An event that the system could not report may have been a change.
            Ok(Err(_)) => changed = true,
            Err(RecvTimeoutError::Timeout) if changed => return true,
            Err(RecvTimeoutError::Timeout) if alarm.raised().is_none() => {}
            Err(_) => return false,
        }
    }
}

/// Whether an event is a change of a file that a check may depend on.
fn matters(event: &Event) -> bool {
    let is_change = matches!(
        event.kind,
        EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_)
    );
    let counts = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ENDINGS.contains(&ending.to_lowercase().as_str()))
    };
    is_change && event.paths.iter().any(|path| counts(path))
}
