//! What a run found: which path to look at first, and how a defect is recorded.

use term::TermId;

use super::harness::Harness;
use super::inputs;
use crate::contract::Sizes;
use crate::equiv::Witness;
use crate::pipeline::{Excluded, Tally, found};
use crate::symex::{Defect, DefectKind, End, Finished, Machine, StopReason};
use crate::verdict::{Comparison, DefectFound, Side};

/// Whether a path was not followed to its end, so that not every assertion on it is
/// known.
pub fn is_cut_short(path: &Finished) -> bool {
    matches!(&path.end, End::Stopped(stop) if stop.reason != StopReason::Left)
}

/// Puts the path in front on which an assertion is known to fail, if one is: it ended
/// the exploration, and the paths after it were left out.
pub fn refuted_first(finished: &mut [Finished]) -> bool {
    let is_left = |path: &Finished| match &path.end {
        End::Stopped(stop) => stop.reason == StopReason::Left,
        _ => false,
    };
    let refuted = finished.iter().any(is_left);
    if let Some(last) = finished.iter().rposition(|path| !is_left(path))
        && refuted
    {
        finished[..=last].rotate_right(1);
    }
    refuted
}

/// A defect, perhaps better explained, and what a native run said of it.
pub type Replayed = (Defect, crate::pipeline::Replayed);

/// Whether any symbol stands for an undefined value.
pub fn has_undefined(arena: &term::Arena) -> bool {
    arena.buffers().iter().any(|buffer| buffer.undefined)
}

/// The input that reaches a defect, and the condition that it decides.
pub fn has_witness(excluded: &Excluded) -> Option<(&Witness, TermId)> {
    match excluded {
        Excluded::Witness {
            witness, failed, ..
        } => Some((witness, *failed)),
        _ => None,
    }
}

/// Records a defect that could not be excluded, with what it compares: values,
/// unless the replay traced it to one that is undefined.
pub(super) fn record(
    harness: &Harness<'_, '_>,
    machine: &Machine<'_>,
    (defect, comparison): (&Defect, Option<Comparison>),
    excluded: Excluded,
    tally: &mut Tally,
) {
    let Excluded::Witness { witness, roots, .. } = excluded else {
        return;
    };
    let (defect, replayed) = harness.replay(machine, defect, &witness);
    let inputs = inputs::values(machine.builder.arena(), &witness, &roots);
    tally.defect(DefectFound {
        comparison: comparison.filter(|_| defect.kind == DefectKind::AssertionFailed),
        ..found(&defect, (Side::Program, &Sizes::new()), inputs, replayed)
    });
}
