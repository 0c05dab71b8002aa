//! Claims that are being decided, and as a certificate has them.

use term::{Format, TermId};

use certificate_checker::format;

use super::export::Need;
use super::step::Step;

/// The context of the assumptions and ranges in a certificate.
pub(super) const ASSUMED: u32 = 1;

/// A claim that is being decided.
pub(super) struct Open {
    pub(super) path: Vec<TermId>,
    pub(super) left: TermId,
    pub(super) right: TermId,
    pub(super) compare: Option<Format>,
    /// Conditions in use, and where those come from that are not the path's.
    pub(super) given: Vec<(TermId, Option<format::Given>)>,
    pub(super) steps: Vec<Step>,
    /// The context that it is about.
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

/// A claim inside a proof, with the rewrites that its own proof needs.
pub(super) struct Lemma {
    pub(super) line: format::Lemma,
    pub(super) needs: Vec<Need>,
}
