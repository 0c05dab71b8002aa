//! The explanation of what was found: the operation of the port at fault.

use super::super::cause;
use super::super::differing::Differing;
use super::super::versions::Versions;
use super::Sweep;
use crate::verdict::{DefectKind, Kind, Replay, Side};

impl<'c> Sweep<'_, 'c> {
    /// Searches for the cause of a confirmed difference in the port.
    pub(in super::super) fn explain(&mut self, versions: &Versions<'_, 'c>) {
        let differing = self.pair.differing.take();
        let (Some(differing), Some(difference)) = (differing, &self.tally.difference) else {
            return self.explain_defect(versions);
        };
        if difference.replay != Replay::Confirmed || self.pair.contract.launch.is_some() {
            return;
        }
        self.so_far();
        let found = versions.as_written(self.pair, |written| {
            cause::explain(written, &differing, &self.sizes)
        });
        // Without the source no cause can be found.
        if let (Ok(Some(explained)), Some(difference)) = (found, &mut self.tally.difference) {
            // These kinds are told from values alone.
            let cause = explained.cause.as_ref();
            let detail = difference.detail.as_deref();
            let is_other =
                |kind: &Kind| cause.is_some_and(|cause| cause.contradicts(*kind, detail));
            // Bits that are dropped are no inputs that are not read at all.
            let ignores =
                |kind: &Kind| *kind == Kind::FixedPoint && !difference.unread.by_port.is_empty();
            let kind = difference
                .kind
                .filter(|kind| !is_other(kind) && !ignores(kind));
            difference.kind = kind;
            // The others hold where values are equal under an ideal, whatever repairs the port.
            let is_open = matches!(
                kind,
                None | Some(Kind::Saturation | Kind::Narrowing | Kind::FixedPoint)
            );
            let shown = cause.and_then(|cause| cause.shows());
            if let Some(shown) = shown.filter(|_| is_open && difference.equal_under.is_empty()) {
                (difference.kind, difference.detail) = (Some(shown), None);
            }
            difference.cause = explained.cause;
            difference.spread = explained.spread;
            difference.at_sizes = explained.at_sizes;
            difference.rename(&explained.names);
        }
        self.clock.lap("cause");
    }

    /// Searches for the cause of a confirmed defect of the port.
    fn explain_defect(&mut self, versions: &Versions<'_, 'c>) {
        let Some(mut defect) = self.tally.take_defect() else {
            return;
        };
        let is_ports =
            defect.side == Side::Port && defect.replay.stands() && !is_misaligned(&defect.kind);
        if is_ports && self.pair.contract.launch.is_none() {
            self.so_far();
            let failing = Differing::failing(self.pair.contract, &defect);
            let found = versions.as_written(self.pair, |written| {
                cause::explain_failure(written, &failing, &self.sizes)
            });
            // Without the source no cause can be found.
            defect.cause = found.ok().flatten();
            self.clock.lap("cause");
        }
        self.tally.defect(defect);
    }
}

/// Whether a defect is an access that its address is not aligned for: its cause is the access
/// itself, however few executions of it a change leaves.
fn is_misaligned(kind: &DefectKind) -> bool {
    matches!(
        kind,
        DefectKind::Misaligned(_) | DefectKind::MisalignedScalar
    )
}
