//! Results of suites: written, merged and shown.

use std::process::ExitCode;

use simdiff::problem::Problem;
use simdiff::record::{Record, Run, Status};
use simdiff::report::{self, Decoration};

use crate::args::{Merge, Reports, Show};
use crate::outputs;
use crate::printing::Streams;

/// Merges the results of the parts of a suite.
///
/// # Errors
/// If a file has no results, two files have the same check, or a report cannot be written.
pub fn merge(options: &Merge, streams: Streams) -> Result<ExitCode, Problem> {
    let runs: Vec<Run> = options
        .files
        .iter()
        .map(|file| Run::read(file))
        .collect::<Result<_, _>>()?;
    let run = Run::merge(runs)?;
    write(&run, None, &options.reports)?;
    let problems: String = run.problems.iter().map(|p| p.clone() + "\n").collect();
    let text = problems + &report::summary(&run, streams.decoration()) + "\n";
    Ok(streams.out(&text, run.exit_code()))
}

/// Shows results from a file. The exit code is that of their run.
///
/// # Errors
/// If the file has no results, or a report cannot be written.
pub fn show(options: &Show, streams: Streams) -> Result<ExitCode, Problem> {
    let mut run = Run::read(&options.file)?;
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
    write(&run, None, &options.reports)?;
    let whole = options.verbose || run.checks.len() == 1;
    let mut text: String = run
        .checks
        .iter()
        .map(|record| told(record, whole, streams.decoration()) + "\n")
        .collect();
    text += &(report::summary(&run, streams.decoration()) + "\n");
    Ok(streams.out(&text, run.exit_code()))
}

/// Writes the reports that are asked for; `before` is an earlier run to compare with.
///
/// # Errors
/// If a report cannot be written.
pub fn write(run: &Run, before: Option<&Run>, reports: &Reports) -> Result<(), Problem> {
    let failed = |e: &dyn std::fmt::Display| Problem::new(e.to_string());
    if let Some(path) = &reports.junit {
        outputs::write_whole(path, &report::junit(run).map_err(|e| failed(&e))?)?;
    }
    if let Some(path) = &reports.sarif {
        outputs::write_whole(path, &report::sarif(run).map_err(|e| failed(&e))?)?;
    }
    if let Some(path) = &reports.html {
        outputs::write_whole(path, &report::html(run, before).map_err(|e| failed(&e))?)?;
    }
    if let Some(path) = &reports.output {
        outputs::write_whole(path, &run.json().map_err(|e| failed(&e))?)?;
    }
    Ok(())
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
