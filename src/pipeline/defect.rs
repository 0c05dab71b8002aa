//! A defect as the verdict tells it.

use crate::contract::Sizes;
use crate::symex::Defect;
use crate::verdict::{DefectFound, InputValue, Replay, Side};

/// What native execution said of a defect, and what a sanitizer calls it.
pub type Replayed = (Replay, Option<String>);

/// A defect that these inputs reach, in the words of the verdict.
pub fn found(
    defect: &Defect,
    (side, sizes): (Side, &Sizes),
    inputs: Vec<InputValue>,
    (replay, sanitizer): Replayed,
) -> DefectFound {
    let object = defect.object.as_ref();
    DefectFound {
        sizes: sizes.clone(),
        side,
        kind: defect.kind,
        message: defect.message(),
        location: defect.location.clone(),
        accesses: Vec::new(),
        commands: defect.commands.to_vec(),
        allocation: object.and_then(|o| o.allocation.clone()),
        release: object.and_then(|o| o.release.clone()),
        inputs,
        comparison: None,
        help: None,
        replay,
        sanitizer,
    }
}
