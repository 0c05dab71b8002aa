//! Snapshots of a suite: compared, accepted or reviewed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use simdiff::problem::Problem;
use simdiff::record::{Record, Run, Status};
use simdiff::snapshot::{Change, Snapshots};

use crate::args::Test;
use crate::outputs;
use crate::printing::Streams;

/// Compares a run with the snapshots of its files, or accepts the changes. Returns whether
/// changes are left. `all` says whether every check of the files was run.
///
/// Snapshots that cannot be read are left out here if [`count`] told of them.
///
/// # Errors
/// If snapshots to be accepted or reviewed cannot be read (unless all of them are accepted
/// anew) or written, or there is no terminal for a review. The other files are settled before.
pub fn settle(run: &Run, all: bool, options: &Test, streams: Streams) -> Result<bool, Problem> {
    if options.review && !std::io::stdin().is_terminal() {
        let problem = Problem::new("--review: there is no terminal to ask at");
        return Err(problem.help("--check lists the changes, --accept takes them over"));
    }
    let mut files: BTreeMap<&Path, Vec<&Record>> = BTreeMap::new();
    for record in &run.checks {
        files.entry(&record.suite).or_default().push(record);
    }
    let wanted = options.check || options.accept || options.review;
    let (mut open, mut unread) = (false, None);
    for (file, records) in files {
        let known = match Snapshots::read(file) {
            // Snapshots that cannot be read are written anew, if none of them is lost with that.
            Err(_) if options.accept && all && !run.interrupted => None,
            Err(problem) => {
                let is_told = !options.accept && !options.review;
                unread = unread.or(Some(problem).filter(|_| !is_told));
                continue;
            }
            Ok(known) => known,
        };
        if known.is_none() && !wanted {
            continue;
        }
        let mut snapshots = known.unwrap_or_default();
        let changes = snapshots.changes(&records, all && !run.interrupted);
        let mut taken = 0;
        let mut left = changes.into_iter();
        for change in left.by_ref() {
            let answer = match options.accept {
                true => Answer::Yes,
                false => {
                    streams.line(&shown(file, &change));
                    match options.review {
                        true => ask(streams),
                        false => Answer::No,
                    }
                }
            };
            match answer {
                Answer::Yes => {
                    snapshots.accept(change);
                    taken += 1;
                }
                Answer::No => open = true,
                Answer::Stop => {
                    open = true;
                    break;
                }
            }
        }
        if taken > 0 {
            let path = Snapshots::path(file);
            let text = snapshots.text().map_err(|e| Problem::new(e.to_string()))?;
            outputs::write(&path, &text)?;
            streams.line(&format!("{}: {taken} taken over", path.display()));
        }
        if left.next().is_some() {
            break;
        }
    }
    if open && !options.review {
        streams.line("take changes over with `simdiff test --accept`, or one by one with --review");
    }
    unread.map_or(Ok(open), Err)
}

/// Counts checks whose results differ from their snapshots as failed, so that every file of
/// results has them. Changes that the user accepts or reviews are no failures. Returns the
/// problems with snapshots that cannot be read; the checks of other files are compared.
pub fn count(run: &mut Run, options: &Test) -> Vec<Problem> {
    let mut unread = Vec::new();
    if options.accept || options.review {
        return unread;
    }
    let files: BTreeSet<PathBuf> = run.checks.iter().map(|r| r.suite.clone()).collect();
    for file in files {
        let snapshots = match Snapshots::read(&file) {
            Err(problem) => {
                unread.push(problem);
                continue;
            }
            Ok(None) if !options.check => continue,
            Ok(known) => known.unwrap_or_default(),
        };
        let records: Vec<&Record> = run.checks.iter().filter(|r| r.suite == file).collect();
        let changes = snapshots.changes(&records, false);
        for record in run.checks.iter_mut().filter(|r| r.suite == file) {
            let change = changes.iter().find(|change| change.name == record.name);
            if let Some(change) = change.filter(|_| record.status == Status::Passed) {
                record.status = Status::Failed;
                record.remark = Some(match change.before {
                    Some(_) => format!("differs from its snapshot: {}", change.what()),
                    None => "has no snapshot".to_owned(),
                });
            }
        }
    }
    run.count();
    unread
}

fn shown(file: &Path, change: &Change) -> String {
    let head = format!("\n{}: {}: {}", file.display(), change.name, change.what());
    let lines = change
        .lines()
        .into_iter()
        .map(|line| format!("\n    {line}"));
    head + &lines.collect::<String>()
}

enum Answer {
    Yes,
    No,
    Stop,
}

/// Asks the user whether to accept a change.
fn ask(streams: Streams) -> Answer {
    loop {
        streams.line("take it over? y(es), n(o), q(uit)");
        let mut answer = String::new();
        match std::io::stdin().lock().read_line(&mut answer) {
            // The end of input: no further answers.
            Ok(0) | Err(_) => return Answer::Stop,
            Ok(_) => {}
        }
        match answer.trim() {
            "y" | "yes" => return Answer::Yes,
            "n" | "no" => return Answer::No,
            "q" | "quit" => return Answer::Stop,
            _ => {}
        }
    }
}
