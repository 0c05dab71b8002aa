//! Advice to promise the alignment that a misaligned access needs.

use term::Arena;

use super::round::Round;
use crate::contract::{Contract, Role};
use crate::equiv::Witness;
use crate::symex::{Defect, DefectKind};

/// An alignment that the contract could promise.
struct Promise {
    /// A sentence about the contract's present promise.
    now: String,
    /// The option that promises enough.
    flag: String,
    /// The alignment needed, in bytes.
    align: u32,
}

impl Round<'_, '_, '_> {
    /// Advice on how the contract could promise the alignment that an access needs, and the
    /// one that the other version's access needs on the same input.
    pub(super) fn promises(
        &self,
        arena: &Arena,
        defect: &Defect,
        witness: &Witness,
    ) -> Option<String> {
        let (environment, inputs) = (self.environment, self.inputs);
        let own = promise(environment.contract, defect)?;
        let theirs = self.other.and_then(|other| {
            let theirs = environment.traced(arena, other, witness, None, inputs)?;
            Some((other, promise(environment.contract, &theirs)?))
        });
        Some(match theirs {
            None => format!("{}; if every caller aligns it: {}", own.now, own.flag),
            Some((_, theirs)) if theirs.now == own.now => {
                let more = if theirs.align > own.align {
                    theirs
                } else {
                    own
                };
                format!(
                    "{}, and both versions need more; if every caller aligns it: {}",
                    more.now, more.flag
                )
            }
            Some((other, theirs)) => format!(
                "{}, and {}, of which the {} needs more; if every caller aligns both: {} {}",
                own.now,
                theirs.now,
                other.which.word(),
                own.flag,
                theirs.flag
            ),
        })
    }
}

/// The promise that an access needs; `None` if no alignment of the buffer would suffice.
fn promise(contract: &Contract, defect: &Defect) -> Option<Promise> {
    let (DefectKind::Misaligned(_), Some(object)) = (defect.kind, &defect.object) else {
        return None;
    };
    let param = contract.params.iter().find(|p| p.name == object.name)?;
    let mut role = param.role.clone();
    let Role::Buffer { element, align, .. } = &mut role else {
        return None;
    };
    let promised = align.unwrap_or(element.align);
    // An access that is not at a multiple of its size is misaligned wherever the buffer
    // starts.
    let between = defect.offset.is_some_and(|at| at % defect.size as i64 != 0);
    let needed = u32::try_from(defect.size).ok()?;
    if between || promised >= needed {
        return None;
    }
    *align = Some(needed);
    let name = &param.name;
    Some(Promise {
        now: format!("{name} is promised to start at a multiple of {promised} bytes"),
        flag: format!("--arg '{name}={role}'"),
        align: needed,
    })
}
