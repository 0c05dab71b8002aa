//! What the worker tells its supervisor, one line of JSON each.

use serde::{Deserialize, Serialize};

use super::Printout;

/// What is to be printed if the run has to end now, by the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoFar {
    /// Its time is up.
    pub late: Printout,
    /// The user interrupted it.
    pub interrupted: Printout,
    /// Its memory is used up.
    pub exhausted: Printout,
}

/// What the worker says.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// What it does now, as in "while …".
    Doing(String),
    /// What it has found so far.
    SoFar(Box<SoFar>),
    /// What it has come to; the last one.
    Done(Printout),
}
