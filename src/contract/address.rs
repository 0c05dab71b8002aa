//! The targets of returned pointers.
//!
//! Addresses differ between two versions, but what they point to does not: a returned
//! pointer is compared by the parameter whose buffer it points into and the offset in that
//! buffer, encoded as one 64-bit number.

use super::Contract;
use super::element::Element;
use super::role::Role;
use super::scalar::Scalar;

/// The target of a returned pointer.
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
    /// Another, unknown target.
    Elsewhere,
}

/// The lowest bit of the parameter's index in the encoding.
const PARAM: u32 = 48;

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

    /// Returns the encoding: zero for null, all ones for an unknown target.
    pub fn bits(self) -> u64 {
        match self {
            Address::Null => 0,
            Address::In { param, offset } => ((param as u64 + 1) << PARAM) + offset,
            Address::Elsewhere => u64::MAX,
        }
    }

    /// Decodes an address.
    pub fn of(bits: u64) -> Address {
        match ((bits >> PARAM) as usize, bits) {
            (0, 0) => Address::Null,
            (0, _) | (0xffff, _) => Address::Elsewhere,
            (param, _) => Address::In {
                param: param - 1,
                offset: bits & ((1 << PARAM) - 1),
            },
        }
    }

    /// Returns the address in C notation: `NULL`, `&s[5]`.
    pub fn show(self, contract: &Contract) -> String {
        let Address::In { param, offset } = self else {
            let null = self == Address::Null;
            return if null {
                "NULL"
            } else {
                "outside of all buffers"
            }
            .to_owned();
        };
        let Some(param) = contract.params.get(param) else {
            return format!("{offset} bytes into parameter {param}");
        };
        let size = match &param.role {
            Role::Buffer { element, .. } => u64::from(element.size.max(1)),
            _ => 1,
        };
        match offset % size {
            0 => format!("&{}[{}]", param.name, offset / size),
            _ => format!("(char *){} + {offset}", param.name),
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
            Address::Elsewhere,
        ];
        for address in all {
            assert_eq!(Address::of(address.bits()), address);
        }
    }
}
