//! What a value depends on, and what a function's parameters are.

use crate::contract::Length;

/// What a parameter of a version's function is.
#[derive(Clone, Debug)]
pub enum Parameter {
    /// A size expression.
    Size(Length),
    /// A fixed value.
    Constant(u128),
    /// A buffer's address.
    Address,
    /// A number that is not known.
    Input,
}

/// What a value depends on, beyond the inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depends {
    /// Sizes, or the rounds of a loop.
    pub sizes: bool,
    /// Memory of the program's own, which may hold what depends on sizes.
    pub memory: bool,
    /// Where objects lie: a bit for each of them.
    pub(super) addresses: u64,
    /// Whether an allocation fails, which none does.
    pub allocation: bool,
}

impl Depends {
    /// On memory of which nothing is known.
    pub(super) const MEMORY: Depends = Depends {
        sizes: false,
        memory: true,
        addresses: 0,
        allocation: false,
    };

    /// What is made in an unknown way of such values: what addresses among them point to
    /// may count.
    pub(super) fn opaque(self) -> Depends {
        Depends {
            memory: self.memory || self.addresses != 0,
            addresses: 0,
            ..self
        }
    }

    pub(super) fn and(self, other: Depends) -> Depends {
        Depends {
            sizes: self.sizes || other.sizes,
            memory: self.memory || other.memory,
            addresses: self.addresses | other.addresses,
            allocation: self.allocation || other.allocation,
        }
    }

    /// Of two addresses in one object only their distance matters.
    pub(super) fn apart(self, other: Depends) -> Depends {
        let both = self.and(other);
        match self.addresses == other.addresses {
            true => Depends {
                addresses: 0,
                ..both
            },
            false => both,
        }
    }

    /// Whether where objects lie matters.
    pub fn on_addresses(self) -> bool {
        self.addresses != 0
    }

    /// Whether a size may matter.
    pub fn on_sizes(self) -> bool {
        self.sizes || self.memory
    }
}
