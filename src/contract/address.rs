//! The targets of pointers that a version returns or leaves in a global variable.
//!
//! Addresses differ between two versions, but what they point to does not: such a pointer is
//! compared by the parameter's buffer or the global variable that it points into and the
//! offset there, encoded as one 64-bit number.

use super::Contract;
use super::element::Element;
use super::role::Role;
use super::scalar::Scalar;

/// The target of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// None: the pointer is null.
    Null,
    /// An offset in the buffer of a parameter, or its end.
    In {
        /// The index of the parameter.
        param: usize,
        /// The offset in bytes.
        offset: u64,
    },
    /// An offset in a global variable, or its end.
    Global {
        /// The index of the variable in the contract.
        global: usize,
        /// The offset in bytes.
        offset: u64,
    },
    /// Another, unknown target.
    Elsewhere,
}

/// The lowest bit of the parameter's index in the encoding.
const PARAM: u32 = 48;

/// What is added to the index of a global variable in the encoding.
const GLOBAL: u64 = 0x8001;

/// The encoding of a null pointer as a distance: see [`Address::show_moved`].
const NULL_DISTANCE: u64 = 1 << 63;

impl Address {
    /// The name of the element that is a pointer, which is compared by its target.
    pub const POINTER: &str = "pointer";

    /// The end of the path of a leaf that is a pointer.
    pub const MOVED: &str = " (bytes moved)";

    /// Shows the final value of a pointer behind a parameter: the number of bytes that it was
    /// moved by, or the address in the buffer of another parameter that it was set to.
    pub fn show_moved(bits: u64, contract: &Contract) -> String {
        let is_distance = (bits as i64).unsigned_abs() >> PARAM == 0;
        match is_distance {
            true => (bits as i64).to_string(),
            false if bits == NULL_DISTANCE => "NULL".to_owned(),
            false => Address::of(bits).show(contract),
        }
    }

    /// The encoding of an unknown target, which differs between the versions, by their index: two
    /// such targets never compare equal.
    pub fn unknown(version: usize) -> u64 {
        u64::MAX - version as u64
    }

    /// Whether a number encodes an unknown target.
    pub fn is_unknown(bits: u64) -> bool {
        bits >= Address::unknown(1)
    }

    /// Returns the encoding: zero for null, all ones for an unknown target.
    pub fn bits(self) -> u64 {
        match self {
            Address::Null => 0,
            Address::In { param, offset } => ((param as u64 + 1) << PARAM) + offset,
            Address::Global { global, offset } => ((global as u64 + GLOBAL) << PARAM) + offset,
            Address::Elsewhere => u64::MAX,
        }
    }

    /// Decodes an address.
    pub fn of(bits: u64) -> Address {
        let offset = bits & ((1 << PARAM) - 1);
        match (bits >> PARAM, bits) {
            (0, 0) => Address::Null,
            (0 | 0xffff, _) => Address::Elsewhere,
            (object, _) if object >= GLOBAL => Address::Global {
                global: (object - GLOBAL) as usize,
                offset,
            },
            (object, _) => Address::In {
                param: object as usize - 1,
                offset,
            },
        }
    }

    /// Returns the address in C notation: `NULL`, `&s[5]`.
    pub fn show(self, contract: &Contract) -> String {
        match self {
            Address::Null => "NULL".to_owned(),
            Address::Elsewhere => "outside of all buffers".to_owned(),
            Address::In { param, offset } => match contract.params.get(param) {
                None => format!("{offset} bytes into parameter {param}"),
                Some(param) => {
                    let size = match &param.role {
                        Role::Buffer { element, .. } => element.size,
                        _ => 1,
                    };
                    element_of(&param.name, size, offset)
                }
            },
            Address::Global { global, offset } => match contract.globals.get(global) {
                None => format!("{offset} bytes into global variable {global}"),
                Some(global) if global.count.is_none() && offset == 0 => {
                    format!("&{}", global.name)
                }
                Some(global) if global.count.is_none() => {
                    format!("(char *)&{} + {offset}", global.name)
                }
                Some(global) => element_of(&global.name, global.element.size, offset),
            },
        }
    }

    /// Returns the element of a result that is an address.
    pub fn element() -> Element {
        let scalar = Scalar::Int {
            bits: 64,
            signed: false,
        };
        Element {
            name: "an address in a buffer".to_owned(),
            ..Element::scalar(scalar)
        }
    }
}

/// The address at an offset in an array with elements of `size` bytes, in C notation.
fn element_of(name: &str, size: u32, offset: u64) -> String {
    let size = u64::from(size.max(1));
    match offset % size {
        0 => format!("&{name}[{}]", offset / size),
        _ => format!("(char *){name} + {offset}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn numbers_tell_addresses_apart() {
        let all = [
            Address::Null,
            Address::In {
                param: 0,
                offset: 0,
            },
            Address::In {
                param: 3,
                offset: 1 << 40,
            },
            Address::Global {
                global: 0,
                offset: 8,
            },
            Address::Elsewhere,
        ];
        for address in all {
            assert_eq!(Address::of(address.bits()), address);
        }
    }
}
