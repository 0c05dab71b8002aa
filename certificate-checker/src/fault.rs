//! Reasons why a certificate is not accepted.

use thiserror::Error;

/// Why a line or a step is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The line is not a well-formed line of a certificate.
    #[error("malformed: {0}")]
    Malformed(String),
    /// The claim of the line or step does not follow.
    #[error("rejected: {0}")]
    Rejected(String),
    /// The claim of the line or step could not be confirmed, and may be true.
    #[error("not checked: {0}")]
    NotChecked(String),
}

impl Fault {
    /// Prefixes the reason with the name of its subject.
    pub(crate) fn of(self, what: impl FnOnce() -> String) -> Fault {
        let named = |why: String| format!("{}: {why}", what());
        match self {
            Fault::Malformed(why) => Fault::Malformed(named(why)),
            Fault::Rejected(why) => Fault::Rejected(named(why)),
            Fault::NotChecked(why) => Fault::NotChecked(named(why)),
        }
    }
}

/// Why a certificate is not accepted, with the line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct Failure {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub fault: Fault,
}

/// The result of a check.
pub type Checked<T = ()> = Result<T, Fault>;

pub(crate) fn malformed<T>(why: impl Into<String>) -> Checked<T> {
    Err(Fault::Malformed(why.into()))
}
pub(crate) fn rejected<T>(why: impl Into<String>) -> Checked<T> {
    Err(Fault::Rejected(why.into()))
}
pub(crate) fn not_checked<T>(why: impl Into<String>) -> Checked<T> {
    Err(Fault::NotChecked(why.into()))
}

/// Rejects unless `holds`.
pub(crate) fn require(holds: bool, why: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { rejected(why()) }
}
