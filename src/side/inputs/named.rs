//! The inputs that relations name.

use super::{Input, Inputs};
use crate::contract::{Contract, Element, Role};

impl Inputs {
    /// The index of the input whose memory an input shares, or its own.
    pub(super) fn owner(&self, input: usize) -> usize {
        match self.args[input] {
            Input::SameAs(first) => first,
            _ => input,
        }
    }
}

/// The index of a parameter or global variable by its name.
pub(super) fn place(contract: &Contract, name: &str) -> Option<usize> {
    let params = contract.params.iter().map(|param| &param.name);
    let globals = contract.globals.iter().map(|global| &global.name);
    params.chain(globals).position(|known| known == name)
}

/// The element type of an input.
pub(super) fn element(contract: &Contract, input: usize) -> Option<&Element> {
    match contract.params.get(input) {
        Some(param) => match &param.role {
            Role::Buffer { element, .. } | Role::Value { element, .. } => Some(element),
            _ => None,
        },
        None => Some(&contract.globals.get(input - contract.params.len())?.element),
    }
}

/// The number of subscripts that an element of an input takes.
pub(super) fn dimensions(contract: &Contract, input: usize) -> usize {
    match contract.params.get(input) {
        Some(param) => match &param.role {
            Role::Buffer { .. } => 1 + usize::from(param.row.is_some()),
            _ => 0,
        },
        None => {
            let global = contract.globals.get(input - contract.params.len());
            usize::from(global.is_some_and(|global| global.count.is_some()))
        }
    }
}

/// The number of elements in a row of an input; `None` if it has no rows.
pub(super) fn row(contract: &Contract, input: usize, inputs: &Inputs) -> Option<i64> {
    let row = contract.params.get(input)?.row.as_ref()?;
    i64::try_from(row.evaluate(&inputs.sizes)?).ok()
}
