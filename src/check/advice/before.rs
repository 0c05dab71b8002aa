//! Advice where the reference accesses elements before a pointer, such as the history of a filter.

use crate::contract::{Contract, Length, Param, Role};
use crate::verdict::{Outcome, Side};

/// Adds to a finding in the reference how elements before a buffer's start are given, if the
/// contract was inferred.
pub(super) fn advise(contract: &Contract, outcome: &mut Outcome) {
    let defect = outcome
        .defect
        .as_mut()
        .filter(|defect| defect.side == Side::Reference && defect.help.is_none());
    let Some(defect) = defect else {
        return;
    };
    let before = defect.message.strip_suffix(" before its start");
    let bytes = before.and_then(|text| text.rsplit(' ').next()?.parse::<u64>().ok());
    let is_meant = |param: &&Param| {
        let outside = format!(" outside {} (", param.name);
        !param.given && defect.message.contains(&outside)
    };
    let param = contract.params.iter().find(is_meant);
    if let (Some(bytes), Some(param)) = (bytes, param)
        && let Some(provided) = provided(param, bytes)
    {
        defect.help = Some(format!(
            "if callers provide elements before {0}[0], say how many, as in --arg '{0}={1}'",
            param.name, provided.role
        ));
    }
}

/// The parameter with its buffer so many bytes longer, and pointing behind these.
fn provided(param: &Param, bytes: u64) -> Option<Param> {
    let mut provided = param.clone();
    let Role::Buffer {
        element,
        length,
        origin: origin @ Length::Const(0),
        ..
    } = &mut provided.role
    else {
        return None;
    };
    let elements = bytes.div_ceil(u64::from(element.size.max(1)));
    *length = match &*length {
        Length::Const(count) => Length::Const(count.checked_add(elements)?),
        length => Length::Op(
            '+',
            Box::new(length.clone()),
            Box::new(Length::Const(elements)),
        ),
    };
    *origin = Length::Const(elements);
    Some(provided)
}
