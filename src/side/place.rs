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
    if is_address(contract, place) {
        value.decimal = Address::of(bits as u64).show(contract);
    }
    if is_pointer(contract, place) {
        value.decimal = Address::show_moved(bits as u64, contract);
    }
    value
}

/// Whether an output is an [`Address`]: a returned pointer, or one in a global variable.
pub fn is_address(contract: &Contract, place: Place) -> bool {
    match place {
        Place::Result { .. } => contract.returns_address,
        Place::Memory { param, offset, .. } => {
            let global = param.checked_sub(contract.params.len());
            let global = global.and_then(|global| contract.globals.get(global));
            global.is_some_and(|global| global.has_pointer_at(offset))
        }
    }
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
    let (array, index, member) = parts(contract, place);
    match index {
        Some(_) => format!("{array}[…]{member}"),
        None => array + &member,
    }
}

/// `src[3].re`, `return value`: the name of an output or input.
pub fn name(contract: &Contract, place: Place) -> String {
    let (array, index, member) = parts(contract, place);
    match index {
        Some(index) => format!("{array}[{index}]{member}"),
        None => array + &member,
    }
}

/// The parts of a name: `src`, 3 and `.re` for `src[3].re`. There is an index if the output is in
/// an array.
pub fn parts(contract: &Contract, place: Place) -> (String, Option<u64>, String) {
    let (param, index, leaf) = match place {
        Place::Result { leaf } => {
            let result = contract.result.as_ref();
            let path = result.map_or("", |e| &e.leaves[leaf].path);
            return ("return value".to_owned(), None, path.to_owned());
        }
        Place::Memory {
            param, index, leaf, ..
        } => (param, index, leaf),
    };
    let Some(param) = contract.params.get(param) else {
        let global = &contract.globals[param - contract.params.len()];
        let path = &global.element.leaves[leaf].path;
        let index = global.count.map(|_| index);
        return (global.name.clone(), index, path.to_owned());
    };
    let (index, path) = match &param.role {
        Role::Buffer { element, .. } => (Some(index), element.leaves[leaf].path.as_str()),
        Role::Value { element, .. } => (None, element.leaves[leaf].path.as_str()),
        _ => (None, ""),
    };
    (param.name.clone(), index, path.to_owned())
}
