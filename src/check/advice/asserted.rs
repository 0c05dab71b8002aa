//! Advice where the port asserts what the contract does not say, such as a multiple of its blocks.

use crate::contract::Contract;
use crate::relations;
use crate::verdict::{DefectKind, Outcome, Side};

/// Adds to a failing assertion of the port itself the `--assume` that states it, if a relation
/// between inputs can.
pub(super) fn advise(contract: &Contract, outcome: &mut Outcome) {
    let defect = outcome.defect.as_mut().filter(|defect| {
        defect.kind == DefectKind::AssertionFailed
            && defect.side == Side::Port
            && defect.called_at.is_none()
            && defect.help.is_none()
    });
    let Some(defect) = defect else {
        return;
    };
    let Some((_, asserted)) = defect.message.split_once(": ") else {
        return;
    };
    let is_relation = relations::parse(&[asserted.to_owned()], contract).is_ok();
    if is_relation && !asserted.contains('\'') {
        defect.help = Some(format!("if every caller meets it: --assume '{asserted}'"));
    }
}
