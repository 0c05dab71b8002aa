//! The expected outcome of a check.

use std::ops::Range;

use super::near;
use super::place::Place;
use crate::problem::Problem;

/// The verdicts by their names in suites and in the machine output.
pub const VERDICTS: [&str; 7] = [
    "equivalent",
    "proved",
    "different",
    "exceeded",
    "defect",
    "clean",
    "undecided",
];

/// The expected outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// One of [`VERDICTS`].
    pub verdict: String,
    /// Phrases that the texts of the report have to contain.
    pub phrases: Vec<String>,
}

impl Expected {
    /// The expectation of the verdict with this name.
    ///
    /// # Errors
    /// If there is no such verdict.
    pub(super) fn new(
        verdict: &str,
        phrases: Vec<String>,
        place: &Place,
        span: Range<usize>,
    ) -> Result<Expected, Problem> {
        if !VERDICTS.contains(&verdict) {
            let problem = place.at(span).problem(format!("no verdict is `{verdict}`"));
            return Err(problem.help(near::help(verdict, &VERDICTS)));
        }
        Ok(Expected {
            verdict: verdict.to_owned(),
            phrases,
        })
    }
}
