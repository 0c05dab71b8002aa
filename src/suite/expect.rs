//! What a check is to find.

use std::ops::Range;

use super::near;
use super::place::Place;
use crate::problem::Problem;

/// The verdicts, as suites and the machine output name them.
pub const VERDICTS: [&str; 7] = [
    "equivalent",
    "proved",
    "different",
    "exceeded",
    "defect",
    "clean",
    "undecided",
];

/// What a check is to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// One of [`VERDICTS`].
    pub verdict: String,
    /// What the report has to say, each somewhere in one of its texts.
    pub phrases: Vec<String>,
}

impl Expected {
    /// The verdict of this name.
    ///
    /// # Errors
    /// There is none.
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
