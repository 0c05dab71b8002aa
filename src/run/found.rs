//! Properties of a run's paths before anything is decided.

use crate::symex::{End, Finished, StopReason};

/// Whether a path was not followed to its end, so that assertions on it may be unknown.
pub fn is_cut_short(path: &Finished) -> bool {
    matches!(&path.end, End::Stopped(stop) if stop.reason != StopReason::Left)
}

/// Moves the path on which an assertion is known to fail to the front, if there is one: it
/// ended the exploration, and the paths after it were left out. Returns whether there is
/// one.
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

/// Whether any symbol stands for an undefined value.
pub fn has_undefined(arena: &term::Arena) -> bool {
    arena.buffers().iter().any(|buffer| buffer.undefined)
}
