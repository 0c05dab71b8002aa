//! Advice where a finding needs contents of a global variable that the program may never have.

use crate::contract::{Contract, Direction, Global};
use crate::verdict::Outcome;

/// Adds to a finding what is known of the variables that its input names. `externals` are the
/// symbols of variables that no file defines.
pub(super) fn advise(contract: &Contract, externals: &[String], outcome: &mut Outcome) {
    let inputs = match (&outcome.difference, &outcome.defect) {
        (Some(difference), _) => &difference.inputs,
        (None, Some(defect)) => &defect.inputs,
        (None, None) => return,
    };
    let involved = |global: &&Global| {
        let is_of = |name: &str| {
            let rest = name.strip_prefix(&*global.name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
        };
        let open = !global.given && global.direction == Direction::In;
        let mut inputs = inputs.iter();
        open && inputs.any(|input| input.involved && is_of(&input.name))
    };
    let rows: Vec<String> = contract
        .globals
        .iter()
        .filter(involved)
        .map(|global| {
            let name = &global.name;
            match global
                .symbols
                .iter()
                .any(|symbol| externals.contains(symbol))
            {
                true => format!(
                    "no file given defines `{name}`, so it holds anything here: add the file that \
                     defines it"
                ),
                false => format!(
                    "`{name}` is not `const`, so it holds anything here: --global '{name}=initial' \
                     if nothing changes it"
                ),
            }
        })
        .collect();
    outcome.leaning_on.extend(rows);
}
