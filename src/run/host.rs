//! What the verdict of a host program rests on.

use crate::host::{Host, Ignored};
use crate::launch::{Conflict, Notes};
use crate::pipeline::Tally;
use crate::verdict::{Undecided, UndecidedKind};

/// Says what the verdict on the launches of a host rests on.
pub fn note(host: &Host<'_>, refused: &[String], tally: &mut Tally) {
    let notes: Notes = host.notes();
    for sentence in ignored(host) {
        tally.lean_on(&sentence);
    }
    for diagnostics in refused {
        tally.lean_on(&format!(
            "a program that the host builds does not compile:\n{}",
            diagnostics.trim_end()
        ));
    }
    if let Some(place) = notes.one_value {
        tally.lean_on(&format!(
            "work-items write one value to one place at {place}"
        ));
    }
    if let Some(Conflict {
        place,
        earlier,
        atomic,
    }) = notes.open
        && !tally.is_settled()
    {
        let what = match atomic {
            true => "in which order work-items access memory atomically is open",
            false => "two work-items may race",
        };
        tally.undecided(Undecided::new(
            UndecidedKind::Races,
            format!("{what}: {earlier} and {place}"),
        ));
    }
    tally.lean_on("single-precision subnormals are kept, not flushed to zero");
}

/// What failed without the program looking, as a sentence for each.
pub fn ignored(host: &Host<'_>) -> Vec<String> {
    let told = |one: Ignored| {
        format!(
            "{} of line {} failed with {}, which the program does not look at",
            one.function, one.location.line, one.error
        )
    };
    host.ignored().into_iter().map(told).collect()
}
