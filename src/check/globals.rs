//! Global variables, and the control register of the vector unit, that a version
//! leaves changed. They are outputs too, but
//! native replay does not see them: unless both versions leave the very same
//! terms, the comparison is undecided.

use std::collections::BTreeMap;

use term::TermId;

use crate::program::Program;
use crate::symex::{Machine, ObjectId, State};

/// Larger variables are compared up to here.
const MOST_BYTES: u64 = 1 << 16;

/// The bytes of every global that changed, by name; `None` is undefined.
pub type Changes = BTreeMap<Box<str>, Vec<Option<TermId>>>;

/// What changed between two states of one path.
pub fn changes(
    machine: &mut Machine<'_>,
    program: &Program,
    before: &State,
    after: &State,
) -> Changes {
    let mut changes = Changes::new();
    for global in program.globals().iter().filter(|g| !g.constant) {
        let object = ObjectId(global.address);
        let mut bytes = |state: &State| -> Vec<Option<TermId>> {
            (0..global.size.min(MOST_BYTES))
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
        changes.insert("MXCSR".into(), vec![Some(bits)]);
    }
    changes
}

/// The first variable that two versions leave in different states.
pub fn first_difference<'a>(reference: &'a Changes, port: &'a Changes) -> Option<&'a str> {
    let names = reference.keys().chain(port.keys());
    names
        .map(|name| &**name)
        .find(|name| reference.get(*name) != port.get(*name))
}
