//! Defects in the form of the verdict.

use crate::contract::Sizes;
use crate::symex::Defect;
use crate::verdict::{DefectFound, InputValue, Replay, Side};

/// The result of native execution, and the sanitizer's message.
pub type Replayed = (Replay, Option<String>);

/// Returns a defect in the form of the verdict, with inputs that reach it.
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
        called_at: defect.called_at.as_deref().cloned(),
        accesses: Vec::new(),
        commands: defect.commands.order.clone(),
        allocation: object.and_then(|o| o.allocation.clone()),
        release: object.and_then(|o| o.release.as_deref().cloned()),
        inputs,
        witness: Vec::new(),
        cause: None,
        comparison: None,
        help: None,
        replay,
        sanitizer,
    }
}
