//! The places of a version's outputs.

use term::TermId;

use crate::contract::{Address, Contract, Role, Scalar};
use crate::verdict::Value;

/// The place of an output, in native as in symbolic memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Memory of a parameter.
    Memory {
        /// The index of a parameter of the contract or, after these, of a global variable.
        param: usize,
        /// The byte offset in the memory.
        offset: u64,
        /// The index of the element.
        index: u64,
        /// The index of the leaf in the element.
        leaf: usize,
    },
    /// A leaf of the result.
    Result {
        /// The index of the leaf in the result's element.
        leaf: usize,
    },
}

/// One scalar that a version computes.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// The place of the scalar.
    pub place: Place,
    /// The scalar's type.
    pub scalar: Scalar,
    /// Its value; `None` if it is undefined (uninitialised or poison).
    pub term: Option<TermId>,
}

/// The bits of an output as a value to print; a returned address as a place in a buffer.
pub fn shown(contract: &Contract, (place, scalar): (Place, Scalar), bits: u128) -> Value {
    let mut value = Value::new(scalar, bits);
    if contract.returns_address && matches!(place, Place::Result { .. }) {
        value.decimal = Address::of(bits as u64).show(contract);
    }
    if is_pointer(contract, place) {
        value.decimal = Address::show_moved(bits as u64, contract);
    }
    value
}

/// Whether an output is the final value of a pointer behind a parameter.
fn is_pointer(contract: &Contract, place: Place) -> bool {
    let Place::Memory { param, leaf, .. } = place else {
        return false;
    };
    match contract.params.get(param).map(|param| &param.role) {
        Some(Role::Buffer { element, .. }) => {
            element.name == Address::POINTER || element.leaves[leaf].path.ends_with(Address::MOVED)
        }
        _ => false,
    }
}

/// `dst[…]` for the output `dst[3]`: reasons are counted by output array, not by element.
pub fn class(contract: &Contract, place: Place) -> String {
    let name = name(contract, place);
    match (name.find('['), name.find(']')) {
        (Some(open), Some(close)) => format!("{}[…{}", &name[..open], &name[close..]),
        _ => name,
    }
}

/// `src[3].re`, `return value`: the name of an output or input.
pub fn name(contract: &Contract, place: Place) -> String {
    match place {
        Place::Result { leaf } => {
            let path = contract
                .result
                .as_ref()
                .map_or("", |e| &e.leaves[leaf].path);
            format!("return value{path}")
        }
        Place::Memory {
            param, index, leaf, ..
        } => {
            let Some(param) = contract.params.get(param) else {
                let global = &contract.globals[param - contract.params.len()];
                let path = &global.element.leaves[leaf].path;
                return match global.count {
                    Some(_) => format!("{}[{index}]{path}", global.name),
                    None => format!("{}{path}", global.name),
                };
            };
            match &param.role {
                Role::Buffer { element, .. } => {
                    format!("{}[{index}]{}", param.name, element.leaves[leaf].path)
                }
                Role::Value { element, .. } => {
                    format!("{}{}", param.name, element.leaves[leaf].path)
                }
                _ => param.name.clone(),
            }
        }
    }
}
