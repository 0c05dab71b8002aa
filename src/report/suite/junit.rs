//! A run of a suite as JUnit XML, which CI systems display.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::record::{Record, Run, Status, Unfinished};

/// A run as JUnit XML: a test suite for each file, a test case for each check.
///
/// # Errors
/// Only errors of the writer.
pub fn junit(run: &Run) -> Result<String, quick_junit::SerializeError> {
    let mut report = Report::new("simdiff");
    report.set_time(seconds(run.seconds));
    let mut files: BTreeMap<&Path, Vec<&Record>> = BTreeMap::new();
    for record in &run.checks {
        files.entry(&record.suite).or_default().push(record);
    }
    for (file, records) in files {
        let mut suite = TestSuite::new(file.display().to_string());
        suite.set_time(seconds(records.iter().map(|r| r.seconds).sum()));
        suite.add_test_cases(records.into_iter().map(case));
        report.add_test_suite(suite);
    }
    if !run.unfinished_checks.is_empty() {
        let mut suite = TestSuite::new("unfinished");
        suite.add_test_cases(run.unfinished_checks.iter().map(unfinished));
        report.add_test_suite(suite);
    }
    if !run.problems.is_empty() {
        let mut suite = TestSuite::new("suite");
        for (number, problem) in run.problems.iter().enumerate() {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type("bad-suite").set_message(problem.as_str());
            suite.add_test_case(TestCase::new(format!("problem {}", number + 1), status));
        }
        report.add_test_suite(suite);
    }
    report.to_string()
}

/// A check that the run did not finish: an error, since CI systems take a skipped test for a
/// good one.
fn unfinished(check: &Unfinished) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    let message = "not finished: the run was interrupted";
    status.set_type("unfinished").set_message(message);
    let mut case = TestCase::new(check.name.as_str(), status);
    case.set_classname(check.suite.display().to_string());
    case
}

fn case(record: &Record) -> TestCase {
    let kind = match record.status {
        Status::Passed => None,
        Status::Failed | Status::Undecided => Some(NonSuccessKind::Failure),
        Status::Trouble => Some(NonSuccessKind::Error),
    };
    let status = match kind {
        None => TestCaseStatus::success(),
        Some(kind) => {
            let mut status = TestCaseStatus::non_success(kind);
            status
                .set_type(record.verdict().unwrap_or("trouble"))
                .set_message(record.remark.as_deref().unwrap_or_default())
                .set_description(record.report.as_str());
            status
        }
    };
    let mut case = TestCase::new(record.name.as_str(), status);
    case.set_classname(record.suite.display().to_string());
    case.set_time(seconds(record.seconds));
    case
}

/// A duration; zero for a number in a record that is none.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}
