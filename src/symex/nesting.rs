//! How deep an arm of a selected address is.

use crate::budgets::execution::{ADDRESS_CHOICES, ADDRESS_DEPTH};

/// The selections of an address that were passed on the way to one of its arms.
#[derive(Clone, Copy, Default)]
pub(super) struct Nesting {
    /// All of them.
    depth: u32,
    /// Those between two addresses that depend on inputs. A search such as `std::min_element`
    /// selects between a constant address and the choice before; its steps do not multiply.
    forks: u32,
}

impl Nesting {
    /// Within one selection.
    pub fn arm() -> Nesting {
        Nesting::default().deeper(true)
    }

    /// Within one more selection, which is a fork if both its arms depend on inputs.
    pub fn deeper(self, is_fork: bool) -> Nesting {
        Nesting {
            depth: self.depth + 1,
            forks: self.forks + u32::from(is_fork),
        }
    }

    /// Whether this is within an arm. There, the state is assumed to satisfy the arm's condition:
    /// it cannot be split.
    pub fn is_arm(self) -> bool {
        self.depth > 0
    }

    /// Whether no more selections are followed.
    pub fn is_deepest(self) -> bool {
        self.forks >= ADDRESS_CHOICES || self.depth >= ADDRESS_DEPTH
    }
}
