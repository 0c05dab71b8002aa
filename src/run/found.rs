//! What a run found: which path to look at first, and how a defect is recorded.

use term::Assignment;

use super::inputs;
use crate::contract::Sizes;
use crate::pipeline::{Excluded, Tally};
use crate::symex::{Defect, DefectKind, End, Finished, Machine, StopReason};
use crate::verdict::{Comparison, DefectFound, Replay, Side};

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

/// A defect, perhaps better explained, what a native run said, and what a sanitizer
/// calls it.
pub type Replayed = (Defect, Replay, Option<String>);

/// Whether any symbol stands for an undefined value.
pub fn has_undefined(arena: &term::Arena) -> bool {
    arena.buffers().iter().any(|buffer| buffer.undefined)
}

/// Records a defect that could not be excluded, with what it compares: values,
/// unless the replay traced it to one that is undefined.
pub fn record(
    machine: &Machine<'_>,
    (defect, comparison): (&Defect, Option<Comparison>),
    excluded: Excluded,
    replay: &dyn Fn(&Machine<'_>, &Defect, &dyn Assignment) -> Replayed,
    tally: &mut Tally,
) {
    let Excluded::Witness { witness, roots, .. } = excluded else {
        return;
    };
    let arena = machine.builder.arena();
    let (defect, replay, sanitizer) = replay(machine, defect, &witness);
    let comparison = comparison.filter(|_| defect.kind == DefectKind::AssertionFailed);
    tally.defect(DefectFound {
        sizes: Sizes::new(),
        side: Side::Program,
        kind: defect.kind.name().to_owned(),
        message: defect.message(),
        location: defect.location.clone(),
        allocation: defect.object.as_ref().and_then(|o| o.allocation.clone()),
        release: defect.object.as_ref().and_then(|o| o.release.clone()),
        inputs: inputs::values(arena, &witness, &roots),
        comparison,
        help: None,
        replay,
        sanitizer,
    });
}
