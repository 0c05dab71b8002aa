//! Results of suites: written, merged and shown.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use simdiff::problem::Problem;
use simdiff::record::{Record, Run, Status};
use simdiff::report::{self, Decoration};

use crate::args::{Merge, Reports, Show};
use crate::outputs;
use crate::printing::{Streams, TROUBLE};

/// Merges the results of the parts of a suite.
///
/// # Errors
/// If a file has no results, or two files have the same check.
pub fn merge(options: &Merge, streams: Streams) -> Result<ExitCode, Problem> {
    let runs: Vec<Run> = options
        .files
        .iter()
        .map(|file| Run::read(file))
        .collect::<Result<_, _>>()?;
    let run = Run::merge(runs)?;
    let unwritten = write(&run, None, &options.reports);
    let problems: String = run.problems.iter().map(|p| p.clone() + "\n").collect();
    let text = problems + &report::summary(&run, streams.decoration()) + "\n";
    Ok(told_of(&unwritten, streams, &text, run.exit_code()))
}

/// Shows results from a file. The exit code is that of their run.
///
/// # Errors
/// If the file has no results, or a filter matches no check.
pub fn show(options: &Show, streams: Streams) -> Result<ExitCode, Problem> {
    let mut run = Run::read(&options.file)?;
    let titles: Vec<String> = run.checks.iter().map(Record::title).collect();
    let is_none = |text: &&String| !titles.iter().any(|title| title.contains(*text));
    if let Some(unknown) = options.filter.iter().find(is_none) {
        let what = format!("--filter: no check has `{unknown}` in its file or name");
        let help = "without --filter, all checks are shown";
        return Err(Problem::new(what).help(help));
    }
    let named = |record: &Record| {
        let title = record.title();
        options.filter.is_empty() || options.filter.iter().any(|text| title.contains(text))
    };
    run.checks.retain(named);
    run.count();
    for record in &mut run.checks {
        if record.report.is_empty() {
            record.report = report::brief(record);
        }
    }
    let unwritten = write(&run, None, &options.reports);
    let whole = options.verbose || run.checks.len() == 1;
    let mut text: String = run
        .checks
        .iter()
        .map(|record| told(record, whole, streams.decoration()) + "\n")
        .collect();
    text += &(report::summary(&run, streams.decoration()) + "\n");
    Ok(told_of(&unwritten, streams, &text, run.exit_code()))
}

/// Prints a text to standard output, and what could not be written to standard error.
/// Returns the exit code.
fn told_of(unwritten: &[Problem], streams: Streams, text: &str, code: u8) -> ExitCode {
    let code = if unwritten.is_empty() { code } else { TROUBLE };
    let printed = streams.out(text, code);
    streams.problems(unwritten);
    printed
}

/// Writes the reports that are asked for, each whether or not the others can be written;
/// `before` is an earlier run to compare with. Returns what could not be written.
pub fn write(run: &Run, before: Option<&Run>, reports: &Reports) -> Vec<Problem> {
    // From the results, the other reports can be made again.
    let results = one(reports.output.as_deref(), || run.json());
    let others = [
        one(reports.junit.as_deref(), || report::junit(run)),
        one(reports.sarif.as_deref(), || report::sarif(run)),
        one(reports.html.as_deref(), || report::html(run, before)),
    ];
    let all = std::iter::once(results).chain(others);
    all.filter_map(Result::err).collect()
}

/// Writes the reports of a run that begins, as those of an interrupted one: a run that is
/// killed leaves them behind, and no results of an earlier run. Pipes and devices get the
/// final reports only.
pub fn begin(mut run: Run, reports: &Reports) {
    run.interrupted = true;
    let in_file = |path: &Option<PathBuf>| {
        let found = path.as_ref().map(std::fs::metadata);
        let is_other = matches!(found, Some(Ok(found)) if !found.is_file());
        path.clone().filter(|_| !is_other)
    };
    let reports = Reports {
        output: in_file(&reports.output),
        junit: in_file(&reports.junit),
        sarif: in_file(&reports.sarif),
        html: in_file(&reports.html),
    };
    // What cannot be written is reported at the end.
    let _ = write(&run, None, &reports);
}

/// Makes a report and writes it, if it is wanted.
fn one<E: Display>(
    path: Option<&Path>,
    make: impl FnOnce() -> Result<String, E>,
) -> Result<(), Problem> {
    let Some(path) = path else {
        return Ok(());
    };
    let text = make();
    let text = text.map_err(|e| Problem::new(format!("cannot write {}: {e}", path.display())))?;
    outputs::write(path, &text)
}

/// The text on a check: its line, and its report if `whole` or if the check did not pass.
pub fn told(record: &Record, whole: bool, decoration: Decoration) -> String {
    let mut text = report::line(record, decoration);
    if whole || record.status != Status::Passed {
        for line in record.report.trim_end().lines() {
            text += &format!("\n    {line}");
        }
    }
    text
}
