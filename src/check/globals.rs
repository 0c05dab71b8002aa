//! Changes of the vector unit's control register (MXCSR) and of global variables that are
//! not inputs. They are outputs too, but native replay does not see them: unless both
//! versions leave identical terms, the comparison is undecided.

use std::collections::BTreeMap;

use term::TermId;

use super::Pair;
use crate::program::Global;
use crate::side::{Side, start};
use crate::symex::{Machine, ObjectId, State};

/// The name of MXCSR among the changes.
pub(super) const CONTROL_REGISTER: &str = "MXCSR";

/// The bytes of every changed global, by name; `None` is an undefined byte.
pub type Changes = BTreeMap<Box<str>, Vec<Option<TermId>>>;

impl Pair<'_, '_> {
    /// The global variables that differ between two states of one path.
    pub(super) fn changes(
        &self,
        machine: &mut Machine<'_>,
        side: &Side<'_, '_>,
        before: &State,
        after: &State,
    ) -> Changes {
        let mut changes = Changes::new();
        let compared = |global: &Global| {
            let mut inputs = self.contract.globals.iter();
            inputs.any(|input| input.symbols[side.index()] == *global.name)
        };
        // The tables of <ctype.h> are filled when they are first used, and constant in C.
        let compared = |global: &Global| {
            compared(global)
                || global.name.starts_with("simdiff_ctype_")
                || side.entry.owns(&global.name)
                || self.kept.has(side.index(), &global.name)
        };
        for global in changed(side, before, after).filter(|g| !compared(g)) {
            let object = ObjectId(global.address);
            let mut bytes = |state: &State| -> Vec<Option<TermId>> {
                (0..global.size)
                    .map(|offset| machine.read_scalar(state, object, offset, 8))
                    .collect()
            };
            let (old, new) = (bytes(before), bytes(after));
            if old != new {
                changes.insert(global.name.clone(), new);
            }
        }
        if before.mxcsr() != after.mxcsr() {
            let bits = machine.builder.constant(32, u128::from(after.mxcsr()));
            changes.insert(CONTROL_REGISTER.into(), vec![Some(bits)]);
        }
        changes
    }
}

/// The variables whose contents may differ between two states.
fn changed<'s>(
    side: &'s Side<'_, '_>,
    before: &'s State,
    after: &'s State,
) -> impl Iterator<Item = &'s Global> {
    let variables = side.program.globals().iter().filter(|g| !g.constant);
    variables.filter(|g| !before.shares(after, ObjectId(g.address)))
}

/// The symbols of the variables that the setup functions of a version write.
///
/// # Errors
/// Why the setup functions cannot be executed, as a sentence.
pub(super) fn set_up(
    machine: &mut Machine<'_>,
    side: &Side<'_, '_>,
) -> Result<Vec<String>, String> {
    let [before, after] = start(machine, side)?;
    let written = changed(side, &before, &after);
    Ok(written.map(|global| global.name.to_string()).collect())
}

/// The first variable that two versions leave in different states.
pub fn first_difference<'a>(reference: &'a Changes, port: &'a Changes) -> Option<&'a str> {
    let names = reference.keys().chain(port.keys());
    names
        .map(|name| &**name)
        .find(|name| reference.get(*name) != port.get(*name))
}
