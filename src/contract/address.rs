//! Where a pointer that a function returns points to.
//!
//! Addresses differ between two versions, what they point to does not: a result that is
//! a pointer is compared by the parameter whose buffer it points into and the distance
//! from the start of that, as one number of 64 bits.

use super::Contract;
use super::element::Element;
use super::role::Role;
use super::scalar::Scalar;

/// Where a returned pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// Nowhere: it is null.
    Null,
    /// Into the buffer of a parameter, or to its end.
    In {
        /// The parameter that has the buffer.
        param: usize,
        /// Bytes from its start.
        offset: u64,
    },
    /// To something else, of which nothing is known.
    Elsewhere,
}

/// The parameter is in the bits from here on.
const PARAM: u32 = 48;

impl Address {
    /// As a number: zero is null, all ones are elsewhere.
    pub fn bits(self) -> u64 {
        match self {
            Address::Null => 0,
            Address::In { param, offset } => ((param as u64 + 1) << PARAM) + offset,
            Address::Elsewhere => u64::MAX,
        }
    }

    /// The address that a number stands for.
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

    /// As it is written in C: `NULL`, `&s[5]`.
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

    /// The element of a result that is an address.
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
