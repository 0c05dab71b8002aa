//! Claims in the process of being decided, and lemmas of the certificate.

use term::{Format, TermId};

use certificate_checker::format;

use super::export::Need;
use super::step::Step;

/// The number of the context with the run's assumptions and ranges.
pub(super) const ASSUMED: u32 = 1;

/// The number of the first context with more ranges.
pub(super) const FIRST_NARROWER: u32 = 2;

/// A claim in the process of being decided.
pub(super) struct Open {
    pub(super) path: Vec<TermId>,
    pub(super) left: TermId,
    pub(super) right: TermId,
    pub(super) compare: Option<Format>,
    /// The conditions in use; for one that is not a path condition, the line that derives it.
    pub(super) given: Vec<(TermId, Option<format::Given>)>,
    pub(super) steps: Vec<Step>,
    /// The context that the claim holds in.
    pub(super) context: u32,
}

impl Open {
    pub(super) fn new(
        path: &[TermId],
        (left, right): (TermId, TermId),
        compare: Option<Format>,
    ) -> Open {
        Open {
            path: path.to_vec(),
            left,
            right,
            compare,
            given: Vec::new(),
            steps: Vec::new(),
            context: ASSUMED,
        }
    }
}

/// A lemma, with the rewrites that its proof needs.
pub(super) struct Lemma {
    pub(super) line: format::Lemma,
    pub(super) needs: Vec<Need>,
}
